# SPDX-License-Identifier: Apache-2.0
"""qualm ood: agreement with scikit-learn and with definitions, runs, comparisons."""
import csv
import io
import json

import evaluation_reference as reference
import numpy as np
import pytest
from conftest import random_predictions, run_qualm

pytest.importorskip("sklearn")
from sklearn.metrics import average_precision_score, roc_auc_score, roc_curve  # noqa: E402


def ood(*arguments):
    result = run_qualm("ood", *arguments, "--format", "json", "--quiet")
    assert result.code == 0, result.err
    assert result.err == ""
    return json.loads(result.out)


def tied_scores(n, shift, seed):
    """Whole numbers, so that most scores are equal to many others."""
    return np.random.default_rng(seed).poisson(2 + shift, size=n).astype(float)


def save_scores(name, *arrays):
    for i, array in enumerate(arrays):
        np.save(f"{name}{i}.npy", array)


@pytest.mark.parametrize("shift, ties", [(0.5, True), (1.5, True), (0, True), (1.0, False)])
def test_agreement_with_scikit_learn(shift, ties):
    inside, outside = tied_scores(500, 0, 1), tied_scores(300, shift, 2)
    if not ties:
        inside, outside = inside + np.random.rand(500), outside + np.random.rand(300)
    save_scores("s", inside, outside)
    found = ood("--input", "scores", "--in", "s0.npy", "--out", "far=s1.npy")
    assert (found["in"], found["out"], found["runs"]) == (500, {"far": 300}, 1)
    cell = found["scores"]["s0"]["far"]
    both, is_out = np.concatenate([inside, outside]), np.repeat([0, 1], [500, 300])
    assert cell["auroc"] == pytest.approx(roc_auc_score(is_out, both), abs=1e-12)
    assert cell["aupr_out"] == pytest.approx(average_precision_score(is_out, both), abs=1e-12)
    assert cell["aupr_in"] == pytest.approx(average_precision_score(1 - is_out, -both), abs=1e-12)
    assert cell["fpr95"] == pytest.approx(reference.fpr95(inside, outside), abs=1e-15)
    fpr, tpr, _ = roc_curve(is_out, both, drop_intermediate=False)
    points = np.stack([fpr, tpr], axis=1)
    for corner in zip(cell["roc"]["fpr"], cell["roc"]["tpr"]):
        assert np.abs(points - corner).max(axis=1).min() < 1e-12
    # No corner is missing: straight lines pass through every point of scikit-learn's curve.
    ours = np.interp(fpr + tpr, np.add(cell["roc"]["fpr"], cell["roc"]["tpr"]), cell["roc"]["tpr"])
    assert ours == pytest.approx(tpr, abs=1e-12 if ties else 2e-3)
    low, high = cell["ci95"]
    assert low < cell["auroc"] < high and cell["ci95_method"] == "delong-logit-t"
    for key in ("aupr_in", "aupr_out"):
        assert cell[f"{key}_ci95"][0] < cell[key] < cell[f"{key}_ci95"][1]


def test_fpr95_of_the_other_kind_is_an_option():
    inside, outside = tied_scores(500, 0, 1), tied_scores(300, 1.5, 2)
    save_scores("s", inside, outside)
    found = ood("--input", "scores", "--in", "s0.npy", "--out", "far=s1.npy", "--fpr95-of-in")
    assert found["scores"]["s0"]["far"]["fpr95"] == pytest.approx(
        reference.fpr95(-outside, -inside), abs=1e-15)
    assert found["conventions"]["fpr95_positive"] == "in"


