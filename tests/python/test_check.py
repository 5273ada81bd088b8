# SPDX-License-Identifier: Apache-2.0
"""qualm.check finds the promise that a measure breaks, and only that one."""
import warnings

import numpy as np
import pytest
import qualm


def gini(points, weights):
    mean = weights @ points
    total = mean @ (1 - mean)
    epistemic = weights @ ((points - points[0] - weights @ (points - points[0])) ** 2).sum(axis=1)
    return total, total - epistemic, epistemic


def broken(change):
    def rule(points, weights):
        return change(points, weights, *gini(points, weights))
    return rule


def broken_promises(rule, **options):
    return [promise.text for promise in qualm.check(rule, **options).promises if not promise.holds]


@pytest.mark.parametrize("name", ["variance", "entropy", "label-entropy", "spherical", "zero-one", "wasserstein", "tsallis:2",
                                  "ordinal-variance", "ordinal-entropy", "ordinal-absolute", "integer-variance"])
def test_ours_keep_every_promise_without_a_note(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = qualm.check(name, additive=False, cases=100)
    assert found, found


@pytest.mark.parametrize("name", ["variance", "entropy", "tsallis:1.5"])
def test_ours_add_up(name):
    assert qualm.check(name, cases=100)


def test_a_sound_measure_of_your_own_does_too():
    found = qualm.check(gini)
    assert found and str(found).splitlines()[0] == "gini: 400 random cases"
    assert all(line.startswith("yes  ") for line in str(found).splitlines()[1:])


@pytest.mark.parametrize("change, promise", [
    (lambda p, w, tu, au, eu: (tu, au, eu if len(p) < 3 else np.inf), "values are finite"),
    (lambda p, w, tu, au, eu: (tu, au / 2, eu), "TU = AU + EU"),
    (lambda p, w, tu, au, eu: (tu, au + 2 * eu, -eu), "EU >= 0"),
    (lambda p, w, tu, au, eu: (tu, au - 1e-17, eu + 1e-17), "EU = 0 for equal members"),
    (lambda p, w, tu, au, eu: (tu, tu - eu * p[0, 0], eu * p[0, 0]), "the order of members does not matter"),
    (lambda p, w, tu, au, eu: (tu + 1, au + 1, eu), "TU = 0 for a certain prediction"),
    (lambda p, w, tu, au, eu: (tu ** 4, tu ** 4 - eu, eu), "TU is concave")])
def test_a_broken_promise_is_found_with_its_case(change, promise):
    rule = broken(change)
    assert broken_promises(rule) == [promise]
    (case,) = (each for each in qualm.check(rule).promises if not each.holds)
    assert case.points.shape[0] == len(case.weights) and np.allclose(case.points.sum(axis=1), 1)
    assert str(case).startswith(f"no   {promise}: ") and "points=[[" in str(case)


def test_parts_that_stand_alone_are_not_asked_for_their_sum():
    rule = broken(lambda p, w, tu, au, eu: (tu, au / 2, eu))
    assert broken_promises(rule, additive=False) == []


def test_class_weights_reach_a_rule_that_takes_them():
    assert qualm.check(lambda points, weights, class_weights: gini(points * class_weights, weights))


def test_what_is_no_measure_is_refused():
    with pytest.raises(ValueError, match="did you mean variance"):
        qualm.check("varianze")
    with pytest.raises(ValueError, match="cases=0: give at least 1"):
        qualm.check(gini, cases=0)
