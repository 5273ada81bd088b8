# SPDX-License-Identifier: Apache-2.0
"""The members of a scikit-learn ensemble, their classes aligned."""
from __future__ import annotations

import dataclasses
from typing import Any, List, Optional, Sequence

import numpy as np
import numpy.typing as npt
from sklearn.ensemble import (BaggingClassifier, ExtraTreesClassifier, RandomForestClassifier,
                              VotingClassifier)

#: These teach their members the numbers of the classes, not the classes.
_NUMBERING = (BaggingClassifier, ExtraTreesClassifier, RandomForestClassifier, VotingClassifier)


@dataclasses.dataclass
class Member:
    """One classifier, its columns of X, and the positions of its classes among all classes."""

    estimator: Any
    features: Optional[npt.NDArray[np.int64]]
    places: npt.NDArray[np.int64]

    def probabilities(self, X: Any, n_classes: int) -> npt.NDArray[np.float64]:
        """(N, K); a class that the member never saw has probability 0."""
        seen = X if self.features is None else X[:, self.features]
        result = np.zeros((X.shape[0], n_classes))
        if hasattr(self.estimator, "predict_proba"):
            result[:, self.places] = self.estimator.predict_proba(seen)
            return result
        known = np.searchsorted(self.estimator.classes_, self.estimator.predict(seen))
        result[np.arange(X.shape[0]), self.places[known]] = 1
        return result


def members_of(ensemble: Any) -> List[Member]:
    """The members of a fitted ensemble; raises TypeError if it has no classifiers."""
    estimators = getattr(ensemble, "estimators_", None)
    if estimators is None or not all(hasattr(each, "classes_") for each in np.ravel(estimators)):
        raise TypeError(f"{type(ensemble).__name__} has no members that classify: give a bagging, "
                        "forest or voting classifier, or a list of classifiers")
    features = getattr(ensemble, "estimators_features_", [None] * len(estimators))
    numbered = isinstance(ensemble, _NUMBERING)
    return [Member(each, of_each, np.asarray(each.classes_).astype(np.int64) if numbered
                   else places_of(each.classes_, ensemble.classes_))
            for each, of_each in zip(estimators, features)]


def places_of(some: Any, classes: Any) -> npt.NDArray[np.int64]:
    places: npt.NDArray[np.int64] = np.searchsorted(classes, some).astype(np.int64)
    return places


def all_classes(estimators: Sequence[Any]) -> Any:
    """All classes of the fitted estimators, sorted."""
    return np.unique(np.concatenate([each.classes_ for each in estimators]))
