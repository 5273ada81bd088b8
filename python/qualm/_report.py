# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from . import _arguments, _core
from ._inputs import ClassWeights, LogBase, Predictions, Said, Weights
from ._notes import tell
from ._own_measure import Choices


def report(
    p: Predictions, path: Union[str, "os.PathLike[str]"], axes: Optional[str] = None, *, labels: Any = None,
    ood: Optional[Mapping[str, Any]] = None, images: Any = None, title: str = "predictions",
    rows: int = 2000, class_names: Optional[Sequence[str]] = None,
    columns: Optional[Sequence[Any]] = None, ids: Any = None,
    measures: Choices = ("variance", "entropy"), class_weights: ClassWeights = None,
    member_weights: Weights = None, log_base: LogBase = 2, input: str = "probs",
    renormalize: bool = False, normalized: bool = False, corrected: bool = False, ordered: bool = False,
    n_classes: Optional[int] = None, seed: int = 0, threads: Optional[int] = None,
) -> None:
    """Write the uncertainty of all rows as one interactive HTML file that needs no other file.

    ood: predictions of the same ensemble for out-of-distribution rows, by name. images: one picture
    per row, N x H x W (x 3). rows: how many rows the file holds; docs/page.md says which.

    >>> import numpy as np, qualm, tempfile, os
    >>> p = np.array([[[.9, .1], [.8, .2]], [[.9, .1], [.1, .9]]])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     qualm.report(p, os.path.join(folder, "report.html"), labels=[0, 1], axes="nmk")
    ...     os.path.exists(os.path.join(folder, "report.html"))
    True
    """
    said = Said(axes=axes, input=input, class_names=class_names, n_classes=n_classes,
                member_weights=member_weights, renormalize=renormalize, measures=measures,
                class_weights=class_weights, log_base=log_base, normalized=normalized,
                corrected=corrected, ordered=ordered, threads=threads, columns=columns, ids=ids)
    to = _arguments.path("path", path)
    if os.path.splitext(to)[1] not in ("", ".html", ".htm"):
        raise ValueError(f"path={to!r}: the report is a page: choose the ending .html or .htm")
    arguments = page_arguments(said, p, labels, ood, images, title, rows, seed)
    _core.report(path=to, **arguments)
    tell(page_notes(said, arguments))


def page_notes(said: Said, arguments: Dict[str, Any]) -> List[str]:
    return said.notes(arguments["options"], arguments["inside"], *(source for _, source in arguments["outside"]))


def page_arguments(said: Said, p: Predictions, labels: Any, ood: Optional[Mapping[str, Any]], images: Any,
                   title: str, rows: int, seed: int) -> Dict[str, Any]:
    """What report and serve hand to the compiled part."""
    sets = _arguments.mapping("ood", {} if ood is None else ood, "{'mnist': p}")
    inside = said.source(p, labels=labels)
    return {
        "inside": inside, "options": said.options(inside),
        "outside": [(str(name), said.source(each, f"ood[{name!r}]", like=inside)) for name, each in sets.items()],
        "images": _arguments.pictures("images", images), "title": _arguments.text("title", title, "predictions"),
        "rows": _arguments.whole("rows", rows, 1), "seed": _arguments.whole("seed", seed)}
