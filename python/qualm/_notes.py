# SPDX-License-Identifier: Apache-2.0
"""Notes about the data, as printed by the command line."""
from __future__ import annotations

import os
import sys
import warnings
from typing import List, Sequence


class Note(UserWarning):
    """Warning about inferred or changed input, such as axes; every result has its notes in ``notes``."""


def merged(*lists: Sequence[str]) -> List[str]:
    """All notes in order, each once."""
    return list(dict.fromkeys(note for notes in lists for note in notes))


def tell(notes: Sequence[str]) -> None:
    """Gives one warning with all notes, at the line that called the package."""
    if not notes:
        return
    folder = os.path.dirname(os.path.abspath(__file__))
    depth, frame = 1, sys._getframe()
    while frame.f_back is not None and os.path.dirname(os.path.abspath(frame.f_code.co_filename)) == folder:
        depth, frame = depth + 1, frame.f_back
    warnings.warn("\n".join(notes), Note, stacklevel=depth)
