# SPDX-License-Identifier: Apache-2.0
"""The same bytes for any number of threads and any instruction set."""
import numpy as np
import pytest
from conftest import random_predictions, run_qualm

ALL = "variance,entropy,label-entropy,spherical,zero-one,wasserstein"


def csv(*arguments, **options):
    result = run_qualm("measure", *arguments, "--measure", ALL, "--per-class", "--format", "csv",
                       "--quiet", **options)
    assert result.err == "" and result.code == 0
    return result.out


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_threads_do_not_matter(dtype):
    np.save("p.npy", random_predictions((1003, 4, 5), dtype))
    one = csv("p.npy", "--threads", 1)
    assert csv("p.npy", "--threads", 2) == one
    assert csv("p.npy", "--threads", 3) == one


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_instruction_sets_do_not_matter(dtype):
    np.save("p.npy", random_predictions((203, 4, 5), dtype))
    best = csv("p.npy")
    tried = 0
    for target in ["avx3", "avx2", "sse4", "portable"]:
        result = run_qualm("measure", "p.npy", env={"QUALM_TARGET": target})
        if result.code == 2:
            assert "is not an instruction set of this machine" in result.err
            continue
        tried += 1
        assert csv("p.npy", env={"QUALM_TARGET": target}) == best, target
    assert tried >= 1


def test_an_unknown_instruction_set_is_a_usage_error(small):
    result = run_qualm("measure", small, "--axes", "nmk", env={"QUALM_TARGET": "mmx"})
    assert result.code == 2
    assert result.out == b""
    assert result.err.startswith("qualm measure: QUALM_TARGET=mmx is not an instruction set")
    assert result.err.count("\n") == 1


def test_rows_do_not_depend_on_what_is_around_them():
    p = random_predictions((100, 3, 4), np.float32)
    np.save("p.npy", p)
    whole = csv("p.npy").splitlines()
    np.save("tail.npy", p[41:])
    tail = csv("tail.npy", "--axes", "nmk").splitlines()
    assert [line.split(b",", 1)[1] for line in tail[1:]] == [
        line.split(b",", 1)[1] for line in whole[42:]]
