# SPDX-License-Identifier: Apache-2.0
"""Refuses arrays with more axes than predictions and entries per row have, and says how to give what they may hold."""
from __future__ import annotations

from typing import Any, Optional, Sequence

import numpy as np


def _text(shape: Sequence[int]) -> str:
    return "x".join(map(str, shape))


def check_predictions(array: Any, name: str, kind: str, axes: Optional[str]) -> None:
    """Raises ValueError for samples with more than three axes."""
    shape = tuple(getattr(array, "shape", ()))
    if len(shape) < 4 or kind not in ("probs", "logits"):
        return
    if axes == "nmk":
        reshape = f"a.reshape(-1, {shape[-2]}, {shape[-1]})"
    elif axes == "nk":
        reshape = f"a.reshape(-1, {shape[-1]})"
    else:
        reshape = f"with members first and classes last a.reshape({shape[0]}, -1, {shape[-1]}), axes='mnk'"
    runs = "; for several runs give one array per run, list(a)" if len(shape) == 4 else ""
    raise ValueError(f"{name}: input {kind} has 2 axes (one member) or 3, this array has {len(shape)} ({_text(shape)}): if it holds "
                     f"pixels or time steps, each of them is a row: {reshape}, and labels.reshape(-1){runs}")


def one_per_row(array: Any, name: str) -> Any:
    """The same array, of which one axis at most is longer than 1; else raises ValueError."""
    shape = tuple(getattr(array, "shape", ()))
    if len(shape) < 2 or int(np.prod(shape)) in (0, max(shape)):
        return array
    advice = (f"for one-hot rows {name}.argmax(axis=1)" if _is_one_hot(array) else
              f"if each entry is a row of its own, as for pixels and time steps, {name}.reshape(-1)")
    raise ValueError(f"{name}: shape {_text(shape)}; give one entry per row ({advice})")


def _is_one_hot(array: Any) -> bool:
    try:
        rows = np.asarray(array)
    except TypeError:  # torch's bfloat16
        return False
    return rows.ndim == 2 and rows.dtype.kind in "buif" and bool(((rows == 0) | (rows == 1)).all() and (rows.sum(axis=1) == 1).all())
