# SPDX-License-Identifier: Apache-2.0
"""--shards: the files of one array that was cut along instances act as that array."""
import numpy as np
import pytest
from conftest import random_predictions, run_qualm


@pytest.fixture
def shards():
    """p.npy and y.npy, and the same in twelve files each, some of them empty."""
    p = random_predictions((60, 2, 3), np.float32)
    labels = np.arange(60) % 3
    np.save("p.npy", p)
    np.save("y.npy", labels)
    cuts = [0, 0, 5, 6, 6, 20, 30, 31, 40, 50, 55, 60, 60]  # s-10 and s-11 come after s-9
    for i, (first, last) in enumerate(zip(cuts, cuts[1:])):
        np.save(f"s-{i}.npy", p[first:last])
        np.save(f"y-{i}.npy", labels[first:last])
    return p


def quiet(*arguments):
    result = run_qualm(*arguments, "--axes", "nmk", "--quiet")
    assert (result.code, result.err) == (0, "")
    return result.out


def refused(*arguments):
    result = run_qualm(*arguments)
    assert result.out == b"" and result.err.count("\n") == 1
    return result.code, result.err


def test_shards_give_the_bytes_of_one_file(shards):
    for more in ["measure"], ["reject", "--labels"], ["explain", "--labels"], ["explain", "--label-next", "5"]:
        has_labels = more[-1] == "--labels"
        one = [*more, "y.npy"] if has_labels else more
        several = [*more, "y-*.npy"] if has_labels else more
        assert quiet(*several, "--shards", "s-*.npy", "--format", "json") == \
            quiet(*one, "p.npy", "--format", "json")
    np.save("first.npy", shards[:55])
    assert quiet("ood", "--shards", "s-*.npy", "--shards", "far=s-?.npy", "--format", "json") == \
        quiet("ood", "--in", "p.npy", "--out", "far=first.npy", "--format", "json")


def test_a_pattern_without_files_is_refused(shards):
    code, err = refused("measure", "--shards", "none-*.npy")
    assert code == 4 and "none-*.npy: no file matches this pattern" in err


def test_a_pattern_that_the_shell_expanded_is_refused(shards):
    code, err = refused("measure", "--shards", "s-0.npy", "s-1.npy")
    assert code == 2 and "put the pattern in quotes" in err


@pytest.mark.parametrize("wrong, words", [
    (lambda p: p[:, :, :2] / 1, "s-3.npy: shape 60x2x2 does not continue 0x2x3 of s-0.npy"),
    (lambda p: p.astype(np.float64), "s-3.npy: float64 differs from s-0.npy, which is float32"),
    (np.asfortranarray, "s-3.npy: is in Fortran order"),
])
def test_a_shard_that_does_not_fit_is_named(shards, wrong, words):
    np.save("s-3.npy", wrong(shards))
    code, err = refused("measure", "--shards", "s-*.npy", "--axes", "nmk")
    assert code == 3 and words in err


def test_labels_must_fit_file_by_file(shards):
    np.save("y-2.npy", np.zeros(2, int))
    np.save("y-4.npy", np.zeros(13, int))
    code, err = refused("reject", "--shards", "s-*.npy", "--labels", "y-*.npy", "--axes", "nmk")
    assert code == 3 and "y-2.npy: 2 entries for 1 rows of s-2.npy" in err
    code, err = refused("reject", "--shards", "s-?.npy", "--labels", "y-*.npy", "--axes", "nmk")
    assert code == 3 and "12 files for 10 of s-?.npy" in err


def test_the_instances_must_come_first(shards):
    code, err = refused("measure", "--shards", "s-*.npy", "--axes", "mnk")
    assert code == 3 and "shards are cut along instances" in err


def test_an_output_must_not_be_a_shard(shards):
    code, err = refused("measure", "--shards", "s-*.npy", "-o", "s-3.npy", "--format", "npz")
    assert code == 2 and "is the input" in err
