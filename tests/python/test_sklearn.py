# SPDX-License-Identifier: Apache-2.0
"""Ensembles of scikit-learn."""
import pickle

import numpy as np
import pytest

import qualm

pytest.importorskip("sklearn")
from sklearn.datasets import load_digits  # noqa: E402
from sklearn.ensemble import (AdaBoostClassifier, BaggingClassifier, ExtraTreesClassifier,  # noqa: E402
                              GradientBoostingClassifier, RandomForestClassifier, StackingClassifier, VotingClassifier)
from sklearn.exceptions import NotFittedError  # noqa: E402
from sklearn.linear_model import LogisticRegression, RidgeClassifier  # noqa: E402
from sklearn.model_selection import cross_val_score  # noqa: E402
from sklearn.multiclass import OneVsRestClassifier  # noqa: E402
from sklearn.naive_bayes import GaussianNB  # noqa: E402
from sklearn.neighbors import KNeighborsClassifier  # noqa: E402
from sklearn.tree import DecisionTreeClassifier  # noqa: E402
from sklearn.utils.estimator_checks import parametrize_with_checks  # noqa: E402

from qualm.sklearn import RejectionScorer, UncertainClassifier  # noqa: E402

X, Y = load_digits(return_X_y=True)
NAMES = np.array(["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"])
TREE = DecisionTreeClassifier(max_depth=6, random_state=0)


@parametrize_with_checks([UncertainClassifier(random_state=0),
                          UncertainClassifier(RandomForestClassifier(5, random_state=0)),
                          UncertainClassifier([TREE, GaussianNB()])])
def test_scikit_learn_finds_it_a_classifier(estimator, check):
    check(estimator)


@pytest.mark.parametrize("ensemble", [
    RandomForestClassifier(6, random_state=0), ExtraTreesClassifier(6, random_state=0),
    BaggingClassifier(TREE, 6, max_samples=40, max_features=.5, random_state=0),
    VotingClassifier([("tree", TREE), ("bayes", GaussianNB())], voting="soft"),
    VotingClassifier([("tree", TREE), ("none", "drop"), ("bayes", GaussianNB())], voting="soft", weights=[1, 9, 5]),
], ids=lambda each: type(each).__name__)
def test_the_mean_of_the_members_is_the_prediction_of_the_ensemble(ensemble):
    y = NAMES[Y]  # classes that are no numbers, and in another order
    model = UncertainClassifier(ensemble).fit(X[:400], y[:400])
    members = model.predict_proba_members(X[400:500])
    theirs = ensemble.fit(X[:400], y[:400]).predict_proba(X[400:500])
    assert np.allclose(np.average(members, axis=1, weights=model.member_weights_), theirs)
    assert np.allclose(model.predict_proba(X[400:500]), theirs)
    assert list(model.classes_) == sorted(NAMES)


@pytest.mark.parametrize("ensemble", [
    VotingClassifier([("tree", TREE), ("bayes", GaussianNB()), ("near", KNeighborsClassifier())], weights=[2, 1, 2]),
    AdaBoostClassifier(TREE, n_estimators=5, algorithm="SAMME", random_state=0)], ids=lambda each: type(each).__name__)
def test_members_of_an_ensemble_that_counts_votes_vote(ensemble):
    model = UncertainClassifier(ensemble).fit(X[:400], NAMES[Y[:400]])
    assert set(np.unique(model.predict_proba_members(X[400:]))) == {0, 1}
    assert np.array_equal(model.predict(X[400:]), ensemble.fit(X[:400], NAMES[Y[:400]]).predict(X[400:]))


def test_weights_of_members_reach_uncertainty_and_rejection():
    model = UncertainClassifier(VotingClassifier([("tree", TREE), ("bayes", GaussianNB())], voting="soft", weights=[5, 1]))
    model.fit(X[:300], Y[:300])
    expected = qualm.measure(model.predict_proba_members(X[300:400]), "nmk", member_weights=[5, 1])["variance.epistemic"]
    assert np.array_equal(model.predict_uncertainty(X[300:400])["variance.epistemic"], expected)
    rejected = model.reject(X[300:400], .3)
    assert rejected.any() and expected[rejected].min() > expected[~rejected].max()


def test_an_ensemble_whose_prediction_is_no_mean_is_noted():
    with pytest.warns(qualm.Note, match="SAMME.R.*logarithms.*can predict another class"):
        UncertainClassifier(AdaBoostClassifier(n_estimators=3, algorithm="SAMME.R", random_state=0)).fit(X[:200], Y[:200])


def test_members_that_lack_a_class_are_aligned():
    few = BaggingClassifier(KNeighborsClassifier(1), 8, max_samples=12, random_state=0).fit(X[:300], NAMES[Y[:300]])
    assert any(len(each.classes_) < 10 for each in few.estimators_)
    model = UncertainClassifier(few, prefit=True).fit(None, None)
    assert np.allclose(model.predict_proba(X[:50]), few.predict_proba(X[:50]))
    # Members fitted apart, each on some classes; one has no probabilities at all.
    low, high = Y < 6, Y > 3
    apart = [GaussianNB().fit(X[low], Y[low]), RidgeClassifier().fit(X[high], Y[high])]
    model = UncertainClassifier(apart, prefit=True).fit(None, None)
    p = model.predict_proba_members(X[:20])
    assert p.shape == (20, 2, 10) and (p[:, 0, 6:] == 0).all() and (p[:, 1, :4] == 0).all()
    assert set(np.unique(p[:, 1])) == {0, 1}
    assert np.array_equal(p[:, 0, :6], apart[0].predict_proba(X[:20]))


