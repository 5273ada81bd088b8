# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from . import _arguments, _core, _matplotlib, _pandas
from ._inputs import Predictions, Said, n_threads, ready_scores, said_among, takes_common
from ._own_measure import Choices
from ._result import DrawnResult
from ._rows import Rows
from ._texts import name_of


class Detection(DrawnResult):
    """Result of :func:`qualm.ood`: ``d["variance.epistemic"]["mnist"]["auroc"]``."""

    @property
    def scores(self) -> Dict[str, Dict[str, Dict[str, Any]]]:
        """Statistics by score, then by set: auroc, ci95, aupr_in, aupr_out, fpr95, ..."""
        scores: Dict[str, Dict[str, Dict[str, Any]]] = self.to_dict()["scores"]
        return scores

    @property
    def comparisons(self) -> List[Dict[str, Any]]:
        """Paired tests between scores: a, b, out, difference, p_value, p_adjusted."""
        comparisons: List[Dict[str, Any]] = self.to_dict()["comparisons"]
        return comparisons

    def to_pandas(self) -> Any:
        """DataFrame with one row per score and out-of-distribution set; confidence interval in auroc_low,
        auroc_high."""
        return _pandas.of_detection(self.scores)

    def _draw(self, ax: Any) -> Any:
        return _matplotlib.draw_detection(ax, self.scores)

    def __getitem__(self, score: str) -> Dict[str, Dict[str, Any]]:
        found = self.scores
        return found[_arguments.known(score, found, "scores")]


def _named(argument: str, scores: Any) -> List[Tuple[str, Any]]:
    given, rows = _arguments.mapping(argument, scores, "{'mine': s}"), Rows()
    return [(name_of(argument, name), ready_scores(values, f"{argument}[{str(name)!r}]", rows)) for name, values in given.items()]


@takes_common()
def ood(
    inside: Union[Predictions, Mapping[str, Any]], outside: Mapping[str, Any],
    axes: Optional[str] = None, measures: Choices = ("variance", "entropy"), *,
    scores: Optional[Sequence[str]] = None, fpr95_of_in: bool = False, n_bins: int = 15,
    bootstrap: int = 0, seed: int = 0, threads: Optional[int] = None, **common: Any,
) -> Detection:
    """Evaluate out-of-distribution detection: AUROC, AUPR, FPR95, paired comparisons.

    inside: predictions for in-distribution rows; or precomputed scores, ``{"mine": s}``.
    outside: predictions of the same ensemble for out-of-distribution rows, by name, ``{"mnist": p, "kmnist": q}``;
    or precomputed scores, ``{"mnist": {"mine": t}}``.
    scores: scores to evaluate; None: the epistemic part of each family.
    fpr95_of_in: compute FPR95 with in-distribution rows as positives.
    n_bins: number of bins of histograms.
    bootstrap: number of replicates for a confidence interval of FPR95 of one run; 0: none.
    seed: random seed of the bootstrap.
    Other arguments as for :func:`qualm.measure`.

    >>> import numpy as np, qualm
    >>> known = np.array([[[.9, .1], [.8, .2]], [[.2, .8], [.3, .7]]])
    >>> strange = np.array([[[.9, .1], [.1, .9]], [[.3, .7], [.9, .1]]])
    >>> qualm.ood(known, {"strange": strange}, axes="nmk")["variance.epistemic"]["strange"]["auroc"] == 1
    True
    """
    said, setup, named = prepared(locals())
    if not isinstance(outside, Mapping) or not outside:
        raise TypeError("outside: give a dict of predictions by name, such as {'mnist': p}")
    if isinstance(inside, Mapping):
        return Detection(_core.ood_of_scores(
            inside=_named("inside", inside), scores=named, setup=setup,
            outside=[(name_of("outside", name), _named(f"outside[{name!r}]", each)) for name, each in outside.items()]))
    known = said.source(inside, "inside")
    others = [(name_of("outside", name), said.source(each, f"outside[{name!r}]", like=known))
              for name, each in outside.items()]
    return Detection(_core.ood_of_predictions(
        inside=known, outside=others, options=said.options(known), scores=named, setup=setup))


def prepared(given: Dict[str, Any]) -> Tuple[Said, _core.OodOptions, List[str]]:
    """The arguments of :func:`ood` except the predictions: common arguments, options, scores."""
    said, scores = said_among(given), given["scores"]
    setup = _core.OodOptions(fpr95_of_in=_arguments.flag("fpr95_of_in", given["fpr95_of_in"]),
                             n_bins=_arguments.whole("n_bins", given["n_bins"], 1),
                             replicates=_arguments.whole("bootstrap", given["bootstrap"]),
                             seed=_arguments.whole("seed", given["seed"]), threads=n_threads(given["threads"]))
    named = [] if scores is None else _arguments.texts("scores", scores, ["variance.epistemic"], True)
    return said, setup, named
