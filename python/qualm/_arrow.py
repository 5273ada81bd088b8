# SPDX-License-Identifier: Apache-2.0
"""Tables of pyarrow, Polars, DuckDB and others, through the Arrow C data interface."""
from __future__ import annotations

from typing import Any, List, Optional, Sequence, Tuple

from . import _core
from ._frames import Frame, RowIds, refuse_column, seen


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
    notes: List[str] = []
    if columns is None:
        chosen, notes = _all_classes(held, name)
    else:
        chosen = [names.index(str(each)) if str(each) in names else refuse_column(each, names, name)
                  for each in columns]
    lists = [i for i in chosen if kinds[i] == "list"]
    if lists and len(chosen) > 1:
        raise ValueError(f"{name}: column {names[lists[0]]!r} holds lists: choose it alone, "
                         f"columns=[{names[lists[0]]!r}]")
    numbers = held.numbers(chosen)
    if not chosen or lists or names == [""]:
        return Frame(numbers, [], None, _row_ids(held, chosen), notes)
    found = [names[i] for i in chosen]
    numbered = found == [str(i) for i in range(len(found))]
    return Frame(numbers, [] if numbered else found, None, _row_ids(held, chosen), notes)


def _row_ids(held: Any, used: Sequence[int]) -> RowIds:
    return {column: [str(each) for each in held.entries(i)] for i, column in enumerate(held.names)
            if _core.identifies_rows(column) and i not in used and held.kinds[i] in ("number", "text")}


def read_column(table: Any, name: str) -> Any:
    """One entry per row: the only column, or the one that is called like the argument."""
    held = _core.ArrowTable(table, name)
    names = held.names
    if len(names) == 1:
        return held.entries(0)
    usual = [i for i, each in enumerate(names) if each in (name, name[:-1])]
    others = [i for i, each in enumerate(names) if not _core.identifies_rows(each)]
    for found in (usual, others):
        if len(found) == 1:
            return held.entries(found[0])
    raise ValueError(f"{name}: holds {len(names)} columns ({', '.join(names)}): give one of them")


def _seen_numbers(held: Any, i: int) -> Tuple[str, bool, bool, bool, bool, bool]:
    try:
        values = held.numbers([i]).ravel().astype(float)
    except ValueError:  # an entry is missing, which matters only if the column is a class
        return seen(held.names[i], float("nan"), list)
    return seen(held.names[i], values[0], lambda: values)


def _all_classes(held: Any, name: str) -> Tuple[List[int], List[str]]:
    """The class columns, and notes on those left out."""
    names, kinds = held.names, held.kinds
    columns = []
    for i, kind in enumerate(kinds):
        if kind == "number":
            columns.append(_seen_numbers(held, i))
        else:
            columns.append((names[i], kind != "list", False, False, False, False))
    usable, notes = _core.choose_columns(name, columns)
    lists = [i for i in usable if kinds[i] == "list"]
    if lists and len(usable) > 1:
        raise ValueError(f"{name}: column {names[lists[0]]!r} holds lists, and there are other columns of numbers: "
                         f"choose one, such as columns=[{names[lists[0]]!r}]")
    if not usable:
        raise TypeError(f"{name}: the table has no column of numbers")
    return usable, notes