def test_uncertainty_is_what_measure_says_of_the_members():
    model = UncertainClassifier(RandomForestClassifier(5, random_state=0)).fit(X[:300], Y[:300])
    expected = qualm.measure(model.predict_proba_members(X[300:400]), class_names=[str(k) for k in range(10)])
    assert model.predict_uncertainty(X[300:400]).to_dict() == expected.to_dict()


def test_rejected_are_the_most_uncertain_and_ties_stay_together():
    model = UncertainClassifier(RandomForestClassifier(5, random_state=0)).fit(X[:300], Y[:300])
    scores = model.predict_uncertainty(X[300:])["variance.epistemic"]
    for rate in (0, .1, .35, 1):
        rejected = model.reject(X[300:], rate)
        assert rejected.mean() <= rate
        assert not rejected.any() or rejected.all() or scores[rejected].min() > scores[~rejected].max()
    assert model.reject(X[300:], .1).sum() > 0 and model.reject(X[300:], 1).all()
    with pytest.raises(ValueError, match="rate=2"):
        model.reject(X, 2)


def gini(points, weights):
    mean = weights @ points
    total, aleatoric = 1 - mean @ mean, 1 - weights @ (points ** 2).sum(axis=1)
    return total, aleatoric, total - aleatoric


@pytest.mark.parametrize("score, asked", [
    ("tsallis:1.5.epistemic", {"measures": "tsallis:1.5"}), ("tv-ball:0.1.total", {"measures": "tv-ball:0.1"}),
    ("credal.hartley", {"measures": "credal", "extras": "hartley"}), ("variance.pairwise", {"measures": "variance", "extras": "pairwise"}),
    ("gini.total", {"measures": [gini]})])
def test_any_score_rejects_and_is_scored(score, asked):
    model = UncertainClassifier(RandomForestClassifier(5, random_state=0), measures=[gini], reject_by=score).fit(X[:300], Y[:300])
    members = model.predict_proba_members(X[300:400])
    values = qualm.measure(members, "nmk", **asked)[score]
    rejected = model.reject(X[300:400], .3)
    assert 0 < rejected.sum() <= 30 and values[rejected].min() > values[~rejected].max()
    correct = members.mean(axis=1).argmax(axis=1) == Y[300:400]
    expected = qualm.reject(scores={score: values}, correct=correct)[score].auarc
    assert RejectionScorer(score=score)(model, X[300:400], Y[300:400]) == expected


@pytest.mark.parametrize("score", ["variance", "variance.other", "other.total"])
def test_a_score_that_does_not_exist_is_refused(score):
    model = UncertainClassifier(RandomForestClassifier(5, random_state=0), reject_by=score).fit(X[:300], Y[:300])
    with pytest.raises((KeyError, ValueError), match="variance.total|other"):
        model.reject(X[300:400], .3)


@pytest.mark.parametrize("statistic", ["auarc", "aurc", "auroc_error"])
def test_scorers_in_cross_validation(statistic):
    model = UncertainClassifier(RandomForestClassifier(5, random_state=0))
    found = cross_val_score(model, X[:400], Y[:400], scoring=RejectionScorer(statistic), cv=2, n_jobs=2)
    for value, (train, test) in zip(found, _folds()):
        fitted = UncertainClassifier(RandomForestClassifier(5, random_state=0)).fit(X[train], Y[train])
        expected = qualm.reject(fitted.predict_proba_members(X[test]), Y[test])["variance.epistemic"].values[statistic]
        assert value == (-expected if statistic == "aurc" else expected)


def _folds():
    from sklearn.model_selection import StratifiedKFold
    return StratifiedKFold(2).split(X[:400], Y[:400])


def test_it_can_be_pickled():
    model = UncertainClassifier([LogisticRegression(max_iter=20), GaussianNB()])
    import warnings
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it need not converge
        model.fit(X[:200], Y[:200])
    again = pickle.loads(pickle.dumps(model))
    assert np.array_equal(again.predict_proba(X[:9]), model.predict_proba(X[:9]))


def test_members_of_an_ensemble_that_does_not_number_its_classes():
    boosted = AdaBoostClassifier(n_estimators=3, random_state=0)
    assert UncertainClassifier(boosted).fit(X[:200], NAMES[Y[:200]]).predict_proba_members(X[:5]).shape == (5, 3, 10)


@pytest.mark.parametrize("estimator", [
    GradientBoostingClassifier(n_estimators=2), GaussianNB(), OneVsRestClassifier(TREE), StackingClassifier([("tree", TREE)], cv=2)],
    ids=lambda each: type(each).__name__)
def test_what_does_not_predict_by_its_members_is_refused(estimator):
    with pytest.raises(TypeError, match="has no members that classify as it does: give .* or a list of classifiers"):
        UncertainClassifier(estimator).fit(X[:100], Y[:100])


def test_prefit_needs_a_fitted_classifier():
    with pytest.raises(NotFittedError):
        UncertainClassifier(RandomForestClassifier(), prefit=True).fit(None, None)
