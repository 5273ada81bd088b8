# SPDX-License-Identifier: Apache-2.0
"""qualm examples: values against scipy's quadrature, formats, plots and errors."""
import csv
import io
import json

import numpy as np
import pytest
from conftest import run_qualm

pytest.importorskip("scipy")
from scipy import integrate, optimize, stats  # noqa: E402

FAMILIES = "variance,entropy,label-entropy,spherical,zero-one,wasserstein"


def rows_of(*arguments):
    result = run_qualm("examples", "--format", "json", *arguments)
    assert (result.code, result.err) == (0, "")
    document = json.loads(result.out)
    assert document["schema"] == "qualm.examples/1"
    return document["rows"]


def truncated(mean, sd):
    return stats.truncnorm((0 - mean) / sd, (1 - mean) / sd, mean, sd)


def binary_entropy(t):
    return -sum(x * np.log2(x) for x in (t, 1 - t) if x > 0)


# G(theta), from which AU = E G(theta) and TU = G(mean) follow by definition.
ENTROPIES = {
    "variance": lambda t: 2 * t * (1 - t),
    "entropy": binary_entropy,
    "label-entropy": lambda t: 2 * binary_entropy(t),
    "spherical": lambda t: 1 - np.hypot(t, 1 - t),
    "zero-one": lambda t: min(t, 1 - t),
    "wasserstein": lambda t: min(t, 1 - t),
}
TOLERANCE = 2e-9  # of the reference


@pytest.mark.parametrize("expression, parts", [
    ("uniform(.2,.9)", [(1, stats.uniform(.2, .7))]),
    ("normal(.7,.3)", [(1, truncated(.7, .3))]),
    ("normal(.1,.05)", [(1, truncated(.1, .05))]),
    ("beta(8,2)", [(1, stats.beta(8, 2))]),
    ("0.5*beta(2,5)+0.3*uniform(.6,1)+0.2*normal(.5,.1)",
     [(.5, stats.beta(2, 5)), (.3, stats.uniform(.6, .4)), (.2, truncated(.5, .1))]),
])
def test_two_classes_agree_with_quadrature_of_the_definition(expression, parts):
    points = sorted({0, 0.5, 1, *(float(end) for _, law in parts for end in law.support())})

    def expect(f, law, cuts=()):
        low, high = law.support()
        ends = [x for x in sorted({*points, *cuts}) if low <= x <= high]
        return sum(integrate.quad(lambda t: f(t) * law.pdf(t), a, b, limit=200, epsabs=1e-12)[0]
                   for a, b in zip(ends, ends[1:]))

    row = rows_of("--distribution", expression, "--measure", FAMILIES, "--raw")[0]
    mean = sum(w * law.mean() for w, law in parts)
    assert row["mean"] == pytest.approx([mean, 1 - mean], abs=1e-10)
    for name, entropy in ENTROPIES.items():
        measured = row[name]
        total, aleatoric = entropy(mean), sum(w * expect(entropy, law) for w, law in parts)
        epistemic = total - aleatoric
        if name == "wasserstein":
            median = optimize.brentq(lambda q: sum(w * law.cdf(q) for w, law in parts) - .5, 0, 1, xtol=1e-14)
            epistemic = sum(w * expect(lambda t: abs(t - median), law, [median]) for w, law in parts)
        for part, value in (("total", total), ("aleatoric", aleatoric), ("epistemic", epistemic)):
            assert abs(measured[part] - value) <= measured["error"][part] + TOLERANCE, (name, part)
            assert measured["error"][part] < 1e-9


