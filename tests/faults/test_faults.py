# SPDX-License-Identifier: Apache-2.0
"""The n-th write, read, open, rename, thread start or allocation fails: the old file stays, the message is clear."""
import os
import pathlib
import shutil
import subprocess

import numpy as np
import pytest

QUALM = os.environ["QUALM"]
COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
OLD = b"what was there before"
# Output, and the arguments that write it.
COMMANDS = {
    "csv": ["measure", "p.npy", "-o", "out.csv"],
    "npz": ["measure", "p.npy", "--per-class", "--threads", "2", "-o", "out.npz"],
    "json": ["reject", "p.npy", "--labels", "y.npy", "-o", "out.json"],
    "svg": ["reject", "p.npy", "--labels", "y.npy", "--quiet", "--plot", "out.svg"],
    "html": ["report", "p.npy", "--labels", "y.npy", "-o", "out.html"],
    "state": ["ood", "--in", "p.npy", "--out", "far=q.npy", "--partial", "out.state", "--shard", "1/2"],
    "merged": ["merge", "a.state", "b.state", "-o", "out.csv"],
    "spooled": ["measure", "-", "-o", "out.jsonl"],
}
N_TRIES = 6  # calls of each kind that fail, spread over all that there are

pytestmark = pytest.mark.skipif(not COMPILER, reason="skipped: needs a C compiler")


@pytest.fixture(scope="module")
def shim(tmp_path_factory):
    library = tmp_path_factory.mktemp("shim") / "shim.so"
    subprocess.run([COMPILER, "-shared", "-fPIC", "-O1", "-o", library, pathlib.Path(__file__).with_name("shim.c"),
                    "-ldl"], check=True)
    return str(library)


@pytest.fixture(autouse=True)
def inputs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    for name in ("p", "q"):
        p = rng.gamma(0.7, size=(3000, 3, 4)) + 1e-6
        np.save(f"{name}.npy", (p / p.sum(-1, keepdims=True)).astype(np.float32))
    np.save("y.npy", rng.integers(4, size=3000))
    np.save("a.npy", np.load("p.npy")[:1500])
    np.save("b.npy", np.load("p.npy")[1500:])


def run(arguments, **environment):
    given = pathlib.Path("p.npy").read_bytes() if "-" in arguments else b""
    axes = [] if arguments[0] == "merge" else ["--axes", "nmk"]
    return subprocess.run([QUALM, *arguments, *axes], input=given, capture_output=True, timeout=120,
                          env={**os.environ, **environment})


def calls(arguments, shim):
    """How many calls of each kind the command makes."""
    done = run(arguments, LD_PRELOAD=shim, QUALM_FAULT_COUNT="counts.txt")
    assert done.returncode == 0, done.stderr
    return {kind: int(count) for kind, count in map(str.split, pathlib.Path("counts.txt").read_text().splitlines())}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_fault_leaves_the_old_file_and_a_clear_message(name, shim):
    if name == "html" and not (pathlib.Path(os.environ["QUALM_BUILD_DIR"]) / "web/page_template.cpp").exists():
        pytest.skip("skipped: needs the built page")
    if name == "merged":
        for part in "ab":
            shard = f"{'ab'.index(part) + 1}/2"
            assert run(["measure", f"{part}.npy", "--partial", f"{part}.state", "--shard", shard]).returncode == 0
    arguments = COMMANDS[name]
    output = pathlib.Path(next(each for each in arguments if each.startswith("out.")))
    counted = calls(arguments, shim)
    good = output.read_bytes()
    before = set(os.listdir())
    n_faults = 0
    for kind, count in counted.items():
        first = 1 if kind == "memory" else 0  # the very first memory is taken before main()
        for n in sorted({1 + i * count // N_TRIES for i in range(first, N_TRIES)} if count else ()):
            output.write_bytes(OLD)
            done = run(arguments, LD_PRELOAD=shim, QUALM_FAULT=f"{kind}:{n}")
            where = f"{kind} {n} of {count}: {done.returncode} {done.stderr.decode()}"
            assert set(os.listdir()) == before, where  # no temporary file is left
            if done.returncode == 0:  # it went on without, as with one thread less
                assert output.read_bytes() == good, where
                continue
            n_faults += 1
            assert done.returncode == 4, where
            assert output.read_bytes() == OLD, where
            lines = done.stderr.decode().strip().splitlines()
            assert lines and lines[-1].startswith("qualm"), where
    assert n_faults > 0
