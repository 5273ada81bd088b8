# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from typing import Any, Dict, Optional, Sequence, Union

from . import _arguments, _core, _pandas
from ._inputs import n_threads
from ._own_measure import Choice, choices
from ._result import Result


class Axioms(Result):
    """Result of :func:`qualm.axioms`: ``a["variance"]["A5"]["verdict"]``."""

    @property
    def measures(self) -> Dict[str, Dict[str, Any]]:
        """Verdicts by measure, then by axiom."""
        measures: Dict[str, Dict[str, Any]] = self.to_dict()["measures"]
        return measures

    def to_pandas(self) -> Any:
        """DataFrame with one row per measure and axiom: verdict, by, tried, verdict per part, violated parts."""
        return _pandas.of_axioms(self.measures)

    def __getitem__(self, measure: str) -> Dict[str, Any]:
        return self.measures[measure]


def axioms(
    measure: Union[None, Choice, Sequence[Choice]] = None, axioms: Optional[Sequence[str]] = None, *,
    class_weights: Optional[Sequence[float]] = None, cases: int = 6000, seed: int = 0, threads: Optional[int] = None,
) -> Axioms:
    """Check which of the axioms A0 to A7 (and C3.1) a measure satisfies, with counterexamples.

    measure: names of families ("variance", "tsallis:1.5", ...), by default all; or a function of ``points``
    (atoms x classes), ``weights`` (one per atom, sum 1) and optionally ``class_weights`` that returns total,
    aleatoric and epistemic uncertainty.
    axioms: IDs such as ["A0", "A5"]; None: all.
    class_weights: used for measures with class weights, instead of random ones.
    cases: number of cases per axiom.
    seed: random seed.

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
