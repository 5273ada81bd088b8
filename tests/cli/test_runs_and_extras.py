# SPDX-License-Identifier: Apache-2.0
"""Several runs, extras, weights and many classes, in the formats that other tests do not ask for, against numpy."""
import csv
import io
import json

import numpy as np
import pytest

from conftest import random_predictions, run_qualm

RUNS = ["r0.npy", "r1.npy", "r2.npy", "--axes", "nmk"]


@pytest.fixture
def runs(in_empty_folder):
    """Three runs of 6 rows, 4 members and 3 classes, and labels."""
    p = random_predictions((3, 6, 4, 3), seed=3)
    for r, each in enumerate(p):
        np.save(f"r{r}.npy", each)
    np.save("y.npy", np.arange(6) % 3)
    return p


def output(*arguments):
    result = run_qualm(*arguments, "--quiet")
    assert result.code == 0, result.err
    return result.out.decode()


def message(*arguments, code=2):
    result = run_qualm(*arguments)
    assert result.code == code
    return result.err


def test_extras_and_deviations_over_runs(runs):
    eu = runs.var(axis=2).sum(axis=-1)
    output("measure", *RUNS, "--measure", "variance", "--extras", "pairwise", "-o", "out.npz")
    found = np.load("out.npz")
    assert np.allclose(found["variance_pairwise"], 2 * eu.mean(0), rtol=1e-12)
    assert np.allclose(found["variance_epistemic_std"], eu.std(0), rtol=1e-12)
    lines = output("measure", *RUNS, "--measure", "variance", "--extras", "pairwise", "--format", "jsonl").splitlines()
    rows = [json.loads(line)["variance"] for line in lines]
    assert [row["extras"]["pairwise"] for row in rows] == list(found["variance_pairwise"])
    assert [row["epistemic_std"] for row in rows] == list(found["variance_epistemic_std"])


def test_infinite_values_are_null_in_json_lines():
    np.save("p.npy", np.array([[[1, 0], [.5, .5]]]))
    line = json.loads(output("measure", "p.npy", "--axes", "nmk", "--measure", "reverse-entropy,entropy", "--format", "jsonl"))
    assert line["reverse-entropy"]["epistemic"] is None
    assert line["entropy"]["total"] > 0


def test_the_correction_with_weights_is_that_of_weighted_samples(runs):
    weights = np.array([.1, .2, .3, .4])
    mean = np.einsum("m,nmk->nk", weights, runs[0])
    eu = np.einsum("m,nmk->n", weights, (runs[0] - mean[:, None]) ** 2)
    text = output("measure", "r0.npy", "--axes", "nmk", "--measure", "variance", "--corrected",
                  "--member-weights", ".1,.2,.3,.4", "--format", "csv")
    found = [float(row["variance_epistemic"]) for row in csv.DictReader(io.StringIO(text))]
    assert np.allclose(found, eu / (1 - (weights ** 2).sum()), rtol=1e-12)
    assert "corrected" in message("measure", "r0.npy", "--axes", "nmk", "--corrected", "--member-weights", "1,0,0,0")


def test_rejection_curves_of_runs_have_their_deviation_in_csv(runs):
    text = output("reject", *RUNS, "--labels", "y.npy", "--scores", "variance.total", "--format", "csv")
    first = next(csv.DictReader(io.StringIO(text)))
    accuracy = (runs.mean(2).argmax(-1) == np.arange(6) % 3).mean(-1)
    assert float(first["accuracy"]) == pytest.approx(accuracy.mean(), rel=1e-12)
    assert float(first["accuracy_std"]) == pytest.approx(accuracy.std(), abs=1e-12)


def test_labels_may_lie_in_shards_too(runs):
    whole = output("reject", "r0.npy", "--axes", "nmk", "--labels", "y.npy", "--format", "json")
    for i in range(2):
        np.save(f"part{i}.npy", runs[0, 3 * i:3 * i + 3])
        np.save(f"labels{i}.npy", np.arange(3 * i, 3 * i + 3) % 3)
    parts = output("reject", "--shards", "part*.npy", "--axes", "nmk", "--labels", "labels*.npy", "--format", "json")
    assert json.loads(parts)["curves"] == json.loads(whole)["curves"]
    np.save("labels1.npy", np.array(["a", "b", "c"]))
    assert "labels1.npy" in message("reject", "--shards", "part*.npy", "--axes", "nmk", "--labels", "labels*.npy", code=3)


def test_a_plot_of_many_classes_shows_the_most_uncertain():
    np.save("wide.npy", random_predictions((5, 4, 40), seed=1, concentration=.1))
    output("explain", "wide.npy", "--axes", "nmk", "--top", "1", "--plot", "wide.svg")
    svg = open("wide.svg").read()
    p = np.load("wide.npy")
    row = p.var(1).sum(-1).argmax()
    mean = p[row].mean(0)
    assert f">{(mean * (1 - mean)).argmax()}<" in svg and svg.count("<text") < 40


def zero_one_of(expression):
    text = output("examples", "--distribution", expression, "--measure", "zero-one", "--raw", "--format", "json")
    parts = json.loads(text)["rows"][0]["zero-one"]
    return parts["aleatoric"], parts["epistemic"]


def test_zero_one_of_points_and_intervals():
    assert zero_one_of("dirac(.3)") == pytest.approx((.3, 0), abs=1e-12)
    assert zero_one_of("uniform(0,1)") == pytest.approx((.25, .25), abs=1e-12)
    # E min(q, 1 - q) on (.3, .9): the integral of q over (.3, .5) and of 1 - q over (.5, .9), divided by .6.
    aleatoric = ((.5 ** 2 - .3 ** 2) / 2 + (.5 ** 2 - .1 ** 2) / 2) / .6
    assert zero_one_of("uniform(.3,.9)") == pytest.approx((aleatoric, .4 - aleatoric), abs=1e-12)


@pytest.mark.parametrize("arguments, expected", [
    (["--label-next", "3", "--plot", "x.svg"], "leave --plot out"),
    (["--images", "r0.npy"], "add --plot FILE.svg"),
    (["--images-key", "x"], "name the file of the images"),
])
def test_options_of_explain_that_do_not_fit_together(runs, arguments, expected):
    assert expected in message("explain", "r0.npy", "--axes", "nmk", *arguments)
