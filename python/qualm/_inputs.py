# SPDX-License-Identifier: Apache-2.0
"""Converts user input for the compiled module: arrays are not copied, DataFrames and tables are."""
from __future__ import annotations

import dataclasses
import inspect
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, TypeVar, Union

import numpy as np

from . import _arguments, _core
from ._arrow import is_arrow, read_table
from ._device import readable
from ._dirichlet import Dirichlet
from ._frames import RowIds, index_as_columns, is_frame, read_entries, read_frame
from ._name_order import is_counting
from ._own_measure import Choices, choices
from ._rows import Rows, is_default
from ._shapes import check_predictions, one_per_row

if TYPE_CHECKING:
    from typing_extensions import Concatenate, ParamSpec
    P = ParamSpec("P")
F = TypeVar("F", bound=Callable[..., Any])
R = TypeVar("R")

#: Anything with the buffer protocol, ``__dlpack__``, ``__array__`` or the Arrow C data interface; lists of 2-D ones
#: are members.
Predictions = Any
Weights = Optional[Sequence[float]]
#: By place, or by name of the class.
ClassWeights = Union[None, Sequence[float], Mapping[str, float]]
LogBase = Union[int, float, str]
#: Of other predictions: names in the order of the result, and in the order of the data; both empty: no names.
Classes = Tuple[List[str], List[str]]


def ready(thing: Any, name: str, instead_of_texts: str = _arguments.VOTES) -> Any:
    """The same memory in a form that the compiled module reads; lists of numbers become arrays."""
    thing = readable(_arguments.array_like(name, _arguments.unmasked(thing, name), instead_of_texts), name)
    if getattr(thing, "requires_grad", False):
        return thing.detach()  # shares its memory; torch does not export what gradients flow through
    if isinstance(thing, np.ndarray) or hasattr(thing, "__dlpack__"):
        return thing
    try:
        return memoryview(thing)
    except TypeError:
        pass
    try:
        array = np.asarray(thing)
    except ValueError as error:  # lists of different lengths
        raise ValueError(f"{name}: not an array: {error}") from error
    return _arguments.array_like(name, array, instead_of_texts)


def ready_scores(thing: Any, name: str, rows: Rows, expected: str = "give one number per row") -> Any:
    """The same of precomputed scores and others with one number per row."""
    return one_per_row(ready(rows.align(thing, name), name, expected), name)


def _is_array(thing: Any) -> bool:
    return hasattr(thing, "__array__") or hasattr(thing, "__dlpack__") or isinstance(thing, memoryview) or is_arrow(thing)


def _is_table(thing: Any) -> bool:
    return is_frame(thing) or is_arrow(thing)


@dataclasses.dataclass
class _Arrays:
    """Arrays of predictions."""

    axes: str  #: those that a table has by its layout; empty: not known
    arrays: List[Any]
    names: List[str]  #: for messages
    class_names: List[List[str]]
    ids: Optional[List[str]] = None
    row_ids: List[RowIds] = dataclasses.field(default_factory=list)
    notes: List[List[str]] = dataclasses.field(default_factory=list)


def _arrays(predictions: Predictions, name: str, columns: Optional[Sequence[Any]], rows: Rows) -> _Arrays:
    several = isinstance(predictions, (list, tuple)) and predictions and all(map(_is_array, predictions))
    parts = list(predictions) if several else [predictions]
    names = [f"{name}[{i}]" for i in range(len(parts))] if several else [name]
    found = _Arrays("nmk" if _is_table(parts[0]) else "", [], names, [])
    for part, its_name in zip(parts, names):
        if not is_frame(part):
            rows.align(part, its_name)
        if not _is_table(part):
            if columns is not None:
                raise TypeError(f"columns: {its_name} is not a DataFrame or table, so it has no columns to select")
            found.arrays.append(ready(part, its_name))
            found.class_names.append([])
            found.row_ids.append({})
            found.notes.append([])
            continue
        frame = read_frame(part, columns, its_name, rows) if is_frame(part) else read_table(part, columns, its_name)
        found.arrays.append(frame.numbers)
        found.class_names.append(frame.class_names)
        found.row_ids.append(frame.row_ids)
        found.notes.append(frame.notes)
        found.ids = frame.ids if found.ids is None else found.ids
    return found


