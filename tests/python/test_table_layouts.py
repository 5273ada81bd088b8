# SPDX-License-Identifier: Apache-2.0
"""Tables with members mean the same as a DataFrame or Arrow table and as the CSV file written from it."""
import subprocess

import numpy as np
import pytest
from conftest import QUALM, random_predictions, run_json
from test_arrow import Producer, Table

import qualm

pandas = pytest.importorskip("pandas", reason="python3-pandas is not installed")
pytestmark = pytest.mark.filterwarnings("ignore::qualm.Note")
LOGITS = np.random.default_rng(0).normal(size=(6, 2, 3))
SHUFFLED = np.random.default_rng(1).permutation(36)


def wide(members="01", classes="abc", numbers=LOGITS):
    return pandas.DataFrame(numbers.reshape(len(numbers), -1), columns=[f"p_{m}_{k}" for m in members for k in classes])


def long(rows=range(6), members="01", classes="abc", numbers=LOGITS):
    each = [(row, m, k) for row in rows for m in members for k in classes]
    return pandas.DataFrame(each, columns=["row", "member", "class"]).assign(prob=numbers.ravel())


TABLES = {
    "wide": wide(), "long": long(), "wide of numbers": wide(classes="210"), "wide in another order": wide().iloc[:, ::-1],
    "wide with underscores": wide("xy", ["a_1", "a_2", "b"]), "wide with ids and texts": wide().assign(id=range(6), file="x.png"),
    "long in another order": long().iloc[SHUFFLED], "long from 1": long(range(1, 7)), "long with names of rows": long("fedcba"),
    "long with numbers of classes": long(classes=[0, 1, 2]).iloc[SHUFFLED], "long with late numbers": long(classes=[10, 9, 8]),
    "long with other columns": long().assign(label=1, file="x.png", index=range(36)), "long of one member": long(range(12), "0"),
}


def arrow(frame):
    producer = Producer()
    return Table(producer, [producer.texts([str(each) for each in frame[name]], name) if frame[name].dtype == object
                            else producer.numbers(frame[name].to_numpy(), name) for name in frame])


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("made", [pandas.DataFrame, arrow], ids=["DataFrame", "Arrow"])
def test_a_table_means_what_its_file_means(name, made):
    TABLES[name].to_csv("t.csv", index=False)
    expected = run_json("measure", "t.csv", "--input", "logits", "--per-class")
    found = qualm.measure(made(TABLES[name]), input="logits", per_class=True).to_dict()
    for key in ("instances", "members", "classes", "class_names", "predicted", "mean", "measures"):
        assert found[key] == expected[key], key


@pytest.mark.parametrize("made", [pandas.DataFrame, arrow], ids=["DataFrame", "Arrow"])
def test_members_of_long_tables_are_in_an_order_that_lines_do_not_decide(made):
    named = long(members=["late", "early"])
    found = [qualm.measure(made(frame), input="logits", member_weights=[3, 1], per_class=True).to_dict()["mean"] for frame in (named, named.iloc[::-1])]
    np.testing.assert_array_equal(found[0], found[1])
    in_order = long(members=["early", "late"], numbers=LOGITS[:, ::-1])
    np.testing.assert_array_equal(found[0], qualm.measure(in_order, input="logits", member_weights=[3, 1], per_class=True).to_dict()["mean"])


@pytest.mark.parametrize("made", [pandas.DataFrame, arrow], ids=["DataFrame", "Arrow"])
def test_rows_of_long_tables_are_compared(made):
    one, other = made(long("uvwxyz")), made(long("zyxwvu"))
    with pytest.raises(ValueError, match=r"predictions\[1\]: row 0 is not the same.*columns \"row\""):
        qualm.measure([one, other], input="logits")
    with pytest.raises(ValueError, match="labels: row 0 is not the same"):
        qualm.reject(one, pandas.DataFrame({"row": list("zyxwvu"), "label": list("abcabc")}), input="logits")


def test_rows_and_classes_are_in_order_by_number_also_where_all_columns_are_floats():
    classes = np.arange(11)
    p = random_predictions((3, 2, 11))
    frame = long(range(3), [0, 1], classes, p).astype(float).iloc[::-1]
    np.testing.assert_array_equal(qualm.measure(frame)["variance.total"], qualm.measure(p, "nmk")["variance.total"])
    assert qualm.reject(frame, p.mean(1).argmax(1)).accuracy == 1


