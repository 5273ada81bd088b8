# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from typing import Any, Dict, Optional

from . import _arguments, _core
from ._inputs import Predictions, Said, takes_common, typed_as
from ._measures import PARTS, Family, Measures, Parts
from ._notes import merged, tell


@typed_as(Said)
@takes_common(without=())
def measure(p: Predictions, *args: Any, **keywords: Any) -> Measures:
    """Compute total, aleatoric and epistemic uncertainty of each prediction.

    ``p`` is an array of numpy, torch (on the CPU) or anything else with the buffer protocol or
    ``__dlpack__``: float16, float32 or float64, in any axis order and with any strides, and it is
    not copied. A list of 2-D arrays is one member each, a list of 3-D arrays one run each.

    axes: what each axis is: n instance, m member, k class. None: inferred as on the command line
    (docs/predictions.md) and reported in ``conventions["axes"]``; an error asks where two readings
    are possible.
    ids: what each row is called in output; a DataFrame's index unless it is a RangeIndex.
    columns: which columns of a DataFrame are classes; None: all of numbers.
    class_names: names the classes; selects and orders the columns of DataFrames by name.
    measures: names out of ``qualm.families()``, "tsallis:1.5", or functions of your own: of points
    (members x classes) and weights (one per member) to (total, aleatoric, epistemic).
    class_weights: of label-wise measures, a list or ``{"cat": 5}``; member_weights: scaled to sum one.
    log_base: 2 (bits), "e" (nats) or "K" (parts of log K).
    per_class: also the values of each class, and the mean prediction.
    input: "probs", "logits", "dirichlet", "counts" or "votes" (instances x members).
    normalized: divide by each measure's maximum; corrected: EU times M/(M-1).
    ordered: the classes have an order, that of their names: allows the ordinal measures.
    extras: further numbers of the measures that have them: "pairwise", or "entropy.pairwise" of one.
    threads: None is all cores, or OMP_NUM_THREADS. The result does not depend on it.

    Raises ValueError that names row, member and class where a number is no probability.

    >>> import numpy as np, qualm
    >>> p = np.array([[[1, 0], [0, 1]], [[.5, .5], [.5, .5]]])  # members differ; members are equal
    >>> doubts = qualm.measure(p, axes="nmk")
    >>> doubts.variance.epistemic
    array([0.5, 0. ])
    >>> doubts.entropy.total
    array([1., 1.])
    >>> doubts
    qualm.Measures of 2 instances, 2 members, 2 classes; means:
              unit      total  aleatoric  epistemic
    variance  variance  0.5    0.25       0.25
    entropy   bits      1      0.5        0.5
    """
    found = measured(p, Said(*args, **keywords))
    tell(found.notes)
    return found


def measured(p: Predictions, said: Said) -> Measures:
    """Measures what the keywords of :func:`measure` say."""
    return measured_source(said.source(p), said)


def measured_source(source: _core.Source, said: Said) -> Measures:
    """The same of predictions that are understood already."""
    options = said.options(source)
    found = _core.measure(source, options)
    weights = _arguments.weights_by_name("class_weights", said.class_weights, source.class_names)
    return measures_of(found, {
        "n_instances": source.n_instances, "n_members": source.n_members, "n_classes": source.n_classes,
        "n_runs": source.n_runs, "class_names": source.class_names, "ids": source.ids, "axes": source.axes,
        "input": source.input, "log_base": options.log_base, "normalized": said.normalized,
        "corrected": said.corrected, "ordered": said.ordered, "class_weights": weights,
        "member_weights": _arguments.numbers("member_weights", said.member_weights)})


def measures_of(found: Dict[str, Any], info: Dict[str, Any]) -> Measures:
    """What the compiled part found, and what it says of the predictions."""
    conventions: Dict[str, Any] = {
        "axes": info["axes"], "input": info["input"], "log_base": info["log_base"],
        "normalized": info["normalized"], "class_weights": info["class_weights"] or [1.0] * info["n_classes"],
        "member_weights": info["member_weights"] or None, "corrected": info["corrected"],
        "ordered": info["ordered"],
        "renormalized_rows": found["renormalized_rows"]}
    return Measures(
        n_instances=info["n_instances"], n_members=info["n_members"], n_classes=info["n_classes"],
        n_runs=info["n_runs"], class_names=info["class_names"], predicted=found["predicted"],
        mean=found["mean"], conventions=conventions, ids=info["ids"] or None,
        notes=merged(found["notes"]),
        families={name: _family(name, values) for name, values in found["families"].items()})


def _parts(values: Optional[Dict[str, Any]]) -> Optional[Parts]:
    return None if values is None else Parts(*(values[part] for part in PARTS))


def _family(name: str, values: Dict[str, Any]) -> Family:
    return Family(values["total"], values["aleatoric"], values["epistemic"], name=name,
                  unit=values["unit"], per_class=_parts(values["per_class"]), std=_parts(values["std"]),
                  extras=values["extras"])
