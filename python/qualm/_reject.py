# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import numbers
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _arguments, _core, _matplotlib, _pandas
from ._inputs import Predictions, n_threads, ready_scores, said_among, takes_common
from ._own_measure import Choices
from ._result import DrawnResult
from ._rows import Rows
from ._texts import name_of
from ._types import Floats


class Curve:
    """The accuracy-rejection curve and statistics of one score."""

    def __init__(self, name: str, values: Dict[str, Any]) -> None:
        self.name = name  #: name of the score
        self.values = values  #: statistics as in the JSON, also attributes: aurc, auarc, e_aurc, augrc, auroc_error, ci95, ...
        self.rejected: Floats = np.array(values["rejected"], dtype=float)  #: share of rows rejected at each point
        self.accuracy: Floats = np.array(values["accuracy"], dtype=float)  #: accuracy of the rows kept; NaN if none is kept

    def __getattr__(self, name: str) -> Any:
        values = self.__dict__.get("values", {})
        if name not in values:
            raise AttributeError(f"a curve has no {name!r}: it has {', '.join(values)}")
        return values[name]

    def __repr__(self) -> str:
        return f"<Curve {self.name}: aurc {self.values['aurc']}, {len(self.rejected)} points>"


class Rejection(DrawnResult):
    """Result of :func:`qualm.reject`; ``curves`` has one curve per score, ``random`` and ``oracle``."""

    @property
    def accuracy(self) -> float:
        """Accuracy of all rows, without rejection."""
        return float(self.to_dict()["accuracy"])

    @property
    def curves(self) -> Dict[str, Curve]:
        """Curves by name of the score, and ``random`` and ``oracle``."""
        return {name: Curve(name, values) for name, values in self.to_dict()["curves"].items()}

    def to_pandas(self, curves: bool = False) -> Any:
        """DataFrame of areas and intervals, one row per score; with ``curves`` one row per score and point."""
        found = self.to_dict()["curves"]
        return _pandas.of_curves(found) if curves else _pandas.of_areas(found)

    def _draw(self, ax: Any) -> Any:
        return _matplotlib.draw_rejection(ax, self.to_dict()["curves"])

    def __getitem__(self, score: str) -> Curve:
        curves = self.to_dict()["curves"]
        return Curve(score, curves[_arguments.known(score, curves, "scores")])


def _calibration(given: Any, rows: Rows) -> Tuple[Optional[float], Any]:
    if given is None:
        return None, None
    if isinstance(given, numbers.Real) and not isinstance(given, numbers.Integral):
        return float(given), None
    is_mask = getattr(given, "dtype", None) == bool  # else an index is not that of the rows
    return None, ready_scores(given, "calibration", rows if is_mask else Rows(), "give row numbers, or True and False")


def _shares(name: str, given: Any) -> List[float]:
    values = _arguments.numbers(name, given)
    for value in values:
        if not 0 <= value <= 1:
            raise ValueError(f"{name}: {value:g} is not a share: give numbers from 0 to 1")
    return values


