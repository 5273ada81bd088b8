# SPDX-License-Identifier: Apache-2.0
"""A label means the same class whatever the order of classes, files and columns."""
import json

import numpy as np
import pytest
from conftest import refused, run_qualm

NAMES = np.array(["cat", "dog", "owl"])
#: The class that each row is, which every member also predicts: accuracy 1.
Y = np.arange(30) % 3


def members(n_members=2):
    """(30, n_members, 3), printed exactly by four decimals."""
    offset = np.array([0.0, 0.0625])[:n_members, None] * np.array([1, -1, 0])
    return (np.eye(3)[Y] * 0.5 + np.array([0.1875, 0.1875, 0.125]))[:, None] + offset


def accuracy(*arguments):
    result = run_qualm("reject", *arguments, "--format", "json")
    assert result.code == 0, result.err
    return json.loads(result.out)["accuracy"], result.err


def write_member(name, p, order):
    np.savetxt(name, p[:, order], fmt="%.4f", delimiter=",", header=",".join(NAMES[order]), comments="")
    return name


@pytest.fixture
def archive():
    np.savez("p.npz", predictions=members(), labels=Y, class_names=NAMES)
    return "p.npz"


def test_numbers_in_an_archive_count_its_own_classes_in_any_order_that_is_asked_for(archive):
    assert accuracy(archive)[0] == 1
    found, notes = accuracy(archive, "--class-names", "owl,cat,dog")
    assert found == 1
    assert "p.npz[labels]: numbers refer to the classes in the order of p.npz[predictions]: 0 = cat, 1 = dog, 2 = owl" in notes
    assert "numbers count" not in accuracy(archive, "--class-names", "cat,dog,owl")[1]
    told = run_qualm("explain", archive, "--rows", "1", "--class-names", "owl,cat,dog", "--format", "json")
    found = json.loads(told.out)
    assert found["class_names"][found["rows"][0]["label"]] == "dog"


def test_numbers_in_a_file_of_their_own_count_the_classes_of_the_first_file():
    np.save("y.npy", Y)
    p = members()
    write_member("a.csv", p[:, 0], [0, 1, 2])
    write_member("b.csv", p[:, 1], [2, 0, 1])
    for wanted in ([], ["--class-names", "owl,dog,cat"]):
        found, notes = accuracy("a.csv", "b.csv", "--labels", "y.npy", *wanted)
        assert found == 1
        assert "y.npy: numbers refer to the classes in the order of a.csv: 0 = cat, 1 = dog, 2 = owl" in notes
    found, notes = accuracy("b.csv", "a.csv", "--labels", "y.npy")
    assert found == 0
    assert "in the order of b.csv: 0 = owl, 1 = cat, 2 = dog" in notes


def test_a_label_that_class_names_leave_out_is_named(archive):
    message = refused("reject", archive, "--class-names", "owl,dog", "--renormalize")
    assert 'p.npz[labels]: row 0 is class 0, "cat", which --class-names leaves out' in message


def test_numbers_do_not_count_columns_of_which_nobody_said_whether_they_are_classes():
    np.save("y.npy", Y)
    np.save("names.npy", NAMES[Y])
    p = members()[:, 0]
    table = np.column_stack([np.arange(30), p])
    np.savetxt("p.csv", table, fmt="%.4f", delimiter=",", header="age,cat,dog,owl", comments="")
    chosen = ["--class-names", "cat,dog,owl"]
    message = refused("reject", "p.csv", "--labels", "y.npy", *chosen)
    assert "y.npy: are numbers, and --class-names leaves out columns of p.csv" in message
    assert "(age)" in message and "--columns" in message
    assert accuracy("p.csv", "--labels", "names.npy", *chosen)[0] == 1
    assert accuracy("p.csv", "--labels", "y.npy", *chosen, "--columns", "cat,dog,owl")[0] == 1


def test_labels_of_several_archives_must_agree():
    p = members()
    order = [2, 0, 1]
    np.savez("a.npz", predictions=p, labels=Y, class_names=NAMES)
    np.savez("b.npz", predictions=p[:, :, order], labels=np.argsort(order)[Y], class_names=NAMES[order])
    np.savez("c.npz", predictions=p, labels=Y[::-1], class_names=NAMES)
    assert accuracy("a.npz", "b.npz")[0] == 1
    message = refused("reject", "a.npz", "c.npz")
    assert 'c.npz[labels]: row 0 is "owl", but a.npz[labels] says "cat"' in message and "--labels" in message
    assert accuracy("a.npz", "c.npz", "--labels", "a.npz")[0] == 1


def test_the_index_that_pandas_writes_is_no_label():
    np.save("p.npy", members())
    for header in (",target", ",0", "id,target"):
        rows = "".join(f"{10 + i},{label}\n" for i, label in enumerate(Y))
        with open("y.csv", "w", encoding="utf-8") as file:
            file.write(header + "\n" + rows)
        assert accuracy("p.npy", "--labels", "y.csv")[0] == 1


def test_objects_and_names_without_class_names_are_answered_with_the_remedy():
    np.save("p.npy", members())
    np.save("objects.npy", NAMES[Y].astype(object), allow_pickle=True)
    np.save("names.npy", NAMES[Y])
    assert "a.astype(str)" in refused("reject", "p.npy", "--labels", "objects.npy")
    assert "--class-names" in refused("reject", "p.npy", "--labels", "names.npy")
    assert accuracy("p.npy", "--labels", "names.npy", "--class-names", "cat,dog,owl")[0] == 1


def test_labels_in_the_group_of_the_predictions_come_before_those_in_the_root():
    arrays = {"train/probs": members(), "test/probs": members(), "test/labels": Y, "labels": (Y + 1) % 3}
    np.savez("p.npz", **arrays)
    found, notes = accuracy("p.npz", "--key", "test/probs")
    assert found == 1 and "using the labels in p.npz[test/labels]" in notes
    found, notes = accuracy("p.npz", "--key", "train/probs")
    assert found == 0 and "using the labels in p.npz[labels]" in notes


def test_classes_called_by_negative_numbers_are_names_in_every_file():
    np.save("p.npy", members())
    np.save("y.npy", np.array([-1, 0, 1])[Y])
    open("y.txt", "w").write("\n".join(str([-1, 0, 1][each]) for each in Y))
    for labels in ("y.npy", "y.txt"):
        assert accuracy("p.npy", "--class-names=-1,0,1", "--labels", labels)[0] == 1


def test_truth_values_are_labels_by_name_of_classes_called_so():
    p = np.array([[.9, .1], [.2, .8], [.7, .3]])
    np.savez("p.npz", predictions=p, class_names=["True", "False"])
    np.save("y.npy", np.array([True, False, True]))
    open("y.txt", "w").write("True\nFalse\nTrue\n")
    for labels in "y.npy", "y.txt":
        assert json.loads(run_qualm("reject", "p.npz", "--labels", labels, "--format", "json").out)["accuracy"] == 1
