# SPDX-License-Identifier: Apache-2.0
"""The same bytes for any number of threads, instruction set, cut into blocks, order of members and rows, and ranks."""
import itertools
import pathlib
import shutil
import subprocess

import numpy as np
import pytest
from conftest import QUALM, random_predictions, run_qualm

N, M, K = 203, 4, 5
ALL = "variance,entropy,label-entropy,spherical,zero-one,wasserstein"
OTHERS = "tsallis:1.5,pairwise-entropy,reverse-entropy,credal,tv-ball:0.1"
THREADS, RANKS = [1, 2, 7], [2, 3]
BLOCKS = [None, 1, 64]  # rows per file; ood has --partial for that, see test_shards.py
TARGETS = ["avx3", "avx2", "sse4", "portable"]
MPIRUN = shutil.which("mpirun")
needs_ranks = pytest.mark.skipif(MPIRUN is None or not (pathlib.Path(QUALM).parent / "qualm-mpi").exists(),
                                 reason="mpirun is not installed, or qualm-mpi was not built")


@pytest.fixture
def targets(small):
    """The instruction sets of this machine."""
    codes = {target: run_qualm("measure", small, "--axes", "nmk", env={"QUALM_TARGET": target}).code for target in TARGETS}
    assert codes["portable"] == 0 and set(codes.values()) <= {0, 2}
    return [target for target in TARGETS if codes[target] == 0]


class Rows:
    """Predictions, labels and out-of-distribution rows, in some order of rows and members."""

    def __init__(self, dtype=np.float32):
        self.p = random_predictions((N, M, K), dtype)
        self.p[5:9] = self.p[5]  # ties
        self.labels = np.random.default_rng(1).integers(K, size=N)
        self.far = random_predictions((77, M, K), dtype, seed=2, concentration=2)

    def permuted(self, members=False, rows=False):
        rng = np.random.default_rng(3)
        self.order = rng.permutation(N) if rows else np.arange(N)
        by_member = rng.permutation(M) if members else np.arange(M)
        self.p, self.labels = self.p[self.order][:, by_member], self.labels[self.order]
        self.far = self.far[::-1 if rows else 1][:, by_member]
        return self

    def save(self, block=None):
        """In one file, or in shards of `block` rows; what the commands call them."""
        for name, array in (("p", self.p), ("far", self.far), ("y", self.labels)):
            np.save(f"{name}.npy", array)
            for old in pathlib.Path().glob(f"{name}-*.npy"):
                old.unlink()
            for i in range(0, len(array) if block else 0, block or 1):
                np.save(f"{name}-{i // block}.npy", array[i:i + block])
        return self


def arguments(command, block=None):
    p, y = (["p.npy"], "y.npy") if block is None else (["--shards", "p-*.npy"], "y-*.npy")
    return {
        "measure": ["measure", *p, "--measure", f"{ALL},{OTHERS}", "--per-class", "--format", "csv"],
        "reject": ["reject", *p, "--labels", y, "--measure", ALL, "--bootstrap", 40, "--format", "json"],
        "ood": ["ood", "--in", "p.npy", "--out", "far=far.npy", "--measure", ALL, "--format", "json"],
    }[command] + ["--axes", "nmk", "--quiet"]


def output(command, block=None, threads=2, target=None, ranks=None):
    given = [*arguments(command, block), "--threads", threads]
    env = {} if target is None else {"QUALM_TARGET": target}
    if ranks is None:
        done = run_qualm(*given, env=env)
    else:
        launch = [MPIRUN, "--oversubscribe", "--allow-run-as-root", "--bind-to", "none", "-n", str(ranks),
                  *(each for name in env for each in ("-x", f"{name}={env[name]}"))]
        ran = subprocess.run([*launch, QUALM, *map(str, given)], capture_output=True)
        done = type(run_qualm("--version"))(ran.returncode, ran.stdout, ran.stderr.decode())
    assert (done.code, done.err) == (0, ""), (done.err, given)
    return done.out


def in_first_order(command, text, rows):
    """Lines of rows in the order that they have without a permutation."""
    if command != "measure":
        return text
    head, *lines = text.splitlines()
    values = [line.split(b",", 1)[1] for line in lines]
    back = [values[i] for i in np.argsort(rows.order)]
    return b"\n".join([head, *(b"%d,%s" % (i, each) for i, each in enumerate(back))]) + b"\n"


@pytest.mark.parametrize("command, block", [("ood", None), *itertools.product(["measure", "reject"], BLOCKS)])
def test_threads_instruction_sets_and_blocks_do_not_matter(command, block, targets):
    Rows().save(block)
    first = output(command, threads=1)
    for threads, target in itertools.product(THREADS, targets):
        assert output(command, block, threads, target) == first, (threads, target)


@pytest.mark.parametrize("dtype", [np.float16, np.float64])
def test_neither_do_they_for_other_types(dtype, targets):
    Rows(dtype).save(17)
    first = output("measure", threads=1)
    for target in targets:
        assert output("measure", 17, 7, target) == first, target


@pytest.mark.parametrize("command", ["measure", "reject", "ood"])
@pytest.mark.parametrize("members, rows", [(True, False), (False, True), (True, True)], ids=["members", "rows", "both"])
def test_the_order_of_members_and_rows_does_not_matter(command, members, rows):
    Rows().save()
    first = output(command)
    given = Rows().permuted(members, rows).save(64)
    again = in_first_order(command, output(command, None if command == "ood" else 64, 7, "portable"), given)
    assert again == first


def test_neither_does_the_order_of_votes():
    rng = np.random.default_rng(0)
    labels = rng.integers(10, size=600)
    agrees = rng.random((600, 30)) < rng.random((600, 1))
    votes = np.where(agrees, labels[:, None], rng.integers(10, size=(600, 30)))
    np.save("y.npy", labels)
    texts = []
    for order in (np.arange(30), rng.permutation(30)):
        np.save("p.npy", votes[:, order])
        texts.append(run_qualm("reject", "p.npy", "--input", "votes", "--labels", "y.npy", "--measure", ALL, "--format",
                               "json", "--quiet").out)
    assert texts[0] and texts[0] == texts[1]


@needs_ranks
@pytest.mark.parametrize("command", ["measure", "reject", "ood"])
@pytest.mark.parametrize("ranks", RANKS)
def test_ranks_with_all_the_rest_do_not_matter(command, ranks):
    Rows().save()
    first = output(command, threads=1)
    Rows().permuted(members=True).save(17)
    assert output(command, None if command == "ood" else 17, 7, "portable", ranks) == first


def test_an_unknown_instruction_set_is_a_usage_error(small):
    result = run_qualm("measure", small, "--axes", "nmk", env={"QUALM_TARGET": "mmx"})
    assert result.code == 2
    assert result.out == b""
    assert result.err.startswith("qualm measure: QUALM_TARGET=mmx is not an instruction set")
    assert result.err.count("\n") == 1