def test_a_mixture_of_dirichlets_agrees_with_samples():
    laws = [(.5, [2, 3, 5]), (.5, [9, 1, 1])]
    row = rows_of("--distribution", "0.5*dirichlet(2,3,5)+0.5*dirichlet(9,1,1)", "--measure", FAMILIES, "--raw")[0]
    random = np.random.default_rng(1)
    n = 400_000
    theta = np.concatenate([random.dirichlet(alpha, n) for _, alpha in laws])
    mean = theta.mean(0)
    entropy = lambda p: -(p * np.log2(np.maximum(p, 1e-300))).sum(-1)
    references = {"variance": lambda p: (p * (1 - p)).sum(-1), "entropy": entropy,
                  "label-entropy": lambda p: entropy(p) + entropy(1 - p),
                  "spherical": lambda p: 1 - np.sqrt((p * p).sum(-1)), "zero-one": lambda p: 1 - p.max(-1)}
    for name, reference in references.items():
        assert row[name]["aleatoric"] == pytest.approx(reference(theta).mean(), abs=3e-3)
        assert row[name]["total"] == pytest.approx(reference(mean), abs=3e-3)
    quantiles = np.sort(theta, axis=0).sum(1)
    assert row["wasserstein"]["epistemic"] == pytest.approx(np.maximum(1 - quantiles, 0).mean(), abs=3e-3)


def test_formats_hold_the_same_numbers():
    rows = rows_of()
    assert [row["name"] for row in rows] == ["U[0,1]", "N(0.5,0.1)", "Beta(8,2)", "U[0.3,0.7]", "U[0.6,1]", "½δ0+½δ1"]
    table = run_qualm("examples").out.decode()
    lines = list(csv.DictReader(io.StringIO(run_qualm("examples", "--format", "csv").out.decode())))
    for row, line in zip(rows, lines, strict=True):
        assert line["name"] == row["name"] and row["name"] in table
        for part in ("total", "aleatoric", "epistemic"):
            assert float(line[f"entropy_{part}"]) == row["entropy"][part]
            assert float(line[f"variance_{part}_error"]) == row["variance"]["error"][part]
        assert f"{row['variance']['total']:.4f}" in table
        assert row["entropy"]["unit"] == "normalized"
        assert rows_of("--distribution", row["distribution"])[0]["entropy"] == row["entropy"]


def test_raw_values_have_their_unit():
    bits, nats = (rows_of("--distribution", "dirichlet(1,1,1)", "--raw", "--log-base", base)[0]["entropy"]
                  for base in "2e")
    assert (bits["unit"], nats["unit"]) == ("bits", "nats")
    assert bits["total"] == pytest.approx(np.log2(3)) and nats["aleatoric"] == pytest.approx(5 / 6)


@pytest.mark.parametrize("ending, start", [("svg", b"<svg"), ("png", b"\x89PNG")])
def test_plot_draws_every_distribution(tmp_path, ending, start):
    path = tmp_path / f"figure.{ending}"
    assert run_qualm("examples", "--plot", path, "--quiet").code == 0
    content = path.read_bytes()
    assert content.startswith(start)
    if ending == "svg":
        for text in ("U[0,1]", "½δ0+½δ1", "variance: TU 1.0000"):
            assert text in content.decode()


@pytest.mark.parametrize("expression", ["dirichlet(2,3,5)", "beta(.5,.5)", "0.3*dirac(.2)+0.7*normal(.6,1e-9)",
                                        "beta(1e8,1e8)", "beta(1e-8,1e-8)", "dirac(1)"])
def test_any_distribution_can_be_drawn_in_the_terminal(expression):
    result = run_qualm("examples", "--distribution", expression, "--plot", "-")
    assert (result.code, result.err) == (0, "") and "TU" in result.out.decode()


@pytest.mark.parametrize("arguments, words", [
    (["--distribution", "beta(8,,2)"], "'beta(8,,2)': a number is missing at character 8"),
    (["--distribution", "bete(8,2)"], "did you mean beta"), (["--log-base", "e"], "add --raw"),
    (["--measure", "varience"], "did you mean variance"), (["--format", "npz"], "json")])
def test_errors_say_what_to_do(arguments, words):
    result = run_qualm("examples", *arguments)
    assert result.code == 2 and result.out == b"" and words in result.err
    assert result.err.count("\n") == 1


def test_the_table_calls_its_error_an_estimate():
    text = run_qualm("examples").out.decode()
    assert "Estimated error of each value: at most " in text
