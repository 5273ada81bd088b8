# SPDX-License-Identifier: Apache-2.0
"""Measures that are infinite: reported in every format, counted, ranked first, never clipped."""
import io
import json

import numpy as np
import pytest
from conftest import run_qualm

P = np.array([[[.5, .5, 0], [.25, .5, .25]],   # the first member excludes what the second does not
              [[.6, .2, .2], [.2, .2, .6]],
              [[1, 0, 0], [1, 0, 0]]])          # both exclude the same
NOTE = "pairwise-entropy is infinite in 1 row: a member gives probability 0 where another does not"


def measured(*options, measure="pairwise-entropy", env=None):
    np.save("p.npy", P)
    result = run_qualm("measure", "p.npy", "--axes", "nmk", "--measure", measure, *options, env=env)
    assert result.code == 0
    return result


def test_json_has_null_and_counts_the_rows():
    result = measured("--format", "json", measure="pairwise-entropy,entropy")
    assert NOTE in result.err
    found = json.loads(result.out)["measures"]
    pairwise = found["pairwise-entropy"]
    assert pairwise["epistemic"][0] is None and pairwise["total"][0] is None
    assert pairwise["epistemic"][2] == 0 and pairwise["epistemic"][1] > 0 and pairwise["aleatoric"][0] > 0
    assert pairwise["infinite_rows"] == {"total": 1, "epistemic": 1}
    assert "infinite_rows" not in found["entropy"]


def test_json_lines_have_null():
    rows = [json.loads(line) for line in measured("--format", "jsonl").out.splitlines()]
    assert [row["pairwise-entropy"]["epistemic"] is None for row in rows] == [True, False, False]


def test_csv_and_npz_have_inf():
    pandas = pytest.importorskip("pandas")
    table = pandas.read_csv(io.BytesIO(measured("--format", "csv").out))
    arrays = np.load(io.BytesIO(measured("--format", "npz").out))
    for values in (table["pairwise_entropy_epistemic"], arrays["pairwise_entropy_epistemic"]):
        assert list(np.isinf(values)) == [True, False, False]


def test_the_table_shows_the_row_first():
    lines = measured("--color", "never").out.decode().splitlines()
    assert lines[4].split()[0] == "0" and "inf" in lines[4]


def test_the_bars_are_as_long_as_the_greatest_finite_value_allows():
    lines = measured("--color", "never", "--top", "3", env={"COLUMNS": "150"}).out.decode().splitlines()
    bars = [sum(line.count(block) for block in "█░") for line in lines[4:7]]
    assert bars[0] == bars[1] == max(bars) > 10 and bars[2] == 0


def test_a_part_that_is_not_there_is_null_or_left_out():
    found = json.loads(measured("--format", "json", measure="reverse-entropy").out)["measures"]["reverse-entropy"]
    assert found["total"] is None and found["aleatoric"] is None
    assert found["epistemic"][0] is None and found["infinite_rows"] == {"epistemic": 1}
    header = measured("--format", "csv", measure="reverse-entropy").out.decode().splitlines()[0]
    assert header == "row,predicted,reverse_entropy_epistemic"


def test_extras_are_infinite_too_and_say_so():
    result = measured("--format", "json", "--extras", "entropy.reverse", measure="variance,entropy")
    assert "entropy.reverse is infinite in 1 row" in result.err
    found = json.loads(result.out)["measures"]
    assert found["entropy"]["extras"]["reverse"][0] is None
    assert found["entropy"]["infinite_rows"] == {"reverse": 1}
    assert "extras" not in found["variance"]


def test_runs_of_which_one_is_infinite_are_infinite():
    np.save("a.npy", P)
    np.save("b.npy", np.flip(P, 0))
    result = run_qualm("measure", "a.npy", "b.npy", "--axes", "nmk", "--measure", "pairwise-entropy", "--format", "json")
    pairwise = json.loads(result.out)["measures"]["pairwise-entropy"]
    assert pairwise["epistemic"] == [None, pytest.approx(pairwise["epistemic"][1]), None]
    assert pairwise["epistemic_std"][0] is None and pairwise["epistemic_std"][1] == 0


def test_rejection_takes_infinite_rows_first():
    np.save("p.npy", P)
    np.save("labels.npy", np.array([2, 0, 0]))
    result = run_qualm("reject", "p.npy", "--axes", "nmk", "--labels", "labels.npy", "--scores",
                       "pairwise-entropy.epistemic,entropy.pairwise", "--format", "json")
    assert (result.code, "pairwise-entropy.epistemic is infinite in 1 row" in result.err) == (0, True)
    curves = json.loads(result.out)["curves"]
    assert curves["entropy.pairwise"]["auroc_error"] == 1 == curves["pairwise-entropy.epistemic"]["auroc_error"]


def test_explanations_and_reports_say_it_too():
    np.save("p.npy", P)
    for command in (["explain", "p.npy", "--by", "pairwise-entropy.epistemic"],
                    ["explain", "p.npy", "--by", "pairwise-entropy.epistemic", "--label-next", "1"],
                    ["report", "p.npy", "--measure", "pairwise-entropy", "-o", "report.html"]):
        result = run_qualm(*command, "--axes", "nmk")
        assert result.code == 0 and result.err.count("pairwise-entropy.epistemic is infinite in 1 row") == 1, command


def test_a_measure_without_a_maximum_is_not_normalized():
    np.save("p.npy", P)
    result = run_qualm("measure", "p.npy", "--axes", "nmk", "--measure", "pairwise-entropy", "--normalized")
    assert result.code == 2 and "maximum" in result.err


def test_an_ordinal_measure_needs_the_order_to_be_said():
    np.save("p.npy", P)
    result = run_qualm("measure", "p.npy", "--axes", "nmk", "--measure", "ordinal-variance")
    assert result.code == 2 and "--ordered" in result.err
    found = json.loads(measured("--ordered", "--format", "json", measure="ordinal-variance").out)
    assert found["measures"]["ordinal-variance"]["unit"] == "RPS"
    assert found["conventions"]["ordered"] is True
