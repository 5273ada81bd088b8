# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _core
from ._inputs import LogBase, Predictions, Said, Weights, ready
from ._result import DrawnResult, Result


class Explanation(DrawnResult):
    """What :func:`qualm.explain` found: the most uncertain instances, class by class."""

    @property
    def instances(self) -> List[Dict[str, Any]]:
        """The greatest score first: row, score, predicted, mean, members, per_class, advice, words."""
        instances: List[Dict[str, Any]] = self.to_dict()["rows"]
        return instances

    @property
    def rows(self) -> npt.NDArray[np.int64]:
        return np.array([each["row"] for each in self.instances], dtype=np.int64)


class LabelNext(Result):
    """What :func:`qualm.label_next` found: rows worth labelling, the best first."""

    @property
    def rows(self) -> npt.NDArray[np.int64]:
        return np.array([each["row"] for each in self.to_dict()["rows"]], dtype=np.int64)


def _score(by: Optional[str], of_class: Union[None, str, int], said: Said) -> str:
    score = f"{said.families()[0]}.epistemic" if by is None else by
    if of_class is None:
        return score
    if "[" in score:
        raise ValueError(f"by={score!r} names a class already: leave of_class out")
    return f"{score}[{of_class}]"


def explain(
    p: Predictions, axes: str = "nmk", *, by: Optional[str] = None,
    of_class: Union[None, str, int] = None, top: int = 9, labels: Any = None, images: Any = None,
    class_names: Optional[Sequence[str]] = None,
    measures: Union[str, Sequence[str]] = ("variance", "entropy"), class_weights: Weights = None,
    member_weights: Weights = None, log_base: LogBase = 2, input: str = "probs",
    renormalize: bool = False, normalized: bool = False, corrected: bool = False,
    n_classes: Optional[int] = None, threads: Optional[int] = None,
) -> Explanation:
    """The most uncertain instances: which classes they waver between, and what would help.

    by: the score that chooses them, by default the epistemic part of the first measure; of_class:
    the same of one class only. images: a picture a row, N x H x W (x 3). A notebook draws the
    result, ``print`` tells it in words.

    >>> import numpy as np, qualm
    >>> p = np.array([[[.9, .1], [.8, .2]], [[.9, .1], [.1, .9]]])
    >>> told = qualm.explain(p, top=1, class_names=["cat", "dog"])
    >>> told.rows, told.instances[0]["wavers_between"]
    (array([1]), ['cat', 'dog'])
    """
    said = Said(axes=axes, input=input, class_names=class_names, n_classes=n_classes,
                member_weights=member_weights, renormalize=renormalize, measures=measures,
                class_weights=class_weights, log_base=log_base, normalized=normalized,
                corrected=corrected, threads=threads)
    return Explanation(_core.explain(
        source=said.source(p), options=said.options(), by=_score(by, of_class, said), top=top,
        labels=None if labels is None else ready(labels),
        images=None if images is None else np.ascontiguousarray(images)))


def label_next(
    p: Predictions, count: int, axes: str = "nmk", *, by: Optional[str] = None,
    of_class: Union[None, str, int] = None, budget: Optional[int] = None,
    class_names: Optional[Sequence[str]] = None,
    measures: Union[str, Sequence[str]] = ("variance", "entropy"), class_weights: Weights = None,
    member_weights: Weights = None, log_base: LogBase = 2, input: str = "probs",
    renormalize: bool = False, normalized: bool = False, corrected: bool = False,
    n_classes: Optional[int] = None, threads: Optional[int] = None,
) -> LabelNext:
    """The ``count`` rows most worth labelling, at most ``budget`` of each predicted class.

    >>> import numpy as np, qualm
    >>> p = np.array([[[.9, .1], [.8, .2]], [[.9, .1], [.1, .9]]])
    >>> qualm.label_next(p, 1).rows
    array([1])
    """
    said = Said(axes=axes, input=input, class_names=class_names, n_classes=n_classes,
                member_weights=member_weights, renormalize=renormalize, measures=measures,
                class_weights=class_weights, log_base=log_base, normalized=normalized,
                corrected=corrected, threads=threads)
    return LabelNext(_core.label_next(
        source=said.source(p), options=said.options(), by=_score(by, of_class, said), count=count,
        budget=budget or 0))
