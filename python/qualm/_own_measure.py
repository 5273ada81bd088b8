# SPDX-License-Identifier: Apache-2.0
"""Measures by name, or custom functions."""
from __future__ import annotations

import inspect
from typing import Any, Callable, Iterable, List, Mapping, Sequence, Tuple, Union

from ._arguments import shown, unicode

#: ``(points, weights)`` or ``(points, weights, class_weights)`` to (total, aleatoric, epistemic).
OwnMeasure = Callable[..., Any]
Choice = Union[str, OwnMeasure]
Choices = Union[Choice, Sequence[Choice]]


def choices(argument: str, given: Any) -> List[Union[str, Tuple[str, OwnMeasure, bool]]]:
    """Input of the compiled module: a name, or a name, a function and whether it takes class weights."""
    if isinstance(given, str) or callable(given):
        given = [given]
    if isinstance(given, (bytes, Mapping)) or not isinstance(given, Iterable):
        raise TypeError(f"{argument}={shown(given)}: give a name, a function, or a list such as ['variance', 'entropy']")
    return [_choice(argument, each) for each in given]


def _choice(argument: str, measure: Any) -> Union[str, Tuple[str, OwnMeasure, bool]]:
    if isinstance(measure, str):
        return unicode(argument, measure).replace("_", "-")
    if not callable(measure):
        raise TypeError(f"{argument}: {shown(measure)} is neither a name nor a function")
    takes = len(inspect.signature(measure).parameters)
    if takes not in (2, 3):
        raise TypeError(f"{argument}: the function must take points, weights and optionally class_weights")
    name = getattr(measure, "__name__", type(measure).__name__)
    return name, _numbers_of(name, measure), takes == 3


def _numbers_of(name: str, measure: OwnMeasure) -> OwnMeasure:
    """The same function; raises ValueError if it does not return three numbers."""
    def checked(*args: Any) -> List[float]:
        answer = measure(*args)
        try:
            total, aleatoric, epistemic = (float(each) for each in answer)
        except (TypeError, ValueError):
            raise ValueError(f"{name}: returned {shown(answer)}; a measure gives three numbers: total, aleatoric, epistemic") from None
        return [total, aleatoric, epistemic]
    return checked
