# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import dataclasses
from typing import Any, List, Sequence

from ._inputs import Classes, Predictions, Said, refuse_unknown, takes_common
from ._measure import measured_source
from ._measures import Measures, concatenate
from ._notes import merged, tell


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
        self._classes: Classes = ([], [])  # of the first batch whose data names them
        self._has_unnamed = False  # a batch was read before the data of any named the classes

    def update(self, batch: Predictions) -> None:
        """Measure another batch. After an error the measurer is unchanged."""
        said = self._said
        if self._parts and said.axes is None:  # the first batch says what the axes of all are
            axes = self._parts[0].conventions["axes"]
            if len(axes) == getattr(batch, "ndim", 0):
                said = dataclasses.replace(said, axes=axes)
        source = said.source(batch, "batch", classes=self._classes)
        is_named = bool(source.classes[1])
        self._append([measured_source(source, said)], source.classes if is_named else ([], []),
                     not is_named and not self._classes[1])

    def merge(self, other: "Measurer") -> "Measurer":
        """Append the instances of another measurer with the same options, ensemble and order of classes.

        After an error the measurer is unchanged."""
        if not isinstance(other, Measurer):
            raise TypeError(f"merge: give a Measurer, not an object of type {type(other).__name__}")
        if str(other._said) != str(self._said):
            raise ValueError("merge: the two measurers have different options")
        self._append(other._parts, other._classes, other._has_unnamed)
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

    def _append(self, parts: Sequence[Measures], classes: Classes, has_unnamed: bool) -> None:
        for part in parts:
            _check_alike((self._parts or parts)[0], part)
        ours, theirs = self._classes, classes
        if ours[1] and theirs[1] and ours[0] != theirs[0]:
            raise ValueError(f"merge: the classes are {_listing(theirs[0])} after {_listing(ours[0])}: "
                             "give both measurers the same class_names")
        known, has_unnamed = ours if ours[1] else theirs, has_unnamed or self._has_unnamed
        # Unlike batches with names, those without were not put into the order of the argument class_names.
        if has_unnamed and known[1] and known[0] != known[1]:
            raise ValueError(f"class names of some batches are {_listing(known[1])}, other batches have none and were read as "
                             f"class_names, {_listing(known[0])}: give all batches names, or none")
        joined = [*self._parts, *parts]
        self._parts = [_named(part, known[0] or joined[0].class_names) for part in joined]
        self._classes, self._has_unnamed = known, has_unnamed


def _check_alike(first: Measures, part: Measures) -> None:
    if (part.n_members, part.n_classes, part.n_runs) != (first.n_members, first.n_classes, first.n_runs):
        raise ValueError(f"a batch of {_ensemble(part)} after one of {_ensemble(first)}: predict all batches with the same ensemble")


def _ensemble(part: Measures) -> str:
    runs = f"{part.n_runs} run{'s' if part.n_runs > 1 else ''} of "
    return f"{runs}{part.n_members} members and {part.n_classes} classes"


def _named(part: Measures, names: List[str]) -> Measures:
    """A part whose data does not name the classes takes the names of the others."""
    if part.class_names == names:
        return part
    note = f"batches without class names use the order of those with names: {_listing(names)}"
    return dataclasses.replace(part, class_names=names, notes=merged(part.notes, [note]))


def _listing(names: List[str]) -> str:
    return ", ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "")
