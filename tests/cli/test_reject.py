# SPDX-License-Identifier: Apache-2.0
"""qualm reject: numbers by their definitions, runs, guarantees, and the same bytes every time."""
import csv
import io
import json

import evaluation_reference as reference
import numpy as np
import pytest
from conftest import random_predictions, run_qualm

pytest.importorskip("sklearn")
from sklearn.metrics import roc_auc_score  # noqa: E402

SCORES = [f"{family}.{part}" for family in ("variance", "entropy")
          for part in ("total", "aleatoric", "epistemic")]


def tied_predictions(n=400, members=3, classes=4, seed=0):
    """Probabilities in steps of 1/4, so that many scores are equal."""
    rng = np.random.default_rng(seed)
    return rng.multinomial(4, np.ones(classes) / classes, size=(n, members)) / 4


def save(n=400, seed=0, name="p.npy"):
    p = tied_predictions(n, seed=seed)
    labels = np.where(np.random.default_rng(9).random(n) < 0.7, p.mean(axis=1).argmax(axis=1),
                      np.random.default_rng(8).integers(4, size=n))
    np.save(name, p)
    np.save("y.npy", labels)
    return p, labels


def reject(*arguments):
    result = run_qualm("reject", *arguments, "--format", "json", "--quiet")
    assert result.code == 0, result.err
    assert result.err == ""
    return json.loads(result.out)


def measured(*arguments):
    """Columns of qualm measure, to judge scores apart from how they were made."""
    result = run_qualm("measure", *arguments, "--format", "csv", "--quiet")
    rows = list(csv.DictReader(io.StringIO(result.out.decode())))
    return {name: np.array([float(row[name]) for row in rows]) for name in rows[0]}


