# SPDX-License-Identifier: Apache-2.0
"""What reject and ood refuse, in one line and without output; and what they find undefined."""
import json
import os
import re

import numpy as np
import pytest
from conftest import random_predictions, run_qualm

USAGE, DATA, SYSTEM = 2, 3, 4


@pytest.fixture(autouse=True)
def files(in_empty_folder):
    rng = np.random.default_rng(0)
    p = rng.dirichlet(np.ones(3) / 2, size=(40, 2))
    y = p.mean(axis=1).argmax(axis=1)
    s = rng.random(40)
    arrays = {
        "p": p, "y": y, "y1": y + 1, "short": y[:-1], "half": y + 0.5,
        "far": np.where(np.arange(40) == 5, 7, y), "minus": np.where(np.arange(40) == 5, -1, y),
        "s": s, "nan": np.where(np.arange(40) == 3, np.nan, s), "c": y == 0, "empty": np.ones(0),
        "two": np.ones((40, 2)), "less": s[:30], "p4": rng.dirichlet(np.ones(4), size=(40, 2)),
        "p3": rng.dirichlet(np.ones(3), size=(40, 3)), "twice": [1, 2, 2], "rows": [1, 99],
        "all": np.arange(40), "random": s}
    for name, array in arrays.items():
        np.save(name, array)
    np.savez("d.npz", y=y, p=p)


def refused(code, words, command, *arguments):
    before = sorted(os.listdir())
    result = run_qualm(command, *arguments)
    assert result.code == code, result
    assert result.out == b""
    assert re.fullmatch(rf"qualm {command}: [^\n]+\n", result.err), result.err
    for word in words:
        assert word in result.err, result.err
    assert sorted(os.listdir()) == before


REJECT = ["p.npy", "--axes", "nmk", "--quiet"]
LABELED = REJECT + ["--labels", "y.npy"]
FOREIGN = ["s.npy", "--input", "scores"]
CORRECT = FOREIGN + ["--correct", "c.npy"]
PROMISE = LABELED + ["--guarantee", "risk=0.1"]


def test_a_format_that_a_command_lacks_is_refused_with_those_it_has():
    refused(USAGE, ["this command has no npz output: choose from table, csv, json"], "examples", "--format", "npz")
    refused(USAGE, ["no format of this command has the extension .jsonl: choose from .txt, .csv, .csv.gz, .json"],
            "examples", "-o", "x.jsonl")


