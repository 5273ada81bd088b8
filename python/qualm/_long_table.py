# SPDX-License-Identifier: Apache-2.0
"""Tables with one number per line, as in CSV files (src/io/csv_long.h)."""
from __future__ import annotations

from typing import Any, List, Sequence, Tuple

import numpy as np

from ._name_order import in_order, is_number, is_numbering


def read_long_table(name: str, axes: Sequence[Sequence[str]], numbers: Any) -> Tuple[Any, List[str], List[str]]:
    """The array (instances, members, classes), the names of its classes and of its rows. ``axes``: row, member and class of each line."""
    rows, members, classes = axes
    if not rows:
        raise ValueError(f"{name}: has no rows: give at least one")
    first, row_names, row_of = _numbered_rows(name, rows)
    member_names, class_names = in_order(members), in_order(classes)
    per_row = len(member_names) * len(class_names)
    # Each number has one place among as many as there are lines; one left empty is what is missing.
    row_of = np.minimum(row_of, len(rows) // per_row + 1)  # further ones are outside too
    place = (row_of * len(member_names) + _places(members, member_names)) * len(class_names) + _places(classes, class_names)
    inside = np.flatnonzero(place < len(rows))
    taken, lines = np.unique(place[inside], return_index=True)

    def at(place: int) -> str:
        row, k = divmod(place, per_row)
        its_row = row_names[row] if row_names else row + first
        return f"row {its_row}, member {member_names[k // len(class_names)]}, class {class_names[k % len(class_names)]}"
    if len(taken) < len(inside):
        again = np.delete(inside, lines)[0]
        raise ValueError(f"{name}: {at(place[again])} occurs twice; remove one")
    if len(taken) < len(rows) or len(rows) % per_row:
        missing = next(i for i in range(len(rows) + 1) if i == len(taken) or taken[i] != i)
        raise ValueError(f"{name}: {at(missing)} is missing; each row needs each member and class once")
    array = np.empty(len(rows), dtype=numbers.dtype)
    array[place] = numbers
    array = array.reshape(-1, len(member_names), len(class_names))
    return array, [] if is_numbering(class_names) else class_names, row_names or [str(first + i) for i in range(len(array))]


def _numbered_rows(name: str, rows: Sequence[str]) -> Tuple[int, List[str], Any]:
    """Number of the first row, or the names of all, and the place of each line's row. The first line says which."""
    names = list(dict.fromkeys(rows))
    if not is_number(rows[0]):
        return 0, names, _places(rows, names)
    for each in names:
        if not is_number(each):
            raise ValueError(f'{name}: line {rows.index(each)}: the row "{each}" is not a number though those before are; '
                             "number the rows 0, 1, 2, ...")
    first = 0 if "0" in names else 1
    number = {each: min(int(each) - first, len(rows)) for each in names}
    return first, [], np.array([number[each] for each in rows], dtype=np.int64)


def _places(texts: Sequence[str], names: List[str]) -> Any:
    place = {each: i for i, each in enumerate(names)}
    return np.array([place[each] for each in texts], dtype=np.int64)
