# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import numbers
from typing import Any, Dict, List, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _arguments, _core, _pandas
from ._inputs import ClassWeights, LogBase, Predictions, Said, Weights
from ._own_measure import Choices
from ._result import DrawnResult, Result


class Explanation(DrawnResult):
    """What :func:`qualm.explain` found: the most uncertain instances, class by class."""

    @property
    def instances(self) -> List[Dict[str, Any]]:
        """The greatest score first: row, score, predicted, predicted_name, mean, members, per_class, advice, words."""
        instances: List[Dict[str, Any]] = self.to_dict()["rows"]
        return instances

    @property
    def rows(self) -> npt.NDArray[np.int64]:
        return np.array([each["row"] for each in self.instances], dtype=np.int64)


    def to_pandas(self) -> Any:
        """One row per instance, by id or number: score, predicted, predicted_name, words, mean and parts per class."""
        found = self.to_dict()
        return _pandas.of_rows(self.instances, found["class_names"], found["conventions"]["per_class"] or "")


class LabelNext(Result):
    """What :func:`qualm.label_next` found: the rows with the greatest score, as candidates for labelling."""

    @property
    def rows(self) -> npt.NDArray[np.int64]:
        return np.array([each["row"] for each in self.to_dict()["rows"]], dtype=np.int64)

    def to_pandas(self) -> Any:
        """One row per instance, by id or number, the greatest score first: score, predicted, predicted_name."""
        return _pandas.of_rows(self.to_dict()["rows"], [])


def _score(by: Optional[str], of_class: Union[None, str, int], said: Said) -> str:
    score = f"{said.measure_names()[0]}.epistemic" if by is None else _arguments.text("by", by, "variance.epistemic")
    if of_class is None:
        return score
    if isinstance(of_class, bool) or not isinstance(of_class, (str, numbers.Integral)):
        raise TypeError(
            f"of_class={of_class!r:.60}: give the name or number of a class")
    if "[" in score:
        raise ValueError(f"by={score!r} names a class already: leave of_class out")
    return f"{score}[{of_class}]"


def explain(
    p: Predictions, axes: Optional[str] = None, *, by: Optional[str] = None,
    of_class: Union[None, str, int] = None, top: Optional[int] = None, rows: Optional[Sequence[Union[int, str]]] = None, labels: Any = None,
    images: Any = None,
    class_names: Optional[Sequence[str]] = None,
    columns: Optional[Sequence[Any]] = None, ids: Any = None,
    measures: Choices = ("variance", "entropy"), class_weights: ClassWeights = None,
    member_weights: Weights = None, log_base: LogBase = 2, input: str = "probs",
    renormalize: bool = False, normalized: bool = False, corrected: bool = False, ordered: bool = False,
    n_classes: Optional[int] = None, threads: Optional[int] = None,
) -> Explanation:
    """Explain the most uncertain instances, class by class.

    The words name the greater part of each class's variance (docs/explain.md). They do not say whether
    more data would help.

    by: the score that chooses them, by default the epistemic part of the first measure; of_class:
    the same of one class only. top: how many, 9 by default. rows: these instead, by number, or by
    id where rows have ids.
    labels: the class of each row, by number or name. images: one picture per row, N x H x W (x 3). A notebook shows
    the result as a picture, ``print`` as text.

    >>> import numpy as np, qualm
    >>> p = np.array([[[.9, .1], [.8, .2]], [[.9, .1], [.1, .9]]])
    >>> found = qualm.explain(p, axes="nmk", top=1, class_names=["cat", "dog"])
    >>> found.rows, found.instances[0]["wavers_between"]
    (array([1]), ['cat', 'dog'])
    """
    said = Said(axes=axes, input=input, class_names=class_names, n_classes=n_classes,
                member_weights=member_weights, renormalize=renormalize, measures=measures,
                class_weights=class_weights, log_base=log_base, normalized=normalized,
                corrected=corrected, ordered=ordered, threads=threads, columns=columns, ids=ids)
    if top is not None and rows is not None:
        raise ValueError("rows chooses the rows: leave top out")
    source = said.source(p, labels=labels)
    options = said.options(source)
    return Explanation(_core.explain(
        source=source, options=options, by=_score(by, of_class, said),
        top=9 if top is None else _arguments.whole("top", top, 1),
        rows=None if rows is None else _arguments.texts("rows", rows, ["3", "4"]),
        images=_arguments.pictures("images", images)), said.notes(options, source))


def label_next(
    p: Predictions, count: int, axes: Optional[str] = None, *, by: Optional[str] = None,
    of_class: Union[None, str, int] = None, budget: Optional[int] = None,
    class_names: Optional[Sequence[str]] = None,
    columns: Optional[Sequence[Any]] = None, ids: Any = None,
    measures: Choices = ("variance", "entropy"), class_weights: ClassWeights = None,
    member_weights: Weights = None, log_base: LogBase = 2, input: str = "probs",
    renormalize: bool = False, normalized: bool = False, corrected: bool = False, ordered: bool = False,
    n_classes: Optional[int] = None, threads: Optional[int] = None,
) -> LabelNext:
    """List the rows with the greatest score as candidates for labelling.

    count: how many; budget: at most so many of each predicted class. All else as for :func:`explain`.

    >>> import numpy as np, qualm
    >>> p = np.array([[[.9, .1], [.8, .2]], [[.9, .1], [.1, .9]]])
    >>> qualm.label_next(p, 1, axes="nmk").rows
    array([1])
    """
    said = Said(axes=axes, input=input, class_names=class_names, n_classes=n_classes,
                member_weights=member_weights, renormalize=renormalize, measures=measures,
                class_weights=class_weights, log_base=log_base, normalized=normalized,
                corrected=corrected, ordered=ordered, threads=threads, columns=columns, ids=ids)
    source = said.source(p)
    options = said.options(source)
    return LabelNext(_core.label_next(
        source=source, options=options, by=_score(by, of_class, said),
        count=_arguments.whole("count", count, 1),
        budget=0 if budget is None else _arguments.whole("budget", budget)), said.notes(options, source))
