# SPDX-License-Identifier: Apache-2.0
"""Results draw themselves into axes of matplotlib."""
import sys

import numpy as np
import pytest
from conftest import random_predictions

import qualm

P = random_predictions((60, 3, 3))
LABELS = np.random.default_rng(5).integers(0, 3, 60)


class FakeAxes:
    """Notes what is drawn, so that the calls are tested where matplotlib is missing."""

    def __init__(self):
        self.drawn = []

    def __getattr__(self, name):
        def note(*arguments, **options):
            self.drawn.append((name, arguments, options))
            return [FakeAxes()] if name == "plot" else "blue"
        if name.startswith("__"):
            raise AttributeError(name)
        return note

    def labels(self, name):
        return [options.get("label") for called, _, options in self.drawn if called == name]


def axes():
    matplotlib = pytest.importorskip("matplotlib", reason="python3-matplotlib is not installed")
    matplotlib.use("Agg")
    from matplotlib import pyplot
    return pyplot.subplots()[1]


def test_curves_are_drawn_into_the_given_axes():
    found = qualm.reject(P, LABELS, axes="nmk", bootstrap=0)
    ax = FakeAxes()
    assert found.plot(ax=ax) is ax
    assert ax.labels("plot") == list(found.curves)
    _, (rejected, accuracy), _ = ax.drawn[0]
    first = next(iter(found.curves.values()))
    assert np.array_equal(rejected, first.rejected) and np.array_equal(accuracy, first.accuracy, equal_nan=True)


def test_runs_are_drawn_with_their_spread():
    ax = FakeAxes()
    qualm.reject([P, P[:, ::-1] * 0 + np.roll(P, 1, axis=0)], LABELS, axes="nmk", bootstrap=0).plot(ax=ax)
    assert any(name == "fill_between" for name, _, _ in ax.drawn)


def test_roc_curves_and_histograms_are_drawn():
    ax = FakeAxes()
    found = qualm.ood(P[:30], {"mnist": P[30:]}, axes="nmk")
    assert found.plot(ax=ax) is ax
    assert ax.labels("plot")[0].startswith("variance.epistemic, mnist (AUROC ")
    ax, m = FakeAxes(), qualm.measure(P, axes="nmk")
    assert m.plot(ax=ax) is ax and ax.labels("hist") == ["variance.epistemic"]
    ax = FakeAxes()
    m.plot("variance.total", ax=ax)
    assert ax.labels("hist") == ["variance.total"] and np.array_equal(ax.drawn[0][1][0], m.variance.total)


def test_random_and_oracle_can_be_distinguished():
    ax = FakeAxes()
    qualm.reject(P, LABELS, axes="nmk", bootstrap=0).plot(ax=ax)
    styles = {options["label"]: options["linestyle"] for name, _, options in ax.drawn if name == "plot"}
    assert len({styles["random"], styles["oracle"], styles["variance.total"]}) == 3


def test_one_axis_has_one_unit():
    m = qualm.measure(P, axes="nmk", measures=["entropy", "variance", "label-entropy"])
    ax = FakeAxes()
    m.plot(ax=ax)
    assert ax.labels("hist") == ["entropy.epistemic", "label-entropy.epistemic"]
    with pytest.raises(ValueError, match=r"^scores have different units \(bits, variance\)"):
        m.plot(["entropy.total", "variance.total"], ax=ax)


def test_axes_that_are_not_given_by_name_are_refused_with_the_remedy():
    with pytest.raises(TypeError, match=r"give the axes by name, as in \.plot\(ax=ax\)"):
        qualm.reject(P, LABELS, axes="nmk", bootstrap=0).plot(FakeAxes())


def test_matplotlib_itself_draws_them():
    for result in (qualm.reject(P, LABELS, axes="nmk", bootstrap=0), qualm.ood(P[:30], {"mnist": P[30:]}, axes="nmk"),
                   qualm.measure(P, axes="nmk")):
        ax = axes()
        assert result.plot(ax=ax) is ax
        assert ax.get_legend() is not None and ax.get_xlabel()


def test_what_is_no_axes_is_refused_and_missing_matplotlib_named(monkeypatch):
    for result in (qualm.reject(P, LABELS, axes="nmk", bootstrap=0), qualm.measure(P, axes="nmk")):
        with pytest.raises(TypeError, match="^ax: give matplotlib axes, .* type int$"):
            result.plot(ax=3)
    with pytest.raises(TypeError, match=r"^ax: .*\.save\(\)"):
        qualm.explain(P, axes="nmk", top=1).plot(ax=FakeAxes())
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match="^plot needs matplotlib: pip install matplotlib"):
        qualm.measure(P, axes="nmk").plot()
