# SPDX-License-Identifier: Apache-2.0
"""The result of qualm.measure: arrays by family and part."""
from __future__ import annotations

import dataclasses
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union

import numpy as np

from . import _arguments, _core, _matplotlib, _pandas
from ._notes import merged
from ._types import Classes, Floats

PARTS = ("total", "aleatoric", "epistemic")


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Parts:
    """Total, aleatoric and epistemic uncertainty, one array each; None if the family has no such part."""

    total: Floats  #: one value per row
    aleatoric: Floats  #: one value per row: uncertainty within the members' predictions
    epistemic: Floats  #: one value per row: disagreement between the members

    def items(self) -> Iterator[Tuple[str, Floats]]:
        """The parts that the family has."""
        for part in PARTS:
            if getattr(self, part) is not None:
                yield part, getattr(self, part)

    def __repr__(self) -> str:
        means = ", ".join(f"{part} {values.mean():.4g}" for part, values in self.items())
        shape = next(values.shape for _, values in self.items())
        return f"<{type(self).__name__} of shape {shape}; means: {means}>"


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Family(Parts):
    """One family of measures: N values per part."""

    name: str = ""  #: such as "variance"
    unit: str = ""  #: such as "bits"
    per_class: Optional[Parts] = None  #: (N, K) per part, for label-wise families with per_class=True
    std: Optional[Parts] = None  #: standard deviations over runs, if there are several
    extras: Dict[str, Floats] = dataclasses.field(default_factory=dict)  #: requested additional values, by name

    def __repr__(self) -> str:
        return f"{super().__repr__()[:-1]} ({self.name} in {self.unit})>"


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Measures:
    """Result of :func:`qualm.measure`: a family by attribute, a score by name.

    ``m.variance.epistemic`` and ``m["variance.epistemic"]`` are the same array.
    """

    n_instances: int  #: number of rows
    n_members: int  #: number of members; 0: Dirichlet input
    n_classes: int  #: number of classes
    n_runs: int  #: number of independent runs
    class_names: List[str]  #: names of the classes; their numbers if they have none
    predicted: Classes  #: class with the greatest mean probability per row, the lowest if tied
    mean: Optional[Floats]  #: mean prediction, (N, K), with per_class=True
    families: Dict[str, Family]  #: by name
    conventions: Dict[str, Any]  #: axes, kind of input, units and weights
    ids: Optional[List[str]] = None  #: ID of each row, if there are IDs
    labels: Optional[Classes] = None  #: true class of each row, if given
    notes: List[str] = dataclasses.field(default_factory=list)  #: notes about the input, as the command line prints them

    def __getattr__(self, name: str) -> Family:
        families: Dict[str, Family] = self.__dict__.get("families", {})
        try:
            return families[name.replace("_", "-")]
        except KeyError:
            raise AttributeError(
                f"Measures has no attribute {name!r}; its families are {', '.join(families) or 'none'}") from None

    def __getitem__(self, score: str) -> Floats:
        """The values of a score such as ``"variance.epistemic"``; with ``per_class=True`` also of one class, by name
        or number: ``"variance.epistemic[Shirt]"``."""
        scores = self.scores()
        whole, bracket, of_class = score.partition("[")
        if bracket and score.endswith("]"):
            return self._of_class(_arguments.known(whole, scores, "measures"), of_class[:-1])
        return scores[_arguments.known(score, scores, "measures")]

    def _of_class(self, score: str, of_class: str) -> Floats:
        family, _, part = score.rpartition(".")
        values: Optional[Floats] = getattr(self.families[family].per_class, part, None)
        if values is None:
            raise KeyError(f"{score}[{of_class}]: there are no values per class: label-wise measures have them, with per_class=True")
        return values[:, _core.parse_class(of_class, self.class_names)]

    def scores(self) -> Dict[str, Floats]:
        """All parts and extras of all families by name, as :func:`qualm.reject` takes them."""
        return {f"{name}.{part}": values for name, family in self.families.items()
                for part, values in (*family.items(), *family.extras.items())}

    def to_dict(self) -> Dict[str, Any]:
        """The JSON of ``qualm measure --format json`` as a dict, schema qualm.measure/1."""
        result: Dict[str, Any] = {
            "schema": "qualm.measure/1", "qualm_version": _core.__version__,
            "instances": self.n_instances, "members": self.n_members, "classes": self.n_classes,
            "runs": self.n_runs, "class_names": list(self.class_names),
            "conventions": dict(self.conventions)}
        if self.ids is not None:
            result["ids"] = list(self.ids)
        result["predicted"] = self.predicted.tolist()
        if self.labels is not None:
            result["labels"] = self.labels.tolist()
        if self.mean is not None:
            result["mean"] = self.mean.tolist()
        result["measures"] = {name: _family_dict(family) for name, family in self.families.items()}
        return result

    def to_pandas(self) -> Any:
        """DataFrame with the columns of ``qualm measure --format csv``, one row per instance, indexed by ID if
        there are IDs."""
        columns: Dict[str, Any] = {"predicted": self.predicted}
        if self.labels is not None:
            columns["label"] = self.labels
        matrices: Dict[str, Floats] = {} if self.mean is None else {"mean": self.mean}
        for name, family in self.families.items():
            column = name.replace("-", "_")
            columns.update((f"{column}_{part}", values) for part, values in family.items())
            if family.std is not None:
                columns.update((f"{column}_{part}_std", values) for part, values in family.std.items())
            columns.update((f"{column}_{extra}", values) for extra, values in family.extras.items())
            if family.per_class is not None:
                matrices.update((f"{column}_{part}", values) for part, values in family.per_class.items())
        for column, matrix in matrices.items():
            columns.update((f"{column}[{name}]", matrix[:, k]) for k, name in enumerate(self.class_names))
        return _pandas.of_instances(columns, None, self.ids)

    def plot(self, scores: Union[None, str, Sequence[str]] = None, *, ax: Any = None, bins: int = 30) -> Any:
        """Draw histograms of scores with the same unit into matplotlib's ``ax``, or the current axes.

        scores: by default the epistemic parts of all families with the unit of the first one.
        """
        first = next(iter(self.families.values()))
        chosen = [f"{name}.epistemic" for name, family in self.families.items() if family.unit == first.unit]
        if scores is not None:
            chosen = _arguments.texts("scores", scores, ("variance.epistemic",), True)
        values = {score: self[score] for score in chosen}
        units = list(dict.fromkeys(self.families[score.rsplit(".", 1)[0]].unit for score in chosen))
        if len(units) > 1:
            raise ValueError(f"scores have different units ({', '.join(units)}): plot each unit into separate axes")
        return _matplotlib.draw_histograms(_matplotlib.current_axes() if ax is None else ax, values, "".join(units),
                                           _arguments.whole("bins", bins, 1))

    def _summary(self) -> List[Tuple[str, ...]]:
        rows: List[Tuple[str, ...]] = [("", "unit", *PARTS)]
        for name, family in self.families.items():
            values = dict(family.items())
            rows.append((name, family.unit, *(f"{values[part].mean():.4g}" if part in values else "-" for part in PARTS)))
        return rows

    def _title(self) -> str:
        kind = _counted(self.n_members, "member") if self.n_members else "Dirichlet"
        runs = f", {self.n_runs} runs" if self.n_runs > 1 else ""
        return f"{_counted(self.n_instances, 'instance')}, {kind}, {self.n_classes} classes{runs}; means:"

    def __repr__(self) -> str:
        rows = self._summary()
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
        return "\n".join([f"qualm.Measures of {self._title()}", *lines])

    def _repr_html_(self) -> str:
        import html

        head, *body = self._summary()
        cells = "".join(f"<th>{html.escape(cell)}</th>" for cell in head)
        rows = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in body)
        return f"<p>{html.escape(self._title())}</p><table><tr>{cells}</tr>{rows}</table>"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _numbers(values: Optional[Floats]) -> Optional[List[Optional[float]]]:
    """As in JSON: infinity and NaN are null."""
    return None if values is None else [value if np.isfinite(value) else None for value in values.tolist()]


