# SPDX-License-Identifier: Apache-2.0
"""qualm axioms: the JSON, counterexamples that can be computed again, and the maximiser."""
import json
import re
import subprocess

import numpy as np
import pytest
from conftest import QUALM, run_qualm


def test_json_has_a_verdict_for_every_measure_and_axiom():
    result = run_qualm("axioms", "--format", "json", "--cases", "900", "--quiet")
    assert (result.code, result.err) == (0, "")
    document = json.loads(result.out)
    assert document["schema"] == "qualm.axioms/1"
    assert list(document["measures"])[:6] == [
        "variance", "entropy", "label-entropy", "spherical", "zero-one", "wasserstein"]
    for name, results in document["measures"].items():
        assert list(results) == ["A0", "A1", "A2", "A3", "A4", "A5", "A6", "A7", "C3.1"]
        assert ("unequal_weights" in results["A0"]) == (name in ("variance", "label-entropy"))
        for each in results.values():
            if each["verdict"] is None:  # it speaks of parts that the measure lacks
                assert name == "reverse-entropy" and "no part" in each["reason"]
                continue
            assert each["verdict"] in ("holds", "weak", "violated") and each["by"] in ("proof", "search")
            assert 0 < each["tried"] <= 900
            assert (each["counterexample"] is None) == (each["verdict"] == "holds")
            for part, found in each["parts"].items():
                assert (found["counterexample"] is None) == (found["verdict"] == "holds")
                assert found["counterexample"] is None or found["counterexample"]["part"] == part
    assert document["measures"]["entropy"]["A5"]["verdict"] == "violated"


def test_the_same_seed_gives_the_same_bytes():
    outs = {run_qualm("axioms", "--axiom", "A4", "--cases", "900", "--format", "json", "--threads", threads).out
            for threads in (1, 2)}
    assert len(outs) == 1


@pytest.mark.parametrize("measure, axiom", [
    ("entropy", "A5"), ("zero-one", "A1"), ("variance", "A4"), ("ordinal-variance", "A4"), ("integer-variance", "A1")])
def test_what_show_prints_can_be_computed_again(measure, axiom):
    shown = run_qualm("axioms", "--measure", measure, "--axiom", axiom, "--show").out.decode()
    last = shown[shown.rindex(" was required: "):]
    left, right = map(float, re.search(r"required: (\S+) and (\S+)", last).groups())
    part = re.findall(r"\b([TAE])U\(Q'?\) [=>]+ ", shown)[-1]
    column = {"T": "total", "A": "aleatoric", "E": "epistemic"}[part]
    values = []
    for command in re.findall(r"^  (printf .*)$", last, re.M):
        done = subprocess.run(["bash", "-c", command.replace("qualm", QUALM, 1)], capture_output=True, text=True)
        header, row = (line.split(",") for line in done.stdout.splitlines())
        values.append(float(row[header.index(f"{measure.replace('-', '_')}_{column}")]))
    wanted = [left] if axiom == "A1" else [right, left]
    assert values == pytest.approx(wanted, rel=1e-5, abs=1e-12)


def test_beta_is_where_the_weighted_variance_is_greatest():
    out = run_qualm("axioms", "--beta", "0.01,1,1,1").out.decode()
    assert out.startswith("beta = 0, 0.333333333333333")
    weights = np.array([3, 1, 2, 0.5])
    out = run_qualm("axioms", "--beta", "3,1,2,0.5").out.decode()
    beta = np.array([float(x) for x in out.splitlines()[0][7:].split(",")])
    reached = float(out.splitlines()[1].split("=")[1])
    assert beta.sum() == pytest.approx(1) and reached == pytest.approx((weights * beta * (1 - beta)).sum())
    document = json.loads(run_qualm("axioms", "--beta", "3,1,2,0.5", "--format", "json").out)
    assert document == {"schema": "qualm.beta/1", "class_weights": [3, 1, 2, .5], "beta": beta.tolist(),
                        "variance": reached}
    others = np.random.default_rng(0).dirichlet([1] * 4, size=20000)
    assert ((others * (1 - others)) @ weights).max() <= reached + 1e-12


