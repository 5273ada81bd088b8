# SPDX-License-Identifier: Apache-2.0
"""Rows whose exact search is cut off: NaN with a bracket in a note, never a number that may be wrong."""
import io
import json
import re

import numpy as np
from conftest import run_qualm


def entropy_of(x):
    return -x * np.log(x)


def hard_members(n=42):
    """Intervals whose chords of x log x all have the same slope, and whose widths are multiples of one step, where the
    sum lies half a step beside: every set of classes at the upper bound looks as good as any other."""
    level = 0.8 / n
    slope, step = -np.log(level) - 1, level / (2 * n)
    lower, width = np.empty(n), step * (n + np.arange(n))
    for k in range(n):
        low, high = 1e-9, level
        for _ in range(200):
            middle = (low + high) / 2
            is_low = (entropy_of(middle + width[k]) - entropy_of(middle)) / width[k] > slope
            low, high = (middle, high) if is_low else (low, middle)
        lower[k] = low
    inside = lower + width / 2
    rows = []
    for part in range(4):  # each quarter of the classes is at a bound once; the others make up for it
        mine = np.arange(n) % 4 == part
        for bound in (lower, lower + width):
            row = np.where(mine, bound, inside - (bound - inside)[mine].sum() / (~mine).sum())
            assert (row >= lower).all() and (row <= lower + width).all()
            rows.append(np.append(row, 1 - row.sum()))
    return np.array(rows)


def save(hard_at=1):
    easy = np.random.default_rng(0).dirichlet(np.ones(43), (3, 8))
    easy[hard_at] = hard_members()
    np.save("p.npy", easy)


def measured(*options):
    save()
    result = run_qualm("measure", "p.npy", "--axes", "nmk", "--measure", "credal-interval,credal", *options)
    assert result.code == 0
    return result


def test_the_other_rows_are_measured_and_a_note_has_the_bracket():
    result = measured("--format", "json")
    found = json.loads(result.out)["measures"]
    for part in ("total", "aleatoric", "epistemic"):
        assert [value is None for value in found["credal-interval"][part]] == [False, True, False]
    assert found["credal-interval"]["undecided_rows"] == {"total": 1, "aleatoric": 1, "epistemic": 1}
    assert "undecided_rows" not in found["credal"] and None not in found["credal"]["total"]
    note = re.search(r"credal-interval is NaN in 1 row, where the exact search was stopped; in row 1 the aleatoric part "
                     r"is between (\S+) and (\S+) bits", result.err)
    low, high = float(note[1]), float(note[2])
    assert 0 < low < high < low + 0.01


def test_csv_npz_and_table_have_nan():
    pandas_free = measured("--format", "csv").out.decode().splitlines()
    assert "nan" in pandas_free[2] and "nan" not in pandas_free[1] + pandas_free[3]
    arrays = np.load(io.BytesIO(measured("--format", "npz").out))
    assert list(np.isnan(arrays["credal_interval_aleatoric"])) == [False, True, False]
    assert "–" in measured("--color", "never").out.decode()


def test_a_ranking_stops_at_the_row_and_names_the_bracket():
    save()
    result = run_qualm("explain", "p.npy", "--axes", "nmk", "--by", "credal-interval.aleatoric")
    assert result.code != 0 and re.search(r"row 1: the exact search of credal-interval was stopped.*between \S+ and \S+", result.err)


def test_fifty_independent_members_of_a_thousand_classes_are_decided():
    logits = np.random.default_rng(0).normal(size=(4, 50, 1000)) * np.array([1, .3, .1, 3])[:, None, None]
    p = np.exp(logits)
    np.save("p.npy", p / p.sum(-1, keepdims=True))
    result = run_qualm("measure", "p.npy", "--axes", "nmk", "--measure", "credal-interval,credal", "--format", "json")
    found = json.loads(result.out)["measures"]
    assert result.code == 0 and "was stopped" not in result.err
    for family in found.values():
        assert None not in family["aleatoric"] and min(family["epistemic"]) > 0