def test_scores_are_compared_by_delong_and_holm():
    arrays = {}
    for i, shift in enumerate((0.4, 0.6, 0.5)):
        arrays[f"a{i}"] = tied_scores(240, 0, 10 + i), tied_scores(210, shift, 20 + i)
        arrays[f"b{i}"] = arrays[f"a{i}"][0], tied_scores(200, shift + 0.3, 30 + i)
        np.save(f"s{i}.npy", arrays[f"a{i}"][0])
        np.save(f"a{i}.npy", arrays[f"a{i}"][1])
        np.save(f"b{i}.npy", arrays[f"b{i}"][1])
    command = ["--input", "scores"]
    for i in range(3):
        command += ["--in", f"s{i}.npy", "--out", f"a=a{i}.npy", "--out", f"b=b{i}.npy"]
    found = ood(*command)
    assert len(found["comparisons"]) == 6
    for each in found["comparisons"]:
        a, b = (arrays[each["out"] + each[key][1]] for key in "ab")
        difference, p_value = reference.delong(a, b)
        assert each["difference"] == pytest.approx(difference, abs=1e-14)
        assert each["p_value"] == pytest.approx(p_value, rel=1e-9)
        assert each["ci95"][0] < difference < each["ci95"][1]
    adjusted = reference.holm([each["p_value"] for each in found["comparisons"]])
    assert [each["p_adjusted"] for each in found["comparisons"]] == pytest.approx(adjusted)
    for name in "ab":  # the best, and whatever is not significantly less
        aurocs = {score: cells[name]["auroc"] for score, cells in found["scores"].items()}
        best = max(aurocs, key=aurocs.get)
        for score, cells in found["scores"].items():
            p = [each["p_adjusted"] for each in found["comparisons"]
                 if each["out"] == name and {each["a"], each["b"]} == {score, best}]
            assert cells[name]["best"] == (score == best or p[0] >= 0.05)


def test_differences_have_no_interval_and_no_p_value_where_few_rows_mislead():
    for n_out, has_p, has_interval in ((9, False, False), (10, True, False), (199, True, False),
                                       (200, True, True)):
        for i in range(2):
            save_scores(f"s{i}", tied_scores(300, 0, i), tied_scores(n_out, 1, 2 + i))
        found = ood("--input", "scores", "--in", "s00.npy", "--in", "s10.npy", "--out",
                    "far=s01.npy", "--out", "far=s11.npy")["comparisons"][0]
        assert (found["p_value"] is not None) == (found["p_adjusted"] is not None) == has_p
        assert (found["ci95"] is not None) == has_interval
        assert found["difference"] is not None
        if not has_interval:
            assert f"has {n_out} positive and 300 negative" in found["reasons"]["ci95"]


def predictions(n, spread, seed):
    rng = np.random.default_rng(seed)
    logits = rng.normal(size=(n, 1, 4)) * 2 + rng.normal(size=(n, 3, 4)) * spread
    p = np.exp(logits)
    return p / p.sum(axis=-1, keepdims=True)


def test_our_measures_and_their_defaults():
    np.save("in.npy", predictions(200, 0.3, 0))
    np.save("out.npy", predictions(150, 1.0, 1))
    found = ood("--in", "in.npy", "--out", "far=out.npy", "--axes", "nmk")
    assert list(found["scores"]) == ["variance.epistemic", "entropy.epistemic"]
    columns = []
    for name in ("in.npy", "out.npy"):
        measured = run_qualm("measure", name, "--axes", "nmk", "--format", "csv", "--quiet").out
        rows = csv.DictReader(io.StringIO(measured.decode()))
        columns += [float(row["variance_epistemic"]) for row in rows]
    expected = roc_auc_score(np.repeat([0, 1], [200, 150]), columns)
    assert found["scores"]["variance.epistemic"]["far"]["auroc"] == pytest.approx(expected, abs=1e-12)
    chosen = ood("--in", "in.npy", "--out", "far=out.npy", "--axes", "nmk", "--scores",
                 "entropy.total,variance.epistemic,variance.total[3]")
    assert list(chosen["scores"]) == ["entropy.total", "variance.epistemic", "variance.total[3]"]
    for key in ("auroc", "ci95", "roc", "histogram"):
        assert (chosen["scores"]["variance.epistemic"]["far"][key]
                == found["scores"]["variance.epistemic"]["far"][key])


