# SPDX-License-Identifier: Apache-2.0
"""The order of the rows of one data set, by the index of pandas objects."""
from __future__ import annotations

from typing import Any, List, Sequence


class Rows:
    """Aligns everything with one entry per row: what is aligned first sets the order of the rows."""

    def __init__(self) -> None:
        self._owner = ""  # the argument that the index is of; empty: nothing was aligned yet
        self._index: Any = None  # None: the rows have a position only

    def align(self, entries: Any, name: str) -> Any:
        """The entries in the order of the rows. Those without an index, or where one of the two indexes is pandas' default,
        go by position. Raises ValueError if the indexes have different rows, or if one is the default and both have the
        same rows in another order: the user has to say what is meant."""
        index = entries.index if hasattr(entries, "iloc") else None
        if not self._owner:
            self._owner, self._index = name, index
            return entries
        if index is None or index is self._index or index.equals(self._index):
            return entries
        its = [str(each) for each in index]
        ours = [str(each) for each in (range(len(its)) if self._index is None else self._index)]
        is_same_set = its == ours or sorted(its) == sorted(ours)
        if is_default(index) or is_default(self._index):
            if is_same_set and its != ours:
                raise ValueError(self._ambiguous(name))
            if is_default(self._index):
                self._owner, self._index = name, index
            return entries
        if its == ours:
            return entries
        if not is_same_set or len(set(ours)) != len(ours):
            raise ValueError(f"{name}: its index differs from that of {self._owner}: give the same index, or {name}.to_numpy() "
                             "to align them by position")
        place = {each: i for i, each in enumerate(its)}
        return entries.iloc[[place[each] for each in ours]]

    def _ambiguous(self, name: str) -> str:
        aligned = f"{name}.sort_index()" if self._index is None else f"{name}.loc[{self._owner}.index]"
        return (f"{name}: its index has the rows of {self._owner} in another order, and one of them is the default index: give "
                f"{aligned} to align them by index, or {name}.to_numpy() to align them by position")


def is_default(index: Any) -> bool:
    """Whether the rows have no names: no index, or pandas' default one."""
    return index is None or type(index).__name__ == "RangeIndex"


def names_in(index: Sequence[Any]) -> List[str]:
    """The entries of an index as names; empty for 0, 1, 2, ... by default."""
    names = [str(each) for each in index]
    return [] if is_default(index) and names == [str(i) for i in range(len(names))] else names
