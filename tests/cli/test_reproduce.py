# SPDX-License-Identifier: Apache-2.0
"""qualm reproduce from stored predictions: every number against numpy and scipy."""
import itertools
import json
import pathlib
import re

import numpy as np
import pytest
from conftest import run_qualm

pytest.importorskip("scipy")
pytest.importorskip("sklearn")
from scipy import stats  # noqa: E402
from sklearn.metrics import roc_auc_score  # noqa: E402

PLAN = {"dataset": "fashion-mnist", "data_sha256": "x", "n_rows": 60000, "n_classes": 4, "shape": [28, 28, 1],
        "class_names": list("abcd"), "model": "cnn", "stem": "imagenet", "method": "ensemble", "optimizer": "sgd",
        "device": "cpu", "hidden": [], "epochs": 20, "batch_size": 256, "threads": 1, "rate": .1, "momentum": .9,
        "weight_decay": 1e-4, "dropout": 0, "rate_steps": [], "augment": False,
        "normalization": {"divisor": 255, "mean": [], "deviation": []}, "seed": 0}


def save(path, predictions, labels=None, plan=PLAN, run=0):
    path.parent.mkdir(parents=True, exist_ok=True)
    provenance = json.dumps({"training": plan, "run": run, "members": ["a", "b"], "training_seconds": [1.5, 2],
                             "test_accuracies": [.9, None]})
    arrays = {"predictions": predictions.astype(np.float16), "provenance": np.array([provenance])}
    np.savez_compressed(path, **arrays, **({} if labels is None else {"labels": labels.astype(np.uint32)}))


def made(seed, n, sharpness):
    """Members that agree more or less, as half floats."""
    rng = np.random.default_rng(seed)
    logits = sharpness * rng.normal(size=(n, 1, 4)) + rng.normal(size=(n, 2, 4))
    p = np.exp(logits)
    return (p / p.sum(-1, keepdims=True)).astype(np.float16)


@pytest.fixture
def stored(in_empty_folder):
    """Two runs of two members by two recipes."""
    labels = np.random.default_rng(9).integers(0, 4, 300)
    sets = {}
    for arm, sharpness in {"fashion-mnist": 4, "fashion-mnist-train": 2}.items():
        for run in range(2):
            folder = pathlib.Path("stored") / arm / f"run{run}"
            seed = 100 * sharpness + 10 * run
            of_run = {"fashion-mnist": made(seed, 300, sharpness), "mnist": made(seed + 1, 200, 1),
                      "kmnist": made(seed + 2, 250, 1)}
            for name, p in of_run.items():
                save(folder / f"{name}.npz", p, labels if name == "fashion-mnist" else None, run=run)
                sets.setdefault((arm, name), []).append(p.astype(float))
    return sets, labels


def epistemic(p):
    return p.var(axis=1).sum(axis=1)


def auroc(inside, outside):
    scores = np.concatenate([epistemic(inside), epistemic(outside)])
    return roc_auc_score(np.repeat([0, 1], [len(inside), len(outside)]), scores)


def numbers_of(*arguments):
    result = run_qualm("reproduce", *arguments, "--predictions", "stored", "--format", "json", "--quiet")
    assert result.code == 0, result.err
    told = json.loads(result.out)
    return told, {number["what"]: number for number in told["numbers"]}


def test_table_one_is_that_of_numpy(stored):
    sets, labels = stored
    told, numbers = numbers_of("table1", "--recipe", "train")
    inside, outside = sets["fashion-mnist-train", "fashion-mnist"], sets["fashion-mnist-train", "kmnist"]
    wanted = [auroc(a, b) for a, b in zip(inside, outside)]
    number = numbers["fashion-mnist → kmnist: AUROC of variance.epistemic"]
    assert number["runs"] == pytest.approx(wanted, abs=1e-12)
    assert (number["value"], number["std"]) == pytest.approx((np.mean(wanted), np.std(wanted)))
    test = stats.ttest_ind_from_stats(np.mean(wanted), np.std(wanted, ddof=1), 2, .959, .005 * np.sqrt(5 / 4), 5,
                                      equal_var=False)
    assert number["test"]["p_value"] == pytest.approx(test.pvalue)

    pool_in, pool_out = np.concatenate(inside, axis=1), np.concatenate(outside, axis=1)
    pooled = [auroc(pool_in[:, list(s)], pool_out[:, list(s)]) for s in itertools.combinations(range(4), 2)]
    assert number["pooled"] == {"mean": pytest.approx(np.mean(pooled)), "std": pytest.approx(np.std(pooled)),
                                "subsets": 6, "members": 4, "size": 2, "all_subsets": True}

    shares, accuracies = [], []
    for p in inside:
        mean = p.mean(axis=1)
        right, total = mean.argmax(axis=1) == labels, (mean * (1 - mean)).sum(axis=1)
        edges = np.linspace(total.min(), total.max(), 16)
        shares.append(np.histogram(total[right], edges)[0][0] / right.sum())
        accuracies.append(right.mean())
    assert numbers["fashion-mnist-train: accuracy"]["value"] == pytest.approx(np.mean(accuracies))
    assert numbers["fashion-mnist-train: correct rows in the first of 15 bins of variance.total"]["value"] == \
        pytest.approx(np.mean(shares))

    (training,) = told["trainings"]
    assert training["cut"] == ["runs: 2 of 5", "members: 2 of 5"] and training["seconds"] == 7
    assert training["member_accuracies"] == [.9, .9] and training["optimizer"] == "sgd"
    assert told["command"] == "qualm reproduce table1 --recipe train --predictions stored"
    assert any("cifar-10-train/run0/cifar-10.npz" in line for line in told["missing"])


