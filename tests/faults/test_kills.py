# SPDX-License-Identifier: Apache-2.0
"""Killed at any moment (SIGKILL) or with a second writer: a file is the old one or a whole new one."""
import os
import pathlib
import signal
import subprocess
import time

from conftest import N_TRIES, OLD, command, output_of, run


def start(arguments):
    given = open("p.npy", "rb") if "-" in arguments else subprocess.DEVNULL
    return subprocess.Popen(command(arguments), stdin=given, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def test_a_kill_leaves_the_old_file_or_the_whole_new_one(arguments):
    output = output_of(arguments)
    began = time.monotonic()
    assert run(arguments).returncode == 0
    seconds = time.monotonic() - began
    good = output.read_bytes()
    n_killed = 0
    for i in range(N_TRIES):
        output.write_bytes(OLD)
        process = start(arguments)
        time.sleep(seconds * (i + .5) / N_TRIES)
        process.kill()
        n_killed += process.wait() == -signal.SIGKILL
        assert output.read_bytes() in (OLD, good)
    assert n_killed > 0
    assert run(arguments).returncode == 0  # what a killed one left is in nobody's way
    assert output.read_bytes() == good


def test_of_two_writers_one_wins_whole():
    commands = [["measure", f"{name}.npy", "-o", "out.csv"] for name in "pq"]
    whole = []
    for each in commands:
        assert run(each).returncode == 0
        whole.append(pathlib.Path("out.csv").read_bytes())
    before = set(os.listdir())
    for _ in range(N_TRIES):
        processes = [start(each) for each in commands]
        assert [process.wait() for process in processes] == [0, 0]
        assert pathlib.Path("out.csv").read_bytes() in whole
        assert set(os.listdir()) == before