def test_runs_give_mean_deviation_and_a_paired_t_test():
    command, singles = ["--axes", "nmk"], []
    for run in range(2):
        np.save(f"in{run}.npy", predictions(200, 0.3, run))
        np.save(f"out{run}.npy", predictions(150, 0.6, 10 + run))
        one = ["--in", f"in{run}.npy", "--out", f"far=out{run}.npy"]
        command += one
        singles.append(ood(*one, "--axes", "nmk"))
    found = ood(*command)
    assert found["runs"] == 2
    aurocs = {}
    for name in ("variance.epistemic", "entropy.epistemic"):
        cell = found["scores"][name]["far"]
        for key in ("auroc", "aupr_in", "aupr_out", "fpr95"):
            values = [single["scores"][name]["far"][key] for single in singles]
            assert cell[key] == pytest.approx(np.mean(values), abs=1e-14)
            assert cell[key + "_std"] == pytest.approx(np.std(values), abs=1e-14)
        aurocs[name] = np.array([s["scores"][name]["far"]["auroc"] for s in singles])
        assert len(cell["roc"]["tpr_std"]) == len(cell["roc"]["tpr"])
    difference = aurocs["variance.epistemic"] - aurocs["entropy.epistemic"]
    t = abs(difference.mean()) / (difference.std(ddof=1) / np.sqrt(2))
    comparison = found["comparisons"][0]
    assert comparison["difference"] == pytest.approx(difference.mean())
    assert comparison["p_value"] == pytest.approx(1 - 2 / np.pi * np.arctan(t))  # one degree
    for cell in (found["scores"][name]["far"] for name in aurocs):
        assert 0 <= cell["ci95"][0] < cell["auroc"] < cell["ci95"][1] <= 1  # t(1) reaches far beyond


def test_scores_that_tie_have_no_lead():
    np.save("p.npy", predictions(100, 0.3, 0))
    table = run_qualm("ood", "--in", "p.npy", "--out", "self=p.npy", "--axes", "nmk", "--quiet").out.decode()
    assert table.splitlines()[0] == "Best AUROC on self: 0.5000 (variance.epistemic); entropy.epistemic has the same"


def test_a_perfect_score_has_an_interval_that_does_not_vanish():
    save_scores("s", np.arange(30.0), np.arange(100.0, 120))
    cell = ood("--input", "scores", "--in", "s0.npy", "--out", "far=s1.npy")["scores"]["s0"]["far"]
    assert cell["auroc"] == 1 and cell["fpr95"] == 0
    assert cell["ci95_method"] == "pairs"
    assert cell["ci95"] == [pytest.approx(0.025 ** (1 / 20)), 1]


def test_equal_scores_detect_nothing():
    save_scores("s", np.ones(30), np.ones(20))
    cell = ood("--input", "scores", "--in", "s0.npy", "--out", "far=s1.npy")["scores"]["s0"]["far"]
    assert cell["auroc"] == 0.5 and cell["fpr95"] == 1 and cell["histogram"]["overlap"] == 1
    assert cell["roc"] == {"fpr": [0, 1], "tpr": [0, 1]}
    assert cell["ci95"] is None and cell["reasons"]["ci95"]


def test_one_row_of_a_kind_is_enough_but_for_intervals():
    save_scores("s", np.array([1.0, 2, 3, 4]), np.array([2.5]))
    found = ood("--input", "scores", "--in", "s0.npy", "--out", "far=s1.npy")
    cell = found["scores"]["s0"]["far"]
    assert cell["auroc"] == 0.5 and cell["ci95"] is None
    assert "two rows of each kind" in cell["reasons"]["ci95"]
    assert cell["aupr_in_ci95"] is None and "100 rows" in cell["reasons"]["aupr_in_ci95"]
    assert "fpr95_ci95" not in cell
    drawn = ood("--input", "scores", "--in", "s0.npy", "--out", "far=s1.npy", "--bootstrap", "9")
    assert "needs 200 rows" in drawn["scores"]["s0"]["far"]["reasons"]["fpr95_ci95"]