def test_recipes_are_compared_with_each_other(stored):
    sets, _ = stored
    _, numbers = numbers_of("recipes")
    aurocs = {arm: [auroc(a, b) for a, b in zip(sets[arm, "fashion-mnist"], sets[arm, "mnist"])]
              for arm in ("fashion-mnist", "fashion-mnist-train")}
    number = numbers["fashion-mnist-train minus fashion-mnist → mnist: AUROC of variance.epistemic"]
    test = stats.ttest_ind(aurocs["fashion-mnist-train"], aurocs["fashion-mnist"], equal_var=False)
    assert number["compared"]["p_value"] == pytest.approx(test.pvalue)
    assert number["value"] == pytest.approx(np.mean(aurocs["fashion-mnist-train"]) - np.mean(aurocs["fashion-mnist"]))


def test_claims_have_verdicts_with_intervals(stored):
    sets, _ = stored
    told = json.loads(run_qualm("reproduce", "claims", "--predictions", "stored", "--format", "json").out)
    claims = {claim["what"]: claim for claim in told["claims"]}
    separates = claims["fashion-mnist → mnist: AUROC of variance.epistemic"]
    runs = [auroc(a, b) for a, b in zip(sets["fashion-mnist", "fashion-mnist"], sets["fashion-mnist", "mnist"])]
    low, high = stats.t.interval(.95, 1, np.mean(runs), stats.sem(runs))
    assert separates["ci95"] == pytest.approx([low, high])
    assert separates["verdict"] == ("holds" if low >= .5 and high <= 1 else "undecided")
    assert {claim["verdict"] for claim in told["claims"]} <= {"holds", "fails", "undecided"}
    assert len(told["claims"]) == 12


def test_figures_have_the_panels_of_the_paper(stored):
    for experiment, panels in {"arc": 3, "histograms": 6, "labelwise": 27, "table1": 2}.items():
        numbers_of(experiment, "--plot", "figure.svg")
        text = pathlib.Path("figure.svg").read_text()
        titles = {"arc": " uncertainty</text>", "histograms": ">overlap ", "labelwise": r"<text[^>]*>most \w+, row ", "table1": r"<text[^>]*>[^<]* → "}
        assert len(re.findall(titles[experiment], text)) == panels, experiment


def test_one_folder_of_files_is_one_run(stored):
    sets, _ = stored
    (pathlib.Path("stored/fashion-mnist/run0")).rename("single")
    result = run_qualm("reproduce", "table1", "--predictions", "single", "--format", "json")
    numbers = {number["what"]: number for number in json.loads(result.out)["numbers"]}
    number = numbers["fashion-mnist → mnist: AUROC of variance.epistemic"]
    assert number["runs"] == pytest.approx([auroc(sets["fashion-mnist", "fashion-mnist"][0],
                                                  sets["fashion-mnist", "mnist"][0])])
    assert "pooled" not in number and number["test"]["method"] == "t by the spread of one set"


def test_what_does_not_fit_is_refused(stored):
    result = run_qualm("reproduce", "table1", "--predictions", "stored", "--scale", "cpu")
    assert result.code == 2 and "leave it out" in result.err
    result = run_qualm("reproduce", "table1", "--recipe", "trian")
    assert result.code == 2 and "did you mean train?" in result.err
    path = pathlib.Path("stored/fashion-mnist/run1/fashion-mnist.npz")
    stored_before = dict(np.load(path))
    save(path, stored_before["predictions"], stored_before["labels"], run=0)
    result = run_qualm("reproduce", "table1", "--predictions", "stored")
    assert result.code == 3 and "twice: seed 0, run 0" in result.err
    for other in ({"epochs": 3}, {"momentum": .8}, {"weight_decay": .01}, {"rate_steps": [{"epoch": 2, "rate": .01}]}, {"augment": True}):
        save(path, stored_before["predictions"], stored_before["labels"], {**PLAN, **other}, run=1)
        result = run_qualm("reproduce", "table1", "--predictions", "stored")
        assert result.code == 3 and "trained in another way" in result.err, other
    save(path, stored_before["predictions"], stored_before["labels"], {**PLAN, "seed": 5, "threads": 2}, run=1)
    assert run_qualm("reproduce", "table1", "--predictions", "stored").code == 0


def test_a_folder_that_cannot_be_looked_into_is_an_error_of_the_system(in_empty_folder):
    pathlib.Path("loop").symlink_to("loop")
    result = run_qualm("reproduce", "table1", "--predictions", "loop")
    assert result.code == 4 and "Too many levels of symbolic links" in result.err and result.err.count("\n") == 1
