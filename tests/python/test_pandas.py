# SPDX-License-Identifier: Apache-2.0
"""Every result is a DataFrame too, with the numbers of to_dict()."""
import sys

import numpy as np
import pytest
from conftest import random_predictions

import qualm

pandas = pytest.importorskip("pandas", reason="python3-pandas is not installed")
P = random_predictions((60, 3, 3))
LABELS = np.random.default_rng(5).integers(0, 3, 60)
IDS = [f"r{row}" for row in range(60)]
NAMES = ["shirt", "coat", "bag"]


def test_measures_have_ids_as_index_and_a_column_per_part_and_class():
    m = qualm.measure(P, axes="nmk", per_class=True, class_names=NAMES, ids=IDS)
    frame = m.to_pandas()
    assert frame.index.tolist() == IDS and frame.index.name == "id" and "id" not in frame.columns
    assert np.array_equal(frame["variance_total"], m.variance.total)
    assert np.array_equal(frame["variance_total[shirt]"], m.variance.per_class.total[:, 0])
    labelled = qualm.measure(P, labels=[NAMES[label] for label in LABELS], axes="nmk", class_names=NAMES)
    assert list(labelled.to_pandas().columns[:2]) == ["predicted", "label"]
    assert np.array_equal(labelled.to_pandas()["label"], LABELS) and np.array_equal(labelled.labels, LABELS)
    assert labelled.to_dict()["labels"] == LABELS.tolist() and "labels" not in m.to_dict()
    plain = qualm.measure(P, axes="nmk").to_pandas()
    assert plain.index.name == "row" and plain.index.tolist() == list(range(60))
    assert not any("[" in column for column in plain.columns)


def test_rejection_gives_areas_per_score_or_long_curves():
    found = qualm.reject(P, LABELS, axes="nmk", seed=1)
    areas = found.to_pandas()
    curves = found.to_dict()["curves"]
    assert areas.index.tolist() == list(curves) and areas.index.name == "score"
    for score, values in curves.items():
        assert areas.loc[score, "aurc"] == values["aurc"]
        assert areas.loc[score, "accuracy_at_coverage[0.9]"] == values["accuracy_at_coverage"]["0.9"]
    assert areas.loc["variance.total", ["aurc_low", "aurc_high"]].tolist() == curves["variance.total"]["ci95"]["aurc"]
    long = found.to_pandas(curves=True)
    assert long.columns.tolist() == ["score", "rejected", "accuracy", "accuracy_std"]
    of_one = long[long.score == "entropy.total"]
    assert of_one.rejected.tolist() == curves["entropy.total"]["rejected"]
    assert np.array_equal(of_one.accuracy, found["entropy.total"].accuracy, equal_nan=True)
    assert len(long) == sum(len(values["rejected"]) for values in curves.values())


def test_what_does_not_exist_is_nan_in_a_column_of_numbers():
    areas = qualm.reject(P, LABELS, axes="nmk").to_pandas()
    assert areas["accuracy_std"].dtype == float and areas["accuracy_std"].isna().all()
    assert areas.loc["random", ["aurc_low", "aurc_high"]].isna().all() and areas["aurc_low"].dtype == float
    detection = qualm.ood(P[:30], {"mnist": P[30:]}, axes="nmk").to_pandas()
    assert all(detection[column].dtype != object for column in detection.columns if column not in ("score", "out"))


def test_deviations_over_runs_have_their_own_columns():
    areas = qualm.reject([P, np.roll(P, 1, axis=0)], LABELS, axes="nmk").to_pandas()
    assert {"accuracy_at_coverage[0.8]", "accuracy_at_coverage_std[0.8]"} <= set(areas.columns)
    assert not any(column.endswith("_std]") for column in areas.columns)


def test_detection_has_one_row_per_score_and_set():
    found = qualm.ood(P[:30], {"mnist": P[30:], "noise": P[40:]}, axes="nmk")
    frame = found.to_pandas()
    assert list(zip(frame.score, frame.out)) == [
        (score, out) for score in ("variance.epistemic", "entropy.epistemic") for out in ("mnist", "noise")]
    for row in frame.itertuples():
        values = found[row.score][row.out]
        assert (row.auroc, row.fpr95, row.aupr_in) == (values["auroc"], values["fpr95"], values["aupr_in"])
        assert [row.auroc_low, row.auroc_high] == values["ci95"]


def test_explanations_have_one_row_per_instance():
    found = qualm.explain(P, axes="nmk", top=4, labels=LABELS, class_names=NAMES, ids=IDS)
    frame = found.to_pandas()
    assert frame.index.tolist() == [IDS[row] for row in found.rows] and frame.index.name == "id"
    first = found.instances[0]
    assert tuple(frame.iloc[0][["score", "words", "label"]]) == (first["score"], first["words"], first["label"])
    assert frame["predicted_name"].tolist() == [NAMES[k] for k in frame["predicted"]]
    assert frame["label_name"].tolist() == [NAMES[k] for k in frame["label"]]
    assert frame["mean[coat]"].iloc[0] == first["mean"][1]
    assert frame["variance_epistemic[bag]"].iloc[0] == first["per_class"]["epistemic"][2]
    chosen = qualm.label_next(P, 5, axes="nmk")
    assert chosen.to_pandas().index.tolist() == chosen.rows.tolist()


def test_axioms_have_one_row_per_measure_and_axiom():
    found = qualm.axioms(["variance", "entropy"], cases=100)
    frame = found.to_pandas().set_index(["measure", "axiom"])
    for measure in ("variance", "entropy"):
        for axiom in ("A0", "A2", "A5"):
            told = found[measure][axiom]
            row = frame.loc[(measure, axiom)]
            assert (row.verdict, row.by, row.tried) == (told["verdict"], told["by"], told["tried"])
            assert row.epistemic == told["parts"].get("epistemic", {}).get("verdict", row.epistemic)


def test_without_pandas_one_line_says_what_to_install(monkeypatch):
    results = [qualm.measure(P, axes="nmk"), qualm.reject(P, LABELS, axes="nmk", bootstrap=0)]
    monkeypatch.setitem(sys.modules, "pandas", None)
    for result in results:
        with pytest.raises(ImportError, match="^to_pandas needs pandas: pip install pandas") as caught:
            result.to_pandas()
        assert "\n" not in str(caught.value)
