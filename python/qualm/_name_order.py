# SPDX-License-Identifier: Apache-2.0
"""The order of names along one axis of a table, as in files (src/io/name_index.h)."""
from __future__ import annotations

from typing import Any, List, Sequence


def texts_of(entries: Sequence[Any]) -> List[str]:
    """Entries as they are compared: whole numbers are the same of any type."""
    return [str(int(each)) if isinstance(each, float) and each.is_integer() else str(each) for each in entries]


def is_number(text: str) -> bool:
    """Digits without leading zeros, below 2^64."""
    return text.isascii() and text.isdigit() and (text == "0" or text[0] != "0") and int(text) < 2**64


def is_numbering(names: Sequence[str]) -> bool:
    """True for different names that are 0 to n-1 in any order."""
    return all(is_number(each) and int(each) < len(names) for each in names)


def is_counting(names: Sequence[str]) -> bool:
    """True for 0 to n-1 in this order."""
    return list(names) == [str(i) for i in range(len(names))]


def in_place(texts: Sequence[str]) -> List[str]:
    """The different texts: by number if they are 0 to n-1, else as the columns have them."""
    names = list(dict.fromkeys(texts))
    return sorted(names, key=int) if is_numbering(names) else names


def in_order(texts: Sequence[str]) -> List[str]:
    """The different texts in an order that the lines do not decide: by number if all are, else by name."""
    names = set(texts)
    return sorted(names, key=int) if all(map(is_number, names)) else sorted(names)
