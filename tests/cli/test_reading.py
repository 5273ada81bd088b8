# SPDX-License-Identifier: Apache-2.0
"""What goes in is what was meant: axes, names of classes, labels and ids of rows."""
import base64
import io
import json
import re
import warnings
import zipfile

import numpy as np
import pytest
from conftest import random_predictions, refused, run_qualm


def run_json(*arguments):
    result = run_qualm(*arguments, "--format", "json")
    assert result.code == 0, result.err
    return json.loads(result.out)


def write(name, text):
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)
    return name


P = np.array([[.9, .1], [.2, .8], [.6, .4]])


@pytest.fixture
def named():
    """p.csv: three rows with names of pictures, of classes and true classes."""
    rows = zip(("a.png", "b.png", "c.png"), P, ("cat", "dog", "dog"))
    return write("p.csv", "file,cat,dog,label\n" + "".join(f"{f},{p[0]},{p[1]},{y}\n" for f, p, y in rows))


def test_members_first_are_members_and_the_note_says_so():
    np.save("p.npy", random_predictions((5, 897, 3)))
    result = run_qualm("measure", "p.npy", "--format", "json")
    assert json.loads(result.out)["conventions"]["axes"] == "mnk"
    assert "read 5x897x3 as 5 members x 897 instances x 3 classes (--axes mnk)" in result.err


def test_two_readings_are_named_and_labels_decide():
    np.save("p.npy", random_predictions((5, 4, 3)))
    np.save("y.npy", np.zeros(4, int))
    message = refused("measure", "p.npy")
    assert ("p.npy: 5x4x3 can be 5 instances x 4 members x 3 classes (--axes nmk) or "
            "5 members x 4 instances x 3 classes (--axes mnk): specify which") in message
    assert run_json("reject", "p.npy", "--labels", "y.npy")["instances"] == 4
    assert run_json("measure", "p.npy", "--member-weights", "1,1,1,1")["instances"] == 5


def test_columns_of_members_are_aligned_by_name():
    write("a.csv", "cat,dog\n0.9,0.1\n")
    write("b.csv", "dog,cat\n0.1,0.9\n")
    found = run_json("measure", "a.csv", "b.csv", "--per-class")
    assert found["class_names"] == ["cat", "dog"] and found["mean"] == [[.9, .1]]
    assert found["measures"]["variance"]["epistemic"] == [0]


def test_class_names_order_columns_that_have_names():
    write("p.csv", "dog,cat\n0.1,0.9\n")
    found = run_json("measure", "p.csv", "--class-names", "cat,dog", "--per-class")
    assert found["mean"] == [[.9, .1]]
    assert 'has no class "cow"' in refused("measure", "p.csv", "--class-names", "cat,cow")


def test_archives_that_name_their_classes_are_aligned():
    np.savez("in.npz", predictions=P, class_names=np.array(["cat", "dog"]))
    np.savez("out.npz", predictions=P[:, ::-1], class_names=np.array(["dog", "cat"]))
    np.savez("other.npz", predictions=P, class_names=np.array(["cat", "cow"]))
    both = ["--scores", "variance.total[cat]"]
    found = run_json("ood", "--in", "in.npz", "--out", "x=out.npz", *both)
    assert found["scores"]["variance.total[cat]"]["x"]["auroc"] == .5
    assert 'other.npz[predictions]: has no class "dog"' in refused("ood", "--in", "in.npz", "--out", "x=other.npz")


def test_class_weights_with_names_find_their_classes():
    write("p.csv", "cat,dog\n0.9,0.1\n")
    write("w.csv", "dog,cat\n5,1\n")
    assert run_json("measure", "p.csv", "--class-weights", "w.csv")["conventions"]["class_weights"] == [1, 5]


@pytest.mark.parametrize("labels", [
    ["p.csv"], ["p.csv", "--labels-key", "label"], ["names.txt"], ["numbers.txt"], ["names.npy"], ["y.npz"],
])
def test_labels_are_names_or_numbers_in_any_file(named, labels):
    write("names.txt", "cat\ndog\ndog\n")
    write("numbers.txt", "0\n1\n1\n")
    np.save("names.npy", np.array(["cat", "dog", "dog"]))
    np.savez("y.npz", labels=np.array([0, 1, 1]), other=np.zeros(3))
    assert run_json("reject", named, "--labels", *labels)["accuracy"] == 2 / 3


def test_a_label_that_is_no_class_is_answered_with_the_nearest(named):
    message = refused("reject", named, "--labels", write("y.txt", "cat\ndgo\ndog\n"))
    assert 'y.txt: row 1: there is no class "dgo"; did you mean "dog"?' in message
    assert "labels look 1-based" in refused("reject", named, "--labels", write("y.txt", "1\n2\n2\n"))


def test_labels_inside_the_predictions_are_used_and_the_note_says_so():
    np.savez("p.npz", predictions=P, labels=np.array([0, 1, 1]))
    result = run_qualm("reject", "p.npz", "--format", "json")
    assert json.loads(result.out)["accuracy"] == 2 / 3
    assert "using the labels in p.npz[labels]" in result.err
    assert run_json("explain", "p.npz")["rows"][0]["label"] in (0, 1)
    np.save("p.npy", P)
    assert "--labels is missing" in refused("reject", "p.npy")


