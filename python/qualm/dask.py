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

import dataclasses
from typing import Any, Callable, Dict, List, Mapping

import numpy as np
from dask.array.core import Array
from dask.delayed import delayed

from . import _arguments, _core, _reject
from ._dask_parts import Chunk, joined, measure_part, merge_parts, ood_part, reject_part
from ._inputs import Said, all_arguments, label_entries, refuse_unknown, said_among
from ._rows import Rows
from ._texts import name_of

__all__ = ["measure", "ood", "reject"]
_delayed: Any = delayed  # which has no types


def measure(x: Any, **keywords: Any) -> Any:
    """Compute the uncertainty of each row of ``x`` on the workers that have its chunks.

    x: a dask array with rows along axis 0; axes "nmk" by default. Keywords are those of
    :func:`qualm.measure`. Returns a ``dask.delayed`` whose ``.compute()`` is a ``qualm.Measures``.
    """
    refuse_unknown({name: value for name, value in keywords.items() if name != "labels"})
    ids, labels = keywords.pop("ids", None), keywords.pop("labels", None)
    said = Said(**_checked(keywords))
    said.refuse_votes_of_unknown_classes()
    x = _rows(x, "x")
    rows = _by_position(x)
    if ids is not None and not _is_lazy(ids):
        ids = _arguments.entries("ids", rows.align(ids, "ids"))
        dataclasses.replace(said, ids=ids).source(_placeholder(x, said))
    if labels is not None and not _is_lazy(labels):
        labels, _ = label_entries(labels, rows)
        said.source(_placeholder(x, said), labels=labels)
    return _lazy(joined)([_lazy(measure_part)(chunk, each, label, said) for chunk, each, label in
                          zip(_chunks(x, "predictions"), _aligned(ids, x, "ids"), _aligned(labels, x, "labels"))])


def reject(x: Any, labels: Any, **keywords: Any) -> Any:
    """Evaluate rejection of uncertain rows of ``x``; ``labels`` has the true class of each.

    labels: a dask array, or what :func:`qualm.reject` takes. Keywords are those of :func:`qualm.reject`.
    Returns a ``dask.delayed`` whose ``.compute()`` is a ``qualm.Rejection``.
    """
    keywords = _checked(keywords)
    for name in ("ids", "correct"):
        if keywords.get(name) is not None:
            raise TypeError(f"{name}: qualm.dask.reject does not take it")
    if isinstance(keywords.get("scores"), Mapping):
        raise TypeError("scores: qualm.dask.reject takes names of scores of x, such as ['variance.epistemic']")
    x = _rows(x, "x")
    rows = _by_position(x)
    notes: List[str] = []
    said = said_among(all_arguments(_reject.reject, None, **keywords))
    said.refuse_votes_of_unknown_classes()
    if labels is not None and not _is_lazy(labels):
        labels, _ = label_entries(labels, rows)
        notes = _notes_on_labels(said.source(_placeholder(x, said), labels=labels))
    return _merged([_lazy(reject_part)(chunk, each, _name("x", i), keywords) for i, (chunk, each)
                    in enumerate(zip(_chunks(x, "predictions"), _aligned(labels, x, "labels")))], notes)


def ood(inside: Any, outside: Mapping[str, Any], **keywords: Any) -> Any:
    """Evaluate out-of-distribution detection on dask arrays: ``outside={"mnist": y}``.

    Keywords are those of :func:`qualm.ood`. Returns a ``dask.delayed`` whose ``.compute()`` is a
    ``qualm.Detection``.
    """
    keywords = _checked(keywords)
    if not isinstance(outside, Mapping) or not outside:
        raise TypeError("outside: give a dict of predictions by name, such as {'mnist': y}")
    sets = [name_of("outside", name) for name in outside]
    parts = []
    for which, (name, x) in enumerate([("inside", inside), *((f"outside[{name!r}]", x) for name, x in outside.items())]):
        parts += [_lazy(ood_part)(chunk, which, sets, _name(f"{which} {name}", i), keywords)
                  for i, chunk in enumerate(_chunks(_rows(x, name), name))]
    return _merged(parts, [])


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


def _by_position(x: Any) -> Rows:
    rows = Rows()
    rows.align(x, "predictions")
    return rows


def _is_lazy(x: Any) -> bool:
    return isinstance(x, Array)


def _chunks(x: Any, name: str) -> List[Any]:
    firsts = np.cumsum((0, *x.chunks[0][:-1]))
    return [_lazy(Chunk)(rows, name, None if np.isnan(first) else int(first)) for rows, first in zip(_pieces(x), firsts)]


def _pieces(x: Any) -> List[Any]:
    return list(x.to_delayed().ravel())


def _placeholder(x: Any, said: Said) -> Any:
    """Predictions of the shape of x that take no memory: what is said of its rows is checked in view of all of them."""
    if np.isnan(x.shape[0]):
        raise ValueError("the chunk sizes of the predictions are unknown: call compute_chunk_sizes()")
    axes = str(said.axes)
    n_classes = x.shape[axes.find("k") if len(axes) == x.ndim else -1]
    return np.broadcast_to(0.0 if said.input == "votes" else 1 / max(n_classes, 1), x.shape)


def _notes_on_labels(source: _core.Source) -> List[str]:
    found = _core.explain(source=source, options=Said(measures="variance").options(), by="variance.total", of_class="",
                          top=None, rows=["0"], images=None)
    return [note for note in found.notes if note.startswith("labels")]


def _aligned(values: Any, x: Any, name: str) -> List[Any]:
    """One piece of values per chunk of x."""
    chunks = x.chunks[0]
    if values is None:
        return [None] * len(chunks)
    if not _is_lazy(values):
        ends = np.cumsum(chunks)
        return [values[end - length:end] for end, length in zip(ends, chunks)]
    if np.isnan([*chunks, *values.chunks[0]]).any():
        if len(values.chunks[0]) != len(chunks):
            raise ValueError(f"{name}: chunk it as the predictions, or call compute_chunk_sizes() on both")
        return _pieces(values)
    if len(values) != sum(chunks):
        raise ValueError(f"{name}: {len(values)} entries for {sum(chunks)} rows; give one per row")
    return _pieces(values.rechunk((chunks,)))


def _name(array: str, chunk: int) -> str:
    return f"{array} chunk {chunk}"  # parts are put in the order of these


def _merged(parts: List[Any], notes: List[str]) -> Any:
    return _lazy(merge_parts)(parts, notes)


def _lazy(function: Callable[..., Any]) -> Any:
    """A pure function: the same result for any worker, also if it is repeated."""
    return _delayed(function, pure=True)
