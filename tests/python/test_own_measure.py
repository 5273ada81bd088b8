# SPDX-License-Identifier: Apache-2.0
"""A function of the user's goes wherever a name of a measure goes."""
import numpy as np
import pytest
import qualm

RNG = np.random.default_rng(5)
P = RNG.dirichlet([1, 1, 1], size=(60, 5))
LABELS = RNG.integers(0, 3, 60)


def gini(points, weights):
    mean = weights @ points
    total, aleatoric = 1 - mean @ mean, 1 - weights @ (points ** 2).sum(axis=1)
    return total, aleatoric, total - aleatoric


def test_it_is_measured_beside_ours():
    found = qualm.measure(P, "nmk", measures=["variance", gini, "tsallis:2"])
    assert list(found.families) == ["variance", "gini", "tsallis:2"]
    for part in ("total", "aleatoric", "epistemic"):
        expected = found[f"variance.{part}"]
        np.testing.assert_allclose(found[f"gini.{part}"], expected, rtol=0, atol=1e-14)
        np.testing.assert_allclose(found[f"tsallis:2.{part}"], expected, rtol=1e-12)


def test_member_weights_and_class_weights_reach_it():
    def weighted(points, weights, class_weights):
        assert np.isclose(weights.sum(), 1)
        mean = weights @ points
        total = class_weights @ (mean * (1 - mean))
        aleatoric = weights @ ((points * (1 - points)) @ class_weights)
        return total, aleatoric, total - aleatoric

    found = qualm.measure(P, "nmk", measures=["variance", weighted], class_weights=[1, 2, 5],
                          member_weights=[1, 2, 3, 4, 5])
    np.testing.assert_allclose(found["weighted.total"], found["variance.total"], rtol=1e-12)


def test_it_goes_through_every_function(tmp_path):
    rejected = qualm.reject(P, LABELS, axes="nmk", measures=[gini, "variance"]).to_dict()["curves"]
    assert rejected["gini.total"]["aurc"] == pytest.approx(rejected["variance.total"]["aurc"])
    assert "gini.epistemic" in qualm.ood(P, {"same": P}, axes="nmk", measures=[gini]).to_dict()["scores"]
    assert qualm.ood(P, {"same": P}, axes="nmk", measures=[gini], scores=["gini.total"])
    rows = [row["row"] for row in qualm.explain(P, axes="nmk", measures=[gini], top=3).to_dict()["rows"]]
    expected = qualm.explain(P, axes="nmk", measures=["variance"], top=3).to_dict()["rows"]
    assert rows == [row["row"] for row in expected]
    qualm.report(P, str(tmp_path / "own.html"), axes="nmk", labels=LABELS, measures=["variance", gini])
    assert "gini.epistemic" in (tmp_path / "own.html").read_text()
    assert qualm.axioms(gini, ["A5"], cases=100)["gini"]["A5"]["verdict"] == "holds"


def test_threads_do_not_matter():
    one = qualm.measure(P, "nmk", measures=[gini], threads=1)
    two = qualm.measure(P, "nmk", measures=[gini], threads=2)
    assert np.array_equal(one["gini.total"], two["gini.total"])


@pytest.mark.parametrize("answer", [("a", "b", "c"), None, 1.0, (1, 2), (1, 2, 3, 4), (1, 2j, 3), ([1, 2], 1, 2)], ids=repr)
def test_what_is_not_three_numbers_is_refused_by_the_name_of_the_measure(answer):
    def mine(points, weights):
        return answer

    for call in (lambda: qualm.measure(P, "nmk", measures=["variance", mine]), lambda: qualm.check(mine), lambda: qualm.axioms(mine)):
        with pytest.raises(ValueError, match="^mine: returned .*; a measure gives three numbers: total, aleatoric, epistemic$"):
            call()


def test_any_three_numbers_are_taken():
    def mine(points, weights):
        return np.array([1, 1, 0], dtype=np.float32)
    assert (qualm.measure(P, "nmk", measures=[mine])["mine.total"] == 1).all()


def test_its_errors_come_through():
    def broken(points, weights):
        raise RuntimeError("not today")

    with pytest.raises(RuntimeError, match="not today"):
        qualm.measure(P, "nmk", measures=[broken])
    with pytest.raises(ValueError, match="variance"):
        def variance(points, weights):
            return 1, 1, 0
        qualm.measure(P, "nmk", measures=[variance])
    with pytest.raises(ValueError, match="Dirichlet"):
        qualm.measure(qualm.Dirichlet(np.ones((3, 3))), measures=[gini])
