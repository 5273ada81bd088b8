# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from typing import Any, Dict, Optional, Sequence, Union

from . import _arguments, _core, _pandas
from ._inputs import n_threads
from ._own_measure import Choice, choices
from ._result import Result


class Axioms(Result):
    """What :func:`qualm.axioms` found: ``a["variance"]["A5"]["verdict"]``."""

    @property
    def measures(self) -> Dict[str, Dict[str, Any]]:
        measures: Dict[str, Dict[str, Any]] = self.to_dict()["measures"]
        return measures

    def to_pandas(self) -> Any:
        """One row per measure and axiom: verdict, by, tried, the verdict on each part, what was violated."""
        return _pandas.of_axioms(self.measures)

    def __getitem__(self, measure: str) -> Dict[str, Any]:
        return self.measures[measure]


def axioms(
    measure: Union[None, Choice, Sequence[Choice]] = None, axioms: Optional[Sequence[str]] = None, *,
    class_weights: Optional[Sequence[float]] = None, cases: int = 6000, seed: int = 0, threads: Optional[int] = None,
) -> Axioms:
    """Which of the axioms A0 to A7 (and C3.1) a measure satisfies, with a counterexample where not.

    measure: names of families ("variance", "tsallis:1.5", ...), by default all; or a function
    of your own: it gets ``points`` (atoms x classes), ``weights`` (one per atom, sum one) and, if it
    has a third parameter, ``class_weights``; it gives total, aleatoric and epistemic uncertainty.
    class_weights: tried for measures that know class weights, in place of drawn ones.

    >>> import numpy as np, qualm
    >>> def gini(points, weights):
    ...     mean = weights @ points
    ...     total, aleatoric = 1 - mean @ mean, 1 - weights @ (points ** 2).sum(axis=1)
    ...     return total, aleatoric, total - aleatoric
    >>> qualm.axioms(gini, ["A0", "A5"], cases=200)["gini"]["A5"]["verdict"]
    'holds'
    """
    return Axioms(_core.axioms(
        measures=choices("measure", _core.families() if measure is None else measure),
        axioms=[] if axioms is None else _arguments.texts("axioms", axioms, ("A0", "A5"), True),
        class_weights=[] if class_weights is None else _arguments.numbers("class_weights", class_weights),
        cases=_arguments.whole("cases", cases), seed=_arguments.whole("seed", seed), threads=n_threads(threads)))
