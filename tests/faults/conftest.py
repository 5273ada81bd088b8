# SPDX-License-Identifier: Apache-2.0
"""What the tests of faults share: the command under a preloaded library, and files to read."""
import os
import pathlib
import shutil
import subprocess

import numpy as np
import pytest

QUALM = os.environ["QUALM"]
OLD = b"what was there before"
#: Places tried per command and kind of fault; QUALM_FAULTS=60 tries more.
N_TRIES = int(os.environ.get("QUALM_FAULTS", 6))
COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
has_page = (pathlib.Path(os.environ["QUALM_BUILD_DIR"]) / "web/page_template.cpp").exists()
# Each writes a file out.*.
COMMANDS = {
    "csv": ["measure", "p.npy", "-o", "out.csv"],
    "npz": ["measure", "large.npy", "--per-class", "--threads", "2", "-o", "out.npz"],
    "json": ["reject", "p.npy", "--labels", "y.npy", "-o", "out.json"],
    "svg": ["reject", "p.npy", "--labels", "y.npy", "--quiet", "--plot", "out.svg"],
    "html": ["report", "p.npy", "--labels", "y.npy", "-o", "out.html"],
    "state": ["ood", "--in", "p.npy", "--out", "far=q.npy", "--partial", "out.state", "--shard", "1/2"],
    "merged": ["merge", "a.state", "b.state", "-o", "out.csv"],
    "spooled": ["measure", "-", "-o", "out.jsonl"],
}


def output_of(arguments):
    return pathlib.Path(next(each for each in arguments if each.startswith("out.")))


@pytest.fixture(scope="session")
def shim(tmp_path_factory):
    if not COMPILER:
        pytest.skip("needs a C compiler")
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
    np.save("large.npy", np.tile(np.load("p.npy"), (20, 1, 1)))  # fewer rows are not worth a second thread
    np.save("y.npy", rng.integers(4, size=3000))
    np.save("a.npy", np.load("p.npy")[:1500])
    np.save("b.npy", np.load("p.npy")[1500:])


@pytest.fixture(params=COMMANDS)
def arguments(request, inputs):
    """The arguments of a command whose inputs are there."""
    if request.param == "html" and not has_page:
        pytest.skip("needs the built page")
    if request.param == "merged":
        for i, part in enumerate("ab"):
            assert run(["measure", f"{part}.npy", "--partial", f"{part}.state", "--shard", f"{i + 1}/2"]).returncode == 0
    return COMMANDS[request.param]


def command(arguments):
    return [QUALM, *arguments, *([] if arguments[0] == "merge" else ["--axes", "nmk"])]


def run(arguments, **environment):
    given = pathlib.Path("p.npy").read_bytes() if "-" in arguments else b""
    return subprocess.run(command(arguments), input=given, capture_output=True,
                          env={**os.environ, **environment})


def calls(arguments, shim):
    """How many calls of each kind the command makes."""
    done = run(arguments, LD_PRELOAD=shim, QUALM_FAULT_COUNT="counts.txt")
    assert done.returncode == 0, done.stderr
    return {kind: int(count) for kind, count in map(str.split, pathlib.Path("counts.txt").read_text().splitlines())}


def spread(count, first=0):
    """Places among the calls 1 to count."""
    return sorted({1 + i * count // N_TRIES for i in range(first, N_TRIES)} if count else ())


def leftovers(before):
    return set(os.listdir()) - before