@takes_common()
def reject(
    p: Optional[Predictions] = None, labels: Any = None, axes: Optional[str] = None,
    measures: Choices = ("variance", "entropy"), *,
    scores: Union[None, Sequence[str], Mapping[str, Any]] = None, correct: Any = None,
    portions: Union[None, str, Sequence[float]] = None, max_points: int = 1000, band: str = "std",
    band_ddof: int = 1, coverages: Sequence[float] = (0.8, 0.9, 0.95),
    risks: Sequence[float] = (0.01, 0.05), n_bins: int = 15, area: str = "mean", optimum: str = "exact",
    binning: str = "equal-width", bootstrap: Optional[int] = None,
    guarantee: Optional[Tuple[float, float]] = None, guarantee_method: str = "fixed-sequence",
    calibration: Any = None, seed: int = 0, threads: Optional[int] = None, **common: Any,
) -> Rejection:
    """Evaluate rejection of uncertain rows: accuracy-rejection curves, areas, intervals, guarantees.

    Give predictions ``p`` and the true class of each row in ``labels``, by number or by name; or precomputed
    scores, one number per row, ``scores={"mine": s}``, and ``correct`` (1 if the prediction is correct); or
    both, to compare the scores with the measures of ``p``. ``scores`` can also be a list of scores of ``p``
    to evaluate: ``["variance.epistemic", "variance.epistemic[Shirt]"]``.

    correct: 1 if the prediction is correct, else 0, one per row; only without ``p``.
    scores: names of scores of ``p``, or precomputed scores by name; None: all parts of each family.
    calibration: calibration rows for the guarantee: a share, row numbers or a boolean mask.
    coverages: report the accuracy at these coverages.
    risks: report the greatest coverage at these error rates.
    portions: rejected shares at which the curves have points; "paper": 0, 2%, ... 98%; None: all.
    max_points: maximum number of points of a curve if portions is None.
    band: band around the mean curve of several runs: "std", "sem" or "t95".
    band_ddof: delta degrees of freedom for sem and t95.
    n_bins: number of bins of histograms and of the reliability diagram.
    binning: bins of the reliability diagram and ECE: "equal-width" or "equal-mass".
    area: area rule for AURC and AUARC: "mean" or "trapezoid".
    optimum: reference for E-AURC: "exact" or "asymptotic".
    seed: random seed of bootstrap and calibration.
    bootstrap: number of replicates for percentile bootstrap intervals; 0 or None: jackknife, which has better
    coverage with few errors.
    guarantee: (risk, delta): a threshold such that the expected error rate of new rows kept is at
    most risk, with probability 1 - delta, if new rows come from the distribution of the calibration rows;
    requires ``calibration``: a share of the rows (0.5), an array of row numbers or a boolean mask.
    guarantee_method: "fixed-sequence", or "binary-search", which keeps fewer rows.
    Other arguments as for :func:`qualm.measure` and ``qualm reject --help``.

    >>> import numpy as np, qualm
    >>> p = np.array([[[.9, .1], [.8, .2]], [[.9, .1], [.1, .9]], [[.2, .8], [.3, .7]]])
    >>> curves = qualm.reject(p, labels=[0, 1, 1])
    >>> curves.accuracy
    0.6666666666666666
    >>> curves["variance.epistemic"].auarc
    0.8888888888888888
    """
    return Rejection(_core.reject(**prepared(locals())))


def prepared(given: Dict[str, Any]) -> Dict[str, Any]:
    """The arguments of :func:`reject` for the compiled module."""
    scores, threads, p, correct, rows = given["scores"], given["threads"], given["p"], given["correct"], Rows()
    said = said_among(given)
    source = None if p is None else said.source(p, labels=given["labels"], rows=rows)
    foreign: Sequence[Tuple[str, Any]] = []
    names: Sequence[str] = []
    if isinstance(scores, Mapping):
        foreign = [(name_of("scores", name), ready_scores(values, f"scores[{str(name)!r}]", rows)) for name, values in scores.items()]
    elif scores is not None:
        if not isinstance(scores, str) and np.asarray(scores).dtype.kind in "buif":
            raise TypeError('scores: give numbers a name, such as scores={"mine": array}')
        names = _arguments.texts("scores", scores, ["variance.epistemic"], one_is_enough=True)
    if correct is not None:
        correct = ready_scores(correct, "correct", rows, "give 1 or True where the prediction is correct, else 0 or False")
    share, calibration = _calibration(given["calibration"], rows)
    portions, bootstrap, guarantee = given["portions"], given["bootstrap"], given["guarantee"]
    if isinstance(portions, str) and portions != "paper":
        raise ValueError(f"portions={_arguments.shown(portions)}: give numbers from 0 to 1, 'paper' or None")
    at = _core.paper_portions() if isinstance(portions, str) else _shares("portions", portions)
    job = _core.RejectJob(
        portions=at, max_points=_arguments.whole("max_points", given["max_points"]),
        band=_arguments.text("band", given["band"], "std"), band_ddof=_arguments.whole("band_ddof",
        given["band_ddof"]),
        coverages=_shares("coverages", given["coverages"]), risks=_shares("risks", given["risks"]),
        n_bins=_arguments.whole("n_bins", given["n_bins"], 1), area=_arguments.text("area", given["area"], "mean"),
        optimum=_arguments.text("optimum", given["optimum"], "exact"),
        binning=_arguments.text("binning", given["binning"], "equal-width"),
        replicates=0 if bootstrap is None else _arguments.whole("bootstrap", bootstrap),
        guarantee=None if guarantee is None else _arguments.pair("guarantee", guarantee, (0.02, 0.05)),
        guarantee_method=_arguments.text("guarantee_method", given["guarantee_method"], "fixed-sequence"),
        calibration_share=share, seed=_arguments.whole("seed", given["seed"]), threads=n_threads(threads))
    return {"source": source, "options": said.options(source), "scores": names, "foreign": foreign, "correct": correct,
            "calibration_rows": calibration, "job": job}
