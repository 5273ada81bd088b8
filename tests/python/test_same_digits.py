# SPDX-License-Identifier: Apache-2.0
"""The command, the module and the C++ library say the same, to the last digit."""
import io
import os
import subprocess

import numpy as np
import pytest
from conftest import QUALM, random_predictions, run_json, trained_predictions

import qualm

ALL = ",".join(qualm.families())
MEASURES = [*qualm.families(), "tsallis:0.5", "tsallis:1.5", "tsallis:3", "tv-ball:0.1", "tv-ball:0.3"]


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("options, keywords", [
    ([], {}),
    (["--measure", ALL, "--per-class", "--ordered"], {"measures": qualm.families(), "per_class": True, "ordered": True}),
    (["--measure", "variance,entropy,spherical", "--extras", "reverse,entropy.pairwise"],
     {"measures": ["variance", "entropy", "spherical"], "extras": ["reverse", "entropy.pairwise"]}),
    (["--measure", "tsallis:1.5"], {"measures": "tsallis:1.5"}),
    (["--class-weights", "1,2,0.5,1"], {"class_weights": [1, 2, .5, 1]}),
    (["--member-weights", "1,2,3"], {"member_weights": np.array([1, 2, 3])}),
    (["--log-base", "K", "--corrected"], {"log_base": "K", "corrected": True}),
    (["--normalized", "--class-names", "a,b,c,d"], {"normalized": True, "class_names": list("abcd")}),
])
def test_measure_of_random_predictions(dtype, options, keywords):
    p = random_predictions((333, 3, 4), dtype)
    np.save("p.npy", p)
    assert qualm.measure(p, **keywords).to_dict() == run_json("measure", "p.npy", *options)


@pytest.mark.parametrize("axes", ["nmk", "mnk", "knm", "nkm", "mkn", "kmn"])
def test_measure_in_any_order_of_axes(axes):
    p = random_predictions((50, 4, 3), np.float32)
    reordered = np.ascontiguousarray(p.transpose(["nmk".index(axis) for axis in axes]))
    np.save("p.npy", reordered)
    assert qualm.measure(reordered, axes).to_dict() == run_json("measure", "p.npy", "--axes", axes)


@pytest.mark.parametrize("kind, array", [
    ("logits", np.random.default_rng(1).normal(size=(40, 3, 5)).astype(np.float32)),
    ("dirichlet", np.random.default_rng(2).gamma(2., size=(40, 5)) + .01),
    ("counts", np.random.default_rng(3).poisson(2., size=(40, 5))),
    ("votes", np.random.default_rng(4).integers(0, 5, size=(40, 9))),
])
def test_measure_of_other_inputs(kind, array):
    np.save("p.npy", array)
    axes = ["--axes", "nmk"] if array.ndim == 3 else []
    assert qualm.measure(array, "nmk" if axes else None, input=kind).to_dict() == run_json("measure", "p.npy", "--input", kind, *axes)


def test_measure_of_members_and_of_runs():
    members = [random_predictions((60, 4), seed=seed) for seed in range(3)]
    runs = [random_predictions((60, 3, 4), seed=seed) for seed in range(3)]
    for arrays in (members, runs):
        for i, array in enumerate(arrays):
            np.save(f"{i}.npy", array)
        told = run_json("measure", "0.npy", "1.npy", "2.npy", "--per-class")
        assert qualm.measure(arrays, per_class=True).to_dict() == told


def test_the_table_of_pandas_is_that_of_the_csv():
    import pandas
    p = random_predictions((30, 3, 4))
    np.save("p.npy", p)
    csv = subprocess.run([QUALM, "measure", "p.npy", "--per-class", "--quiet", "--measure", ALL, "--ordered",
                          "--extras", "pairwise", "--format", "csv"],
                         capture_output=True).stdout
    expected = pandas.read_csv(io.BytesIO(csv), index_col="row", float_precision="round_trip")
    found = qualm.measure(p, per_class=True, measures=qualm.families(), ordered=True, extras="pairwise").to_pandas()
    assert list(found.columns) == list(expected.columns)
    assert np.array_equal(found.to_numpy(float), expected.to_numpy(float))


@pytest.fixture
def real():
    p, labels = trained_predictions()
    np.save("p.npy", p)
    np.save("labels.npy", labels)
    return p, labels


def test_measure_of_real_predictions(real):
    measured = qualm.measure(real[0], measures=qualm.families(), ordered=True)
    assert measured.to_dict() == run_json("measure", "p.npy", "--measure", ALL, "--ordered")


def digits_of_library(p):
    """What a C++ program that links the library gets: an array of all rows by score."""
    p.tofile("numbers")
    program = os.path.join(os.environ["QUALM_BUILD_DIR"], "tests", "library_digits")
    told = subprocess.run([program, "numbers", f"f{p.itemsize}", *map(str, p.shape)], capture_output=True, text=True,
                          check=True).stdout
    values = {}
    for line in told.splitlines():
        score, digits = line.split()
        values.setdefault(score, []).append(float.fromhex(digits))
    return values