def test_a_table_has_its_rows_along_the_first_axis():
    square = random_predictions((4, 4))
    both = 0.25 * (square + np.roll(square, 1, 0) + np.roll(square, 2, 0) + np.roll(square, 3, 0))  # columns sum to 1 too
    assert qualm.measure(pandas.DataFrame(both)).conventions["axes"] == "nk"
    votes = pandas.DataFrame(np.random.default_rng(0).integers(0, 3, (5, 60)))
    assert qualm.measure(votes, input="votes").n_members == 60


def test_tables_of_runs_and_ids_go_on():
    assert qualm.measure([wide(), wide(numbers=LOGITS[::-1])], input="logits").n_runs == 2
    named = wide().set_index(pandas.Index(list("uvwxyz")))
    assert qualm.measure(named, input="logits").ids == list("uvwxyz")
    shuffled = pandas.DataFrame({"id": range(5, -1, -1), "label": list("abcabc")})
    with pytest.raises(ValueError, match="labels: row 0 is not the same"):
        qualm.reject(wide().assign(id=range(6)), shuffled, input="logits")


def test_columns_choose_classes_in_any_layout():
    assert qualm.measure(wide(), input="logits", columns=["p_0_a", "p_1_a"]).class_names == ["p_0_a", "p_1_a"]


def renamed(**names):
    return long().rename(columns=names)


@pytest.mark.parametrize("frame, message", [
    (wide().drop(columns="p_1_b"), 'the column "p_1_b" is missing; each member needs each class'),
    (wide().assign(score=.5), 'column 7 ("score") is neither p_<member>_<class> nor row, id, index or label; rename or remove it'),
    (long().assign(extra=.5), 'column 5 ("extra") is neither row, member, class, prob nor row, id, index or label; rename or remove it'),
    (renamed(member="m"), "has a column prob but not all of row, member, class, prob; the long layout needs these four"),
    (long().drop(7), "row 1, member 0, class b is missing; each row needs each member and class once"),
    (long().drop(35), "row 5, member 1, class c is missing; each row needs each member and class once"),
    (long().drop(range(6, 12)), "row 1, member 0, class a is missing; each row needs each member and class once"),
    (long(range(7, 13)), "row 1, member 0, class a is missing; each row needs each member and class once"),
    (long([0, 1, 1, 2, 3, 4]), "row 1, member 0, class a occurs twice; remove one"),
    (long("aabcde"), "row a, member 0, class a occurs twice; remove one"),
    (long([2**64 - 1, *range(5)]), "row 5, member 0, class a is missing; each row needs each member and class once"),
], ids=lambda each: each if isinstance(each, str) else "")
def test_errors_are_those_of_the_file(frame, message):
    frame.to_csv("t.csv", index=False)
    told = subprocess.run([QUALM, "measure", "t.csv", "--input", "logits"], capture_output=True, text=True).stderr
    assert told == f"qualm measure: t.csv: {message}\n"
    with pytest.raises(ValueError) as caught:
        qualm.measure(pandas.read_csv("t.csv"), input="logits")
    assert str(caught.value) == f"predictions: {message}"


@pytest.mark.parametrize("change, message", [
    ({"member": [None, *"1" * 35]}, "row 0, column 'member' is missing"), ({"prob": [np.nan] * 36}, "row 0, column 'prob' is missing"),
    ({"prob": ["x"] * 36}, "column 'prob' holds no numbers"), ({"row": [0, *"x" * 35]}, 'line 1: the row "x" is not a number')])
def test_lines_without_a_place_or_number_are_refused(change, message):
    with pytest.raises((TypeError, ValueError), match=message):
        qualm.measure(long().assign(**change), input="logits")


def test_an_empty_table_and_doubled_columns_are_refused():
    with pytest.raises(ValueError, match="predictions: has no rows"):
        qualm.measure(long().iloc[:0])
    with pytest.raises(ValueError, match="several columns are called 'p_0_a'"):
        qualm.measure(pandas.concat([wide(), wide()], axis=1))
    with pytest.raises(ValueError, match="predictions: the array is empty"):
        qualm.measure(wide().iloc[:0])
