# SPDX-License-Identifier: Apache-2.0
"""The names of classes are found wherever tools write them, or what was read instead is reported."""
import json

import numpy as np
import pytest
from conftest import measured, random_predictions, refused, run_qualm

P = random_predictions((20, 2, 3))
NAMES = np.array(["cat", "dog", "owl"])
ORDER = [2, 0, 1]


def write(path, header, rows, **options):
    np.savetxt(path, rows, fmt="%.17g", delimiter=",", header=header, **options)
    return path


@pytest.fixture
def expected():
    np.save("p.npy", P)
    return measured("p.npy", "--axes", "nmk")[0]["measures"]


@pytest.mark.parametrize("names", [NAMES, np.array([30, 10, 20]), np.array([3.0, 1.0, 2.0])])
def test_names_in_archives_align_the_classes_of_members(expected, names):
    np.savez("a.npz", predictions=P[:, 0].copy(), class_names=names)
    np.savez("b.npz", predictions=P[:, 1][:, ORDER].copy(), class_names=names[ORDER])
    assert measured("a.npz", "b.npz")[0]["measures"] == expected


def test_names_that_are_pickled_or_bytes_are_refused_not_ignored():
    for dtype in (object, "S"):
        np.savez("a.npz", predictions=P[:, 0].copy(), class_names=NAMES.astype(dtype))
        message = refused("measure", "a.npz")
        assert "a.npz[class_names]: holds" in message and "astype(str)" in message


def test_a_comment_above_the_rows_names_the_classes_as_numpy_writes_it(expected):
    write("a.csv", "cat,dog,owl", P[:, 0])
    write("b.csv", "owl,cat,dog", P[:, 1][:, ORDER])
    found, _ = measured("a.csv", "b.csv")
    assert found["measures"] == expected and found["class_names"] == list(NAMES)


@pytest.mark.parametrize("comment", ["written by a, b", "one, 2, three", 'a "quoted,b,c', "x,x,y", "cat,dog,owl\n"])
def test_other_comments_name_nothing(comment):
    write("a.csv", comment, P[:, 0])
    assert measured("a.csv")[0]["class_names"] == ["0", "1", "2"]


@pytest.mark.parametrize("header", ["1,2,3", "10,30,20", "2,1,0"])
def test_whole_numbers_above_others_name_the_columns(header):
    write("a.csv", header, P[:, 0] + 0.5, comments="")
    found, notes = measured("a.csv", "--input", "dirichlet")
    assert found["instances"] == len(P) and "first row" not in notes


@pytest.mark.parametrize("header", ["0,1,2", "1,2,3", "1.0,2.0,3.0"])
def test_a_first_row_that_may_be_a_header_is_reported(header):
    write("a.csv", header, np.arange(60).reshape(20, 3) % 5, comments="")
    found, notes = measured("a.csv", "--input", "counts")
    assert found["instances"] == 21
    assert "a.csv: the first row, which counts the 3 columns, is read as data" in notes


def test_numbers_as_labels_count_the_names_in_their_own_file():
    y = P.mean(1).argmax(1)
    write("p.csv", "cat,dog,owl", P[:, 0], comments="")
    p = P[:, 0].argmax(1)
    np.savez("y.npz", labels=np.argsort(ORDER)[p], class_names=NAMES[ORDER])
    result = run_qualm("reject", "p.csv", "--labels", "y.npz", "--format", "json")
    assert json.loads(result.out)["accuracy"] == 1
    assert "y.npz[labels]: numbers refer to the classes in the order of its class_names: 0 = owl, 1 = cat, 2 = dog" in result.err
    np.savez("y.npz", labels=y, class_names=["Cat", "Dog", "Owl"])
    assert 'y.npz[labels]: its file has class_names Cat, Dog, Owl, without "cat"' in refused("reject", "p.csv", "--labels", "y.npz")
    write("unnamed.csv", "", P[:, 0])
    np.savez("y.npz", labels=p, class_names=NAMES)
    result = run_qualm("reject", "unnamed.csv", "--labels", "y.npz", "--format", "json")
    assert json.loads(result.out)["accuracy"] == 1


def test_axes_are_inferred_for_rescaling_if_most_rows_sum_to_one():
    p = P.copy()
    p[7] *= 0.9
    np.save("p.npy", p)
    assert "rescale with --renormalize" in refused("measure", "p.npy")
    found, notes = measured("p.npy", "--renormalize")
    assert (found["instances"], found["members"], found["classes"]) == P.shape and "2 rows were rescaled" in notes
    np.save("p.npy", P * np.random.default_rng(0).uniform(0.5, 0.9, (20, 2, 1)))
    assert "no axis sums to one" in refused("measure", "p.npy", "--renormalize")


def test_no_note_denies_an_aleatoric_part_that_is_shown():
    np.save("p.npy", np.eye(3)[np.random.default_rng(0).integers(0, 3, (20, 4))])
    assert "aleatoric uncertainty is 0" not in measured("p.npy", "--axes", "nmk", "--measure", "variance,tv-ball:0.1")[1]
    assert "aleatoric uncertainty is 0" in measured("p.npy", "--axes", "nmk", "--measure", "variance,credal")[1]


def test_members_may_be_stored_by_rows_or_by_columns(expected):
    np.save("a.npy", P[:, 0].copy())
    np.save("b.npy", np.asfortranarray(P[:, 1]))
    assert measured("a.npy", "b.npy")[0]["measures"] == expected
    assert measured("b.npy", "a.npy")[0]["measures"] == expected


@pytest.mark.parametrize("comments", ["", "# "])
def test_whole_numbers_of_long_tables_may_be_floats(comments):
    """As numpy.savetxt writes a table: floats, and its header as a comment."""
    members = random_predictions((4, 2, 11))
    np.save("p.npy", members)
    rows = [[*index, value] for index, value in np.ndenumerate(members)]
    np.savetxt("long.csv", rows, fmt=["%.1f", "%.1f", "%.1f", "%.17g"], delimiter=",", header="row,member,class,prob", comments=comments)
    found = measured("long.csv")[0]
    assert found["classes"] == 11 and found["measures"] == measured("p.npy", "--axes", "nmk")[0]["measures"]
