# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import weakref
from typing import Any, Mapping, Optional

from . import _arguments, _core
from ._inputs import Predictions, said_of, takes_common
from ._notes import merged, tell
from ._report import page_job


class Server:
    """The server of :func:`qualm.serve`; it runs until ``close`` or the end of the process."""

    def __init__(self, served: _core.ServedPage) -> None:
        self._url = served.url
        self.notes = merged(served.notes)  #: notes about the input, as the command line prints them
        # Also closes when the object is forgotten and when Python ends.
        self._close = weakref.finalize(self, served.close)
        tell(self.notes)

    @property
    def url(self) -> str:
        """URL to open in a browser, including the access token."""
        return self._url

    @property
    def closed(self) -> bool:
        """Whether the server was stopped."""
        return not self._close.alive

    def close(self) -> None:
        """Stop the server and free the port; a second call has no effect."""
        self._close()

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *raised: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<qualm.Server {'closed' if self.closed else self.url}>"


def _address(given: Any) -> str:
    import ipaddress

    text = _arguments.text("address", given, "127.0.0.1")
    try:
        ipaddress.ip_address(text)
    except ValueError:
        raise ValueError(f"address={text!r:.60}: give an IP address such as '127.0.0.1' or '::1'") from None
    return text


@takes_common()
def serve(
    p: Predictions, axes: Optional[str] = None, *, labels: Any = None,
    ood: Optional[Mapping[str, Any]] = None, images: Any = None, title: str = "predictions",
    rows: int = 2000, address: str = "127.0.0.1", port: int = 0, seed: int = 0, **common: Any,
) -> Server:
    """Serve the page of :func:`qualm.report` live, from threads in the background.

    Returns immediately a server with ``url`` and ``close()``; ``with qualm.serve(p) as page:`` closes it at
    the end. address: IP address to listen on; the default is this machine only. port: 0 is any free port. The arrays
    are read while the server runs: do not change them. Other arguments as for ``report``.

    >>> import numpy as np, qualm
    >>> p = np.array([[[.9, .1], [.8, .2]], [[.9, .1], [.1, .9]]])
    >>> with qualm.serve(p, axes="nmk", labels=[0, 1]) as page:
    ...     page.url.startswith("http://127.0.0.1:")
    True
    >>> page.closed
    True
    """
    said = said_of(common, axes=axes)
    job = page_job(said, p, labels, ood, images, title, rows, seed)
    return Server(_core.ServedPage(job, _address(address), _arguments.whole("port", port, 0, 65535)))
