# SPDX-License-Identifier: Apache-2.0
"""The same predictions give the same numbers, however they are stored."""
import io
import json

import numpy as np
import pytest
from conftest import random_predictions, run_qualm


def values(*arguments, **options):
    result = run_qualm("measure", *arguments, "--format", "json", "--per-class", "--quiet",
                       **options)
    assert result.err == "" and result.code == 0
    document = json.loads(result.out)
    return document["predicted"], document["mean"], document["measures"]


@pytest.fixture
def stored():
    p = random_predictions((60, 3, 4), np.float32)
    np.save("p.npy", p)
    return p, values("p.npy")


def test_fortran_order(stored):
    np.save("f.npy", np.asfortranarray(stored[0]))
    assert values("f.npy") == stored[1]


def test_the_other_byte_order(stored):
    np.save("b.npy", stored[0].astype(">f4"))
    assert values("b.npy") == stored[1]


@pytest.mark.parametrize("axes", ["nkm", "mnk", "mkn", "knm", "kmn"])
def test_any_order_of_axes(stored, axes):
    for order in "CF":
        p = stored[0].transpose(["nmk".index(axis) for axis in axes])
        np.save("t.npy", p.copy(order=order))
        assert values("t.npy", "--axes", axes) == stored[1]


def test_standard_input(stored):
    buffer = io.BytesIO()
    np.save(buffer, stored[0])
    assert values("-", stdin=buffer.getvalue()) == stored[1]


def test_npz_with_key_compressed_or_not(stored):
    np.savez("two.npz", other=np.zeros(3), test=stored[0])
    assert values("two.npz", "--key", "test") == stored[1]
    np.savez_compressed("one.npz", stored[0])
    assert values("one.npz") == stored[1]


def test_one_file_a_member(stored):
    for m in range(3):
        np.save(f"m{m}.npy", stored[0][:, m])
    assert values("m0.npy", "m1.npy", "m2.npy") == stored[1]


def test_csv_wide_and_long(stored):
    p = stored[0].astype(np.float64)
    p /= p.sum(axis=-1, keepdims=True)
    np.save("p64.npy", p)
    wanted = values("p64.npy")
    names = ["a", "b", "c", "d"]
    with open("wide.csv", "w") as file:
        file.write(",".join(f"p_{m}_{k}" for m in range(3) for k in names) + "\n")
        for row in p:
            file.write(",".join(repr(float(x)) for x in row.ravel()) + "\n")
    with open("long.csv", "w") as file:
        file.write("row,member,class,prob\n")
        for i in range(len(p)):
            for m in range(3):
                for k in range(4):
                    file.write(f"{i},{m},{names[k]},{float(p[i, m, k])!r}\n")
    assert values("wide.csv") == wanted
    assert values("long.csv") == wanted
    with open("wide.csv", "rb") as file:
        assert values("-", stdin=file.read()) == wanted


def test_class_names_of_an_npz_are_kept(stored):
    np.savez("named.npz", predictions=stored[0], class_names=["cat", "dog", "owl", "Küken"])
    assert values("named.npz") == stored[1]
    result = run_qualm("measure", "named.npz", "--per-class", "--format", "csv", "--quiet")
    assert "mean[owl],mean[Küken]".encode() in result.out


def test_class_names_of_a_csv_are_kept():
    with open("p.csv", "w") as file:
        file.write("p_0_cat,p_0_dog\n0.25,0.75\n")
    result = run_qualm("measure", "p.csv", "--format", "csv", "--per-class", "--quiet")
    assert b"mean[cat],mean[dog]" in result.out


def test_inferred_axes_are_told_unless_quiet(stored):
    result = run_qualm("measure", "p.npy", "--format", "csv")
    assert result.code == 0
    assert result.err == "qualm: note: p.npy: read 60x3x4 as 60 instances x 3 members x 4 classes (--axes nmk)\n"
    assert run_qualm("measure", "p.npy", "--format", "csv", "--quiet").err == ""
    assert run_qualm("measure", "p.npy", "--format", "csv", "--axes", "nmk").err == ""


def test_one_member_is_told():
    np.save("p.npy", random_predictions((10, 3)))
    result = run_qualm("measure", "p.npy", "--format", "csv")
    assert result.code == 0
    assert result.err == ("qualm: note: there is only one member: epistemic uncertainty from the spread of members is 0 by construction\n")


def test_a_set_with_a_certain_point_is_not_taken_for_one_hot_rows():
    np.save("p.npy", [[[.5, .3, .2], [1, 0, 0]]] * 3)
    for measure in ("credal", "credal-interval", "tv-ball:0.9"):
        assert run_qualm("measure", "p.npy", "--axes", "nmk", "--measure", measure, "--format", "csv").err == ""


def test_rescaled_rows_are_counted():
    p = random_predictions((10, 2, 3))
    p[3:6] *= 2
    np.save("p.npy", p)
    assert run_qualm("measure", "p.npy", "--axes", "nmk").code == 3
    result = run_qualm("measure", "p.npy", "--axes", "nmk", "--renormalize", "--format", "json")
    assert result.code == 0
    document = json.loads(result.out)
    count = document["conventions"]["renormalized_rows"]
    assert result.err == f"qualm: note: {count} rows were rescaled to sum to 1\n"
    assert count == 6  # three instances of two members


def test_members_that_are_all_sure_are_named_as_the_reason_for_no_aleatoric_uncertainty():
    p = np.eye(3)[np.random.default_rng(0).integers(3, size=(40, 5))]
    np.save("p.npy", p)
    note = "qualm: note: all members predict one-hot rows: aleatoric uncertainty is 0 by construction\n"
    result = run_qualm("measure", "p.npy", "--axes", "nmk")
    assert result.code == 0 and result.err == note
    assert run_qualm("measure", "p.npy", "--axes", "nmk", "--quiet").err == ""
    p[39, 4] = [0.5, 0.25, 0.25]
    np.save("p.npy", p)
    assert run_qualm("measure", "p.npy", "--axes", "nmk").err == ""
