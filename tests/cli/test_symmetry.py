# SPDX-License-Identifier: Apache-2.0
"""The order of the members does not matter: the same bytes of every result, ties included."""
import numpy as np
import pytest
from conftest import run_qualm

ALL = "variance,entropy,label-entropy,spherical,zero-one,wasserstein"


def votes_of(n=600, members=30, classes=10, seed=0):
    """Labels, and votes that agree with them more or less."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(classes, size=n)
    agrees = rng.random((n, members)) < rng.random((n, 1))
    return labels, np.where(agrees, labels[:, None], rng.integers(classes, size=(n, members)))


def outputs(command, name, *arguments):
    result = run_qualm(command, name, *arguments, "--format", "json", "--quiet")
    assert result.code == 0, result.err
    return result.out.replace(name.encode(), b"FILE")


def test_reject_gives_the_same_bytes_for_votes_in_any_order():
    labels, votes = votes_of()
    np.save("y.npy", labels)
    np.save("p.npy", votes)
    np.save("q.npy", votes[:, np.random.default_rng(1).permutation(30)])
    how = ("--input", "votes", "--labels", "y.npy", "--measure", ALL)
    assert outputs("reject", "p.npy", *how) == outputs("reject", "q.npy", *how)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_reject_gives_the_same_bytes_for_members_in_any_order(dtype):
    rng = np.random.default_rng(2)
    p = rng.dirichlet(np.full(10, 0.3), size=(300, 5)).astype(dtype)
    np.save("y.npy", rng.integers(10, size=300))
    np.save("p.npy", p)
    np.save("q.npy", p[:, [3, 1, 4, 0, 2]])
    how = ("--axes", "nmk", "--labels", "y.npy", "--measure", ALL)
    assert outputs("reject", "p.npy", *how) == outputs("reject", "q.npy", *how)