def test_every_number_follows_its_definition():
    _, labels = save()
    found = reject("p.npy", "--axes", "nmk", "--labels", "y.npy", "--portions", "0,0.1,50%,0.995",
                   "--coverage", "0.8,1", "--risk", "0,0.2,0.25", "--bootstrap", "0")
    columns = measured("p.npy", "--axes", "nmk")
    wrong = columns["predicted"] != labels
    n = len(wrong)
    assert (found["instances"], found["runs"]) == (n, 1)
    assert found["accuracy"] == pytest.approx(1 - wrong.mean(), abs=1e-15)
    assert list(found["curves"]) == SCORES + ["random", "oracle"]
    columns["oracle"], columns["random"] = wrong * (1.0 + np.arange(n)), np.zeros(n)
    optimum = reference.aurc(wrong, wrong)
    for name, curve in found["curves"].items():
        score = columns[name.replace(".", "_")]
        assert curve["aurc"] == pytest.approx(reference.aurc(score, wrong), rel=1e-12)
        assert curve["auarc"] == pytest.approx(1 - curve["aurc"], rel=1e-12)
        assert curve["e_aurc"] == pytest.approx(curve["aurc"] - optimum, abs=1e-12)
        assert curve["augrc"] == pytest.approx(reference.augrc(score, wrong), rel=1e-12)
        assert curve["auroc_error"] == pytest.approx(roc_auc_score(wrong, score), abs=1e-12)
        assert curve["rejected"] == [0, 0.1, 0.5, 0.995]
        kept = [n, n - n // 10, n - n // 2, n - 398]
        expected = [reference.accuracy_at(score, wrong, k) for k in kept]
        assert curve["accuracy"] == pytest.approx(expected, rel=1e-12)
        at_coverage = [reference.accuracy_at(score, wrong, k) for k in (320, n)]
        assert list(curve["accuracy_at_coverage"].values()) == pytest.approx(at_coverage)
        for risk in (0, 0.2, 0.25):
            assert curve["coverage_at_risk"][f"{risk:g}"]["coverage"] == pytest.approx(
                reference.coverage_at_risk(score, wrong, risk), abs=1e-15)
        identity = ((1 - curve["auroc_error"]) * wrong.mean() * (1 - wrong.mean())
                    + wrong.mean() ** 2 / 2)
        assert curve["augrc"] == pytest.approx(identity, rel=1e-12)


def test_the_exact_curve_is_told_at_every_row():
    _, labels = save(n=60)
    found = reject("p.npy", "--axes", "nmk", "--labels", "y.npy", "--bootstrap", "0")
    columns = measured("p.npy", "--axes", "nmk")
    wrong = columns["predicted"] != labels
    curve = found["curves"]["variance.total"]
    errors = reference.expected_errors(columns["variance_total"], wrong)
    k = 60 - np.round(np.array(curve["rejected"]) * 60).astype(int)
    assert list(k) == list(range(60, 0, -1))
    assert curve["accuracy"] == pytest.approx(1 - errors[k] / k, rel=1e-12)


def test_other_conventions_are_options():
    _, labels = save()
    base = ("p.npy", "--axes", "nmk", "--labels", "y.npy", "--bootstrap", "0")
    found = reject(*base, "--area", "trapezoid", "--optimum", "asymptotic", "--portions", "paper")
    columns = measured("p.npy", "--axes", "nmk")
    wrong = columns["predicted"] != labels
    errors = reference.expected_errors(columns["variance_total"], wrong)
    risk = errors[1:] / np.arange(1, len(errors))
    area = (risk.sum() + (risk[0] - risk[-1]) / 2) / len(risk)
    curve = found["curves"]["variance.total"]
    assert curve["aurc"] == pytest.approx(area, rel=1e-12)
    r = wrong.mean()
    assert curve["e_aurc"] == pytest.approx(area - (r + (1 - r) * np.log(1 - r)), rel=1e-9)
    assert curve["rejected"] == pytest.approx(np.arange(50) / 50)
    assert found["conventions"]["area"] == "trapezoid"


def test_histograms_and_calibration():
    p, labels = save()
    found = reject("p.npy", "--axes", "nmk", "--labels", "y.npy", "--bins", "7", "--bootstrap", "0")
    columns = measured("p.npy", "--axes", "nmk")
    wrong = columns["predicted"] != labels
    score = columns["entropy_total"]
    histogram = found["histograms"]["entropy.total"]
    shares = []
    for kind, key in ((~wrong, "correct"), (wrong, "incorrect")):
        counts, edges = np.histogram(score[kind], bins=7, range=(score.min(), score.max()))
        shares.append(counts / kind.sum())
        assert histogram[key] == pytest.approx(shares[-1])
        assert histogram["edges"] == pytest.approx(edges)
    assert histogram["overlap"] == pytest.approx(np.minimum(*shares).sum())

    mean = p.mean(axis=1)
    truth = np.eye(4)[labels]
    calibration = found["calibration"]
    assert calibration["brier"] == pytest.approx(((mean - truth) ** 2).sum(axis=1).mean())
    assert calibration["ece"] == pytest.approx(
        reference.expected_calibration_error(mean, labels, 7))
    assert calibration["nll"] is None
    assert "probability 0" in calibration["reasons"]["nll"]
    np.save("p.npy", (p + 0.01) / 1.04)
    found = reject("p.npy", "--axes", "nmk", "--labels", "y.npy", "--bootstrap", "0")
    chosen = ((mean + 0.01) / 1.04)[np.arange(len(labels)), labels]
    assert found["calibration"]["nll"] == pytest.approx(-np.log(chosen).mean())


def test_runs_are_summed_up_by_mean_and_deviation():
    for run in range(3):
        save(seed=run, name=f"r{run}.npy")
    files = ["r0.npy", "r1.npy", "r2.npy"]
    more = ["--axes", "nmk", "--labels", "y.npy", "--portions", "0,0.3,0.6", "--bootstrap", "0"]
    singles = [reject(name, *more) for name in files]
    found = reject(*files, *more, "--band", "t95")
    assert found["runs"] == 3
    assert found["accuracy"] == pytest.approx(np.mean([s["accuracy"] for s in singles]))
    for name in SCORES + ["random", "oracle"]:
        curve, runs = found["curves"][name], [s["curves"][name] for s in singles]
        for key in ("aurc", "auarc", "e_aurc", "augrc", "auroc_error"):
            values = [run[key] for run in runs]
            assert curve[key] == pytest.approx(np.mean(values), abs=1e-14)
            assert curve[key + "_std"] == pytest.approx(np.std(values), abs=1e-14)
        accuracy = np.array([run["accuracy"] for run in runs])
        assert curve["accuracy"] == pytest.approx(accuracy.mean(axis=0))
        assert curve["accuracy_std"] == pytest.approx(accuracy.std(axis=0))
        half_width = 4.302652729749464 * accuracy.std(axis=0, ddof=1) / np.sqrt(3)
        assert curve["band_half_width"] == pytest.approx(half_width)
    assert found["curves"]["variance.total"]["ci95_method"]["aurc"] == "t over runs"
    low, high = found["curves"]["variance.total"]["ci95"]["aurc"]
    table = run_qualm("reject", *files, *more, "--intervals", "--quiet").out.decode()
    assert "95% intervals over runs" in table and f"{low:.4f}…{high:.4f}" in table
    paper = reject(*files, *more, "--band", "t95", "--band-ddof", "0")
    assert paper["curves"]["variance.total"]["band_half_width"] == pytest.approx(
        np.array(found["curves"]["variance.total"]["band_half_width"]) * np.sqrt(2 / 3))


def test_a_score_of_one_class():
    _, labels = save()
    found = reject("p.npy", "--axes", "nmk", "--labels", "y.npy", "--class-names", "a,b,c,d",
                   "--scores", "variance.epistemic[c],label-entropy.total[0]", "--bootstrap", "0")
    columns = measured("p.npy", "--axes", "nmk", "--class-names", "a,b,c,d", "--per-class",
                       "--measure", "variance,label-entropy")
    wrong = columns["predicted"] != labels
    curves = found["curves"]
    assert list(curves) == ["variance.epistemic[c]", "label-entropy.total[a]", "random", "oracle"]
    for name, column in (("variance.epistemic[c]", "variance_epistemic[c]"),
                         ("label-entropy.total[a]", "label_entropy_total[a]")):
        assert curves[name]["auroc_error"] == pytest.approx(
            roc_auc_score(wrong, columns[column]), abs=1e-12)


def test_anybodys_score_is_judged_beside_ours():
    _, labels = save()
    columns = measured("p.npy", "--axes", "nmk")
    wrong = columns["predicted"] != labels
    np.save("mine.npy", columns["variance_total"])
    np.save("right.npy", ~wrong)
    alone = reject("mine.npy", "--input", "scores", "--correct", "right.npy", "--bootstrap", "50")
    assert list(alone["curves"]) == ["mine", "random", "oracle"]
    assert "calibration" not in alone
    beside = reject("mine.npy", "--input", "scores", "--labels", "y.npy", "--predictions", "p.npy",
                    "--axes", "nmk", "--bootstrap", "50")
    assert list(beside["curves"]) == SCORES + ["mine", "random", "oracle"]
    assert beside["curves"]["mine"] == alone["curves"]["mine"]
    assert beside["curves"]["mine"] == beside["curves"]["variance.total"]
    assert beside["histograms"]["mine"] == beside["histograms"]["variance.total"]
    np.save("logits.npy", np.log(np.load("p.npy") + 1e-9))
    logits = reject("mine.npy", "--input", "scores", "--labels", "y.npy", "--predictions",
                    "logits.npy", "--predictions-input", "logits", "--axes", "nmk", "--bootstrap",
                    "50")
    assert logits["conventions"]["input"] == "logits"
    assert list(logits["curves"]) == list(beside["curves"])


def test_a_guarantee_is_found_on_rows_apart_from_those_it_is_judged_on():
    rng = np.random.default_rng(0)
    n = 4000
    score = rng.random(n)
    wrong = rng.random(n) < score ** 2 / 2
    np.save("s.npy", score)
    np.save("c.npy", ~wrong)
    rows = rng.permutation(n)[:1500]
    np.save("rows.npy", rows)
    base = ("s.npy", "--input", "scores", "--correct", "c.npy", "--bootstrap", "0", "--guarantee",
            "risk=0.1,delta=0.05")
    found = reject(*base, "--calibration-rows", "rows.npy")
    assert (found["instances"], found["calibration_instances"]) == (n - 1500, 1500)
    test = np.setdiff1d(np.arange(n), rows)
    assert found["curves"]["s"]["aurc"] == pytest.approx(
        reference.aurc(score[test], wrong[test]), rel=1e-12)
    promise = found["curves"]["s"]["guarantee"][0]
    assert promise["threshold"] in score[rows]
    kept = score <= promise["threshold"]
    assert promise["bound"] <= 0.1
    assert wrong[rows][kept[rows]].mean() <= promise["bound"]
    assert promise["calibration_coverage"] == pytest.approx(kept[rows].mean())
    assert promise["test_coverage"] == pytest.approx(kept[test].mean())
    assert promise["test_risk"] == pytest.approx(wrong[test][kept[test]].mean())

    assert promise["method"] == "fixed-sequence"
    older = reject(*base, "--calibration-rows", "rows.npy", "--guarantee-method",
                   "binary-search")["curves"]["s"]["guarantee"][0]
    assert older["method"] == "binary-search"
    assert older["calibration_coverage"] < promise["calibration_coverage"]

    np.save("mask.npy", np.isin(np.arange(n), rows))
    assert reject(*base, "--calibration-rows", "mask.npy") == found

    drawn = reject(*base, "--calibration", "0.25", "--seed", "1")
    assert (drawn["instances"], drawn["calibration_instances"]) == (3000, 1000)
    assert drawn == reject(*base, "--calibration", "25%", "--seed", "1")
    other = reject(*base, "--calibration", "0.25", "--seed", "2")
    assert drawn["accuracy"] != other["accuracy"]


def test_a_guarantee_that_cannot_be_given_promises_nothing():
    np.save("s.npy", np.arange(100.0))
    np.save("c.npy", np.ones(100))
    table = run_qualm("reject", "s.npy", "--input", "scores", "--correct", "c.npy", "--guarantee", "risk=0.001,delta=0.05",
                      "--calibration", "0.5", "--quiet").out.decode()
    assert "Keep rows" not in table and "at least 2995 rows are needed, even without errors" in table


def test_the_guarantee_says_what_it_rests_on():
    rng = np.random.default_rng(0)
    np.save("s.npy", rng.random(400))
    np.save("c.npy", rng.random(400) < 0.9)
    text = run_qualm("reject", "s.npy", "--input", "scores", "--correct", "c.npy", "--guarantee", "risk=0.3,delta=0.05",
                     "--calibration", "0.5").out.decode()
    for words in ("With probability 95% over the draw of the 200 calibration rows", "at most 30%",
                  "new rows come from the same distribution", "one test set can exceed 30% by chance"):
        assert words in text
    assert "runs has a threshold" not in text


def test_each_run_has_a_guarantee_of_its_own():
    first, other = random_predictions((300, 3, 4)), random_predictions((300, 3, 4), seed=1)
    np.save("p0.npy", first)
    np.save("p1.npy", 0.8 * first + 0.2 * other)
    np.save("y.npy", first.mean(axis=1).argmax(axis=1))
    text = run_qualm("reject", "p0.npy", "p1.npy", "--axes", "nmk", "--labels", "y.npy", "--guarantee", "risk=0.5,delta=0.05",
                     "--calibration", "0.5").out.decode()
    assert "Each of the 2 runs has a threshold of its own" in text


def test_intervals_hold_their_estimate():
    save()
    curves = reject("p.npy", "--axes", "nmk", "--labels", "y.npy")["curves"]
    drawn = reject("p.npy", "--axes", "nmk", "--labels", "y.npy", "--bootstrap", "50")["curves"]
    for name in SCORES:
        for key in curves[name]["ci95"]:
            for low, high in (curves[name]["ci95"][key], drawn[name]["ci95"][key]):
                assert low < curves[name][key] < high
    areas = ("aurc", "auarc", "e_aurc", "augrc")
    assert curves["variance.total"]["ci95_method"] == {
        **{key: "jackknife-logit-t" for key in areas}, "auroc_error": "delong-logit-t"}
    assert drawn["variance.total"]["ci95_method"] == {
        **{key: "bootstrap" for key in areas}, "auroc_error": "delong-logit-t"}
    assert "ci95" not in curves["random"]
    assert curves["random"]["accuracy_std"] is None
    assert curves["random"]["reasons"]["accuracy_std"] == "one run has no spread"


@pytest.mark.parametrize("n_wrong", [0, 1, 2])
def test_few_errors_have_intervals_that_are_no_points(n_wrong):
    np.save("s.npy", np.arange(60.0))
    np.save("c.npy", np.arange(60) >= n_wrong)  # the surest rows are wrong
    found = reject("s.npy", "--input", "scores", "--correct", "c.npy")["curves"]["s"]
    for key in ("aurc", "auarc", "e_aurc", "augrc"):
        low, high = found["ci95"][key]
        assert 0 <= low <= found[key] <= high <= 1 and high - low > 0.01
    assert found["ci95_method"]["aurc"] == ("worst-order" if n_wrong == 0 else "jackknife-logit-t")
    if n_wrong == 0:
        assert "no row is positive" in found["ci95"]["reasons"]["auroc_error"]


def test_the_table_shows_intervals_when_asked():
    save()
    arguments = ("reject", "p.npy", "--axes", "nmk", "--labels", "y.npy")
    assert "95% intervals  " not in run_qualm(*arguments).out.decode()
    found = reject("p.npy", "--axes", "nmk", "--labels", "y.npy")["curves"]["variance.total"]
    low, high = found["ci95"]["aurc"]
    assert f"{low:.4f}…{high:.4f}" in run_qualm(*arguments, "--intervals").out.decode()


@pytest.mark.parametrize("form", ["json", "csv", "table"])
def test_neither_row_order_nor_threads_show(form):
    p, labels = save()
    arguments = ["--axes", "nmk", "--labels", "y.npy", "--format", form, "--quiet", "--bootstrap",
                 "100"]
    expected = run_qualm("reject", "p.npy", *arguments).out
    assert expected
    for threads in (1, 2, 5):
        assert run_qualm("reject", "p.npy", *arguments, "--threads", threads).out == expected
    order = np.random.default_rng(5).permutation(len(p))
    np.save("p.npy", p[order])
    np.save("y.npy", labels[order])
    assert run_qualm("reject", "p.npy", *arguments).out == expected


def test_csv_has_a_line_a_point():
    save(n=60)
    result = run_qualm("reject", "p.npy", "--axes", "nmk", "--labels", "y.npy", "--format", "csv",
                       "--portions", "0,0.5,1", "--scores", "variance.total", "--quiet")
    rows = list(csv.reader(io.StringIO(result.out.decode())))
    assert rows[0] == ["score", "rejected", "accuracy"]
    assert [row[:2] for row in rows[1:4]] == [["variance.total", "0"], ["variance.total", "0.5"],
                                             ["variance.total", "1"]]
    assert rows[3][2] == ""  # nothing is kept
    assert [row[0] for row in rows[1:]] == ["variance.total"] * 3 + ["random"] * 3 + ["oracle"] * 3


def test_the_table_of_a_known_case():
    np.save("s.npy", [0.0, 1, 2, 3])
    np.save("c.npy", [1, 1, 0, 1])
    result = run_qualm("reject", "s.npy", "--input", "scores", "--correct", "c.npy", "--coverage",
                       "0.5", "--risk", "0.25")
    assert result.err == "" and result.code == 0
    assert result.out.decode() == """\
Reject the most uncertain 50%: accuracy 75.0 → 100.0% (s)
4 instances, accuracy 0.7500

score     AURC   AUARC  E-AURC   AUGRC   AUROC  acc@50%  cov@25%  overlap
s       0.1458  0.8542  0.0833  0.0938  0.6667   1.0000   1.0000   0.0000
random  0.2500  0.7500  0.1875  0.1250  0.5000   0.7500   1.0000
oracle  0.0625  0.9375  0.0000  0.0312  1.0000   1.0000   1.0000

Lower is better for AURC, E-AURC, AUGRC and overlap; AUROC is that of the score for detecting errors; 95% intervals: --intervals; curves: --format json
"""


def test_the_first_line_says_what_rejecting_does():
    rng = np.random.default_rng(4)
    p = random_predictions((200, 5, 3), seed=4)
    labels = np.where(rng.random(200) < 0.6, p.mean(1).argmax(1), rng.integers(3, size=200))
    np.savez("p.npz", predictions=p, labels=labels)
    correct = p.mean(1).argmax(1) == labels
    total = 1 - (p.mean(1) ** 2).sum(-1)
    kept = correct[np.argsort(total)[:180]].mean()
    first = run_qualm("reject", "p.npz", "--quiet").out.decode().splitlines()[0]
    assert first == (f"Reject the most uncertain 10%: accuracy {100 * correct.mean():.1f} → {100 * kept:.1f}% "
                     "(variance.total)")


def test_whole_numbers_that_doubles_would_make_equal_are_refused():
    np.save("s.npy", np.arange(4) + 2**60)
    np.save("c.npy", [1, 1, 0, 1])
    result = run_qualm("reject", "s.npy", "--input", "scores", "--correct", "c.npy")
    assert result.code == 3 and "s.npy: row 0 is 1152921504606846976: whole numbers beyond 2^53" in result.err


def test_a_headline_says_nothing_if_no_row_is_rejected():
    np.save("s.npy", np.arange(5.))
    np.save("c.npy", [1, 1, 0, 1, 1])
    assert run_qualm("reject", "s.npy", "--input", "scores", "--correct", "c.npy").out.startswith(b"5 instances")
