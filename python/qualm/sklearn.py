# SPDX-License-Identifier: Apache-2.0
"""Aleatoric and epistemic uncertainty of scikit-learn ensembles. Needs scikit-learn."""
from __future__ import annotations

from typing import Any, Tuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import issparse
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.ensemble import BaggingClassifier
from sklearn.pipeline import Pipeline
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_consistent_length, check_is_fitted

from ._frames import is_frame
from ._inputs import Said
from ._measure import measure, measured
from ._measures import PARTS, Measures
from ._members import Member, all_classes, as_seen, members_of, places_of
from ._notes import tell
from ._own_measure import Choices
from ._reject import reject
from ._types import Floats

__all__ = ["UncertainClassifier", "RejectionScorer"]


class UncertainClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A classifier with the mean prediction of an ensemble and the uncertainty of its members.

    estimators: a bagging, forest, voting or AdaBoost classifier, whose members are used with their weights; or a
    list of classifiers, one per member. None: bagged decision trees.
    prefit: the estimators are already fitted; members of a list can then have different classes.
    measures: families, as for :func:`qualm.measure`. reject_by: the score of :meth:`reject`.

    >>> from sklearn.datasets import load_iris
    >>> from sklearn.ensemble import RandomForestClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> model = UncertainClassifier(RandomForestClassifier(20, random_state=0)).fit(X, y)
    >>> model.predict_uncertainty(X).n_members
    20
    >>> model.predict_proba_members(X).shape
    (150, 20, 3)
    >>> int(model.reject(X, rate=0.1).sum()) <= 15
    True
    """

    def __init__(
        self, estimators: Any = None, *, prefit: bool = False,
        measures: Choices = ("variance", "entropy"), reject_by: str = "variance.epistemic",
        random_state: Any = None,
    ) -> None:
        self.estimators = estimators
        self.prefit = prefit
        self.measures = measures
        self.reject_by = reject_by
        self.random_state = random_state

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> "UncertainClassifier":
        """Fit clones of the estimators; with prefit=True only read their classes and members."""
        if not self.prefit:
            X, y = self._checked(X, y=y)
            check_classification_targets(y)
        weights = {} if sample_weight is None else {"sample_weight": sample_weight}
        given = BaggingClassifier(random_state=self.random_state) if self.estimators is None else self.estimators
        if self.prefit:
            for each in given if isinstance(given, (list, tuple)) else [given]:
                check_is_fitted(each)
        if isinstance(given, (list, tuple)):
            fitted = [each if self.prefit else clone(each).fit(X, y, **weights) for each in given]
            self.classes_ = all_classes(fitted)
            self.members_ = [Member(each, None, places_of(each.classes_, self.classes_)) for each in fitted]
            self.member_weights_ = None
        else:
            ensemble = given if self.prefit else clone(given).fit(X, y, **weights)
            self.members_, self.member_weights_, notes = members_of(ensemble)
            self.classes_ = ensemble.classes_
            tell(notes)
        return self

    def _checked(self, X: Any, **y: Any) -> Any:
        """X, or X and y to fit, checked for what all estimators check: the members say which numbers they take. DataFrames and
        texts stay what they are."""
        is_fit = "y" in y
        if not (is_frame(X) or _are_texts(X)):
            return self._validate_data(X, **y, reset=is_fit, dtype=None, accept_sparse=True, force_all_finite=False)
        found = (X, self._validate_data(**y)) if is_fit else X
        if is_fit:
            check_consistent_length(*found)
        self._check_feature_names(X, reset=is_fit)
        self._check_n_features(X, reset=is_fit)
        return found

    def _rows(self, X: Any) -> Any:
        check_is_fitted(self, "members_")
        return as_seen(X if self.prefit else self._checked(X), self.members_)

    def predict_proba_members(self, X: Any) -> Floats:
        """Probabilities of shape (instances, members, classes), classes as in ``classes_``; their weights are
        ``member_weights_`` (None: equal)."""
        rows = self._rows(X)
        return np.stack([each.probabilities(rows, len(self.classes_)) for each in self.members_], axis=1)

    def predict_uncertainty(self, X: Any, *, per_class: bool = False) -> Measures:
        """The :func:`qualm.measure` of each row."""
        members = self.predict_proba_members(X)
        return measure(members, "nmk", measures=self.measures, per_class=per_class, member_weights=self.member_weights_,
                       class_names=[str(each) for each in self.classes_])

    def predict_proba(self, X: Any) -> Floats:
        """Mean of the members' probabilities, weighted as in their ensemble."""
        members = self.predict_proba_members(X)
        if len(self.classes_) == 1:  # nothing to be uncertain of, and nothing to measure
            return members[:, 0]
        mean = measured(members, Said(axes="nmk", measures="variance", per_class=True, member_weights=self.member_weights_)).mean
        assert mean is not None
        return mean

    def predict(self, X: Any) -> Any:
        """Class with the greatest mean probability."""
        probabilities = self.predict_proba(X)
        return self.classes_[probabilities.argmax(axis=1)]

    def _measured_for(self, X: Any, score: str) -> Measures:
        """The family of a score, with the extra that it is if it is no part, and per class if it is that of a class."""
        whole, of_class, _ = score.partition("[")
        family, _, part = whole.rpartition(".")
        given: Any = [self.measures] if callable(self.measures) else self.measures
        own = [each for each in given if getattr(each, "__name__", None) == family]
        return measured(self.predict_proba_members(X), Said(
            axes="nmk", measures=own or family or score, member_weights=self.member_weights_, per_class=bool(of_class),
            extras=() if part in PARTS or not family else whole, class_names=[str(each) for each in self.classes_]))

    def reject(self, X: Any, rate: float) -> npt.NDArray[np.bool_]:
        """Boolean mask of the rows to reject: those with the highest score, at most ``rate`` of all.

        Rows with equal scores are rejected together or not at all.
        """
        if not 0 <= rate <= 1:
            raise ValueError(f"rate={rate}: give a number between 0 and 1")
        scores = self._measured_for(X, self.reject_by)[self.reject_by]
        count = int(np.floor(rate * len(scores) * (1 + 1e-12)))
        if count >= len(scores):
            return np.ones(len(scores), dtype=bool)
        first_kept = np.partition(scores, len(scores) - 1 - count)[len(scores) - 1 - count]
        return np.asarray(scores > first_kept)


