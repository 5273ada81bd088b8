# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import dataclasses
from typing import Any, List, Optional, Sequence, Union

from ._inputs import ClassWeights, LogBase, Predictions, Said, Weights
from ._own_measure import Choices
from ._measure import measured
from ._measures import Measures, concatenate
from ._notes import tell


class Measurer:
    """Measure predictions that arrive in batches; gives the same bits as measuring all at once.

    Takes the keywords of :func:`qualm.measure`. What is kept are the results, not the predictions;
    a measurer can be pickled, sent elsewhere and merged.

    >>> import numpy as np, qualm
    >>> p = np.random.default_rng(0).dirichlet(np.ones(4), size=(100, 3))
    >>> measurer = qualm.Measurer(axes="nmk")
    >>> for batch in np.array_split(p, 7):
    ...     measurer.update(batch)
    >>> doubts = measurer.finalize()
    >>> bool((doubts.variance.epistemic == qualm.measure(p).variance.epistemic).all())
    True
    """

    def __init__(
        self, axes: Optional[str] = None, measures: Choices = ("variance", "entropy"),
        class_weights: ClassWeights = None, member_weights: Weights = None, log_base: LogBase = 2,
        per_class: bool = False, *, input: str = "probs", renormalize: bool = False,
        normalized: bool = False, corrected: bool = False, ordered: bool = False, n_classes: Optional[int] = None,
        class_names: Optional[Sequence[str]] = None,
    columns: Optional[Sequence[Any]] = None, threads: Optional[int] = None,
    ) -> None:
        if input == "votes" and n_classes is None and class_names is None:
            raise ValueError("votes in batches need not name all classes: say n_classes")
        self._said = Said(
            axes=axes, input=input, class_names=class_names, n_classes=n_classes,
            member_weights=member_weights, renormalize=renormalize, measures=measures,
            class_weights=class_weights, log_base=log_base, normalized=normalized,
            corrected=corrected, ordered=ordered, per_class=per_class, threads=threads, columns=columns)
        self._parts: List[Measures] = []

    def update(self, batch: Predictions) -> None:
        """Measures some more instances. After an error the measurer is as it was."""
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
        """All instances so far, in the order they came; more may be added after it."""
        if not self._parts:
            raise ValueError("nothing was measured: call update first")
        self._parts = [concatenate(self._parts)]
        tell(self._parts[0].notes)
        return self._parts[0]

    def __len__(self) -> int:
        """Instances so far."""
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
                    f"{first.n_members} and {first.n_classes}: one ensemble predicts all batches")
        self._parts.append(part)
