# SPDX-License-Identifier: Apache-2.0
"""Checks of argument types; errors name the argument."""
from __future__ import annotations

import math
import numbers as numeric
import os
from typing import Any, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from . import _core
from ._arrow import is_arrow, read_column
from ._device import readable
from ._rows import names_in
from ._shapes import one_per_row
from ._texts import all_unicode, shown as shown, unicode as unicode


def _wrong(name: str, given: Any, wanted: str) -> TypeError:
    return TypeError(f"{name}={shown(given)}: give {wanted}, not a {type(given).__name__}")


def known(score: str, found: Mapping[str, Any], argument: str) -> str:
    """The name of a score that a result has."""
    if score not in found:
        raise KeyError(f"{score}: choose from {', '.join(found)}; ask for others with {argument}=[...]")
    return score


def text(name: str, given: Any, example: str) -> str:
    if not isinstance(given, str):
        raise _wrong(name, given, f"a text such as {example!r}")
    return unicode(name, given)


def texts(name: str, given: Any, example: Sequence[str], one_is_enough: bool = False) -> List[str]:
    """A list of strings, also from numpy and pandas; ``one_is_enough``: a single string is a list of one."""
    if isinstance(given, str) and one_is_enough:
        return [unicode(name, given)]
    if isinstance(given, (str, bytes, Mapping)) or not hasattr(given, "__iter__"):
        raise _wrong(name, given, f"a list such as {list(example)!r}")
    listed = list(given)
    if one_is_enough and not all(isinstance(each, str) for each in listed):
        raise _wrong(name, given, f"a list of names such as {list(example)!r}")
    return all_unicode(name, listed)


def flag(name: str, given: Any) -> bool:
    if not isinstance(given, (bool, np.bool_)):
        raise _wrong(name, given, "True or False")
    return bool(given)


def log_base(given: Any) -> str:
    if isinstance(given, float) and given == math.e:
        return "e"
    if isinstance(given, bool) or str(given) not in ("2", "2.0", "e", "K"):
        raise ValueError(f"log_base={shown(given)}: give 2 (bits), 'e' (nats) or 'K' (fractions of log K)")
    return "2" if str(given) == "2.0" else str(given)


def whole(name: str, given: Any, least: int = 0, most: int = 2**63 - 1) -> int:
    if isinstance(given, bool) or not isinstance(given, numeric.Integral):
        raise _wrong(name, given, "a whole number")
    value = int(given)
    if value < least:
        raise ValueError(f"{name}={value}: give at least {least}")
    if value > most:
        raise ValueError(f"{name}={value}: give at most {most}")
    return value


def numbers(name: str, given: Any) -> List[float]:
    """Numbers, such as weights, as a list; empty for None."""
    if given is None:
        return []
    given = readable(unmasked(given, name), name)
    try:
        return [float(value) for value in np.asarray(given, dtype=float).ravel()]
    except (TypeError, ValueError):
        raise _wrong(name, given, "a list of numbers such as [1, 1, 5]") from None


def pair(name: str, given: Any, example: Tuple[float, float]) -> Tuple[float, float]:
    try:
        first, second = (float(value) for value in given)
    except (TypeError, ValueError):
        raise _wrong(name, given, f"two numbers such as {example!r}") from None
    return first, second


def mapping(name: str, given: Any, example: str) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        raise _wrong(name, given, f"a dict such as {example}")
    return given


def path(name: str, given: Any) -> str:
    """A path as a text, which may hold bytes that are not UTF-8: os.fsencode for the compiled module."""
    try:
        return os.fsdecode(given)
    except TypeError:
        raise _wrong(name, given, "a path") from None


def pictures(name: str, given: Any) -> Any:
    """One image per row, in C order; None if there are none."""
    if given is None:
        return None
    given = readable(unmasked(given, name), name)
    try:
        array = np.ascontiguousarray(given)
    except (TypeError, ValueError):
        raise _wrong(name, given, "an array N x H x W (x 3)") from None
    if array.dtype.kind not in "buif":
        raise _wrong(name, given, "an array N x H x W (x 3)")
    return array


