# SPDX-License-Identifier: Apache-2.0
"""Common base of the results of reject, ood, explain and axioms."""
from __future__ import annotations

import json
import os
from typing import Any, Dict, List, Optional, Sequence, Union, overload

from . import _arguments, _core
from ._notes import merged, tell


class _Written:
    """The texts of a pickled result."""

    def __init__(self, result: _core.Result, has_picture: bool) -> None:
        self.texts = {name: result.text(name) for name in ("json", "table")}
        self.scores = result.scores
        self.pictures = {full: result.svg(full) for full in (False, True)} if has_picture else {}

    def text(self, format: str, width: int = 0) -> str:
        return self.texts[format]

    def svg(self, full: bool = False) -> str:
        return self.pictures[full]


class Result:
    """A result: JSON, table, plots."""

    _has_picture = False

    def __init__(self, result: _core.Result, notes: Sequence[str] = ()) -> None:
        self._result: Union[_core.Result, _Written] = result
        self.notes: List[str] = merged(notes, result.notes)  #: notes about the input, as the command line prints them
        tell(self.notes)
        self._dict: Optional[Dict[str, Any]] = None

    def to_dict(self) -> Dict[str, Any]:
        """The JSON of the command of the same name as a dict."""
        if self._dict is None:
            self._dict = json.loads(self._result.text("json"))
        assert self._dict is not None
        return self._dict

    def scores_of_rows(self) -> List[float]:
        return self._result.scores

    def __repr__(self) -> str:
        text = self._result.text("table").rstrip("\n")
        return text.replace("--format json", ".to_dict()").replace("--show shows it", ".to_dict() has it")

    def _repr_html_(self) -> str:
        import html

        return f"<pre>{html.escape(repr(self))}</pre>"

    def __getstate__(self) -> Dict[str, Any]:
        result = self._result
        if isinstance(result, _core.Result):
            result = _Written(result, self._has_picture)
        return {"_result": result, "_dict": None, "notes": self.notes}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__dict__.update(state)


class DrawnResult(Result):
    """A result with plots: shown in notebooks, written by ``save``."""

    _has_picture = True

    def svg(self, full: bool = False) -> str:
        """The plot as SVG text; ``full``: with all panels, as ``--plot`` of the command."""
        return self._result.svg(_arguments.flag("full", full))

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        return f"<figure>{self.svg()}</figure>"

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Write the full plot to a .svg, .png or .pdf file (the latter two by rsvg-convert), or the numbers to a .json,
        .jsonl, .csv, .npz or .txt file, atomically."""
        self._core_result().save(os.fsencode(_arguments.path("path", path)))

    @overload
    def plot(self, width: int = ..., height: int = ..., color: bool = ...) -> str: ...
    @overload
    def plot(self, *, ax: Any) -> Any: ...

    def plot(self, width: int = 80, height: int = 16, color: bool = False, ax: Any = None) -> Any:
        """The plot as text for a terminal; or drawn into matplotlib's ``ax``, which is returned."""
        if ax is not None:
            return self._draw(ax)
        if hasattr(width, "plot"):
            raise TypeError("plot: give the axes by name, as in .plot(ax=ax)")
        size = _arguments.whole("width", width), _arguments.whole("height", height)
        return self._core_result().plot(*size, _arguments.flag("color", color))

    def _draw(self, ax: Any) -> Any:
        raise TypeError("ax: this result is not drawn by matplotlib: use .save() or .svg()")

    def _core_result(self) -> _core.Result:
        if not isinstance(self._result, _core.Result):
            raise ValueError("a pickled result has only its SVG: use .svg()")
        return self._result
