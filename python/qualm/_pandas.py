# SPDX-License-Identifier: Apache-2.0
"""Results as DataFrames; pandas is imported on first use."""
from __future__ import annotations

import numbers
from typing import Any, Dict, List, Optional, Sequence

Row = Dict[str, Any]


def frame(columns: Any, index: Optional[Sequence[Any]] = None, index_name: Optional[str] = None) -> Any:
    try:
        import pandas
    except ImportError:
        raise ImportError("to_pandas needs pandas: pip install pandas, or apt install python3-pandas") from None
    made = pandas.DataFrame(columns, index=None if index is None else list(index))
    made.index.name = index_name
    return made


def of_instances(columns: Any, rows: Optional[Sequence[int]], ids: Optional[Sequence[str]]) -> Any:
    """One row per instance, indexed by ID if there are IDs, else by number."""
    return frame(columns, rows if ids is None else ids, "row" if ids is None else "id")


def _scalars(values: Row) -> Row:
    """The values of a score; two columns per interval, one column per key of a mapping."""
    row: Row = {}
    for name, value in values.items():
        if value is None:  # a number that does not exist, in a column of numbers
            row[name] = float("nan")
        elif isinstance(value, (bool, numbers.Number)):
            row[name] = value
        elif name == "ci95" and isinstance(value, dict):
            for area, ends in value.items():
                if area != "reasons":
                    row.update(_ends(area, ends))
        elif isinstance(value, dict) and name == "accuracy_at_coverage":
            row.update((_at(name, key), _number(each)) for key, each in value.items() if key != "reasons")
        elif isinstance(value, dict) and name == "coverage_at_risk":
            row.update((_at(name, key), _number(each["coverage"])) for key, each in value.items() if key != "reasons")
    return row


def _at(name: str, key: str) -> str:
    """Column name of a key: ``name[0.8]`` for 0.8, ``name_std[0.8]`` for 0.8_std."""
    number, _, suffix = key.partition("_")
    return f"{name}_{suffix}[{number}]" if suffix else f"{name}[{number}]"


def _number(value: Any) -> Any:
    return float("nan") if value is None else value


def _ends(name: str, ends: Any) -> Row:
    low, high = (float("nan"),) * 2 if ends is None else ends
    return {f"{name}_low": low, f"{name}_high": high}


def of_areas(curves: Dict[str, Row]) -> Any:
    rows = [_scalars(values) for values in curves.values()]
    return frame(rows, list(curves), "score")


def of_curves(curves: Dict[str, Row]) -> Any:
    columns: Dict[str, List[Any]] = {"score": [], "rejected": [], "accuracy": [], "accuracy_std": []}
    for score, values in curves.items():
        count = len(values["rejected"])
        columns["score"] += [score] * count
        columns["rejected"] += values["rejected"]
        columns["accuracy"] += [float("nan") if each is None else each for each in values["accuracy"]]
        deviations = values["accuracy_std"] or [None] * count
        columns["accuracy_std"] += [float("nan") if each is None else each for each in deviations]
    return frame(columns)


def of_detection(scores: Dict[str, Dict[str, Row]]) -> Any:
    rows = []
    for score, sets in scores.items():
        for out, values in sets.items():
            rows.append({"score": score, "out": out, **_scalars(values), **_ends("auroc", values.get("ci95"))})
    return frame(rows)


def of_rows(instances: List[Row], class_names: Sequence[str], per_class: str = "") -> Any:
    """Rows of explain and label_next; ``per_class``: the family of the per-class values."""
    rows = []
    for each in instances:
        row: Row = {"score": each["score"], "predicted": each["predicted"], "predicted_name": each["predicted_name"]}
        if "label" in each:
            row.update(label=each["label"], label_name=each["label_name"])
        if "words" in each:
            row.update(wavers_between=each["wavers_between"], words=each["words"])
        matrices: Row = {"mean": each.get("mean") or []}
        family = per_class.replace("-", "_")
        matrices.update((f"{family}_{part}", values) for part, values in (each.get("per_class") or {}).items())
        for column, values in matrices.items():
            row.update((f"{column}[{name}]", value) for name, value in zip(class_names, values))
        rows.append(row)
    ids = [each["id"] for each in instances] if instances and "id" in instances[0] else None
    return of_instances(rows, [each["row"] for each in instances], ids)


def of_axioms(measures: Dict[str, Row]) -> Any:
    rows = []
    for measure, verdicts in measures.items():
        for axiom, found in verdicts.items():
            if not isinstance(found, dict) or "verdict" not in found:
                continue
            row: Row = {"measure": measure, "axiom": axiom, **{key: found[key] for key in ("verdict", "by", "tried")}}
            row.update((part, of_part["verdict"]) for part, of_part in found["parts"].items())
            counterexample = found["counterexample"]
            row["violated"] = None if counterexample is None else counterexample["demanded"]
            rows.append(row)
    return frame(rows)