def test_own_class_weights_take_the_place_of_drawn_ones():
    found = json.loads(run_qualm("axioms", "--measure", "variance", "--axiom", "A1,A3,A5", "--class-weights", "0,0,1",
                                 "--cases", "900", "--format", "json", "--quiet").out)
    assert found["class_weights"] == [0, 0, 1]
    of_weights = {axiom: each["unequal_weights"] for axiom, each in found["measures"]["variance"].items()}
    # Appendix A1 supposes w > 0: members that disagree on classes of weight 0 alone have EU = 0.
    assert of_weights["A1"]["verdict"] == "violated" and of_weights["A1"]["by"] == "search"
    example = of_weights["A1"]["counterexample"]
    points = np.array(example["before"]["atoms"])
    assert example["class_weights"] == [0, 0, 1] and points.shape[1] == 3
    assert np.ptp(points, axis=0).max() > 0 and np.ptp(points[:, 2]) == 0
    assert of_weights["A3"]["parts"]["epistemic"]["verdict"] == "weak" and of_weights["A5"]["verdict"] == "holds"
    table = run_qualm("axioms", "--measure", "variance", "--axiom", "A1,A5", "--class-weights", "0,0,1", "--cases", "900")
    rows = [line.split() for line in table.out.decode().splitlines()[1:3]]
    assert rows == [["variance", "yes", "yes"], ["variance,", "weights", "0,0,1", "no", "EU", "yes*"]]


def nulls_without_reason(value, inside=()):
    """Where a key is null and nothing beside it says why. A verdict that holds has no counterexample."""
    if isinstance(value, dict):
        for key, each in value.items():
            if each is None and key != "counterexample" and key not in value.get("reasons", {}) and "reason" not in value:
                yield (*inside, key)
            yield from nulls_without_reason(each, (*inside, key))


def test_what_is_null_has_a_reason():
    document = json.loads(run_qualm("axioms", "--cases", "300", "--format", "json", "--quiet").out)
    assert list(nulls_without_reason(document)) == []
    found = document["measures"]["pairwise-entropy"]["A2"]["parts"]["epistemic"]
    assert found["smallest_margin"] is None and found["reasons"] == {"smallest_margin": "minus infinity: a value is infinite"}
    assert found["counterexample"]["right"] is None and found["counterexample"]["reasons"] == {"right": "infinite"}
    found = json.loads(run_qualm("axioms", "--measure", "variance", "--axiom", "A3", "--cases", "1", "--format", "json",
                                 "--quiet").out)["measures"]["variance"]["A3"]
    assert found["tried"] == 0 and found["parts"]["total"]["reasons"]["smallest_margin"].startswith("no case")


def test_the_smallest_margin_is_that_of_the_counterexample_or_smaller():
    part = json.loads(run_qualm("axioms", "--measure", "zero-one", "--axiom", "A7", "--cases", "2000", "--format", "json",
                                "--quiet").out)["measures"]["zero-one"]["A7"]["parts"]["epistemic"]
    assert part["smallest_margin"] <= part["counterexample"]["left"] - part["counterexample"]["right"]


def test_the_unit_of_the_class_weights_changes_no_verdict():
    rows = set()
    for weights in ("1e-6,2e-6,5e-6", "1,2,5", "1e10,2e10,5e10"):
        out = run_qualm("axioms", "--measure", "variance,label-entropy", "--class-weights", weights, "--quiet").out.decode()
        rows.add(tuple(tuple(line.split(weights)[-1].split()[-13:]) for line in out.splitlines()[1:5] if "weights" in line))
    assert len(rows) == 1, rows


def test_a7_of_wasserstein_is_proven():
    table = run_qualm("axioms", "--measure", "wasserstein,entropy", "--axiom", "A7,C3.1", "--cases", "900").out.decode()
    assert table.splitlines()[1].split() == ["wasserstein", "yes", "no", "AU"]


@pytest.mark.parametrize("arguments, words", [
    (["--class-weights", "1"], "2 or more classes"), (["--class-weights", "0,0"], "not be all zero"),
    (["--axiom", "A9"], "choose from A0"), (["--measure", "varience"], "did you mean variance"),
    (["--cases", "0"], "--cases"), (["--show", "--format", "json"], "leave --format out"),
    (["--beta", "0,0"], "not be all zero"), (["--beta", "1,-1"], "class weight -1 is not a number from 0 to 1e+100"),
    (["--format", "csv"], "json")])
def test_errors_say_what_to_do(arguments, words):
    result = run_qualm("axioms", *arguments)
    assert result.code == 2 and result.out == b"" and words in result.err
    assert result.err.count("\n") == 1
