# SPDX-License-Identifier: Apache-2.0
"""Class names and row IDs of pandas objects."""
from __future__ import annotations

import functools
from typing import Any, Callable, Dict, List, NamedTuple, NoReturn, Optional, Sequence, Tuple

import numpy as np

from . import _core
from ._layouts import SeenColumn, find_layout, of_classes
from ._long_table import read_long_table
from ._name_order import texts_of
from ._rows import Rows, is_default
from ._texts import all_unicode


#: Columns that identify the rows, by name.
RowIds = Dict[str, List[str]]


class Frame(NamedTuple):
    numbers: Any
    class_names: List[str]  #: empty: none
    ids: Optional[List[str]]
    row_ids: RowIds
    notes: List[str]


def is_frame(thing: Any) -> bool:
    return hasattr(thing, "columns") and hasattr(thing, "dtypes") and hasattr(thing, "iloc")


def read_frame(frame: Any, columns: Optional[Sequence[Any]], name: str, rows: Rows) -> Frame:
    """The class columns: those given, else those that its layout says; the rows in the order of ``rows``."""
    names = all_unicode(f"{name}: columns", frame.columns)
    if columns is None:
        layout = find_layout(name, names, functools.partial(_seen_column, frame))
    else:
        layout = of_classes([_place(frame, column, name) for column in columns], names)
    if not layout.columns:
        raise TypeError(f"{name}: the DataFrame has no column of numbers")
    _refuse_doubles(names, layout.columns, name)
    if layout.is_long:
        *axes, prob = layout.columns
        texts = [_texts(frame, column, name) for column in axes]
        numbers, class_names, row_names = read_long_table(name, texts, _numbers(frame, [prob], name)[:, 0])
        rows.align(numbers, name)  # the index counts lines, not rows
        return Frame(numbers, class_names, None, {"row": row_names}, layout.notes)
    frame = rows.align(frame, name)
    ids = None if is_default(frame.index) else all_unicode(f"{name}: index", frame.index)
    return Frame(layout.shaped(_numbers(frame, layout.columns, name)), layout.class_names, ids, row_ids(frame, layout.columns),
                 layout.notes)


def row_ids(frame: Any, used: Sequence[int]) -> RowIds:
    names = [str(column) for column in frame.columns]
    return {column: all_unicode(column, texts_of(frame.iloc[:, i].tolist())) for i, column in enumerate(names)
            if _core.identifies_rows(column) and i not in used and names.count(column) == 1}


def read_entries(frame: Any, name: str) -> Tuple[Any, RowIds]:
    """One entry per row of a DataFrame: the column called like the argument, or the only one beside row IDs."""
    columns = [str(column) for column in frame.columns]
    usual = [i for i, column in enumerate(columns) if column in (name, name[:-1])]
    others = [i for i, column in enumerate(columns) if not _core.identifies_rows(column)]
    for found in (usual, others, range(len(columns))):
        if len(found) == 1:
            return frame.iloc[:, found[0]], row_ids(frame, found)
    raise ValueError(f"{name}: holds {len(columns)} columns ({', '.join(columns)}): give one of them")


def index_as_columns(index: List[str], row_ids: RowIds) -> RowIds:
    """The index of a table under the names of another table's columns that may hold the same IDs, so that they are compared."""
    counted = [[str(i + first) for i in range(len(index))] for first in (0, 1)]
    columns = {column: ids for column, ids in row_ids.items() if ids not in counted}
    if index in columns.values():
        return {}
    same = [column for column, ids in columns.items() if sorted(ids) == sorted(index)]
    return {column: index for column in same or columns}


def seen(column: str, first: Any, numbers: Callable[[], Any]) -> SeenColumn:
    """What choosing columns asks of one with numbers, see TableColumn in include/qualm/io.h."""
    if not np.isfinite(first):
        return column, False, False, False, False, False
    if first != np.floor(first):
        return column, False, False, True, False, False
    values = numbers()
    has_fraction = bool((np.isfinite(values) & (values != np.floor(values))).any())
    steps = np.diff(values)
    counts = first in (0, 1) and len(values) >= 4 and bool((steps == 1).all())
    return column, False, True, has_fraction, len(np.unique(values)) == len(values), counts


def _seen_column(frame: Any, i: int) -> SeenColumn:
    def numbers(rows: slice = slice(None)) -> Any:
        return frame.iloc[rows, i].to_numpy(dtype=np.float64, na_value=np.nan)

    column = str(frame.columns[i])
    if getattr(frame.dtypes.iloc[i], "kind", "O") not in "fiu":
        return column, True, False, False, False, False
    first = numbers(slice(1))
    return seen(column, first[0] if len(first) else np.nan, numbers)


def _place(frame: Any, column: Any, name: str) -> int:
    if column not in frame.columns:
        refuse_column(column, [str(each) for each in frame.columns], name)
    return list(frame.columns).index(column)


def _numbers(frame: Any, columns: Sequence[int], name: str) -> Any:
    try:
        numbers = frame.iloc[:, columns].to_numpy(dtype=np.float64, na_value=np.nan)
    except (TypeError, ValueError) as error:
        texts = [i for i in columns if getattr(frame.dtypes.iloc[i], "kind", "O") == "O"]
        raise TypeError(f"{name}: column {str(frame.columns[(texts or columns)[0]])!r} holds no numbers: {error}") from error
    missing = np.argwhere(np.isnan(numbers))
    if len(missing):
        row, column = missing[0]
        raise ValueError(f"{name}: row {row}, column {str(frame.columns[columns[column]])!r} is missing (NaN): "
                         "fill it or drop the row")
    return numbers


def _texts(frame: Any, column: int, name: str) -> List[str]:
    """Entries that name the row, member or class of a number."""
    entries = frame.iloc[:, column]
    missing = np.flatnonzero(entries.isna())
    if len(missing):
        raise ValueError(f"{name}: row {missing[0]}, column {str(frame.columns[column])!r} is missing: fill it or drop the row")
    return texts_of(entries.tolist())


def _refuse_doubles(names: List[str], chosen: Sequence[int], name: str) -> None:
    for i in chosen:
        if names.count(names[i]) > 1:
            raise ValueError(f"{name}: several columns are called {names[i]!r}: rename or drop all but one")


def refuse_column(column: Any, names: List[str], name: str) -> NoReturn:
    hint = _core.did_you_mean(str(column), names, f"there are {', '.join(names)}")
    raise ValueError(f"{name}: has no column {str(column)!r}: {hint}")
