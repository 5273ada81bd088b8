# SPDX-License-Identifier: Apache-2.0
"""The members of a scikit-learn ensemble, their classes aligned."""
from __future__ import annotations

import dataclasses
from typing import Any, List, Optional, Sequence, Tuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import issparse
from sklearn.ensemble import (AdaBoostClassifier, BaggingClassifier, ExtraTreesClassifier, RandomForestClassifier,
                              VotingClassifier)

#: These teach their members the numbers of the classes, not the classes.
_NUMBERING = (BaggingClassifier, ExtraTreesClassifier, RandomForestClassifier, VotingClassifier)


@dataclasses.dataclass
class Member:
    """One classifier, its columns of X, and the positions of its classes among all classes."""

    estimator: Any
    features: Optional[npt.NDArray[np.int64]]
    places: npt.NDArray[np.int64]
    votes: bool = False  #: its ensemble counts its vote, whether or not it has probabilities
    sees_array: bool = False  #: its ensemble converts X to an array first; others see X itself, such as columns by name, or texts

    def probabilities(self, X: Any, n_classes: int) -> npt.NDArray[np.float64]:
        """(N, K); a class that the member never saw has probability 0. ``X``: what :func:`as_seen` returns."""
        seen = X if self.features is None else X[:, self.features]
        n_rows = X.shape[0] if hasattr(X, "shape") else len(X)
        result = np.zeros((n_rows, n_classes))
        if not self.votes and hasattr(self.estimator, "predict_proba"):
            result[:, self.places] = self.estimator.predict_proba(seen)
            return result
        known = np.searchsorted(self.estimator.classes_, self.estimator.predict(seen))
        result[np.arange(n_rows), self.places[known]] = 1
        return result


def as_seen(X: Any, members: Sequence[Member]) -> Any:
    """X as the members were taught."""
    if not any(each.sees_array for each in members):
        return X
    return X.tocsr() if issparse(X) else np.asarray(X)


def members_of(ensemble: Any) -> Tuple[List[Member], Optional[List[float]], List[str]]:
    """The members of a fitted ensemble, their weights if they have any, and notes. Raises TypeError for an ensemble whose
    prediction is not made of its members' predictions of all classes."""
    estimators = getattr(ensemble, "estimators_", [])
    if not isinstance(ensemble, (*_NUMBERING, AdaBoostClassifier)):
        raise TypeError(f"{type(ensemble).__name__} has no members that classify as it does: give a bagging, forest, voting or "
                        "AdaBoost classifier, or a list of classifiers")
    _check_outputs(ensemble)
    features = getattr(ensemble, "estimators_features_", [None] * len(estimators))
    numbered = isinstance(ensemble, _NUMBERING)
    adds_logarithms = getattr(ensemble, "algorithm", None) == "SAMME.R"
    counts_votes = getattr(ensemble, "voting", None) == "hard" or not (numbered or adds_logarithms)
    members = [Member(each, of_each, np.asarray(each.classes_).astype(np.int64) if numbered
                      else places_of(each.classes_, ensemble.classes_), counts_votes, not isinstance(ensemble, VotingClassifier))
               for each, of_each in zip(estimators, features)]
    notes = [f"{type(ensemble).__name__} with algorithm 'SAMME.R' adds logarithms of its members' probabilities: the mean of the "
             "probabilities, which is measured, can predict another class"] if adds_logarithms else []
    return members, _weights_of(ensemble), notes


def _check_outputs(estimator: Any) -> None:
    if isinstance(estimator.classes_, list):
        raise TypeError(f"{type(estimator).__name__} predicts {len(estimator.classes_)} outputs per row, qualm measures one: fit one "
                        "classifier per output, each with one column of y")


def _weights_of(ensemble: Any) -> Optional[List[float]]:
    """The weights of the members in the prediction of their ensemble; None: equal."""
    if isinstance(ensemble, AdaBoostClassifier):
        return [float(weight) for weight, _ in zip(ensemble.estimator_weights_, ensemble.estimators_)]
    weights = getattr(ensemble, "weights", None)  # those of voting classifiers
    if weights is None:
        return None
    return [float(weight) for (_, each), weight in zip(ensemble.estimators, weights) if each != "drop"]


def places_of(some: Any, classes: Any) -> npt.NDArray[np.int64]:
    places: npt.NDArray[np.int64] = np.searchsorted(classes, some).astype(np.int64)
    return places


def all_classes(estimators: Sequence[Any]) -> Any:
    """All classes of the fitted estimators, sorted. Raises TypeError if one is no classifier."""
    for i, each in enumerate(estimators):
        if not hasattr(each, "classes_"):
            raise TypeError(f"estimators[{i}]: {type(each).__name__} is not a classifier (it has no classes_): give classifiers")
        _check_outputs(each)
    return np.unique(np.concatenate([each.classes_ for each in estimators]))
