# SPDX-License-Identifier: Apache-2.0
"""What users give, made ready for the compiled part: nothing here copies an array."""
from __future__ import annotations

import dataclasses
import math
from typing import Any, List, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core
from ._dirichlet import Dirichlet

#: Anything with the buffer protocol, ``__dlpack__`` or ``__array__``; lists of 2-D ones are members.
Predictions = Any
Weights = Optional[Sequence[float]]
LogBase = Union[int, float, str]


def ready(thing: Any) -> Any:
    """The same memory in a form that the compiled part reads; lists of numbers become arrays."""
    if getattr(thing, "requires_grad", False):
        return thing.detach()  # shares its memory; torch does not export what gradients flow through
    if isinstance(thing, np.ndarray) or hasattr(thing, "__dlpack__"):
        return thing
    try:
        return memoryview(thing)
    except TypeError:
        return np.asarray(thing)


def _is_array(thing: Any) -> bool:
    return hasattr(thing, "__array__") or hasattr(thing, "__dlpack__") or isinstance(thing, memoryview)


def _arrays(predictions: Predictions, name: str) -> Tuple[List[Any], List[str]]:
    if isinstance(predictions, (list, tuple)) and predictions and all(map(_is_array, predictions)):
        names = [f"{name}[{i}]" for i in range(len(predictions))]
        return [ready(each) for each in predictions], names
    return [ready(predictions)], [name]


def numbers(values: Any) -> List[float]:
    """A few numbers, such as weights, as a list."""
    return [] if values is None else [float(value) for value in np.asarray(values).ravel()]


@dataclasses.dataclass(frozen=True)
class Said:
    """How predictions are to be read and measured, as the public functions are told."""

    axes: str = "nmk"
    input: str = "probs"
    class_names: Optional[Sequence[str]] = None
    n_classes: Optional[int] = None
    member_weights: Weights = None
    renormalize: bool = False
    measures: Union[str, Sequence[str]] = ("variance", "entropy")
    class_weights: Weights = None
    log_base: LogBase = 2
    normalized: bool = False
    corrected: bool = False
    per_class: bool = False
    threads: Optional[int] = None

    def source(self, predictions: Predictions, name: str = "predictions") -> _core.Source:
        kind = self.input
        if isinstance(predictions, Dirichlet):
            predictions, kind = predictions.alpha, "dirichlet"
        arrays, names = _arrays(predictions, name)
        return _core.Source(
            arrays=arrays, names=names, axes=self.axes, input=kind,
            member_weights=numbers(self.member_weights),
            class_names=[] if self.class_names is None else [str(each) for each in self.class_names],
            n_classes=self.n_classes or 0, renormalize=self.renormalize)

    def options(self) -> _core.MeasureOptions:
        base = "e" if self.log_base == math.e else str(self.log_base)
        return _core.MeasureOptions(
            measures=self.families(), class_weights=numbers(self.class_weights), log_base=base,
            normalized=self.normalized, corrected=self.corrected, per_class=self.per_class,
            threads=n_threads(self.threads))

    def families(self) -> List[str]:
        names = [self.measures] if isinstance(self.measures, str) else list(self.measures)
        return [name.replace("_", "-") for name in names]


def n_threads(threads: Optional[int]) -> int:
    """0 is what the compiled part calls all cores."""
    if threads is None:
        return 0
    if threads < 1:
        raise ValueError(f"threads={threads}: at least 1, or None for all cores")
    return threads
