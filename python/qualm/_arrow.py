# SPDX-License-Identifier: Apache-2.0
"""Tables of pyarrow, Polars, DuckDB and others, through the Arrow C data interface."""
from __future__ import annotations

from typing import Any, List, Optional, Sequence

from . import _core
from ._frames import DESCRIBING, Frame, refuse_column


def is_arrow(thing: Any) -> bool:
    """Whether it has the interface; what pandas has is read as pandas."""
    has_one = hasattr(thing, "__arrow_c_stream__") or hasattr(thing, "__arrow_c_array__")
    return has_one and not hasattr(thing, "iloc")


def read_table(table: Any, columns: Optional[Sequence[Any]], name: str) -> Frame:
    """Columns of numbers are classes with names; a column of lists holds the classes, or members of classes."""
    held = _core.ArrowTable(table, name)
    names, kinds = held.names, held.kinds
    if len(set(names)) < len(names):
        raise ValueError(f"{name}: two columns have the same name: rename one")
    if columns is None:
        chosen = _all_classes(names, kinds, name)
    else:
        chosen = [names.index(str(each)) if str(each) in names else refuse_column(each, names, name)
                  for each in columns]
    lists = [i for i in chosen if kinds[i] == "list"]
    if lists and len(chosen) > 1:
        raise ValueError(f"{name}: column {names[lists[0]]!r} holds lists: choose it alone, "
                         f"columns=[{names[lists[0]]!r}]")
    numbers = held.numbers(chosen)
    if not chosen or lists or names == [""]:
        return Frame(numbers, [], None)
    found = [names[i] for i in chosen]
    numbered = found == [str(i) for i in range(len(found))]
    return Frame(numbers, [] if numbered else found, None)


def read_column(table: Any, name: str) -> Any:
    """One entry per row: the only column, or the one that is called like the argument."""
    held = _core.ArrowTable(table, name)
    names = held.names
    if len(names) == 1:
        return held.entries(0)
    usual = [i for i, each in enumerate(names) if each in (name, name[:-1])]
    others = [i for i, each in enumerate(names) if each not in ("row", "id", "index", "")]
    for found in (usual, others):
        if len(found) == 1:
            return held.entries(found[0])
    raise ValueError(f"{name}: holds {len(names)} columns ({', '.join(names)}): give one of them")


def _all_classes(names: List[str], kinds: List[str], name: str) -> List[int]:
    usable = [i for i, kind in enumerate(kinds) if kind in ("number", "list") and names[i] not in DESCRIBING]
    lists = [i for i in usable if kinds[i] == "list"]
    if lists and len(usable) > 1:
        raise ValueError(f"{name}: column {names[lists[0]]!r} holds lists, and there are other columns of numbers: "
                         f"choose one, such as columns=[{names[lists[0]]!r}]")
    if not usable:
        raise TypeError(f"{name}: the table has no column of numbers")
    return usable
