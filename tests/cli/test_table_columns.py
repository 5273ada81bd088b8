# SPDX-License-Identifier: Apache-2.0
"""Columns of tables that are no classes are left out with a note, and rows that differ are refused."""
import json

import numpy as np
import pytest
from conftest import measured, random_predictions, refused, run_qualm

N = 40
P = random_predictions((N, 3, 4))
LABELS = P.mean(1).argmax(1)
NAMES = ["cat", "dog", "owl", "fox"]


def write(path, columns):
    """A table of columns by name."""
    with open(path, "w") as file:
        file.write(",".join(columns) + "\n")
        for row in zip(*columns.values()):
            file.write(",".join(str(each) for each in row) + "\n")
    return path


def classes(numbers):
    return {name: numbers[:, k] for k, name in enumerate(NAMES)}


def members(column, shuffled=False):
    """Three files, whose rows are in another order in the last one."""
    paths = []
    for m in range(3):
        order = np.random.default_rng(m).permutation(N) if shuffled and m == 2 else np.arange(N)
        ids = [f"img{i}" for i in order] if column == "id" else order
        paths.append(write(f"m{m}.csv", {column: ids, **classes(P[order, m])}))
    return paths


@pytest.mark.parametrize("column", ["id", "", "index", "sample"])
def test_members_have_the_same_rows_in_the_same_order(column):
    found, notes = measured(*members(column))
    assert found["classes"] == 4 and "m0.csv and 2 more: left out the column " + (f'"{column}"' if column else "without a name") in notes
    message = refused("measure", *members(column, shuffled=True))
    assert "m2.csv: row 0 is not the same as in m0.csv" in message and "the same rows in another order; sort both" in message


def test_other_ids_are_other_rows_but_a_default_index_is_no_id():
    write("a.csv", {"id": [f"a{i}" for i in range(N)], **classes(P[:, 0])})
    write("b.csv", {"id": [f"b{i}" for i in range(N)], **classes(P[:, 1])})
    assert "give the same rows" in refused("measure", "a.csv", "b.csv")
    write("b.csv", {"id": range(N), **classes(P[:, 1])})
    assert measured("a.csv", "b.csv")[0]["members"] == 2


def test_labels_belong_to_the_rows_of_the_predictions():
    order = np.random.default_rng(0).permutation(N)
    write("p.csv", {**classes(P[:, 0]), "id": [f"img{i}" for i in range(N)]})
    write("y.csv", {"id": [f"img{i}" for i in order], "label": LABELS[order]})
    message = refused("reject", "p.csv", "--labels", "y.csv")
    assert "y.csv: row 0 is not the same as in p.csv" in message and 'columns "id"' in message
    write("y.csv", {"id": [f"img{i}" for i in range(N)], "label": LABELS})
    assert run_qualm("reject", "p.csv", "--labels", "y.csv").code == 0


@pytest.mark.parametrize("name", ["index", "id", "row", "label"])
def test_a_class_that_has_the_name_of_a_row_number_must_be_chosen(name):
    logits = np.log(P[:, 0])
    columns = {name if k == 1 else each: logits[:, k] for k, each in enumerate(NAMES)}
    write("p.csv", columns)
    for kind in ("logits", "probs"):
        message = refused("measure", "p.csv", "--input", kind)
        assert f'p.csv: column "{name}"' in message and "fractions like a class" in message and "--columns" in message
    assert measured("p.csv", "--input", "logits", "--columns", ",".join(columns))[0]["classes"] == 4


@pytest.mark.parametrize("name, values", [("target", LABELS), ("y", LABELS), ("Unnamed: 0", np.arange(N)), ("pred", LABELS),
                                          ("sample", 1 + np.arange(N)), ("ID", np.arange(N)), ("file", ["a.png"] * N)])
def test_labels_and_row_numbers_are_no_classes(name, values):
    for first in (True, False):
        extra = {name: values}
        table = {**extra, **classes(np.log(P[:, 0]))} if first else {**classes(np.log(P[:, 0])), **extra}
        found, notes = measured(write("p.csv", table), "--input", "logits")
        assert found["classes"] == 4 and f'left out the column "{name}"' in notes


def test_a_class_named_y_is_one():
    table = {"x": P[:, 0, 0] + 1, "y": P[:, 0, 1] + 1, "z": P[:, 0, 2] + 1}
    found, notes = measured(write("a.csv", table), "--input", "dirichlet")
    assert found["class_names"] == ["x", "y", "z"] and "left out" not in notes


def test_a_column_that_counts_the_rows_is_no_class():
    table = {**classes(1 + P[:, 0]), "number": 1 + np.arange(N)}
    assert 'column "number" counts the rows' in refused("measure", write("a.csv", table), "--input", "dirichlet")