@dataclasses.dataclass(frozen=True)
class Said:
    """The common arguments of the public functions: how predictions are read and measured."""

    axes: Optional[str] = None
    measures: Choices = ("variance", "entropy")
    class_weights: ClassWeights = None
    member_weights: Weights = None
    log_base: LogBase = 2
    per_class: bool = False
    input: str = "probs"
    renormalize: bool = False
    normalized: bool = False
    corrected: bool = False
    ordered: bool = False
    n_classes: Optional[int] = None
    class_names: Optional[Sequence[str]] = None
    columns: Optional[Sequence[Any]] = None
    ids: Any = None
    threads: Optional[int] = None
    extras: Union[str, Sequence[str]] = ()
    memory: str = "auto"

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            if str(field.type) == "bool":
                object.__setattr__(self, field.name, _arguments.flag(field.name, getattr(self, field.name)))
        object.__setattr__(self, "memory", _arguments.text("memory", self.memory, "4GB"))
        object.__setattr__(self, "log_base", _arguments.log_base(self.log_base))

    def source(self, predictions: Predictions, name: str = "predictions", labels: Any = None,
               like: Optional[_core.Source] = None, classes: Classes = ([], []), rows: Optional[Rows] = None) -> _core.Source:
        """The predictions with resolved axes; ``like``: other predictions of the same ensemble; ``classes``: only theirs;
        ``rows``: takes the order of the rows."""
        rows = Rows() if rows is None else rows
        kind = _arguments.text("input", self.input, "probs")
        if isinstance(predictions, Dirichlet):
            if kind not in ("probs", "dirichlet"):
                raise ValueError(f"input={kind!r}: {name} is a qualm.Dirichlet: leave input out")
            predictions, kind = predictions.alpha, "dirichlet"
        columns = None if self.columns is None else list(_checked_columns(self.columns))
        found = _arrays(predictions, name, columns, rows)
        for array, its_name in zip(found.arrays, found.names):
            check_predictions(array, its_name, kind, self.axes)
        has_ids_beside = is_frame(labels) and is_default(labels.index)  # else its index is aligned
        labels, labels_row_ids = label_entries(labels, rows)
        if found.ids is not None and has_ids_beside:
            found.row_ids[0] = {**index_as_columns(found.ids, labels_row_ids), **found.row_ids[0]}
        class_names = self._class_names()
        # Columns that only count the classes do not name them, but some of them can be chosen.
        found.class_names = [[] if is_counting(names) and not set() < set(class_names) <= set(names) else names
                             for names in found.class_names]
        labels = by_name_if_boolean(labels, class_names or next(filter(None, found.class_names), []))
        ids = found.ids if self.ids is None or like is not None else _arguments.entries("ids", rows.align(self.ids, "ids"))
        return _core.Source(
            arrays=found.arrays, names=found.names,
            axes=found.axes if self.axes is None else _arguments.text("axes", self.axes, "nmk"), input=kind,
            member_weights=_arguments.numbers("member_weights", self.member_weights),
            class_names=class_names, columns=[str(column) for column in columns or ()], array_class_names=found.class_names,
            array_row_ids=found.row_ids, array_notes=found.notes, labels_row_ids=labels_row_ids,
            n_classes=0 if self.n_classes is None else _arguments.whole("n_classes", self.n_classes),
            said=self, labels=labels, ids=ids, like=like, classes=classes)

    def refuse_votes_of_unknown_classes(self) -> None:
        """For predictions that are read in batches, of which each must have all classes."""
        if self.input == "votes" and self.n_classes is None and self.class_names is None:
            raise ValueError("a batch of votes may lack some classes: set n_classes")

    def options(self, source: Optional[_core.Source] = None) -> _core.MeasureOptions:
        names: Sequence[str] = [] if source is None else source.class_names
        return _core.MeasureOptions(
            measures=choices("measures", self.measures),
            class_weights=_arguments.weights_by_name("class_weights", self.class_weights, names),
            said=self, threads=n_threads(self.threads),
            extras=_arguments.texts("extras", self.extras, ("pairwise",), True))

    def measure_names(self) -> List[str]:
        return [each if isinstance(each, str) else each[0] for each in choices("measures", self.measures)]

    def _class_names(self) -> List[str]:
        if self.class_names is None:
            return []
        return _arguments.texts("class_names", self.class_names, ("cat", "dog"))


