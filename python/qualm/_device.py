# SPDX-License-Identifier: Apache-2.0
"""Tensors whose numbers are not in memory as they are: copied where they offer it, refused by name where they do not."""
from __future__ import annotations

from typing import Any, Optional

from ._notes import tell

_HOST = (1, 3, 11)  # DLPack's numbers of the CPU, and of memory pinned for CUDA and ROCm
_NAMES = {2: "CUDA", 4: "OpenCL", 7: "Vulkan", 8: "Metal", 10: "ROCm", 13: "CUDA managed memory", 14: "oneAPI"}


def _device_of(given: Any) -> Optional[str]:
    """The device that holds the numbers; None for memory that this process reads."""
    ask = getattr(given, "__dlpack_device__", None)
    if ask is None:
        return None
    try:
        kind, number = (int(each) for each in ask())
    except ValueError:  # torch's answer for devices that DLPack has no number for
        return str(given.device)
    return None if kind in _HOST else f"{_NAMES.get(kind, f'DLPack device type {kind}')}, device {number}"


def readable(given: Any, name: str) -> Any:
    """The same numbers in memory of the CPU, as their DLPack export says."""
    given = _on_cpu(given, name)
    for bit in ("conj", "neg"):  # torch's views, which DLPack exports without saying so
        is_set = getattr(given, f"is_{bit}", None)
        if callable(is_set) and is_set():
            given = getattr(given, f"resolve_{bit}")()
    return given


def _on_cpu(given: Any, name: str) -> Any:
    """The same numbers in memory of the CPU, with a note if they were copied there. Raises ValueError if ``given`` is on
    another device and has no ``cpu()``, or that fails."""
    device = _device_of(given)
    if device is None:
        return given
    if not callable(getattr(given, "cpu", None)):
        raise ValueError(f"{name}: {type(given).__name__} on another device ({device}): copy it to the CPU first, such as by "
                         ".get() of CuPy or numpy.asarray() for JAX")
    try:
        copy = (given.detach() if getattr(given, "requires_grad", False) else given).cpu()
    except RuntimeError as error:  # a device without memory, such as torch's "meta"
        raise ValueError(f"{name}: {type(given).__name__} on another device ({device}) cannot be copied to the CPU: {error}") from error
    tell([f"{name.split('[')[0]} copied to the CPU ({device})"])
    return copy
