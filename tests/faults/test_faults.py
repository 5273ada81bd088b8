# SPDX-License-Identifier: Apache-2.0
"""The n-th write, read, open, rename, thread start or allocation fails: the old file stays, the message is clear."""
import os

from conftest import OLD, calls, output_of, run, spread


def test_a_fault_leaves_the_old_file_and_a_clear_message(arguments, shim):
    output = output_of(arguments)
    counted = calls(arguments, shim)
    del counted["shrink"]  # see test_shrinking_files.py
    assert counted["thread"] > 0 or "--threads" not in arguments
    good = output.read_bytes()
    before = set(os.listdir())
    n_faults = 0
    for kind, count in counted.items():
        for n in spread(count, 1 if kind == "memory" else 0):  # the very first memory is taken before main()
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
