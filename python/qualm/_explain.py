# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import numbers
from typing import Any, Dict, List, Optional, Sequence, Union

import numpy as np

from . import _arguments, _core, _pandas
from ._inputs import Predictions, said_of, takes_common
from ._result import DrawnResult, Result
from ._types import Rows


def with_scores(result: Result) -> List[Dict[str, Any]]:
    """The rows of the JSON with their scores, which can be infinite: JSON has no infinity."""
    return [{**row, "score": score} for row, score in zip(result.to_dict()["rows"], result.scores_of_rows())]


class Explanation(DrawnResult):
    """Result of :func:`qualm.explain`: the most uncertain instances, class by class."""

    @property
    def instances(self) -> List[Dict[str, Any]]:
        """By descending score: row, score, predicted, predicted_name, mean, members, per_class, advice, words."""
        return with_scores(self)

    @property
    def rows(self) -> Rows:
        """Numbers of the explained rows."""
        return np.array([each["row"] for each in self.instances], dtype=np.int64)

    def to_pandas(self) -> Any:
        """DataFrame with one row per instance, indexed by ID or number: score, predicted, predicted_name, words,
        mean and parts per class."""
        found = self.to_dict()
        return _pandas.of_rows(self.instances, found["class_names"], found["conventions"]["per_class"] or "")


class LabelNext(Result):
    """Result of :func:`qualm.label_next`: the rows with the highest score, as candidates for labelling."""

    @property
    def rows(self) -> Rows:
        """Numbers of the listed rows, by descending score."""
        return np.array([each["row"] for each in self.to_dict()["rows"]], dtype=np.int64)

    def to_pandas(self) -> Any:
        """DataFrame with one row per instance by descending score, indexed by ID or number: score, predicted,
        predicted_name."""
        return _pandas.of_rows(with_scores(self), [])


def _chosen_by(by: Optional[str], of_class: Union[None, str, int]) -> Dict[str, str]:
    if isinstance(of_class, bool) or not isinstance(of_class, (str, numbers.Integral, type(None))):
        raise TypeError(f"of_class={_arguments.shown(of_class)}: give the name or number of a class")
    return {"by": "" if by is None else _arguments.text("by", by, "variance.epistemic"),
            "of_class": "" if of_class is None else str(of_class)}


@takes_common()
def explain(
    p: Predictions, axes: Optional[str] = None, *, by: Optional[str] = None,
    of_class: Union[None, str, int] = None, top: Optional[int] = None,
    rows: Optional[Sequence[Union[int, str]]] = None, labels: Any = None, images: Any = None,
    **common: Any,
) -> Explanation:
    """Explain the most uncertain instances, class by class.

    The text names the greater part of each class's variance (docs/explain.md). It does not say whether more
    data would help.

    by: score that ranks the rows, by default the epistemic part of the first measure; of_class: rank by the
    score of one class. top: number of rows, 9 by default. rows: explain these rows instead, given by number,
    or by ID if rows have IDs.
    labels: the true class of each row, by number or name. images: one image per row, N x H x W (x 3).
    Notebooks show the result as a plot, ``print`` as text.

    >>> import numpy as np, qualm
    >>> p = np.array([[[.9, .1], [.8, .2]], [[.9, .1], [.1, .9]]])
    >>> found = qualm.explain(p, axes="nmk", top=1, class_names=["cat", "dog"])
    >>> found.rows, found.instances[0]["wavers_between"]
    (array([1]), ['cat', 'dog'])
    """
    said = said_of(common, axes=axes)
    source = said.source(p, labels=labels)
    return Explanation(_core.explain(
        source=source, options=said.options(source), **_chosen_by(by, of_class),
        top=None if top is None else _arguments.whole("top", top, 1),
        rows=None if rows is None else _arguments.texts("rows", rows, ["3", "4"]),
        images=_arguments.pictures("images", images)))


@takes_common()
def label_next(
    p: Predictions, count: int, axes: Optional[str] = None, *, by: Optional[str] = None,
    of_class: Union[None, str, int] = None, budget: Optional[int] = None, **common: Any,
) -> LabelNext:
    """List the rows with the highest score as candidates for labelling.

    count: number of rows; budget: maximum per predicted class. Other arguments as for :func:`explain`.

    >>> import numpy as np, qualm
    >>> p = np.array([[[.9, .1], [.8, .2]], [[.9, .1], [.1, .9]]])
    >>> qualm.label_next(p, 1, axes="nmk").rows
    array([1])
    """
    said = said_of(common, axes=axes)
    source = said.source(p)
    return LabelNext(_core.label_next(
        source=source, options=said.options(source), **_chosen_by(by, of_class),
        count=_arguments.whole("count", count, 1),
        budget=0 if budget is None else _arguments.whole("budget", budget)))
