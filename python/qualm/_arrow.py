# SPDX-License-Identifier: Apache-2.0
"""Tables of pyarrow, Polars, DuckDB and others, through the Arrow C data interface."""
from __future__ import annotations

import functools
from typing import Any, Optional, Sequence

from . import _core
from ._frames import Frame, RowIds, refuse_column, seen
from ._layouts import SeenColumn, find_layout, of_classes
from ._long_table import read_long_table
from ._name_order import texts_of


def is_arrow(thing: Any) -> bool:
    """Whether it has the interface; what pandas has is read as pandas."""
    has_one = hasattr(thing, "__arrow_c_stream__") or hasattr(thing, "__arrow_c_array__")
    return has_one and not hasattr(thing, "iloc")


def read_table(table: Any, columns: Optional[Sequence[Any]], name: str) -> Frame:
    """Columns of numbers as in a DataFrame; a column of lists holds the classes, or members of classes."""
    held = _core.ArrowTable(table, name)
    names, kinds = held.names, held.kinds
    if len(set(names)) < len(names):
        raise ValueError(f"{name}: two columns have the same name: rename one")
    if columns is None:
        layout = find_layout(name, names, functools.partial(_seen_column, held))
    else:
        layout = of_classes([names.index(str(each)) if str(each) in names else refuse_column(each, names, name)
                             for each in columns], names)
    if not layout.columns:
        raise TypeError(f"{name}: the table has no column of numbers")
    if layout.is_long:
        *axes, prob = layout.columns
        texts = [texts_of(held.entries(i)) for i in axes]
        numbers, class_names, rows = read_long_table(name, texts, held.numbers([prob])[:, 0])
        return Frame(numbers, class_names, None, {"row": rows}, layout.notes)
    lists = [i for i in layout.columns if kinds[i] == "list"]
    if lists and len(layout.columns) > 1:
        raise ValueError(f"{name}: column {names[lists[0]]!r} holds lists, and there are other columns of numbers: "
                         f"choose one, such as columns=[{names[lists[0]]!r}]")
    return Frame(layout.shaped(held.numbers(layout.columns)), [] if lists or names == [""] else layout.class_names, None,
                 _row_ids(held, layout.columns), layout.notes)


def _row_ids(held: Any, used: Sequence[int]) -> RowIds:
    return {column: texts_of(held.entries(i)) for i, column in enumerate(held.names)
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


def _seen_column(held: Any, i: int) -> SeenColumn:
    column, kind = held.names[i], held.kinds[i]
    if kind != "number":
        return column, kind != "list", False, False, False, False
    try:
        values = held.numbers([i]).ravel().astype(float)
    except ValueError:  # an entry is missing, which matters only if the column is a class
        return seen(column, float("nan"), list)
    return seen(column, values[0], lambda: values)
