# SPDX-License-Identifier: Apache-2.0
"""A file that shrinks while it is read ends in an error that says so, never in a signal."""
import gzip
import json
import os
import pathlib
import struct

import numpy as np
import pytest
from conftest import OLD, calls, run, spread

FORMATS = ["npy", "npz", "packed.npz", "csv", "csv.gz", "jsonl", "safetensors", "h5", "chunks.h5", "packed.h5"]


def write(name, p):
    """The same predictions in any format."""
    if name.endswith("npy"):
        np.save(name, p)
    elif name.endswith("npz"):
        (np.savez_compressed if "packed" in name else np.savez)(name, p=p)
    elif "csv" in name:
        lines = (f"{i},{m},{k},{value!r}\n" for (i, m, k), value in np.ndenumerate(p))
        text = "row,member,class,prob\n" + "".join(lines)
        pathlib.Path(name).write_bytes(gzip.compress(text.encode()) if name.endswith("gz") else text.encode())
    elif name.endswith("jsonl"):
        pathlib.Path(name).write_text("".join(json.dumps(row) + "\n" for row in p.tolist()))
    elif name.endswith("h5"):
        h5py = pytest.importorskip("h5py")
        with h5py.File(name, "w") as file:
            file.create_dataset("p", data=p, chunks=None if name == "in.h5" else (100, 3, 4),
                                compression="gzip" if "packed" in name else None)
    else:
        header = json.dumps({"p": {"dtype": "F32", "shape": p.shape, "data_offsets": [0, p.nbytes]}}).encode()
        pathlib.Path(name).write_bytes(struct.pack("<Q", len(header)) + header + p.tobytes())


@pytest.mark.parametrize("ending", FORMATS)
def test_a_file_that_shrinks_is_an_error_of_one_line(ending, shim):
    name = f"in.{ending}"
    write(name, np.log(np.load("p.npy")))
    whole = pathlib.Path(name).read_bytes()
    # Zeros in place of what was cut off would be valid logits.
    arguments = ["measure", name, "--input", "logits", "-o", "out.csv"]
    count = calls(arguments, shim)["shrink"]
    good = pathlib.Path("out.csv").read_bytes()
    n_seen = 0
    for n in spread(count):
        pathlib.Path(name).write_bytes(whole)
        pathlib.Path("out.csv").write_bytes(OLD)
        before = set(os.listdir())
        done = run(arguments, LD_PRELOAD=shim, QUALM_FAULT=f"shrink:{n}")
        where = f"read {n} of {count}: {done.returncode} {done.stderr.decode()}"
        assert set(os.listdir()) == before, where
        if done.returncode == 0:  # all that is needed had been read
            assert pathlib.Path("out.csv").read_bytes() == good, where
            continue
        n_seen += 1
        assert done.returncode == 3 and done.stderr.decode().count("\n") == 1, where
        assert pathlib.Path("out.csv").read_bytes() == OLD, where
    assert n_seen > 0
