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
    """Put together what ``qualm measure``, ``reject`` or ``ood`` wrote with ``--partial``: the result for all rows.

    parts: one per shard, paths or the bytes of such files, in any order. The numbers are those of one
    process that has all rows. Raises ValueError that names the part if one is damaged, there twice, or
    was written with other options; and if one is missing, unless ``allow_missing``.

    >>> import qualm
    >>> qualm.merge(["part-1.qs", "part-2.qs"])  # doctest: +SKIP
    """
    if isinstance(parts, (str, bytes)) or not hasattr(parts, "__iter__"):
        raise TypeError(f"parts={parts!r}: give a list of files, such as ['part-1.qs', 'part-2.qs']")
    given: list[Any] = [part if isinstance(part, bytes) else os.fspath(part) for part in parts]
    command, found, info = _core.merge(given, _arguments.flag("allow_missing", allow_missing))
    if info is not None:
        measures = measures_of(found, info)
        tell(measures.notes)
        return measures
    return Rejection(found) if command == "reject" else Detection(found)
