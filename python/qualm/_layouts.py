# SPDX-License-Identifier: Apache-2.0
"""Which columns of a table hold the numbers: one per class, one per member and class, or one number per line.

The layouts and rules are those of CSV files (docs/io.md): a table and the file written from it mean the same."""
from __future__ import annotations

import itertools
from typing import Any, Callable, Dict, List, NamedTuple, Sequence, Tuple

from . import _core
from ._name_order import in_place, is_numbering

#: Name of a column, then what TableColumn in include/qualm/io.h has, in that order.
SeenColumn = Tuple[str, bool, bool, bool, bool, bool]

_LONG = ("row", "member", "class", "prob")
#: A class whatever its entries are.
_PLAIN: SeenColumn = ("p", False, False, True, False, False)


class Layout(NamedTuple):
    columns: List[int]  #: places of the columns, in the order of the numbers
    class_names: List[str]  #: empty: none
    n_members: int = 0  #: of one column per member and class; else 0
    is_long: bool = False  #: the columns are row, member, class, prob
    notes: List[str] = []

    def shaped(self, numbers: Any) -> Any:
        """The chosen columns with an axis of members, if they have one."""
        return numbers.reshape(len(numbers), self.n_members, len(self.columns) // self.n_members) if self.n_members else numbers


def find_layout(name: str, names: List[str], see: Callable[[int], SeenColumn]) -> Layout:
    """Chooses among all columns. ``see``: what is seen of the column in one place."""
    if all(each in names for each in _LONG):
        used = [names.index(each) for each in _LONG]
        seen = [_PLAIN if i in used else (*see(i)[:3], False, False, False) for i in range(len(names))]
        return Layout(used, [], is_long=True, notes=_nothing_else(name, names, seen, used, ", ".join(_LONG)))
    wide = {(names[i].split("_", 2)[1], names[i].split("_", 2)[2]): i for i in range(len(names))
            if names[i].startswith("p_") and names[i].count("_") > 1}
    seen = [see(i) for i in range(len(names))]
    if wide:
        used = list(wide.values())
        return _wide(name, wide, _nothing_else(name, names, seen, used, "p_<member>_<class>"))
    columns, notes = _core.choose_columns(name, seen)
    texts = [i for i, each in enumerate(seen) if each[1] and not _core.identifies_rows(names[i])]
    for i in columns:
        if len({*columns, *texts}) > 1 and names[i] in ("member", "prob"):
            raise ValueError(f"{name}: has a column {names[i]} but not all of {', '.join(_LONG)}; the long layout needs these four")
    return of_classes(columns, names)._replace(notes=notes)


def of_classes(columns: List[int], names: List[str]) -> Layout:
    """One column per class."""
    return Layout(columns, [names[i] for i in columns])


def _nothing_else(name: str, names: List[str], seen: List[SeenColumn], used: List[int], expected: str) -> List[str]:
    """Notes on the columns that are left out; throws if one is neither used nor left out."""
    values, notes = _core.choose_columns(name, seen)
    for i in values:
        if names[i] not in [names[j] for j in used]:  # the same name twice is refused as such
            raise ValueError(f'{name}: column {i + 1} ("{names[i]}") is neither {expected} nor row, id, index or label; rename or remove it')
    return notes


def _wide(name: str, columns: Dict[Tuple[str, str], int], notes: List[str]) -> Layout:
    members, classes = (list(dict.fromkeys(axis)) for axis in zip(*columns))
    for member, each in itertools.product(members, classes):
        if (member, each) not in columns:
            raise ValueError(f'{name}: the column "p_{member}_{each}" is missing; each member needs each class')
    members, names = in_place(members), in_place(classes)
    return Layout([columns[pair] for pair in itertools.product(members, names)], [] if is_numbering(names) else names, len(members), notes=notes)