@pytest.mark.parametrize("form", ["json", "csv", "table"])
def test_neither_row_order_nor_threads_show(form):
    rng = np.random.default_rng(3)
    for name, seed in (("in", 0), ("out", 1)):
        np.save(f"{name}.npy", predictions(300, 0.3 + seed, seed))
    arguments = ["ood", "--in", "in.npy", "--out", "far=out.npy", "--axes", "nmk", "--quiet",
                 "--format", form, "--bootstrap", "50"]
    expected = run_qualm(*arguments).out
    assert expected
    for threads in (1, 2, 5):
        assert run_qualm(*arguments, "--threads", threads).out == expected
    for name in ("in.npy", "out.npy"):
        np.save(name, np.load(name)[rng.permutation(300)])
    assert run_qualm(*arguments).out == expected


def test_the_table_of_a_known_case():
    save_scores("good", np.array([0.0, 1, 2, 3]), np.array([4.0, 5, 6, 7]))
    save_scores("flat", np.zeros(4), np.zeros(4))
    result = run_qualm("ood", "--input", "scores", "--in", "good0.npy", "--in", "flat0.npy", "--out",
                       "far=good1.npy", "--out", "far=flat1.npy")
    assert result.err == "" and result.code == 0
    assert result.out.decode() == """\
Best AUROC on far: 1.0000 (good0); its lead over flat0 could not be tested
in: 4 rows; out: far 4; one run, 95% intervals

AUROC                     far
good0  1.0000 (0.3976…1.0000) *
flat0                  0.5000
* the best, or not significantly less (0.05 after Holm); differences without p were not tested

score  out  AUPR in  AUPR out   FPR95  overlap
good0  far   1.0000    1.0000  0.0000   0.0000
flat0  far   0.5000    0.5000  1.0000   1.0000

Differences of AUROC, DeLong's test on the same rows
compared       out  difference  p  p (Holm)
good0 − flat0  far      0.5000  -         -

- no p-value: the two scores differ equally for all rows
"""


def test_bold_marks_the_best_in_colour():
    save_scores("good", np.array([0.0, 1, 2, 3]), np.array([4.0, 5, 6, 7]))
    save_scores("flat", np.zeros(4), np.zeros(4))
    out = run_qualm("ood", "--input", "scores", "--in", "good0.npy", "--in", "flat0.npy", "--out",
                    "far=good1.npy", "--out", "far=flat1.npy", "--color", "always").out.decode()
    assert "\x1b[1m1.0000 (0.3976…1.0000)\x1b[0m" in out and "*" not in out


def test_the_first_line_names_the_best_score_and_whether_its_lead_is_significant():
    np.save("p.npy", random_predictions((300, 3, 4)))
    np.save("far.npy", random_predictions((300, 3, 4), seed=1, concentration=2.0))
    arguments = ["ood", "--in", "p.npy", "--out", "far=far.npy", "--axes", "nmk", "--quiet"]
    found = json.loads(run_qualm(*arguments, "--format", "json").out)
    auroc = {name: sets["far"]["auroc"] for name, sets in found["scores"].items()}
    best, other = sorted(auroc, key=auroc.get, reverse=True)
    p = found["comparisons"][0]["p_adjusted"]
    first = run_qualm(*arguments).out.decode().splitlines()[0]
    verdict = "significant" if p < 0.05 else "not significant"
    assert first.startswith(f"Best AUROC on far: {auroc[best]:.4f} ({best}); its lead over {other} is {verdict} (p ")
    alone = run_qualm(*arguments, "--scores", "variance.total").out.decode().splitlines()[0]
    assert alone.startswith("AUROC on far: ") and alone.endswith("(variance.total)")
