# SPDX-License-Identifier: Apache-2.0
"""Measure and evaluate dask arrays that are chunked along instances: lazily, with the same results as one process.

Each worker reduces its chunks to states, and only these are sent to be merged. ``.compute()`` returns
what :func:`qualm.measure`, :func:`qualm.reject` and :func:`qualm.ood` return.

>>> import dask.array as da, numpy as np, qualm.dask
>>> p = da.from_array(np.random.default_rng(0).dirichlet(np.ones(3), size=(1000, 5)), chunks=(250, -1, -1))
>>> qualm.dask.measure(p).compute().variance.epistemic.shape
(1000,)
"""
from __future__ import annotations

from typing import Any, Callable, Dict, List, Mapping, Optional

import numpy as np
from dask.array.core import Array
from dask.delayed import delayed

from . import _core, _ood, _reject
from ._inputs import Said, all_arguments, refuse_unknown
from ._merge import merge

__all__ = ["measure", "ood", "reject"]
_delayed: Any = delayed  # which has no types


def measure(x: Any, **keywords: Any) -> Any:
    """Compute the uncertainty of each row of ``x`` on the workers that have its chunks.

    x: a dask array with rows along axis 0; axes "nmk" by default. Keywords are those of
    :func:`qualm.measure`. Returns a ``dask.delayed`` whose ``.compute()`` is a ``qualm.Measures``.
    """
    refuse_unknown(keywords)
    ids = keywords.pop("ids", None)
    keywords = _checked(keywords)
    x = _rows(x, "x")
    names = _aligned(ids, x, "ids")
    return _merged([_lazy(_measure_part)(chunk, each, _name("x", i), keywords)
                    for i, (chunk, each) in enumerate(zip(_chunks(x), names))])


def reject(x: Any, labels: Any, **keywords: Any) -> Any:
    """Evaluate rejection of uncertain rows of ``x``; ``labels`` has the true class of each.

    labels: a dask array, or anything that numpy reads. Keywords are those of :func:`qualm.reject`.
    Returns a ``dask.delayed`` whose ``.compute()`` is a ``qualm.Rejection``.
    """
    keywords = _checked(keywords)
    for name in ("ids", "correct"):
        if keywords.get(name) is not None:
            raise TypeError(f"{name}: qualm.dask.reject does not take it")
    if isinstance(keywords.get("scores"), Mapping):
        raise TypeError("scores: qualm.dask.reject takes names of scores of x, such as ['variance.epistemic']")
    x = _rows(x, "x")
    return _merged([_lazy(_reject_part)(chunk, each, _name("x", i), keywords)
                    for i, (chunk, each) in enumerate(zip(_chunks(x), _aligned(labels, x, "labels")))])


def ood(inside: Any, outside: Mapping[str, Any], **keywords: Any) -> Any:
    """Evaluate out-of-distribution detection on dask arrays: ``outside={"mnist": y}``.

    Keywords are those of :func:`qualm.ood`. Returns a ``dask.delayed`` whose ``.compute()`` is a
    ``qualm.Detection``.
    """
    keywords = _checked(keywords)
    if not isinstance(outside, Mapping) or not outside:
        raise TypeError("outside: give a dict of predictions by name, such as {'mnist': y}")
    sets = [str(name) for name in outside]
    parts = []
    for which, (name, x) in enumerate([("inside", inside), *outside.items()]):
        x = _rows(x, str(name) if which == 0 else f"outside[{name!r}]")
        parts += [_lazy(_ood_part)(chunk, which, sets, _name(f"{which} {name}", i), keywords)
                  for i, chunk in enumerate(_chunks(x))]
    return _merged(parts)


def _checked(keywords: Dict[str, Any]) -> Dict[str, Any]:
    """The rows are axis 0; a worker has as many threads as dask gives it."""
    axes = keywords.get("axes") or "nmk"
    if not str(axes).startswith("n"):
        raise ValueError(f"axes={axes!r}: dask arrays must have their rows along axis 0, as in 'nmk': transpose it")
    return {"threads": 1, **keywords, "axes": axes}


def _rows(x: Any, name: str) -> Any:
    """Chunked along rows only."""
    if not _is_lazy(x):
        raise TypeError(f"{name}: {type(x).__name__} is not a dask array: use dask.array.from_array, or qualm.measure")
    if x.ndim not in (2, 3):
        raise ValueError(f"{name}: has {x.ndim} axes; predictions have 2 or 3")
    return x.rechunk({axis: -1 for axis in range(1, x.ndim)})


def _is_lazy(x: Any) -> bool:
    return isinstance(x, Array)


def _chunks(x: Any) -> List[Any]:
    return list(x.to_delayed().ravel())


def _aligned(values: Any, x: Any, name: str) -> List[Any]:
    """One piece of values per chunk of x."""
    chunks = x.chunks[0]
    if values is None:
        return [None] * len(chunks)
    if _is_lazy(values) and np.isnan([*chunks, *values.chunks[0]]).any():
        if len(values.chunks[0]) != len(chunks):
            raise ValueError(f"{name}: chunk it as the predictions, or call compute_chunk_sizes() on both")
        return _chunks(values)
    if np.isnan(chunks).any():
        raise ValueError(f"{name}: the chunk sizes of the predictions are unknown: call compute_chunk_sizes()")
    if not _is_lazy(values):
        values = np.asarray(values)
    if len(values) != sum(chunks):
        raise ValueError(f"{name}: {len(values)} for {sum(chunks)} rows; give one per row")
    if _is_lazy(values):
        return _chunks(values.rechunk((chunks,)))
    ends = np.cumsum(chunks)
    return [values[end - length:end] for end, length in zip(ends, chunks)]


def _name(array: str, chunk: int) -> str:
    return f"{array} chunk {chunk}"  # parts are put in the order of these


def _measure_part(chunk: Any, ids: Any, name: str, keywords: Dict[str, Any]) -> Optional[bytes]:
    if len(chunk) == 0:
        return None
    said = Said(**keywords, ids=ids)
    source = said.source(chunk)
    return _core.measure_state(source=source, options=said.options(source), name=name)


def _reject_part(chunk: Any, labels: Any, name: str, keywords: Dict[str, Any]) -> Optional[bytes]:
    if len(chunk) == 0:
        return None
    return _core.reject_state(
        **_reject.prepared(all_arguments(_reject.reject, chunk, labels, **keywords)), name=name)


def _ood_part(chunk: Any, which: int, sets: List[str], name: str, keywords: Dict[str, Any]) -> Optional[bytes]:
    if len(chunk) == 0:
        return None
    said, setup, scores = _ood.prepared(all_arguments(_ood.ood, chunk, {}, **keywords))
    source = said.source(chunk)
    return _core.ood_state(source=source, which=which, sets=sets, options=said.options(source), scores=scores,
                           setup=setup, name=name)


def _merged(parts: List[Any]) -> Any:
    return _lazy(_merge_parts)(parts)


def _lazy(function: Callable[..., Any]) -> Any:
    """A pure function: the same result for any worker, also if it is repeated."""
    return _delayed(function, pure=True)


def _merge_parts(parts: List[Optional[bytes]]) -> Any:
    return merge([part for part in parts if part is not None])
