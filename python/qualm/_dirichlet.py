# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from typing import Any


class Dirichlet:
    """Predictions of an evidential network: Dirichlet(alpha) for each instance.

    alpha: concentrations of shape (instances, classes), greater than 0; read in place, without copying.

    Accepted wherever predictions are; measures are computed by closed forms or quadrature.

    >>> import numpy as np, qualm
    >>> result = qualm.measure(qualm.Dirichlet(np.array([[1.0, 1.0], [50.0, 50.0]])))
    >>> result.variance.epistemic.round(4)
    array([0.1667, 0.005 ])
    """

    def __init__(self, alpha: Any) -> None:
        self.alpha = alpha

    def __repr__(self) -> str:
        shape = getattr(self.alpha, "shape", None)
        return f"Dirichlet(alpha of shape {tuple(shape)})" if shape is not None else "Dirichlet(alpha)"