@pytest.mark.parametrize("source", ["random float32", "random float64", "real"])
def test_measure_of_the_library(source):
    if source == "real":
        p = trained_predictions()[0]
    else:
        p = random_predictions((333, 5, 7), source.split()[1])
    np.save("p.npy", p)
    told = run_json("measure", "p.npy", "--axes", "nmk", "--measure", ",".join(MEASURES), "--ordered")
    measured = qualm.measure(p, "nmk", measures=MEASURES, ordered=True)
    expected = digits_of_library(p)
    assert set(expected) == set(measured.scores())
    for score, values in expected.items():
        family, part = score.rsplit(".", 1)
        assert np.array_equal(measured[score], values)
        assert told["measures"][family][part] == [None if value == np.inf else value for value in values]


@pytest.mark.parametrize("options, keywords", [
    ([], {}),
    (["--portions", "paper", "--area", "trapezoid"], {"portions": "paper", "area": "trapezoid"}),
    (["--scores", "entropy.total,variance.epistemic[3]"], {"scores": ["entropy.total", "variance.epistemic[3]"]}),
    (["--guarantee", "risk=0.2,delta=0.1", "--calibration", "0.5", "--seed", "4"],
     {"guarantee": (.2, .1), "calibration": .5, "seed": 4}),
    (["--guarantee", "risk=0.2,delta=0.1", "--guarantee-method", "binary-search", "--calibration", "0.5"],
     {"guarantee": (.2, .1), "guarantee_method": "binary-search", "calibration": .5}),
    (["--bootstrap", "40"], {"bootstrap": 40}),
])
def test_reject(real, options, keywords):
    p, labels = real
    assert qualm.reject(p, labels, **keywords).to_dict() == run_json("reject", "p.npy", "--labels", "labels.npy", *options)


def test_reject_by_scores_of_anybody(real):
    p, labels = real
    doubt = 1 - p.mean(axis=1).max(axis=1)
    correct = p.mean(axis=1).argmax(axis=1) == labels
    np.save("doubt.npy", doubt)
    np.save("correct.npy", correct)
    told = run_json("reject", "doubt.npy", "--input", "scores", "--correct", "correct.npy")
    assert qualm.reject(scores={"doubt": doubt}, correct=correct).to_dict() == told
    told = run_json("reject", "doubt.npy", "--input", "scores", "--labels", "labels.npy", "--predictions", "p.npy")
    assert qualm.reject(p, labels, scores={"doubt": doubt}).to_dict() == told


def test_reject_of_measured_batches_is_that_of_predictions(real):
    p, labels = real
    measurer = qualm.Measurer()
    for batch in np.array_split(p, 5):
        measurer.update(batch)
    result = measurer.finalize()
    found = qualm.reject(scores=result.scores(), correct=result.predicted == labels).to_dict()
    expected = qualm.reject(p, labels).to_dict()
    assert found["curves"] == expected["curves"]


def test_ood(real):
    strange = random_predictions((200, 7, 10))
    np.save("strange.npy", strange)
    told = run_json("ood", "--in", "p.npy", "--out", "strange=strange.npy", "--bootstrap", "50")
    assert qualm.ood(real[0], {"strange": strange}, bootstrap=50).to_dict() == told


def test_ood_by_scores_of_anybody():
    rng = np.random.default_rng(3)
    known, strange = rng.normal(size=80), rng.normal(1, size=50)
    np.save("mine.npy", known)
    np.save("far.npy", strange)
    told = run_json("ood", "--input", "scores", "--in", "mine.npy", "--out", "far=far.npy")
    assert qualm.ood({"mine": known}, {"far": {"mine": strange}}).to_dict() == told


def test_explain(real):
    p, labels = real
    images = np.random.default_rng(0).integers(0, 255, size=(len(p), 8, 8), dtype=np.uint8)
    np.save("images.npy", images)
    told = run_json("explain", "p.npy", "--labels", "labels.npy", "--images", "images.npy", "--plot", "command.svg",
                    "--top", "4", "--class", "8")
    found = qualm.explain(p, labels=labels, images=images, top=4, of_class=8)
    assert found.to_dict() == told
    assert found.svg(full=True) == open("command.svg").read()
    told = run_json("explain", "p.npy", "--label-next", "20", "--budget", "3")
    assert qualm.label_next(p, 20, budget=3).to_dict() == told


def test_axioms():
    told = run_json("axioms", "--measure", "variance,tsallis:1.5", "--axiom", "A1,A5", "--cases", "300")
    assert qualm.axioms(["variance", "tsallis:1.5"], ["A1", "A5"], cases=300).to_dict() == told


def test_the_pictures_are_those_of_the_command(real):
    p, labels = real
    subprocess.run([QUALM, "reject", "p.npy", "--labels", "labels.npy", "--plot", "command.svg", "--quiet"],
                   capture_output=True, check=True)
    qualm.reject(p, labels).save("module.svg")
    assert open("module.svg").read() == open("command.svg").read()
