# SPDX-License-Identifier: Apache-2.0
"""Draws results into matplotlib axes; matplotlib is imported only if no axes are given."""
from __future__ import annotations

from typing import Any, Dict, Mapping

import numpy as np


def checked(ax: Any, needed: str) -> Any:
    if not hasattr(ax, needed):
        raise TypeError("ax: give matplotlib axes, such as those of plt.subplots(), "
                        f"not an object of type {type(ax).__name__}")
    return ax


def current_axes() -> Any:
    try:
        from matplotlib import pyplot
    except ImportError:
        raise ImportError(
            "plot needs matplotlib: pip install matplotlib, or apt install python3-matplotlib") from None
    return pyplot.gca()


#: Grey lines to compare with.
_REFERENCES = {"random": "--", "oracle": ":"}


def draw_rejection(ax: Any, curves: Mapping[str, Dict[str, Any]]) -> Any:
    checked(ax, "fill_between")
    for score, values in curves.items():
        rejected = np.array(values["rejected"], dtype=float)
        accuracy = np.array(values["accuracy"], dtype=float)
        line, = ax.plot(rejected, accuracy, label=score, linestyle=_REFERENCES.get(score, "-"),
                        **({"color": "grey"} if score in _REFERENCES else {}))
        if values["accuracy_std"] is not None:
            spread = np.array(values["accuracy_std"], dtype=float)
            ax.fill_between(rejected, accuracy - spread, accuracy + spread, alpha=0.2, color=line.get_color())
    ax.set_xlabel("rejected")
    ax.set_ylabel("accuracy")
    ax.legend()
    return ax


def draw_detection(ax: Any, scores: Mapping[str, Mapping[str, Dict[str, Any]]]) -> Any:
    checked(ax, "plot")
    for score, sets in scores.items():
        for out, values in sets.items():
            auroc = "" if values["auroc"] is None else f" (AUROC {values['auroc']:.3f})"
            if values.get("roc"):
                ax.plot(values["roc"]["fpr"], values["roc"]["tpr"], label=f"{score}, {out}{auroc}")
    ax.plot([0, 1], [0, 1], color="grey", linestyle="--")
    ax.set_xlabel("false positive rate")
    ax.set_ylabel("true positive rate")
    ax.legend()
    return ax


def draw_histograms(ax: Any, scores: Mapping[str, Any], unit: str, bins: int) -> Any:
    checked(ax, "hist")
    for score, values in scores.items():
        ax.hist(values, bins=bins, histtype="step", label=score)
    ax.set_xlabel(f"uncertainty in {unit}")
    ax.set_ylabel("rows")
    ax.legend()
    return ax
