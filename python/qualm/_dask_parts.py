# SPDX-License-Identifier: Apache-2.0
"""What workers of dask make of their rows, and how it is joined."""
from __future__ import annotations

import dataclasses
import re
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, TypeVar

from . import _core, _ood, _reject
from ._inputs import Said, all_arguments, said_among
from ._measure import measured, measured_source
from ._measures import Measures, concatenate, notes_on_infinite_rows
from ._notes import merged, tell
from ._ood import Detection
from ._reject import Rejection

R = TypeVar("R")


class Chunk(NamedTuple):
    """Predictions, and where they are among all."""

    rows: Any
    name: str  #: of all rows, for messages
    first: Optional[int]  #: number of the first row; None: not known


class Part(NamedTuple):
    """What a worker sends of its rows."""

    state: bytes
    notes: List[str]
    n_rescaled: Optional[int]  #: None: nothing is rescaled


def measure_part(chunk: Chunk, ids: Any, labels: Any, said: Said) -> Optional[Measures]:
    return _of_rows(chunk, lambda: measured(chunk.rows, dataclasses.replace(said, ids=ids), labels))


def reject_part(chunk: Chunk, labels: Any, name: str, keywords: Dict[str, Any]) -> Optional[Part]:
    given = all_arguments(_reject.reject, chunk.rows, labels, **keywords)
    return _of_rows(chunk, lambda: _part(_core.reject_state(**_reject.prepared(given), name=name), chunk, said_among(given)))


def ood_part(chunk: Chunk, which: int, sets: List[str], name: str, keywords: Dict[str, Any]) -> Optional[Part]:
    said, setup, scores = _ood.prepared(all_arguments(_ood.ood, chunk.rows, {}, **keywords))

    def part() -> Part:
        source = said.source(chunk.rows, chunk.name)
        return _part(_core.ood_state(source=source, which=which, sets=sets, options=said.options(source), scores=scores,
                                     setup=setup, name=name), chunk, said)
    return _of_rows(chunk, part)


def _of_rows(chunk: Chunk, work: Callable[[], R]) -> Optional[R]:
    """What the work returns, None if there are no rows; its errors count the rows from the first of all."""
    if len(chunk.rows) == 0:
        return None
    try:
        return work()
    except ValueError as error:
        place = rf"((?:(?:{re.escape(chunk.name)}|labels|ids): )?(?:label \S+ in |measure '.*' gives .* for )?row )(\d+)"
        found = re.match(place, str(error))
        if found is None or chunk.first == 0:
            raise
        row = f"{found[2]} of a chunk" if chunk.first is None else str(chunk.first + int(found[2]))
        raise ValueError(found[1] + row + str(error)[found.end():]) from None


def _part(state: bytes, chunk: Chunk, said: Said) -> Part:
    """Notes that count rows are given of all of them."""
    first = measured_source(said.source(chunk.rows[:1], chunk.name), said)
    counted = [_core.note_on_rescaled_rows(first.conventions["renormalized_rows"]), _core.note_on_one_hot_rows(),
               *notes_on_infinite_rows(first.families)]
    n_rescaled = None
    if said.renormalize:
        n_rescaled = measured(chunk.rows, dataclasses.replace(said, measures="variance")).conventions["renormalized_rows"]
    return Part(state, [note for note in first.notes if note not in counted], n_rescaled)


def _there(parts: Sequence[Any]) -> List[Any]:
    """The parts that have rows."""
    there = [part for part in parts if part is not None]
    if not there:
        raise ValueError("predictions: have no rows: give at least one")
    return there


def joined(parts: List[Optional[Measures]]) -> Measures:
    """The measures of all rows."""
    found = concatenate(_there(parts))
    tell(found.notes)
    return found


def merge_parts(parts: List[Optional[Part]], notes: List[str]) -> Any:
    """The rejection or detection of all rows; ``notes``: further ones."""
    there = _there(parts)
    notes = merged(notes, *(part.notes for part in there))
    counts = [part.n_rescaled for part in there if part.n_rescaled is not None]
    if counts:
        notes.append(_core.note_on_rescaled_rows(sum(counts)))
    command, found, _ = _core.merge([part.state for part in there], False)
    return (Rejection if command == "reject" else Detection)(found, notes)
