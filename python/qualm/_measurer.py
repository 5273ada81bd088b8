# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import dataclasses
from typing import Any, List

from ._inputs import Predictions, Said, refuse_unknown, takes_common
from ._measure import measured
from ._measures import Measures, concatenate
from ._notes import tell


class Measurer:
    """Measure predictions that arrive in batches; the results are bit-identical to measuring all at once.

    Takes the keywords of :func:`qualm.measure`. It keeps results, not predictions, and can be pickled, sent
    to another process and merged.

    >>> import numpy as np, qualm
    >>> p = np.random.default_rng(0).dirichlet(np.ones(4), size=(100, 3))
    >>> measurer = qualm.Measurer(axes="nmk")
    >>> for batch in np.array_split(p, 7):
    ...     measurer.update(batch)
    >>> result = measurer.finalize()
    >>> bool((result.variance.epistemic == qualm.measure(p).variance.epistemic).all())
    True
    """

    @takes_common(without=("ids",))
    def __init__(self, *args: Any, **keywords: Any) -> None:
        refuse_unknown(keywords)
        self._said = said = Said(*args, **keywords)
        said.refuse_votes_of_unknown_classes()
        self._parts: List[Measures] = []

    def update(self, batch: Predictions) -> None:
        """Measure another batch. After an error the measurer is unchanged."""
        said = self._said
        if self._parts:  # the first batch says what the axes and classes of all are
            first = self._parts[0]
            if said.axes is None and len(first.conventions["axes"]) == getattr(batch, "ndim", 0):
                said = dataclasses.replace(said, axes=first.conventions["axes"])
            if said.class_names is None and first.class_names != [str(k) for k in range(first.n_classes)]:
                said = dataclasses.replace(said, class_names=first.class_names)
        self._append(measured(batch, said))

    def merge(self, other: "Measurer") -> "Measurer":
        """Append the instances of another measurer with the same options."""
        if not isinstance(other, Measurer):
            raise TypeError(f"merge: give a Measurer, not an object of type {type(other).__name__}")
        if str(other._said) != str(self._said):
            raise ValueError("merge: the two measurers have different options")
        for part in list(other._parts):
            self._append(part)
        return self

    def finalize(self) -> Measures:
        """Return the measures of all instances so far, in order of arrival. More batches can follow."""
        if not self._parts:
            raise ValueError("nothing was measured: call update first")
        self._parts = [concatenate(self._parts)]
        tell(self._parts[0].notes)
        return self._parts[0]

    def __len__(self) -> int:
        """Number of instances so far."""
        return sum(part.n_instances for part in self._parts)

    def __repr__(self) -> str:
        return f"<qualm.Measurer of {', '.join(self._said.measure_names())}: {len(self)} instances>"

    def _append(self, part: Measures) -> None:
        if self._parts:
            first = self._parts[0]
            alike = (first.n_members, first.n_classes, first.n_runs)
            if (part.n_members, part.n_classes, part.n_runs) != alike:
                raise ValueError(
                    f"a batch of {part.n_members} members and {part.n_classes} classes after one of "
                    f"{first.n_members} and {first.n_classes}: predict all batches with the same ensemble")
        self._parts.append(part)
