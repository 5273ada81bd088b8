# SPDX-License-Identifier: Apache-2.0
"""reject, ood and explain in every format: the same numbers as in JSON."""
import json

import numpy as np
import pytest
from conftest import random_predictions, run_qualm

RUNS = ["p.npy", "q.npy"]
REJECT = ["reject", "--labels", "y.npy", "--axes", "nmk", "--quiet"]


@pytest.fixture(autouse=True)
def files(in_empty_folder):
    for seed, name in enumerate(["p", "q", "o"]):
        np.save(name, random_predictions((60, 3, 4), seed=seed))
    np.save("y", np.arange(60) % 4)
    np.savetxt("ids.txt", [f"id{i}" for i in range(60)], fmt="%s")


def result(*arguments):
    """The result as JSON, as JSON lines and as arrays."""
    found = {form: run_qualm(*arguments, "--format", form) for form in ("json", "jsonl")}
    assert all(each.code == 0 and each.err == "" for each in found.values()), found
    assert run_qualm(*arguments, "-o", "r.npz").code == 0
    with np.load("r.npz") as arrays:
        return (json.loads(found["json"].out), [json.loads(line) for line in found["jsonl"].out.splitlines()],
                {name: arrays[name] for name in arrays.files})


def number(value):
    return np.nan if value is None else value


@pytest.mark.parametrize("runs", [RUNS[:1], RUNS])
def test_curves_of_reject(runs):
    document, lines, arrays = result(*REJECT, *runs)
    assert arrays["accuracy"] == document["accuracy"]
    assert [line["score"] for line in lines] == list(document["curves"]) == arrays["scores"].tolist()
    for i, line in enumerate(lines):
        name = line.pop("score")
        histogram = line.pop("histogram", None)
        assert histogram == document["histograms"].get(name)
        assert line == document["curves"][name]
        for of, key in {"rejected": "rejected", "accuracy": "accuracy", "accuracy_std": "accuracy_std"}.items():
            if isinstance(line[key], list):
                np.testing.assert_array_equal(arrays[f"{name}.{of}"], [number(x) for x in line[key]])
        assert (f"{name}.accuracy_std" in arrays) == (len(runs) > 1)
        for statistic in ("aurc", "auroc_error"):
            np.testing.assert_array_equal(arrays[statistic][i], number(line[statistic]))
            if "ci95" in line:
                np.testing.assert_array_equal(arrays[f"{statistic}_ci95"][i], number(line["ci95"][statistic]))


@pytest.mark.parametrize("runs", [RUNS[:1], RUNS])
def test_detection(runs):
    ins = [word for path in runs for word in ("--in", path)]
    outs = [word for _ in runs for word in ("--out", "a=o.npy")]
    outs += [word for _ in runs for word in ("--out", "b b=q.npy")]
    document, lines, arrays = result("ood", *ins, *outs, "--axes", "nmk", "--quiet")
    assert arrays["out"].tolist() == ["a", "b b"]
    assert arrays["auroc"].shape == (len(arrays["scores"]), 2)
    for i, line in enumerate(lines):
        name, out = line.pop("score"), line.pop("out")
        assert line == document["scores"][name][out]
        assert (name, out) == (arrays["scores"][i // 2], arrays["out"][i % 2])
        assert arrays["auroc"][i // 2, i % 2] == line["auroc"]
        np.testing.assert_array_equal(arrays["auroc_ci95"][i // 2, i % 2], number(line["ci95"]))
        for axis in ("fpr", "tpr"):
            assert arrays[f"{name}.{out}.{axis}"].tolist() == line["roc"][axis]


@pytest.mark.parametrize("given", [[], ["--ids", "ids.txt"], ["--labels", "y.npy"]])
def test_explained_rows(given):
    document, lines, arrays = result("explain", "p.npy", "--axes", "nmk", "--top", "5", "--quiet", *given)
    assert lines == document["rows"] and len(lines) == 5
    names = {"row": "row", "score": "score", "predicted": "predicted", "mean": "mean", "members": "members"}
    names |= {"ids": "id"} if "--ids" in given else {}
    names |= {"label": "label"} if "--labels" in given else {}
    for array, key in names.items():
        assert arrays[array].tolist() == [line[key] for line in lines]
    for part in ("total", "aleatoric", "epistemic"):
        assert arrays[f"variance_{part}_per_class"].tolist() == [line["per_class"][part] for line in lines]
    assert arrays["class_names"].tolist() == document["class_names"]
    assert ("ids" in arrays, "label" in arrays) == ("--ids" in given, "--labels" in given)


@pytest.mark.parametrize("given", [[], ["--ids", "ids.txt"]])
def test_rows_to_label(given):
    document, lines, arrays = result("explain", "p.npy", "--axes", "nmk", "--label-next", "7", "--quiet", *given)
    assert lines == document["rows"] and len(lines) == 7
    for key in ("row", "predicted", "score"):
        assert arrays[key].tolist() == [line[key] for line in lines]
    assert ("ids" in arrays) == bool(given)


def test_no_row_to_label_is_no_line():
    np.save("same", np.repeat(random_predictions((6, 1, 4)), 3, axis=1))
    document, lines, arrays = result("explain", "same.npy", "--axes", "nmk", "--label-next", "7", "--quiet")
    assert document["rows"] == lines == [] and arrays["row"].tolist() == []
