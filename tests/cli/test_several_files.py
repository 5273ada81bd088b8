# SPDX-License-Identifier: Apache-2.0
"""Each file is read by its own tolerance, names and axes, and a note says what was inferred."""
import json

import numpy as np
from conftest import measured, random_predictions, refused, run_qualm


def write_table(name, header, rows, digits):
    np.savetxt(name, rows, fmt=f"%.{digits}f", delimiter=",", header=header, comments="")
    return name


THIRDS = np.full((4, 3), 1 / 3)  # with two decimals their sum is 0.99


def test_each_file_has_the_tolerance_of_its_own_numbers():
    write_table("two.csv", "cat,dog,owl", THIRDS, 2)
    write_table("six.csv", "cat,dog,owl", THIRDS, 6)
    np.save("off.npy", THIRDS * 0.99)
    for files in (["two.csv", "six.csv"], ["six.csv", "two.csv"]):
        assert measured(*files)[0]["members"] == 2
    for files in (["two.csv", "off.npy"], ["off.npy", "two.csv"]):
        message = refused("measure", *files)
        assert "off.npy: row 0, member" in message and "sum to 0.99, not 1" in message


def test_rescaling_counts_the_rows_that_their_own_file_does_not_tolerate():
    write_table("two.csv", "cat,dog,owl", THIRDS, 2)
    np.save("off.npy", THIRDS * 0.99)
    for files in (["two.csv", "off.npy"], ["off.npy", "two.csv"]):
        found, notes = measured(*files, "--renormalize")
        assert found["conventions"]["renormalized_rows"] == 4
        assert "4 rows were rescaled" in notes


def test_a_file_without_names_keeps_the_order_of_the_one_with_names():
    p = np.round(random_predictions((20, 3)) * 64) / 64
    p[:, 2] = 1 - p[:, 0] - p[:, 1]
    write_table("named.csv", "cat,dog,owl", p, 6)
    np.save("plain.npy", p)
    for chosen in ([], ["--class-names", "owl,dog,cat"], ["--class-names", "cat,dog,owl"]):
        found, notes = measured("named.csv", "plain.npy", *chosen)
        assert max(found["measures"]["variance"]["epistemic"]) == 0
        assert "plain.npy: has no class names; using the order of named.csv: cat, dog, owl" in notes


def test_other_sets_without_names_keep_the_order_of_the_data_too():
    p = random_predictions((40, 5, 3))
    np.savez("in.npz", predictions=p, class_names=np.array(["cat", "dog", "owl"]))
    np.save("out.npy", p)
    for chosen in ([], ["--class-names", "owl,dog,cat"]):
        result = run_qualm("ood", "--in", "in.npz", "--out", "x=out.npy", "--scores", "variance.total[cat]", *chosen,
                           "--format", "json")
        assert json.loads(result.out)["scores"]["variance.total[cat]"]["x"]["auroc"] == 0.5
        assert "out.npy: has no class names; using the order of the predictions that it belongs to: cat" in result.err


def test_notes_of_other_sets_are_printed():
    p = random_predictions((200, 5, 3))
    np.save("p.npy", p)
    np.save("turned.npy", p.transpose(1, 0, 2))
    note = "turned.npy: read 5x200x3 as 5 members x 200 instances x 3 classes (--axes mnk)"
    assert note in run_qualm("ood", "--in", "p.npy", "--out", "x=turned.npy").err
    assert note in run_qualm("report", "p.npy", "--ood", "x=turned.npy", "-o", "r.html").err


def test_an_extra_column_is_named_with_its_remedy():
    p = random_predictions((20, 3))
    write_table("age.csv", "cat,dog,owl,age", np.column_stack([p, 20 + np.arange(20) % 7]), 6)
    message = refused("measure", "age.csv")
    assert 'without the column "age" they do: specify the class columns with --columns' in message
    assert measured("age.csv", "--columns", "cat,dog,owl")[0]["classes"] == 3


def test_a_column_of_zeros_is_taken_as_a_class_with_a_note():
    p = random_predictions((20, 3))
    write_table("fold.csv", "fold,cat,dog,owl", np.column_stack([np.zeros(20), p]), 6)
    found, notes = measured("fold.csv")
    assert found["classes"] == 4
    assert 'fold.csv: the column "fold" is 0 in every row and is used as a class; --columns' in notes
    assert "fold" not in measured("fold.csv", "--columns", "cat,dog,owl")[1]


def test_rows_that_chosen_classes_leave_empty_are_refused_for_that():
    np.savez("p.npz", predictions=np.array([[[1, 0, 0], [1, 0, 0.]]] * 4),
             class_names=np.array(["cat", "dog", "owl"]))
    message = refused("measure", "p.npz", "--axes", "nmk", "--class-names", "dog,owl")
    assert "the 2 classes that --class-names selects have probability zero" in message
    np.savez("q.npz", predictions=np.array([[[.5, .25, .25], [.5, .25, .25]]] * 4),
             class_names=np.array(["cat", "dog", "owl"]))
    assert "--class-names leaves some classes out" in refused("measure", "q.npz", "--axes", "nmk",
                                                             "--class-names", "dog,owl")