def notes_on_infinite_rows(families: Dict[str, Family]) -> List[str]:
    """Notes on infinite measures and extras: number of rows, and the reason."""
    notes = []
    for name, family in families.items():
        of_parts = np.any([np.isinf(values) for _, values in family.items()], axis=0)
        counts = {name: of_parts, **{f"{name}.{extra}": np.isinf(values) for extra, values in family.extras.items()}}
        notes += [_core.note_on_infinite_rows(of, int(rows.sum())) for of, rows in counts.items() if rows.any()]
    return notes


def _family_dict(family: Family) -> Dict[str, Any]:
    result: Dict[str, Any] = {"unit": family.unit}
    result.update((part, _numbers(getattr(family, part))) for part in PARTS)
    if family.std is not None:
        result.update((f"{part}_std", _numbers(getattr(family.std, part))) for part in PARTS)
    infinite = {name: int(np.isinf(values).sum()) for name, values in (*family.items(), *family.extras.items())}
    if any(infinite.values()):
        result["infinite_rows"] = {name: count for name, count in infinite.items() if count}
    undecided = {name: int(np.isnan(values).sum()) for name, values in (*family.items(), *family.extras.items())}
    if any(undecided.values()):
        result["undecided_rows"] = {name: count for name, count in undecided.items() if count}
    if family.extras:
        result["extras"] = {name: _numbers(values) for name, values in family.extras.items()}
    if family.per_class is not None:
        result["per_class"] = {part: values.tolist() for part, values in family.per_class.items()}
    return result


