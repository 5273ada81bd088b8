# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
from typing import Any, Sequence, Union

from . import _arguments, _core
from ._measure import measures_of
from ._measures import Measures
from ._notes import tell
from ._ood import Detection
from ._reject import Rejection


def merge(parts: Sequence[Union[str, "os.PathLike[str]", bytes]],
          allow_missing: bool = False) -> Union[Measures, Rejection, Detection]:
    """Merge the state files of shards, written with ``--partial``, to the result for all rows.

    parts: one per shard, paths or bytes, in any order. The result is the same as that of one process with all
    rows. Raises ValueError with the name of a part that is damaged, repeated or written with other options;
    and if one is missing, unless ``allow_missing``.
    allow_missing: merge the given shards even if others are missing.

    >>> import qualm
    >>> qualm.merge(["part-1.qs", "part-2.qs"])  # doctest: +SKIP
    """
    if isinstance(parts, (str, bytes)) or not hasattr(parts, "__iter__"):
        raise TypeError(f"parts={_arguments.shown(parts)}: give a list of files, such as ['part-1.qs', 'part-2.qs']")
    given: list[Any] = [part if isinstance(part, bytes) else _arguments.unicode("parts", os.fspath(part)) for part in parts]
    command, found, info = _core.merge(given, _arguments.flag("allow_missing", allow_missing))
    if info is not None:
        measures = measures_of(found, info)
        tell(measures.notes)
        return measures
    return Rejection(found) if command == "reject" else Detection(found)
