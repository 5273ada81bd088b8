# SPDX-License-Identifier: Apache-2.0
"""Property tests of custom measures."""
from __future__ import annotations

import warnings
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Tuple

import numpy as np

from . import _arguments
from ._measure import measure
from ._measures import PARTS
from ._notes import Note
from ._own_measure import Choice, choices

_Rule = Callable[[Any, Any], Any]
#: Differences below this are rounding, except where a value must be exactly 0.
_TOLERANCE = 1e-9
_ADDITIVE = "TU = AU + EU"


class Promise(NamedTuple):
    """One property of a measure and its counterexample, if any."""

    text: str  #: the property, such as "EU >= 0"
    found: str = ""  #: values of the counterexample; empty if there is none
    points: Any = None  #: members x classes of the counterexample
    weights: Any = None  #: member weights of the counterexample

    @property
    def holds(self) -> bool:
        """Whether no counterexample was found."""
        return not self.found

    def __str__(self) -> str:
        if self.holds:
            return f"yes  {self.text}"
        return f"no   {self.text}: {self.found} at points={_short(self.points)}, weights={_short(self.weights)}"


class Check:
    """Result of :func:`qualm.check`; true if every property holds."""

    def __init__(self, name: str, n_cases: int, promises: List[Promise]) -> None:
        self.name = name  #: name of the measure
        self.n_cases = n_cases  #: number of random cases
        self.promises = promises  #: one per property

    def __bool__(self) -> bool:
        return all(promise.holds for promise in self.promises)

    def __repr__(self) -> str:
        return "\n".join([f"{self.name}: {self.n_cases} random cases", *map(str, self.promises)])


def _short(array: Any) -> str:
    return repr(np.round(array, 4).tolist()).replace(" ", "")


def _near(a: Any, b: Any) -> bool:
    return bool(np.all(np.abs(a - b) <= _TOLERANCE))


def _rule(given: Choice) -> Tuple[str, _Rule]:
    (choice,) = choices("measure", [given])
    if not isinstance(choice, str):
        name, function, takes_class_weights = choice
        if takes_class_weights:
            return name, lambda points, weights: function(points, weights, np.ones(points.shape[1]))
        return name, function
    named = choice

    def ours(points: Any, weights: Any) -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Note)
            found = measure(points[None], "nmk", measures=[named], member_weights=weights, ordered=True)
        return [found[f"{named}.{part}"][0] for part in PARTS]
    return named, ours


def _cases(n_cases: int, rng: Any) -> Iterator[Tuple[Any, Any]]:
    """Small cases first, every second one on a coarse grid, so that the first counterexample is simple."""
    for i in range(n_cases):
        n_classes, n_members = 2 + 4 * i // n_cases, 1 + i // 2 % 5
        if i % 2 == 0:
            points = rng.multinomial(4, np.full(n_classes, 1 / n_classes), size=n_members) / 4
            yield points, np.full(n_members, 1 / n_members)
        else:
            spread = 10 ** rng.uniform(-1, 1)
            yield rng.dirichlet(np.full(n_classes, spread), size=n_members), rng.dirichlet(np.ones(n_members))


def _look(rule: _Rule, points: Any, weights: Any) -> Iterator[Tuple[str, bool, str]]:
    """Each property, whether it holds for these members, and the values found."""
    total, aleatoric, epistemic = values = np.array(rule(points, weights), dtype=float)
    yield "values are finite", bool(np.isfinite(values).all()), f"TU, AU, EU = {values.tolist()}"
    if not np.isfinite(values).all():
        return
    yield _ADDITIVE, _near(total, aleatoric + epistemic), f"TU = {total:.6g}, AU + EU = {aleatoric + epistemic:.6g}"
    yield "EU >= 0", epistemic >= -_TOLERANCE, f"EU = {epistemic:.6g}"
    equal = rule(np.repeat(points[:1], len(points), axis=0), weights)[2]
    yield "EU = 0 for equal members", equal == 0, f"EU = {equal:.6g} if all members are as the first"
    turned = np.array(rule(points[::-1], weights[::-1]))
    yield ("the order of members does not matter", _near(values, turned),
           f"TU, AU, EU = {_short(values)}, in reverse order {_short(turned)}")
    certain = rule(np.eye(points.shape[1])[:1], np.ones(1))[0]
    yield "TU = 0 for a certain prediction", _near(certain, 0), f"TU = {certain:.6g} if class 0 is certain"
    of_mean, *of_members = (rule(point[None], np.ones(1))[0] for point in (weights @ points, *points))
    mean = weights @ of_members
    yield "TU is concave", of_mean >= mean - _TOLERANCE, f"TU of the mean = {of_mean:.6g}, mean of TU = {mean:.6g}"


def check(measure: Choice, *, additive: bool = True, cases: int = 400, seed: int = 0) -> Check:
    """Test the properties of a measure on random members: one line per property, with a counterexample if it fails.

    measure: a function, as for :func:`qualm.measure`, or a name. Values must be finite; TU = AU + EU,
    unless additive is False; EU is not negative, and exactly 0 for equal members; the order of the members does
    not matter; TU of a certain prediction is 0; TU is concave: TU of the mean is at least the mean TU of the members.
    additive: whether TU = AU + EU is required.
    cases: number of random cases.
    seed: random seed.

    >>> import qualm
    >>> bool(qualm.check("variance", cases=20))
    True
    """
    name, rule = _rule(measure)
    found: Dict[str, Promise] = {}
    for points, weights in _cases(_arguments.whole("cases", cases, 1), np.random.default_rng(seed)):
        for text, holds, seen in _look(rule, points, weights):
            if found.setdefault(text, Promise(text)).holds and not holds:
                found[text] = Promise(text, seen, points, weights)
    return Check(name, cases, [each for each in found.values() if additive or each.text != _ADDITIVE])
