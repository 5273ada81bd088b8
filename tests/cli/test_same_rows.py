# SPDX-License-Identifier: Apache-2.0
"""Rows, IDs and labels of several files belong together, or that is refused or reported."""
import json

import numpy as np
import pytest
from conftest import measured, refused, run_qualm
from test_table_columns import LABELS, N, P, write


LONG = {("u", "m", "x"): 0.9, ("u", "m", "y"): 0.1, ("v", "m", "x"): 0.2, ("v", "m", "y"): 0.8}


def write_long(name, rows="uv", member="m", numbers=LONG):
    """A long table of these rows in this order, .csv or .jsonl; rows may have other names than u and v."""
    lines = [(row, member, k, numbers["uv"[place] if row not in "uv" else row, "m", k]) for place, row in enumerate(rows) for k in "xy"]
    if name.endswith(".csv"):
        return write(name, dict(zip(["row", "member", "class", "prob"], zip(*lines))))
    with open(name, "w") as file:
        file.writelines(json.dumps(dict(zip(["row", "member", "class", "prob"], line))) + "\n" for line in lines)
    return name


@pytest.mark.parametrize("end", ["csv", "jsonl"])
def test_rows_of_long_tables_are_compared(end):
    write_long(f"a.{end}")
    write("y.csv", {"row": "vu", "label": "yx"})
    assert "y.csv: row 0 is not the same as in a." + end in refused("reject", f"a.{end}", "--labels", "y.csv")
    write("y.csv", {"row": "uv", "label": "xy"})
    assert run_qualm("reject", f"a.{end}", "--labels", "y.csv").code == 0
    write_long(f"b.{end}", "vu")
    assert f"b.{end}: row 0 is not the same as in a.{end}" in refused("measure", f"a.{end}", f"b.{end}")
    for rows in ["0", "1"], ["1", "2"]:  # numbers in order are those of the rows, from 0 or from 1
        write_long(f"n.{end}", rows)
        assert run_qualm("reject", f"n.{end}", "--labels", write("y.csv", {"row": [0, 1], "label": "xy"})).code == 0
    assert 'according to their columns "row"' in refused("reject", f"n.{end}", "--labels", write("y.csv", {"row": [2, 1], "label": "yx"}))


@pytest.mark.parametrize("names", [["late", "early"], ["10", "9"]])
def test_members_of_long_tables_are_in_an_order_that_lines_do_not_decide(names):
    rows = [(n, m, k, p) for n in "012" for m, p0 in zip(names, [0.9, 0.3]) for k, p in (("x", p0), ("y", round(1 - p0, 1)))]
    found = []
    for lines in rows, rows[::-1]:
        write("l.csv", dict(zip(["row", "member", "class", "prob"], zip(*lines))))
        found.append(measured("l.csv", "--member-weights", "3,1", "--per-class")[0]["mean"])
    assert found[0] == found[1]
    assert found[0][0][0] == pytest.approx((3 * 0.3 + 0.9) / 4)  # early before late, 9 before 10


def test_ids_are_compared_with_the_ids_of_predictions_and_labels():
    write("w.csv", {"id": [0, 1], "x": [.9, .2], "y": [.1, .8]})
    write("i.csv", {"id": [1, 0]})
    assert "i.csv: row 0 is not the same as in w.csv" in refused("measure", "w.csv", "--ids", "i.csv")
    write("i.csv", {"id": ["a", "b"]})
    assert measured("w.csv", "--ids", "i.csv")[0]["ids"] == ["a", "b"]  # beside a default index
    np.savetxt("n.csv", [[.9, .1], [.2, .8]], delimiter=",", fmt="%.1f")
    write("y.csv", {"id": "ba", "label": [1, 0]})
    assert "y.csv: row 0 is not the same as in i.csv" in refused("explain", "n.csv", "--ids", "i.csv", "--labels", "y.csv")