@pytest.mark.parametrize("code, words, arguments", [
    (USAGE, ["--labels is missing"], REJECT),
    (USAGE, ["80% is given twice"], REJECT + ["--labels", "y.npy", "--coverage", "0.8,80%"]),
    (USAGE, ["risk is given twice"], REJECT + ["--labels", "y.npy", "--guarantee", "risk=0.1,risk=0.4"]),
    (DATA, ["y1.npy: label 3 in row", "1-based: subtract 1"], REJECT + ["--labels", "y1.npy"]),
    (DATA, ["far.npy: label 7 in row 5", "0 to 2"], REJECT + ["--labels", "far.npy"]),
    (DATA, ["minus.npy: label -1 in row 5"], REJECT + ["--labels", "minus.npy"]),
    (DATA, ["short.npy: 39 entries for 40 rows"], REJECT + ["--labels", "short.npy"]),
    (DATA, ["half.npy: row 0", "whole numbers"], REJECT + ["--labels", "half.npy"]),
    (SYSTEM, ["none.npy", "No such file"], REJECT + ["--labels", "none.npy"]),
    (USAGE, ["standard input"], ["-", "--labels", "-"]),
    (DATA, ["d.npz", "specify which with --labels-key"], REJECT + ["--labels", "d.npz"]),
    (USAGE, ["'shrt'", "did you mean shirt?"],
     LABELED + ["--class-names", "coat,shirt,bag", "--scores", "variance.total[shrt]"]),
    (USAGE, ["'varance.total'", "did you mean variance.total?"],
     LABELED + ["--scores", "varance.total"]),
    (USAGE, ["entropy has no per-class values"], LABELED + ["--scores", "entropy.total[0]"]),
    (USAGE, ["variance.total twice"], LABELED + ["--scores", "variance.total,variance.total"]),
    (USAGE, ["--portions 1.01", "0% to 100%"], LABELED + ["--portions", "1.01"]),
    (USAGE, ["--portions 101%"], LABELED + ["--portions", "0,101%"]),
    (USAGE, ["--portions -0.1"], LABELED + ["--portions=-0.1"]),
    (USAGE, ["--portions nan"], LABELED + ["--portions", "nan"]),
    (USAGE, ["--coverage 0"], LABELED + ["--coverage", "0"]),
    (USAGE, ["--band t59", "did you mean t95?"], LABELED + ["--band", "t59"]),
    (USAGE, ["--bins 0"], LABELED + ["--bins", "0"]),
    (USAGE, ["weight 1e+308 of class 1"], LABELED + ["--class-weights", "1,1e308,1"]),
    (SYSTEM, ["no/x.svg: cannot be written"], LABELED + ["--plot", "no/x.svg"]),
    (USAGE, [".svg, .png or .pdf"], LABELED + ["--plot", "x.eps"]),
    (USAGE, ["the plot a.svg is the output"],
     LABELED + ["--plot", "a.svg", "-o", "a.svg", "--format", "csv"]),
    (USAGE, ["--plot -", "add -o FILE"], LABELED + ["--plot", "-", "--format", "json"]),
    (USAGE, ["the output y.npy is the input"], LABELED + ["-o", "y.npy", "--format", "csv"]),
    (USAGE, ["--guarantee needs calibration rows"], PROMISE),
    (USAGE, ["risk=0.02,delta=0.05"],
     LABELED + ["--guarantee", "rsk=0.1", "--calibration", "0.5"]),
    (USAGE, ["give a risk"], LABELED + ["--guarantee", "delta=0.1", "--calibration", "0.5"]),
    (USAGE, ["risk must be between 0 and 1"],
     LABELED + ["--guarantee", "risk=0", "--calibration", "0.5"]),
    (USAGE, ["--guarantee-method is for --guarantee"],
     LABELED + ["--guarantee-method", "binary-search"]),
    (USAGE, ["are for --guarantee"], LABELED + ["--calibration", "0.5"]),
    (USAGE, ["not both"], PROMISE + ["--calibration", "0.5", "--calibration-rows", "rows.npy"]),
    (USAGE, ["share 1"], PROMISE + ["--calibration", "1"]),
    (DATA, ["share of 0.001 of 40 rows is less than one row"], PROMISE + ["--calibration", "0.001"]),
    (DATA, ["twice.npy: row 2 is given twice"], PROMISE + ["--calibration-rows", "twice.npy"]),
    (DATA, ["rows.npy: 99 is not a row"], PROMISE + ["--calibration-rows", "rows.npy"]),
    (DATA, ["all.npy: names all 40 rows"], PROMISE + ["--calibration-rows", "all.npy"]),
    (USAGE, ["--correct is for --input scores"], LABELED + ["--correct", "c.npy"]),
    (USAGE, ["--predictions is for --input scores"], LABELED + ["--predictions", "p.npy"]),
    (USAGE, ["--input scores needs"], FOREIGN),
    (USAGE, ["--input scores needs"], FOREIGN + ["--labels", "y.npy"]),
    (USAGE, ["--input scores needs"],
     CORRECT + ["--labels", "y.npy", "--predictions", "p.npy", "--axes", "nmk"]),
    (DATA, ["nan.npy: row 3 is NaN"], ["nan.npy", "--input", "scores", "--correct", "c.npy"]),
    (DATA, ["two.npy: shape 40x2"], ["two.npy", "--input", "scores", "--correct", "c.npy"]),
    (DATA, ["y.npy: row", "give 0 or 1"], FOREIGN + ["--correct", "y.npy"]),
    (DATA, ["c.npy: 40 entries for 30 rows"], ["less.npy", *CORRECT[1:]]),
    (DATA, ["less: 30 scores for 40 rows"], ["s.npy", "less.npy", *CORRECT[1:]]),
    (USAGE, ["two scores have the name s"], ["s.npy", *CORRECT]),
    (USAGE, ["no predictions to measure"], CORRECT + ["--scores", "variance.total"]),
    (USAGE, ["the name random", "rename"], ["random.npy", *CORRECT[1:]]),
    (DATA, ["empty.npy", "no numbers"], ["empty.npy", *CORRECT[1:]]),
])
def test_reject_refuses(code, words, arguments):
    refused(code, words, "reject", *arguments)


