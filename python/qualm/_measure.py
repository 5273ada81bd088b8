# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from typing import Any, Dict, Optional

from . import _arguments, _core
from ._inputs import Predictions, Said, refuse_unknown, takes_common, typed_as
from ._measures import PARTS, Family, Measures, Parts
from ._notes import merged, tell


@typed_as(Said)
@takes_common(without=())
def measure(p: Predictions, *args: Any, labels: Any = None, **keywords: Any) -> Measures:
    """Compute total, aleatoric and epistemic uncertainty of each prediction.

    ``p`` is a numpy array, a torch tensor (on a GPU: copied) or any object with the buffer protocol or
    ``__dlpack__``: float16, float32 or float64, with any axis order and strides. It is read in place, without
    copying. In a list, each 2-D array is a member and each 3-D array a run.

    axes: meaning of each axis, such as "mnk": n instance, m member, k class. None: inferred as on the command
    line (docs/predictions.md) and reported in ``conventions["axes"]``; an error if it is ambiguous.
    labels: true class of each row, by number or by name, for ``.labels`` and the output.
    ids: one ID per row for the output. Default: the index of a DataFrame unless it is a RangeIndex.
    columns: class columns of a DataFrame or Arrow table; None: all numeric columns.
    class_names: class names; select and order the columns of DataFrames.
    measures: names out of ``qualm.families()``, "tsallis:1.5", or functions of points (members x classes) and
    weights (one per member) that return (total, aleatoric, epistemic).
    class_weights: for label-wise measures, a list, or ``{"cat": 5}`` or a Series by name; member_weights: normalized to sum to 1.
    log_base: 2 (bits), "e" (nats) or "K" (fractions of log K).
    per_class: also return per-class values and the mean prediction.
    input: "probs", "logits", "dirichlet", "counts" or "votes" (instances x members).
    normalized: divide by each measure's maximum; corrected: EU times M/(M-1).
    ordered: the classes are ordered, in the order of their names; required by the ordinal measures.
    extras: additional values that some measures have: "pairwise", or "entropy.pairwise" for one measure.
    renormalize: rescale rows that do not sum to 1; counted in ``conventions["renormalized_rows"]``.
    n_classes: number of classes, for votes in which some classes may not occur.
    memory: memory limit for the scores of reject and ood, such as "4GB"; "auto": half of the available memory.
    threads: number of threads. None: OMP_NUM_THREADS, else all cores. The result does not depend on it.

    Raises ValueError with row, member and class if a number is not a probability.

    >>> import numpy as np, qualm
    >>> p = np.array([[[1, 0], [0, 1]], [[.5, .5], [.5, .5]]])  # members differ; members are equal
    >>> result = qualm.measure(p, axes="nmk")
    >>> result.variance.epistemic
    array([0.5, 0. ])
    >>> result.entropy.total
    array([1., 1.])
    >>> result
    qualm.Measures of 2 instances, 2 members, 2 classes; means:
              unit      total  aleatoric  epistemic
    variance  variance  0.5    0.25       0.25
    entropy   bits      1      0.5        0.5
    """
    refuse_unknown(keywords)
    found = measured(p, Said(*args, **keywords), labels)
    tell(found.notes)
    return found


def measured(p: Predictions, said: Said, labels: Any = None) -> Measures:
    """Measures with the keywords of :func:`measure`."""
    return measured_source(said.source(p, labels=labels), said)


def measured_source(source: _core.Source, said: Said) -> Measures:
    """The same for predictions with resolved axes."""
    options = said.options(source)
    found = _core.measure(source, options)
    weights = _arguments.weights_by_name("class_weights", said.class_weights, source.class_names)
    return measures_of(found, {
        "n_instances": source.n_instances, "n_members": source.n_members, "n_classes": source.n_classes,
        "n_runs": source.n_runs, "class_names": source.class_names, "ids": source.ids,
        "labels": source.labels, "axes": source.axes,
        "input": source.input, "log_base": options.log_base, "normalized": said.normalized,
        "corrected": said.corrected, "ordered": said.ordered, "class_weights": weights,
        "member_weights": _arguments.numbers("member_weights", said.member_weights)})


def measures_of(found: Dict[str, Any], info: Dict[str, Any]) -> Measures:
    """Converts the result of the compiled module."""
    conventions: Dict[str, Any] = {
        "axes": info["axes"], "input": info["input"], "log_base": info["log_base"],
        "normalized": info["normalized"], "class_weights": info["class_weights"] or [1.0] * info["n_classes"],
        "member_weights": info["member_weights"] or None, "corrected": info["corrected"],
        "ordered": info["ordered"],
        "renormalized_rows": found["renormalized_rows"]}
    return Measures(
        n_instances=info["n_instances"], n_members=info["n_members"], n_classes=info["n_classes"],
        n_runs=info["n_runs"], class_names=info["class_names"], predicted=found["predicted"],
        mean=found["mean"], conventions=conventions, ids=info["ids"] or None, labels=info["labels"],
        notes=merged(found["notes"]),
        families={name: _family(name, values) for name, values in found["families"].items()})


def _parts(values: Optional[Dict[str, Any]]) -> Optional[Parts]:
    return None if values is None else Parts(*(values[part] for part in PARTS))


def _family(name: str, values: Dict[str, Any]) -> Family:
    return Family(values["total"], values["aleatoric"], values["epistemic"], name=name,
                  unit=values["unit"], per_class=_parts(values["per_class"]), std=_parts(values["std"]),
                  extras=values["extras"])