def _are_texts(X: Any) -> bool:
    return hasattr(X, "__iter__") and not issparse(X) and isinstance(next(iter(X), None), (str, bytes))


def _last_step(estimator: Any, X: Any) -> Tuple[UncertainClassifier, Any]:
    """The classifier in pipelines and searches, and what it sees of X."""
    while not isinstance(estimator, UncertainClassifier):
        if isinstance(estimator, Pipeline):
            X, estimator = estimator[:-1].transform(X) if len(estimator) > 1 else X, estimator[-1]
        elif hasattr(estimator, "best_estimator_"):
            estimator = estimator.best_estimator_
        else:
            raise TypeError(f"RejectionScorer: {type(estimator).__name__} does not measure uncertainty: give an UncertainClassifier, "
                            "or a pipeline that ends with one")
    return estimator, X


class RejectionScorer:
    """A scikit-learn scorer of rejection by uncertainty, for ``cross_val_score(..., scoring=...)``.

    Scores an UncertainClassifier, or a pipeline or search that ends with one.

    statistic: auarc, aurc, e_aurc, augrc or auroc_error; those where lower is better are negated.

    >>> from sklearn.datasets import load_iris
    >>> from sklearn.model_selection import cross_val_score
    >>> X, y = load_iris(return_X_y=True)
    >>> model = UncertainClassifier(random_state=0)
    >>> bool((cross_val_score(model, X, y, scoring=RejectionScorer(), cv=3) > 0.9).all())
    True
    """

    _LESS_IS_BETTER = ("aurc", "e_aurc", "augrc")

    def __init__(self, statistic: str = "auarc", score: str = "variance.epistemic") -> None:
        self.statistic = statistic
        self.score = score

    def __call__(self, estimator: Any, X: Any, y: Any) -> float:
        estimator, X = _last_step(estimator, X)
        result = estimator._measured_for(X, self.score)
        correct = estimator.classes_[result.predicted] == np.asarray(y)
        curve = reject(scores={"score": result[self.score]}, correct=correct, bootstrap=0)["score"]
        value = getattr(curve, self.statistic)
        if value is None:  # such as auroc_error where nothing is wrong
            return float("nan")
        return -float(value) if self.statistic in self._LESS_IS_BETTER else float(value)

    def __repr__(self) -> str:
        return f"RejectionScorer({self.statistic!r}, {self.score!r})"
