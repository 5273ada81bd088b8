# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import ipaddress
import weakref
from typing import Any, Mapping, Optional, Sequence, Union

from . import _arguments, _core
from ._inputs import ClassWeights, LogBase, Predictions, Said, Weights
from ._notes import tell
from ._own_measure import Choices
from ._report import page_arguments, page_notes


class Server:
    """The page of :func:`qualm.serve`, shown until ``close`` or the end of the process."""

    def __init__(self, served: _core.ServedPage, notes: Sequence[str] = ()) -> None:
        self._url = served.url
        self.notes = list(notes)
        # Also closes when the object is forgotten and when Python ends.
        self._close = weakref.finalize(self, served.close)
        tell(self.notes)

    @property
    def url(self) -> str:
        """What to open in a browser, with the token that lets one in."""
        return self._url

    @property
    def closed(self) -> bool:
        return not self._close.alive

    def close(self) -> None:
        """Ends the server and frees the port; a second call does nothing."""
        self._close()

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *raised: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<qualm.Server {'closed' if self.closed else self.url}>"


def _address(given: Any) -> str:
    text = _arguments.text("address", given, "127.0.0.1")
    try:
        ipaddress.ip_address(text)
    except ValueError:
        raise ValueError(f"address={text!r:.60}: give an IP address such as '127.0.0.1' or '::1'") from None
    return text


def serve(
    p: Predictions, axes: Optional[str] = None, *, labels: Any = None,
    ood: Optional[Mapping[str, Any]] = None, images: Any = None, title: str = "predictions",
    rows: int = 2000, address: str = "127.0.0.1", port: int = 0,
    class_names: Optional[Sequence[str]] = None,
    columns: Optional[Sequence[Any]] = None, ids: Any = None,
    measures: Choices = ("variance", "entropy"), class_weights: ClassWeights = None,
    member_weights: Weights = None, log_base: LogBase = 2, input: str = "probs",
    renormalize: bool = False, normalized: bool = False, corrected: bool = False, ordered: bool = False,
    n_classes: Optional[int] = None, seed: int = 0, threads: Optional[int] = None,
) -> Server:
    """Serve the page of :func:`qualm.report` live, from threads in the background.

    Returns at once a server with ``url`` and ``close()``; ``with qualm.serve(p) as page:`` closes it
    at the end. address and port: where to listen, by default only for this machine, at a free port.
    The arrays are read while the server runs: do not change them. All else as for ``report``.

    >>> import numpy as np, qualm
    >>> p = np.array([[[.9, .1], [.8, .2]], [[.9, .1], [.1, .9]]])
    >>> with qualm.serve(p, axes="nmk", labels=[0, 1]) as page:
    ...     page.url.startswith("http://127.0.0.1:")
    True
    >>> page.closed
    True
    """
    said = Said(axes=axes, input=input, class_names=class_names, n_classes=n_classes,
                member_weights=member_weights, renormalize=renormalize, measures=measures,
                class_weights=class_weights, log_base=log_base, normalized=normalized,
                corrected=corrected, ordered=ordered, threads=threads, columns=columns, ids=ids)
    arguments = page_arguments(said, p, labels, ood, images, title, rows, seed)
    return Server(_core.serve(
        address=_address(address), port=_arguments.whole("port", port, 0, 65535),
        **arguments), page_notes(said, arguments))
