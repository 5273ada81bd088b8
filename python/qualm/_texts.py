# SPDX-License-Identifier: Apache-2.0
"""Texts of users: in messages, and as the compiled module takes them, which is valid Unicode."""
from __future__ import annotations

import unicodedata
from typing import Any, Iterable, List


def shown(given: Any) -> str:
    """A value in a message: one line, not too long."""
    text = " ".join(repr(given).split())
    return text if len(text) <= 60 else f"{text[:59]}…"


def unicode(name: str, given: str) -> str:
    """The same text. Raises ValueError if it holds half of a surrogate pair."""
    try:
        given.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{name}={shown(given)}: is not valid Unicode") from None
    return given


def all_unicode(name: str, given: Iterable[Any]) -> List[str]:
    """Entries as texts; an error has the number of the first that is not valid Unicode."""
    texts = [str(each) for each in given]
    try:
        "".join(texts).encode()  # one encoding of all is fast
    except UnicodeEncodeError:
        for i, each in enumerate(texts):
            unicode(f"{name}[{i}]", each)
    return texts


def name_of(argument: str, given: Any) -> str:
    """The name of a set or score, which a key of a dict gives; as on the command line neither empty nor with control characters."""
    name = unicode(f"{argument}: name", str(given))
    if not name or any(unicodedata.category(each) == "Cc" for each in name):
        raise ValueError(f"{argument}: the name {shown(name)} {'holds control characters' if name else 'is empty'}: choose another")
    return name