def concatenate(parts: List[Measures]) -> Measures:
    """Concatenates the measures of batches."""
    first = parts[0]
    if len(parts) == 1:
        return first
    if any(each.class_names != first.class_names for each in parts):
        raise ValueError("the parts have different classes, or the same in another order: give class_names")

    def joined(pick: Any) -> Any:
        arrays = [pick(each) for each in parts]
        return None if arrays[0] is None else np.concatenate(arrays)

    def joined_parts(pick: Any) -> Optional[Parts]:
        if pick(first) is None:
            return None
        return Parts(*(joined(lambda each: getattr(pick(each), part)) for part in PARTS))

    families = {}
    for name, family in first.families.items():
        values = joined_parts(lambda each: each.families[name])
        assert values is not None
        families[name] = Family(
            values.total, values.aleatoric, values.epistemic, name, family.unit,
            joined_parts(lambda each: each.families[name].per_class),
            joined_parts(lambda each: each.families[name].std),
            {extra: joined(lambda each: each.families[name].extras[extra]) for extra in family.extras})
    conventions = dict(first.conventions)
    conventions["renormalized_rows"] = sum(each.conventions["renormalized_rows"] for each in parts)
    n_without_ids = sum(each.ids is None for each in parts)
    without_ids = ["the IDs are left out: some batches have none"] if 0 < n_without_ids < len(parts) else []
    return dataclasses.replace(
        first, notes=_joined_notes(parts, conventions["renormalized_rows"]) + notes_on_infinite_rows(families) + without_ids,
        n_instances=sum(each.n_instances for each in parts),
        predicted=joined(lambda each: each.predicted), mean=joined(lambda each: each.mean), labels=joined(lambda each: each.labels),
        families=families, conventions=conventions,
        ids=None if n_without_ids else [one for each in parts for one in each.ids or ()])


def _joined_notes(parts: List[Measures], rescaled: int) -> List[str]:
    """The notes of all parts; notes with counts refer to all rows."""
    notes: List[str] = []
    for part in parts:
        of_part = _core.note_on_rescaled_rows(part.conventions["renormalized_rows"])
        infinite = notes_on_infinite_rows(part.families)
        notes += [_core.note_on_rescaled_rows(rescaled) if note == of_part else note
                  for note in part.notes if note not in infinite]
    one_hot = _core.note_on_one_hot_rows()
    holds = all(one_hot in part.notes for part in parts)
    return [note for note in merged(notes) if note != one_hot or holds]