IN = ["--in", "p.npy", "--axes", "nmk", "--quiet"]
SCORED = ["--input", "scores", "--in", "s.npy"]


@pytest.mark.parametrize("code, words, arguments", [
    (USAGE, ["--in is missing"], ["--out", "a=p.npy"]),
    (USAGE, ["--out is missing"], IN),
    (USAGE, ["--out p.npy: write NAME=FILE"], IN + ["--out", "p.npy"]),
    (USAGE, ["write NAME=FILE"], IN + ["--out", "=p.npy"]),
    (USAGE, ["write NAME=FILE"], IN + ["--out", "a="]),
    (DATA, ["4 classes", "same ensemble"], IN + ["--out", "a=p4.npy"]),
    (DATA, ["3 members", "same ensemble"], IN + ["--out", "a=p3.npy"]),
    (USAGE, ["a and the in-distribution set have 1 and 2 runs"], IN + ["--in", "p.npy", "--out", "a=p.npy"]),
    (USAGE, ["'varance.total'", "did you mean variance.total?"],
     IN + ["--out", "a=p.npy", "--scores", "varance.total"]),
    (USAGE, ["the output p.npy is the input"], IN + ["--out", "a=p.npy", "-o", "p.npy", "--format", "csv"]),
    (USAGE, [".svg, .png or .pdf"], IN + ["--out", "a=p.npy", "--plot", "x.eps"]),
    (USAGE, ["the extension .xlsx: choose from .txt, .csv, .csv.gz, .jsonl, .jsonl.gz, .json, .npz"], IN + ["--out", "a=p.npy", "-o", "x.xlsx"]),
    (DATA, ["nan.npy: row 3 is NaN"], SCORED + ["--out", "a=nan.npy"]),
    (DATA, ["empty.npy", "no numbers"], SCORED + ["--out", "a=empty.npy"]),
    (USAGE, ["1 files for 2"], SCORED + ["--in", "s.npy", "--out", "a=s.npy"]),
    (USAGE, ["standard input"], ["--in", "-", "--out", "a=-"]),
    (DATA, ["--in: 40", "30"], SCORED + ["--in", "less.npy", "--out", "a=s.npy", "--out", "a=s.npy"]),
    (USAGE, ["no predictions to measure"], SCORED + ["--out", "a=s.npy", "--scores", "x"]),
])
def test_ood_refuses(code, words, arguments):
    refused(code, words, "ood", *arguments)


def reject(scores, correct, *arguments):
    np.save("score.npy", np.asarray(scores, float))
    np.save("right.npy", np.asarray(correct))
    result = run_qualm("reject", "score.npy", "--input", "scores", "--correct", "right.npy",
                       "--format", "json", *arguments)
    assert result.code == 0 and result.err == "", result.err
    return json.loads(result.out)


