# SPDX-License-Identifier: Apache-2.0
"""Results show themselves, can be pickled, and batches add up to the whole."""
import gzip
import json
import pickle

import numpy as np
import pytest
from conftest import random_predictions

import qualm

P = random_predictions((101, 3, 4))
LABELS = np.random.default_rng(5).integers(0, 4, 101)


def equal(a, b):
    return a.to_dict() == b.to_dict()


def test_families_by_attribute_and_scores_by_name():
    m = qualm.measure(P, measures=["label_entropy", "variance"], per_class=True)
    assert m["variance.epistemic"] is m.variance.epistemic
    assert m.label_entropy.per_class.total.shape == (101, 4)
    assert np.allclose(m.variance.per_class.total.sum(axis=1), m.variance.total)
    with pytest.raises(AttributeError, match="no attribute 'entropy'; its families are label-entropy, variance"):
        m.entropy
    with pytest.raises(KeyError, match="variance.total"):
        m["variance.all"]


def test_a_result_outlives_its_input():
    p = P.copy()
    m = qualm.measure(p)
    expected = m.variance.total.copy()
    p[...] = 0
    del p
    assert np.array_equal(m.variance.total, expected)


@pytest.mark.parametrize("sizes", [[101], [1] * 101, [40, 1, 60], [16, 85]])
def test_batches_give_the_bits_of_the_whole(sizes):
    measurer = qualm.Measurer("nmk", measures=qualm.families(), ordered=True, per_class=True)
    start = 0
    for size in sizes:
        measurer.update(P[start:start + size])
        start += size
    assert len(measurer) == 101
    assert equal(measurer.finalize(), qualm.measure(P, measures=qualm.families(), ordered=True, per_class=True))


def test_measurers_travel_and_merge_in_order():
    parts = [qualm.Measurer() for _ in range(3)]
    for part, rows in zip(parts, np.array_split(P, 3)):
        part.update(rows)
    first, *others = (pickle.loads(pickle.dumps(part)) for part in parts)
    for other in others:
        first.merge(other)
    assert equal(first.finalize(), qualm.measure(P))
    first.update(P[:1])
    assert first.finalize().n_instances == 102


def test_measurers_refuse_what_does_not_fit():
    measurer = qualm.Measurer()
    with pytest.raises(ValueError, match="nothing was measured"):
        measurer.finalize()
    measurer.update(P)
    with pytest.raises(ValueError, match="row 3"):
        bad = P.copy()
        bad[3] = 2
        measurer.update(bad)
    with pytest.raises(ValueError, match="predict all batches with the same ensemble"):
        measurer.update(P[:, :2])
    with pytest.raises(ValueError, match="different options"):
        measurer.merge(qualm.Measurer(log_base="e"))
    with pytest.raises(ValueError, match="set n_classes"):
        qualm.Measurer(input="votes")
    assert equal(measurer.finalize(), qualm.measure(P))


@pytest.mark.parametrize("make", [
    lambda: qualm.reject(P, LABELS), lambda: qualm.ood(P[:50], {"others": P[50:]}),
    lambda: qualm.explain(P, top=2)])
def test_pictures_in_notebooks(make):
    result = make()
    assert result._repr_svg_().startswith("<svg") and "<svg" in result._repr_html_()
    assert "\n" in repr(result) and result.plot(width=60)
    again = pickle.loads(pickle.dumps(result))
    assert equal(again, result) and repr(again) == repr(result) and again.svg(full=True) == result.svg(full=True)
    assert equal(pickle.loads(pickle.dumps(again)), result)


def test_pictures_are_saved_by_their_ending(tmp_path):
    found = qualm.reject(P, LABELS, bootstrap=0)
    for name, start in (("a.svg", b"<svg"), ("a.png", b"\x89PNG"), ("a.pdf", b"%PDF-")):
        found.save(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start)
    with pytest.raises(ValueError, match="end it in .svg, .png or .pdf"):
        found.save("a.eps")


def test_numbers_are_saved_by_their_ending(tmp_path):
    found = qualm.reject(P, LABELS, bootstrap=0)
    for name in ("r.json", "r.jsonl", "r.csv", "r.csv.gz", "r.txt", "r.npz"):
        found.save(tmp_path / name)
    assert json.loads((tmp_path / "r.json").read_text()) == found.to_dict()
    assert gzip.decompress((tmp_path / "r.csv.gz").read_bytes()) == (tmp_path / "r.csv").read_bytes()
    assert len((tmp_path / "r.jsonl").read_text().splitlines()) == len(found.to_dict()["curves"])
    with np.load(tmp_path / "r.npz") as arrays:
        assert arrays["accuracy"] == found.to_dict()["accuracy"]