def test_ids_beside_labels_that_nothing_is_compared_with_are_reported():
    np.save("p.npy", P)
    note = 'y.csv: the column "id" was not used to match rows, because the predictions have no such column: rows are matched by their order'
    for ids, is_noted in (range(N), False), (range(1, N + 1), False), (range(N)[::-1], True), ([f"img{i}" for i in range(N)], True):
        write("y.csv", {"id": ids, "label": LABELS})
        assert (note in run_qualm("reject", "p.npy", "--labels", "y.csv").err) is is_noted
    write("i.csv", {"id": [f"img{i}" for i in range(N)]})
    assert "not used to match" not in run_qualm("reject", "p.npy", "--labels", "y.csv", "--ids", "i.csv").err


def write_objects(name, ids, key="id"):
    with open(name, "w") as file:
        file.writelines(json.dumps({key: i, "n": 3, "probs": p}) + "\n" for i, p in zip(ids, P[:, 0].tolist()))


@pytest.mark.parametrize("key", ["id", "row", "image_id"])
def test_ids_beside_arrays_of_json_lines_are_compared(key):
    ids = [f"img{i}" for i in range(N)]
    write_objects("a.jsonl", ids, key)
    write_objects("b.jsonl", ids[::-1], key)
    assert "b.jsonl[probs]: row 0 is not the same as in a.jsonl[probs]" in refused("measure", "a.jsonl", "b.jsonl", "--input", "logits")
    write("y.csv", {key: ids[::-1], "label": LABELS})
    assert "y.csv: row 0 is not the same as in a.jsonl" in refused("reject", "a.jsonl", "--labels", "y.csv")
    write("y.csv", {key: ids, "label": LABELS})
    assert run_qualm("reject", "a.jsonl", "--labels", "y.csv").code == 0


def test_scores_and_correct_of_the_same_rows_are_compared():
    write("a.csv", {"id": "xyz", "unc": [.1, .2, .3]})
    write("b.csv", {"id": "xyz", "other": [.3, .1, .2]})
    write("c.csv", {"id": "xyz", "correct": [1, 1, 0]})
    told = run_qualm("reject", "--input", "scores", "a.csv", "b.csv", "--correct", "c.csv", "--format", "json")
    assert json.loads(told.out)["curves"]["a"]["auroc_error"] == 1
    write("c.csv", {"id": "zyx", "correct": [0, 1, 1]})
    assert "c.csv: row 0 is not the same as in a.csv" in refused("reject", "--input", "scores", "a.csv", "--correct", "c.csv")
    write("b.csv", {"id": "xyw", "other": [.3, .1, .2]})
    assert "b.csv: row 2 is not the same as in a.csv" in refused("reject", "--input", "scores", "a.csv", "b.csv", "--correct", "c.csv")
    assert "b.csv: row 2 is not the same as in a.csv" in refused(
        "ood", "--input", "scores", "--in", "a.csv", "--in", "b.csv", "--out", "o=a.csv", "--out", "o=a.csv")
    np.savetxt("plain.txt", [1, 1, 0])
    told = run_qualm("reject", "--input", "scores", "a.csv", "--correct", "plain.txt")
    assert 'a.csv: the column "id" was not used to match rows, because no other file has such a column' in told.err


def test_scores_are_compared_with_the_predictions_beside_them():
    write("p.csv", {"id": "uvw", "x": [.9, .2, .3], "y": [.1, .8, .7]})
    write("y.csv", {"id": "uvw", "label": "xyy"})
    write("s.csv", {"id": "wvu", "mine": [.3, .2, .1]})
    assert "s.csv: row 0 is not the same as in p.csv" in refused(
        "reject", "--input", "scores", "s.csv", "--predictions", "p.csv", "--labels", "y.csv")
    np.save("p.npy", [[.9, .1], [.2, .8], [.3, .7]])
    assert "s.csv: row 0 is not the same as in y.csv" in refused(
        "reject", "--input", "scores", "s.csv", "--predictions", "p.npy", "--class-names", "x,y", "--labels", "y.csv")