@pytest.mark.parametrize("correct, kind", [(1, "wrong"), (0, "right")])
@pytest.mark.parametrize("n", [1, 7, 49, 50])
def test_what_needs_both_kinds_is_null_with_a_reason(correct, kind, n):
    found = reject(np.arange(n), np.full(n, correct))
    assert found["accuracy"] == correct
    curve = found["curves"]["score"]
    assert curve["auroc_error"] is None and kind in curve["reasons"]["auroc_error"]
    assert found["histograms"]["score"]["overlap"] is None
    assert kind in found["histograms"]["score"]["reasons"]["overlap"]
    assert (curve["aurc"], curve["e_aurc"]) == (1 - correct, 0)
    assert curve["accuracy"] == [correct] * n  # defined for every n, also below 50
    assert curve["ci95"]["auroc_error"] is None and curve["ci95"]["reasons"]["auroc_error"]


def test_equal_scores_are_a_coin():
    correct = np.arange(80) % 4 != 0
    curve = reject(np.ones(80), correct)["curves"]["score"]
    assert curve["auroc_error"] == 0.5
    assert set(curve["accuracy"]) == {0.75}
    assert curve["aurc"] == 0.25


def test_nothing_and_everything_can_be_rejected():
    found = reject(np.arange(8), np.arange(8) < 6, "--portions", "0,100%")
    curve = found["curves"]["score"]
    assert curve["rejected"] == [0, 1]
    assert curve["accuracy"] == [0.75, None]
    assert "nothing is kept" in curve["reasons"]["accuracy"]


def test_infinite_scores_are_scores():
    found = reject([-np.inf, 0, 1, np.inf], [1, 1, 1, 0], "--risk", "0,1")
    curve = found["curves"]["score"]
    assert curve["auroc_error"] == 1
    assert curve["coverage_at_risk"]["0"] == {"coverage": 0.75, "threshold": 1}
    assert curve["coverage_at_risk"]["1"]["threshold"] is None
    assert "infinite" in curve["coverage_at_risk"]["1"]["reasons"]["threshold"]


def test_a_promise_that_cannot_be_made_is_none():
    found = reject(np.arange(40), np.arange(40) % 2, "--guarantee", "risk=0.01,delta=0.05",
                   "--calibration", "0.5")
    promise = found["curves"]["score"]["guarantee"][0]
    assert promise["threshold"] is None and promise["test_coverage"] == 0
    assert "20 calibration rows" in promise["reasons"]["threshold"]
    result = run_qualm("reject", "score.npy", "--input", "scores", "--correct", "right.npy",
                       "--guarantee", "risk=0.01,delta=0.05", "--calibration", "0.5")
    assert result.code == 0 and "no threshold" in result.out.decode()


def test_an_order_of_tsallis_that_nobody_gave_is_asked_for():
    np.savez("p.npz", predictions=random_predictions((40, 3, 4)), labels=np.arange(40) % 4)
    for command in (["reject", "p.npz", "--scores"], ["explain", "p.npz", "--by"],
                    ["ood", "--in", "p.npz", "--out", "a=p.npz", "--scores"]):
        result = run_qualm(*command, "tsallis.epistemic", "--quiet")
        assert (result.code, result.out) == (2, b"") and "tsallis:q" in result.err
        assert run_qualm(*command, "tsallis:2.epistemic", "--quiet").code == 0


def test_files_without_an_option_are_told_how_to_be_given():
    for given, use in ((["a.npz", "b.npz"], "--in a.npz --out b=b.npz"), (["a.npz"], "--in a.npz --out NAME=FILE"),
                       (["--in", "a.npz", "x/b.npz"], "--out b=x/b.npz")):
        result = run_qualm("ood", *given)
        assert (result.code, result.out) == (2, b"")
        assert f"': use {use}. See" in result.err


def test_a_normalization_that_nobody_knows_is_refused_with_the_choices():
    result = run_qualm("predict", "ensemble", "mnist", "-o", "p.npz", "--normalization", "imagenet")
    assert (result.code, result.out) == (2, b"")
    assert "--normalization imagenet: choose from none, mnist, fashion-mnist, kmnist, emnist-letters, cifar-10" in result.err