def test_texts_in_notebooks_are_escaped():
    m = qualm.measure(P)
    assert "<table>" in m._repr_html_()
    told = qualm.label_next(P, 2, class_names=["<b>", "b", "c", "d"])
    assert "<b>" not in told._repr_html_()
    assert "<script>" not in qualm.explain(P, top=2, class_names=["<script>", "b", "c", "d"])._repr_html_()


def test_axioms_of_ones_own_measure():
    def variance(points, weights, class_weights):
        mean = weights @ points
        total = class_weights @ (mean * (1 - mean))
        epistemic = class_weights @ (weights @ (points - mean) ** 2)
        return total, total - epistemic, epistemic

    found = qualm.axioms(variance, cases=500)["variance"]
    ours = qualm.axioms("variance", cases=500)["variance"]
    for axiom, told in ours.items():
        if isinstance(told, dict) and "verdict" in told:
            assert found[axiom]["verdict"] == told["verdict"], axiom
    assert all(told["by"] == "search" for told in found.values() if isinstance(told, dict) and "by" in told)


def test_a_measure_that_breaks_an_axiom_gets_a_counterexample():
    def constant(points, weights):
        return 1., .5, .5

    told = qualm.axioms(constant, ["A1"], cases=50)["constant"]["A1"]
    assert told["verdict"] == "violated" and told["counterexample"]["before"]["atoms"]


@pytest.mark.parametrize("measure, error, message", [
    (lambda points, weights: 1 / 0, ZeroDivisionError, "division"),
    (lambda points, weights: (1, 2), ValueError, "three numbers: total, aleatoric, epistemic"),
    (lambda points, weights: (1, 2, float("nan")), ValueError, "NaN"),
    (lambda points: 1, TypeError, "must take points, weights"),
    ("varianze", ValueError, "did you mean variance"),
    (3, TypeError, "measure=3"),
])
def test_errors_of_ones_own_measure_come_through(measure, error, message):
    with pytest.raises(error, match=message):
        qualm.axioms(measure, ["A0"], cases=20)


@pytest.mark.parametrize("call, message", [
    (lambda: qualm.reject(P), "labels is missing"),
    (lambda: qualm.reject(P, LABELS + 1), "labels"),
    (lambda: qualm.reject(P, LABELS[:7]), "labels"),
    (lambda: qualm.reject(scores={"a": LABELS}), "correct is missing"),
    (lambda: qualm.reject(scores={"a": [1., np.nan]}, correct=[1, 0]), "a: .*(nan|NaN)"),
    (lambda: qualm.reject(P, LABELS, band="sd"), "band='sd': did you mean std"),
    (lambda: qualm.reject(P, LABELS, guarantee=(.1, .05)), "add calibration=0.5"),
    (lambda: qualm.ood(P, {"x": P[:, :2]}), "the same ensemble"),
    (lambda: qualm.explain(P, by="variance.epistemics"), "did you mean variance.epistemic"),
    (lambda: qualm.explain(P, images=np.zeros((3, 8, 8))), "images: holds 3 images for 101 rows"),
])
def test_what_does_not_fit_is_said(call, message):
    with pytest.raises(ValueError, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_printed_hints_name_methods_not_options_of_the_command():
    p = random_predictions((30, 3, 3))
    printed = [str(qualm.measure(p, axes="nmk")), str(qualm.reject(p, np.arange(30) % 3, axes="nmk")),
               str(qualm.axioms("variance", ["A5"], cases=200))]
    assert "ci95" in printed[1] and "to_dict()" in printed[2]
    for text in printed:
        assert " --" not in text, text


def test_scores_that_a_result_does_not_have_are_named():
    y = P.mean(1).argmax(-1)
    with pytest.raises(KeyError, match="variance.totl: choose from variance.total, .*scores="):
        qualm.reject(P, y, axes="nmk")["variance.totl"]
    with pytest.raises(KeyError, match="variance.total: choose from variance.epistemic, .*scores="):
        qualm.ood(P, {"other": P}, axes="nmk")["variance.total"]


def test_labels_counted_from_one_are_noticed_where_classes_do_not_occur(tmp_path):
    y = P.mean(1).argmax(-1)
    rows = y < P.shape[2] - 2
    expected = f"labels: 0 of {rows.sum()} predictions agree with the label, {rows.sum()} with the label minus 1"
    assert any(expected in note for note in qualm.reject(P[rows], y[rows] + 1, axes="nmk").notes)
    with pytest.warns(qualm.Note, match="label minus 1"):
        qualm.report(P[rows], tmp_path / "page.html", labels=y[rows] + 1, axes="nmk")
    assert not any("agree with the label" in note for note in qualm.reject(P, y, axes="nmk").notes)
    rows = y > 0
    assert any("label plus 1" in note for note in qualm.reject(P[rows], y[rows] - 1, axes="nmk").notes)