def weights_by_name(name: str, given: Any, class_names: Sequence[str]) -> List[float]:
    """One weight per class; a mapping or an index of class names gives weights by name, default 1."""
    if hasattr(given, "iloc"):
        given = _by_index(name, given)
    if not isinstance(given, Mapping):
        return numbers(name, given)
    for each in given:
        if unicode(name, str(each)) not in class_names:
            hint = _core.did_you_mean(str(each), list(class_names), f"there are {', '.join(class_names)}")
            raise ValueError(f"{name}: there is no class {str(each)!r}; {hint}")
    weights = {str(each): weight for each, weight in given.items()}
    return numbers(name, [weights.get(each, 1.0) for each in class_names])


def _by_index(name: str, given: Any) -> Any:
    """The entries of a Series by the names in its index; the same Series if that is the default one."""
    if given.ndim != 1:
        raise _wrong(name, given, "a list, a dict or a Series")
    names = names_in(given.index)
    if len(set(names)) < len(names):
        twice = next(each for each in names if names.count(each) > 1)
        raise ValueError(f"{name}: its index has {twice!r} twice: give one weight per class")
    return dict(zip(names, given.tolist())) if names else given


#: What to do with texts instead of predictions.
VOTES = "give votes as class numbers, such as numpy.unique(a, return_inverse=True)[1].reshape(a.shape)"


def array_like(name: str, given: Any, instead_of_texts: str = VOTES) -> Any:
    """Returns ``given`` if it can be an array of numbers, else raises TypeError with a remedy."""
    if isinstance(given, (str, bytes, os.PathLike)):
        raise _wrong(name, given, "an array, such as numpy.load(path)")
    if isinstance(given, Mapping):
        raise TypeError(f"{name}: a {type(given).__name__} is not an array of numbers: give the members as a list, "
                        "list(d.values())")
    if given is None or isinstance(given, (set, frozenset, numeric.Number)):
        raise _wrong(name, given, "an array of numbers")
    if hasattr(given, "__next__"):
        raise _wrong(name, given, "an array of numbers, such as numpy.stack(list(...))")
    dtype = getattr(given, "dtype", None)
    if isinstance(dtype, np.dtype) and dtype.kind in "UST":
        raise TypeError(f"{name}: holds texts (dtype {dtype}), not numbers: {instead_of_texts}")
    if isinstance(dtype, np.dtype) and dtype.kind not in "buif":
        raise TypeError(f"{name}: elements of dtype {dtype} are not numbers that qualm reads: "
                        "convert them to float16, float32 or float64")
    return given


def unmasked(given: Any, name: str) -> Any:
    """A masked array without its mask. Raises ValueError if an entry is masked."""
    if not isinstance(given, np.ma.MaskedArray):
        return given
    n_masked = int(np.asarray(given.mask).sum())
    if n_masked:
        raise ValueError(f"{name}: {n_masked} entries are masked: fill them or drop their rows")
    return given.data


def _integers(array: Any) -> Any:
    """The array, or its numbers as texts if a float cannot hold each of them."""
    if array.size == 0 or max(-int(array.min()), int(array.max())) <= 2**53:
        return array
    return [str(value) for value in array.tolist()]


def entries(name: str, given: Any) -> Optional[Any]:
    """One entry per row: a list of texts, or an array of numbers."""
    if given is None:
        return None
    if isinstance(given, (str, bytes, Mapping, numeric.Number)):
        raise _wrong(name, given, "one entry per row")
    given = unmasked(given, name)
    if is_arrow(given):
        return read_column(given, name)
    given = readable(given, name)
    if hasattr(given, "__dlpack__") and not isinstance(given, np.ndarray):
        return one_per_row(given.detach() if getattr(given, "requires_grad", False) else given, name)
    array = np.asarray(given)
    if array.ndim == 0:
        raise _wrong(name, given, "one entry per row")
    one_per_row(array, name)
    if array.dtype.kind in "iu" and array.ndim == 1:
        return _integers(array)
    if array.dtype.kind not in "OUST":
        return array
    values = array.ravel().tolist()
    for row, value in enumerate(values):
        if value is None or type(value).__name__ == "NAType" or value != value:
            raise ValueError(f"{name}: row {row} is missing ({value}): fill it or drop the row")
    if values and all(isinstance(value, (bool, np.bool_)) for value in values):
        return np.asarray(values, dtype=bool)
    if values and all(isinstance(value, numeric.Integral) for value in values):
        return _integers(np.array([int(value) for value in values]))
    if values and all(isinstance(value, (numeric.Real, np.bool_)) for value in values):
        return np.asarray(values, dtype=float)
    return all_unicode(name, (value.decode() if isinstance(value, bytes) else value for value in values))