def label_entries(labels: Any, rows: Rows) -> Tuple[Any, RowIds]:
    """One entry per row, in the order of the rows, and the columns beside them that identify the rows."""
    labels = rows.align(labels, "labels")
    row_ids: RowIds = {}
    if is_frame(labels):
        labels, row_ids = read_entries(labels, "labels")
    return _arguments.entries("labels", labels), row_ids


def by_name_if_boolean(labels: Any, class_names: Sequence[str]) -> Any:
    """Labels that are True and False as names, if the classes are called so; else the same labels, which are numbers."""
    if str(getattr(labels, "dtype", None)) not in ("bool", "torch.bool") or labels.ndim != 1:
        return labels
    for words in (("False", "True"), ("false", "true")):
        if sorted(class_names) == list(words):
            return [words[bool(each)] for each in labels]
    return labels


#: Common arguments that only functions which return all measures take.
OF_MEASURES = ("per_class", "extras")


def takes_common(without: Sequence[str] = OF_MEASURES) -> Callable[[F], F]:
    """Adds the common arguments to a function's signature: positional for ``*``, else keyword-only."""
    def decorate(function: F) -> F:
        own = inspect.signature(function)
        fields = [field for field in dataclasses.fields(Said) if field.name not in (*own.parameters, *without)]
        by_place = next(i for i, field in enumerate(fields) if field.name == "input")
        parameters: List[inspect.Parameter] = []
        for each in own.parameters.values():
            if each.kind is each.VAR_POSITIONAL:
                parameters += [_parameter(field, each.POSITIONAL_OR_KEYWORD) for field in fields[:by_place]]
                fields = fields[by_place:]
            elif each.kind is each.VAR_KEYWORD:
                parameters += [_parameter(field, each.KEYWORD_ONLY) for field in fields]
            else:
                parameters.append(each)
        setattr(function, "__signature__", own.replace(parameters=parameters))
        return function
    return decorate


def said_of(common: Mapping[str, Any], **own: Any) -> Said:
    """The common arguments of a call."""
    refuse_unknown(common, [name for name in Said.__dataclass_fields__ if name not in OF_MEASURES])
    return Said(**own, **common)


def said_among(given: Mapping[str, Any]) -> Said:
    """The common arguments among all those of a function of scores."""
    return said_of(given["common"], axes=given["axes"], measures=given["measures"], threads=given["threads"])


def refuse_unknown(keywords: Mapping[str, Any], known: Sequence[str] = tuple(Said.__dataclass_fields__)) -> None:
    for name in keywords:
        if name not in known:
            hint = _core.did_you_mean(name, list(known), "see the function's help")
            raise TypeError(f"unexpected keyword argument {name!r}: {hint}")


def all_arguments(function: Callable[..., Any], *args: Any, **keywords: Any) -> Dict[str, Any]:
    """The arguments of a call: the function's own, and ``common``."""
    bound = inspect.signature(function).bind(*args, **keywords)
    bound.apply_defaults()
    common = set(Said.__dataclass_fields__) - set(function.__code__.co_varnames)
    found: Dict[str, Any] = {"common": {}}
    for name, value in bound.arguments.items():
        (found["common"] if name in common else found)[name] = value
    return found


def _parameter(field: "dataclasses.Field[Any]", kind: Any) -> inspect.Parameter:
    return inspect.Parameter(field.name, kind, default=field.default, annotation=field.type)


def typed_as(make: Callable[P, Said]) -> Callable[[Callable[..., R]], Callable[Concatenate[Any, P], R]]:
    """Declares the common arguments of a function for type checkers."""
    return lambda function: function


def _checked_columns(columns: Any) -> Any:
    if isinstance(columns, str) or not hasattr(columns, "__iter__"):
        raise TypeError(f"columns={_arguments.shown(columns)}: give a list of columns such as ['cat', 'dog']")
    return columns


def n_threads(threads: Optional[int]) -> int:
    """Number of threads; 0 is all cores."""
    return 0 if threads is None else _arguments.whole("threads", threads, 1, 2**31 - 1)
