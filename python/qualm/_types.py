# SPDX-License-Identifier: Apache-2.0
"""Types of arrays, for annotations."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]
    Classes = npt.NDArray[np.uint32]
    Rows = npt.NDArray[np.int64]
else:  # importing numpy.typing takes longer than importing this package
    Floats = Classes = Rows = np.ndarray
