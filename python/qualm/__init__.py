# SPDX-License-Identifier: Apache-2.0
"""Aleatoric and epistemic uncertainty of classifiers, per instance and per class.

>>> import numpy as np, qualm
>>> p = np.random.default_rng(0).dirichlet(np.ones(3), size=(1000, 5))  # instances, members, classes
>>> qualm.measure(p).variance.epistemic.shape
(1000,)
"""
from ._axioms import Axioms, axioms
from ._check import Check, Promise, check
from ._core import __version__, families
from ._dirichlet import Dirichlet
from ._explain import Explanation, LabelNext, explain, label_next
from ._measure import measure
from ._measurer import Measurer
from ._measures import Family, Measures, Parts
from ._merge import merge
from ._notes import Note
from ._ood import Detection, ood
from ._reject import Curve, Rejection, reject
from ._report import report
from ._serve import Server, serve

__all__ = [
    "Axioms", "Check", "Curve", "Detection", "Dirichlet", "Explanation", "Family", "LabelNext", "Measurer",
    "Measures", "Note", "Parts", "Promise", "Rejection", "Server", "__version__", "axioms", "check", "explain",
    "families", "label_next", "measure", "merge", "ood", "reject", "report", "serve",
]
