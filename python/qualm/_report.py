# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
from typing import Any, Mapping, Optional, Union

from . import _arguments, _core
from ._inputs import Predictions, Said, said_of, takes_common
from ._notes import merged, tell
from ._texts import name_of


@takes_common()
def report(
    p: Predictions, path: Union[str, "os.PathLike[str]"], axes: Optional[str] = None, *,
    labels: Any = None, ood: Optional[Mapping[str, Any]] = None, images: Any = None,
    title: str = "predictions", rows: int = 2000, seed: int = 0, **common: Any,
) -> None:
    """Write one interactive, self-contained HTML file: summary and curves of all rows, details of selected rows.

    p: predictions, with the other arguments of :func:`qualm.measure`. ood: predictions of the same ensemble for out-of-distribution rows, by name. images: one image per row, N
    x H x W (x 3). rows: number of rows in the file; see docs/page.md for the selection.
    path: output file, .html.
    labels: the true class of each row, by number or name; adds accuracies.
    title: title of the page.
    seed: random seed of the sample of rows.

    >>> import numpy as np, qualm, tempfile, os
    >>> p = np.array([[[.9, .1], [.8, .2]], [[.9, .1], [.1, .9]]])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     qualm.report(p, os.path.join(folder, "report.html"), labels=[0, 1], axes="nmk")
    ...     os.path.exists(os.path.join(folder, "report.html"))
    True
    """
    said = said_of(common, axes=axes)
    to = _arguments.path("path", path)
    if os.path.splitext(to)[1] not in ("", ".html", ".htm"):
        raise ValueError(f"path={to!r}: choose a file name that ends in .html or .htm")
    tell(merged(_core.report(page_job(said, p, labels, ood, images, title, rows, seed), os.fsencode(to))))


def page_job(said: Said, p: Predictions, labels: Any, ood: Optional[Mapping[str, Any]], images: Any,
             title: str, rows: int, seed: int) -> _core.PageJob:
    """The job of report and serve for the compiled module."""
    sets = _arguments.mapping("ood", {} if ood is None else ood, "{'mnist': p}")
    inside = said.source(p, labels=labels)
    return _core.PageJob(
        inside=inside, options=said.options(inside),
        outside=[(name_of("ood", name), said.source(each, f"ood[{name!r}]", like=inside)) for name, each in sets.items()],
        images=_arguments.pictures("images", images), title=_arguments.text("title", title, "predictions"),
        rows=_arguments.whole("rows", rows, 1), seed=_arguments.whole("seed", seed))