def test_two_arrays_of_labels_are_refused():
    p = np.array([[.7, .3], [.4, .6]])
    with zipfile.ZipFile("p.npz", "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, array in (("p", p), ("labels", np.array([0, 1])), ("labels", np.array([1, 1]))):
            with archive.open(name + ".npy", "w") as file:
                np.save(file, array)
    assert 'p.npz: holds two arrays "labels"' in refused("reject", "p.npz", "--key", "p")


def test_text_columns_are_left_out_with_a_note(named):
    result = run_qualm("measure", named, "--format", "json")
    assert json.loads(result.out)["class_names"] == ["cat", "dog"]
    assert 'p.csv: left out the columns "file", "label"; --columns specifies the class columns' in result.err


def test_columns_chooses_the_classes():
    write("p.csv", "split,cat,score,dog\n1,0.9,3,0.1\n")
    found = run_json("measure", "p.csv", "--columns", "dog,cat", "--per-class")
    assert found["class_names"] == ["dog", "cat"] and found["mean"] == [[.1, .9]]
    assert 'no column "cta"; did you mean "cat"?' in refused("measure", "p.csv", "--columns", "dog,cta")
    np.save("p.npy", P)
    assert "--columns does not apply" in refused("measure", "p.npy", "--columns", "dog,cat")


def test_ids_name_the_rows_in_every_format(named):
    ids = ["--ids", named, "--ids-key", "file"]
    assert run_json("measure", named, *ids)["ids"] == ["a.png", "b.png", "c.png"]
    csv = run_qualm("measure", named, *ids, "--format", "csv").out.decode().splitlines()
    assert csv[0].startswith("row,id,predicted,") and csv[2].startswith("1,b.png,1,")
    line = run_qualm("measure", named, *ids, "--format", "jsonl").out.decode().splitlines()[1]
    assert json.loads(line)["id"] == "b.png"
    archive = np.load(io.BytesIO(run_qualm("measure", named, *ids, "--format", "npz").out))
    assert archive["ids"].tolist() == ["a.png", "b.png", "c.png"]
    table = run_qualm("measure", named, *ids).out.decode()
    assert "c.png" in table and table.splitlines()[3].split()[0] == "id"
    assert {row["id"] for row in run_json("explain", named, *ids)["rows"]} == {"a.png", "b.png", "c.png"}
    assert "(c.png)" in run_qualm("explain", named, *ids).out.decode()
    assert "row,id,by," in run_qualm("explain", named, *ids, "--format", "csv").out.decode()
    assert "3 entries for" in refused("measure", write("q.csv", "cat,dog\n0.9,0.1\n"), *ids)


@pytest.mark.parametrize("dtype", [np.int64, np.uint64, ">i8"])
@pytest.mark.parametrize("ending", ["npy", "npz", "txt"])
def test_whole_numbers_as_ids_keep_every_digit(dtype, ending):
    ids = np.array([2**60 + 1, 2**60, 5]).astype(dtype)
    np.save("p.npy", P)
    {"npy": lambda: np.save("i.npy", ids), "npz": lambda: np.savez("i.npz", ids=ids),
     "txt": lambda: np.savetxt("i.txt", ids, fmt="%d")}[ending]()
    expected = [str(each) for each in (2**60 + 1, 2**60, 5)]
    arguments = ["p.npy", "--axes", "nk", "--ids", f"i.{ending}"]
    assert run_json("measure", *arguments)["ids"] == expected
    assert [row["id"] for row in run_json("explain", *arguments, "--rows", expected[0])["rows"]] == expected[:1]


def test_explain_takes_chosen_rows_by_number_or_id(named):
    rows = [row["row"] for row in run_json("explain", named, "--rows", "2,0")["rows"]]
    assert rows == [2, 0]
    ids = ["--ids", named, "--ids-key", "file"]
    assert [row["id"] for row in run_json("explain", named, *ids, "--rows", "b.png")["rows"]] == ["b.png"]
    assert "there is no such row" in refused("explain", named, "--rows", "3")
    assert "leave --top out" in refused("explain", named, "--rows", "1", "--top", "2")


def test_a_key_is_for_the_archives_among_the_members():
    np.save("a.npy", P)
    np.savez("b.npz", probs=P, other=P)
    assert run_json("measure", "a.npy", "b.npz", "--key", "probs")["members"] == 2
    assert "--key selects an array by name" in refused("measure", "a.npy", "a.npy", "--key", "probs")


def test_the_page_shows_ids(named):
    result = run_qualm("report", named, "--ids", named, "--ids-key", "file", "-o", "page.html", "--quiet")
    if "built without the page" in result.err:
        pytest.skip("built without the page")
    assert result.code == 0, result.err
    page = open("page.html", "rb").read()
    blocks = [base64.b64decode(text[:len(text) // 4 * 4]) for text in re.findall(rb"[A-Za-z0-9+/]{200,}", page)]
    assert any(b'"b.png"' in block for block in blocks)