def test_the_true_label_is_no_vote():
    votes = np.random.default_rng(0).integers(0, 4, (N, 6))
    table = {f"model{m}": votes[:, m] for m in range(6)}
    message = refused("measure", write("v.csv", {**table, "target": LABELS}), "--input", "votes")
    assert 'column "target"' in message and "rename it to label" in message
    found, notes = measured(write("v.csv", {**table, "label": LABELS}), "--input", "votes")
    assert found["members"] == 6 and 'left out the column "label"' in notes


def test_columns_called_by_number_in_another_order_are_noted():
    table = {str(k): P[:, 0, k] for k in (3, 1, 2, 0)}
    assert "by their numbers, not by position" in measured(write("p.csv", table))[1]


def test_members_side_by_side_are_pointed_to_their_layout():
    table = {f"model{m}_{name}": P[:, m, k] for m in range(3) for k, name in enumerate(NAMES)}
    message = refused("measure", write("p.csv", table))
    assert "3 members side by side" in message and "p_<member>_<class>" in message


def test_class_weights_that_a_file_does_not_name_are_one():
    write("p.csv", classes(P[:, 0]))
    write("w.csv", {"owl": [5], "cat": [3]})
    assert measured("p.csv", "--class-weights", "w.csv")[0]["measures"] == measured("p.csv", "--class-weights", "3,1,5,1")[0]["measures"]
    write("w.csv", {"owl": [5], "cow": [3]})
    assert 'w.csv: has a class "cow"' in refused("measure", "p.csv", "--class-weights", "w.csv")


def test_an_empty_class_name_is_refused_wherever_it_comes_from():
    np.savez("p.npz", predictions=P, class_names=["cat", "", "owl", "fox"])
    assert "p.npz[predictions]: the name of a class is empty" in refused("measure", "p.npz")
    np.save("p.npy", P)
    assert "a name is empty" in refused("measure", "p.npy", "--class-names", "cat,,owl,fox")
    open("names.txt", "w").write("cat\n\nowl\nfox\n")
    assert "the name of a class is empty" in refused("measure", "p.npy", "--class-names", "names.txt")


def test_ids_are_the_column_that_identifies_the_rows():
    np.save("p.npy", P)
    names = [f"img{i}" for i in range(N)]
    for columns in ("filename", "split"), ("label", "image_id"), ("sample_id", "age"), ("path", "fold"), ("id", "fold"):
        write("i.csv", {column: names if column not in ("split", "label", "age", "fold") else ["5"] * N for column in columns})
        assert measured("p.npy", "--ids", "i.csv")[0]["ids"] == names
    write("i.csv", {"name": names, "split": ["test"] * N})
    assert "holds 2 columns (name, split); specify which with --ids-key" in refused("measure", "p.npy", "--ids", "i.csv")
    assert measured("p.npy", "--ids", "i.csv", "--ids-key", "name")[0]["ids"] == names


@pytest.mark.parametrize("columns, asked", [([3, 1, 2, 0], "0,2,1,3"), ([0, 1, 2, 3], "3,2,1,0"), ([0, 1, 2, 3], "cat,dog,owl,fox")])
def test_numbers_that_class_names_asks_for_are_names_in_every_format(columns, asked):
    p = np.array([[.1, .2, .3, .4], [.7, .1, .1, .1]])
    write("p.csv", {str(column): p[:, i] for i, column in enumerate(columns)})
    np.savez("p.npz", predictions=p, class_names=list(map(str, columns)))
    means = [measured(name, "--class-names", asked, "--per-class", "--axes", "nk")[0]["mean"] for name in ("p.csv", "p.npz")]
    assert means[0] == means[1]
    if asked[0].isdigit():
        assert means[0] == p[:, [columns.index(int(name)) for name in asked.split(",")]].tolist()


@pytest.mark.parametrize("names", [("-1", "1"), ("1.0", "2.0"), ("0.0", "1.0"), ("01", "02"), ("1", "2")])
def test_numbers_in_a_header_are_names_however_they_are_written(names):
    write("p.csv", dict(zip(names, ([.25, .5, .123], [.75, .5, .877]))))
    for end in ".0", "":
        write("y.csv", {"label": [f"{float(name):.0f}{end}" for name in (names[1], names[0], names[1])]})
        result = run_qualm("reject", "p.csv", "--labels", "y.csv", "--format", "json")
        assert json.loads(result.out)["accuracy"] == 1 and json.loads(result.out)["instances"] == 3
        assert ("is read as the names of the columns" in result.err) is (names[0] in ("-1", "1.0", "0.0", "01"))
