# SPDX-License-Identifier: Apache-2.0
"""Every method of making an ensemble, on features that a small network learns in a moment."""
import json
import pathlib

import numpy as np
import pytest
from conftest import members, needs_torch, predict, run_qualm, train

pytestmark = needs_torch
QUICK = ["--hidden", "16", "--batch-size", 32, "--rate", 0.01, "--epochs", 4, "--members", 2]


def load(path):
    with np.load(path) as file:
        return {name: file[name] for name in file.files}


@pytest.mark.parametrize("method", ["ensemble", "bootstrap", "mc-dropout", "evidential", "snapshot"])
def test_each_method_learns_and_predicts(blobs, method):
    train(blobs, *QUICK, "--epochs", 12 if method == "evidential" else 8, "--method", method, "--out", "e")
    predict("e", blobs, "-o", "p.npz")
    got = load("p.npz")
    n_members = 40 if method == "mc-dropout" else 2
    assert got["predictions"].shape == (600, n_members, 3) and got["predictions"].dtype == np.float32
    assert np.allclose(got["predictions"].sum(-1), 1, atol=1e-5)
    assert (got["predictions"].mean(1).argmax(-1) == got["labels"]).mean() > 0.9
    assert not np.array_equal(got["predictions"][:, 0], got["predictions"][:, -1])
    assert ("alpha" in got) == (method == "evidential")
    if method == "evidential":
        alpha = got["alpha"]
        assert alpha.min() >= 1
        assert np.allclose(alpha / alpha.sum(-1, keepdims=True), got["predictions"], atol=1e-6)


def test_one_evidential_network_is_measured_as_a_dirichlet(blobs):
    train(blobs, *QUICK, "--members", 1, "--method", "evidential", "--out", "e")
    predict("e", blobs, "-o", "p.npz")
    result = run_qualm("measure", "p.npz", "--key", "alpha", "--input", "dirichlet", "--format", "json")
    assert result.code == 0, result.err
    assert len(json.loads(result.out)["measures"]["variance"]["epistemic"]) == 600


def test_bits_depend_on_the_seed_and_not_on_the_number_of_jobs(blobs):
    train(blobs, *QUICK, "--out", "a", "--jobs", 1)
    train(blobs, *QUICK, "--out", "b", "--jobs", 2)
    train(blobs, *QUICK, "--out", "c", "--seed", 1)
    assert members("a") == members("b")
    assert not set(members("a").values()) & set(members("c").values())


def test_runs_are_independent_and_can_be_added(blobs):
    train(blobs, *QUICK, "--out", "e")
    first = members("e")
    train(blobs, *QUICK, "--runs", 2, "--members", 3, "--out", "e")
    both = members("e")
    assert len(both) == len(set(both.values())) == 6
    assert {name: both[name] for name in first} == first
    result = predict("e", blobs, "-o", "p.npz", expect=2)
    assert "there are 2 runs: put {r}" in result.err
    predict("e", blobs, "-o", "{data}.run{r}.npz")
    predict("e", blobs, "--run", 1, "-o", "one.npz")
    runs = [load(f"blobs.run{r}.npz")["predictions"] for r in (0, 1)]
    assert not np.array_equal(*runs)
    assert np.array_equal(load("one.npz")["predictions"], runs[1])


def test_snapshots_need_whole_cycles(blobs):
    result = train(blobs, *QUICK, "--epochs", 3, "--method", "snapshot", "--out", "e", expect=2)
    assert "multiple of --members" in result.err


def test_other_data_is_refused(blobs):
    train(blobs, *QUICK, "--out", "e")
    with np.load(blobs) as file:
        x, y = file["x"], file["y"]
    x[0, 0] += 1
    np.savez(blobs, x=x, y=y)
    before = members("e")
    result = train(blobs, *QUICK, "--out", "e", expect=3)
    assert "the data is not what this ensemble was trained on" in result.err
    assert members("e") == before


def test_a_diverged_member_is_reported_and_the_others_are_kept(blobs):
    options = [blobs, *QUICK, "--optimizer", "sgd", "--rate-steps", "none"]
    result = train(*options, "--rate", 1e6, "--out", "all", expect=1)
    assert result.err.count("diverged: its loss is not finite") == 2
    assert members("all") == {}
    assert predict("all", blobs, "-o", "p.npz", expect=3).err.count("no member is left") == 1

    train(blobs, *QUICK, "--out", "some")
    kept = members("some")["run0/member0.pt"]
    pathlib.Path("some/run0/member1.pt").unlink()
    pathlib.Path("some/run0/member1.diverged.json").write_text("{}\n")
    result = train(blobs, *QUICK, "--out", "some", expect=1)
    assert "run 0 member 1 diverged" in result.err
    assert members("some") == {"run0/member0.pt": kept}
    result = predict("some", blobs, "-o", "p.npz")
    assert "run 0 member 1 diverged and is left out" in result.err
    assert load("p.npz")["predictions"].shape == (600, 1, 3)


@pytest.mark.parametrize("arguments, said", [
    (["--model", "cnn"], "cnn is for images, but blobs holds features"),
    (["--dropout", "0.3"], "--dropout is for --method mc-dropout"),
    (["--model", "resnet"], "unknown model 'resnet': did you mean resnet18?"),
    (["--method", "snapshots"], "unknown method 'snapshots': did you mean snapshot?"),
    (["--rate-steps", "5"], "give EPOCH:RATE"),
    (["--device", "cuda"], "LibTorch finds no CUDA device"),
])
def test_what_does_not_fit_is_one_line(blobs, arguments, said):
    result = train(blobs, *arguments, "--out", "e", expect=2)
    assert said in result.err and result.err.count("\n") == 1


def test_without_shuffling_batches_come_in_the_order_of_the_data(blobs):
    with np.load(blobs) as data:
        x, y = data["x"], data["y"]

    def loss(rows, shuffle):
        """Of an epoch of two batches: that of the second depends on what was in the first."""
        np.savez("moved.npz", x=x[rows], y=y[rows])
        folder = pathlib.Path(f"{shuffle}{rows[0]}")
        train("moved.npz", "--epochs", 1, "--members", 1, "--batch-size", 300, "--optimizer", "sgd", "--rate", .5,
              "--shuffle", shuffle, "--out", folder)
        return json.loads((folder / "log.jsonl").read_text().splitlines()[0])["loss"]

    rows = np.arange(600)
    same_batches, swapped_batches = np.concatenate([rows[:300][::-1], rows[300:]]), np.roll(rows, 300)
    in_order = loss(rows, "no")
    assert loss(same_batches, "no") == pytest.approx(in_order, rel=1e-4)
    assert loss(swapped_batches, "no") != pytest.approx(in_order, rel=1e-3)
    assert loss(rows, "yes") != pytest.approx(in_order, rel=1e-3)
