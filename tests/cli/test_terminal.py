# SPDX-License-Identifier: Apache-2.0
"""What changes when a person looks on: colour, width, the progress bar."""
import fcntl
import os
import pty
import struct
import subprocess
import termios

import numpy as np
import pytest
from conftest import QUALM, random_predictions, run_qualm

ESCAPE = "\x1b"


def on_terminal(*arguments, columns=80, env=None, streams=("stdout", "stderr")):
    """Runs with the given streams on a terminal; gives back the exit code and what it showed."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
    environment.update({"TERM": "xterm", **(env or {})})
    others = {name: subprocess.DEVNULL for name in ("stdout", "stderr") if name not in streams}
    process = subprocess.Popen([QUALM, *map(str, arguments)], stdin=subprocess.DEVNULL,
                               env=environment, **{name: follower for name in streams}, **others)
    os.close(follower)
    shown = b""
    while True:
        try:
            piece = os.read(leader, 65536)
        except OSError:  # the terminal is gone
            break
        if not piece:
            break
        shown += piece
    os.close(leader)
    return process.wait(), shown.decode()


def test_colour_is_for_terminals(small):
    arguments = ["measure", small, "--axes", "nmk"]
    assert ESCAPE in on_terminal(*arguments)[1]
    assert ESCAPE.encode() not in run_qualm(*arguments).out
    assert ESCAPE not in on_terminal(*arguments, env={"NO_COLOR": "1"})[1]
    assert ESCAPE in on_terminal(*arguments, env={"NO_COLOR": ""})[1]
    assert ESCAPE not in on_terminal(*arguments, env={"TERM": "dumb"})[1]
    assert ESCAPE not in on_terminal(*arguments, "--color", "never")[1]
    assert ESCAPE.encode() in run_qualm(*arguments, "--color", "always").out
    assert ESCAPE in on_terminal(*arguments, "--color", "always", env={"NO_COLOR": "1"})[1]


def test_messages_break_between_words_on_a_terminal_only():
    np.save("p.npy", np.full((10, 7), 0.3))
    code, shown = on_terminal("measure", "p.npy", columns=50)
    done = run_qualm("measure", "p.npy")
    assert code == done.code != 0 and len(done.err.splitlines()) == 1
    lines = shown.replace("\r", "").splitlines()
    assert len(lines) > 1 and max(map(len, lines)) <= 50 and " ".join(lines) == done.err.strip()


@pytest.mark.parametrize("columns", [60, 80, 120, 200])
def test_the_table_fits_the_terminal(columns):
    np.save("p.npy", random_predictions((50, 3, 4)))
    code, shown = on_terminal("measure", "p.npy", "--axes", "nmk", "--color", "never", "--measure",
                              "variance,entropy,spherical,zero-one,wasserstein", columns=columns)
    assert code == 0
    lines = shown.replace("\r", "").splitlines()
    assert max(map(len, lines[:16])) <= columns
    assert ("No space for" in shown) == (columns < 200)


def test_help_fits_the_terminal():
    shown = on_terminal("measure", "--help", columns=60)[1].replace("\r", "")
    for line in shown.split("Arguments")[1].splitlines():
        assert len(line.replace("\x1b[1m", "").replace("\x1b[0m", "")) <= 60, line


def test_npz_is_refused_on_a_terminal(small):
    code, shown = on_terminal("measure", small, "--axes", "nmk", "--format", "npz")
    assert code == 2
    assert shown.split() == (
        "qualm measure: npz cannot be shown in a terminal: add -o FILE.npz or redirect the output. "
        "See 'qualm measure --help'").split()


def test_a_long_run_shows_its_progress_and_wipes_it():
    np.save("p.npy", np.tile(random_predictions((1000, 5, 10), np.float32), (500, 1, 1)))
    arguments = ["measure", "p.npy", "--axes", "nmk", "--per-class", "--measure",
                 "variance,entropy,label-entropy", "--format", "jsonl", "-o", "/dev/null"]
    code, shown = on_terminal(*arguments, streams=["stderr"])
    assert code == 0
    assert shown.startswith("\r\x1b[K[#") and shown.endswith("\r\x1b[K")
    assert "% " in shown and " left" in shown and "\n" not in shown
    assert on_terminal(*arguments, "--quiet", streams=["stderr"]) == (0, "")


def test_a_short_run_shows_no_progress(small):
    assert on_terminal("measure", small, "--axes", "nmk", "-o", "out.csv") == (0, "")


@pytest.mark.parametrize("columns", [60, 80])
@pytest.mark.parametrize("command", ["reject", "ood"])
def test_evaluations_fit_the_width_and_keep_every_column(command, columns):
    np.savez("p.npz", predictions=random_predictions((80, 3, 4)), labels=np.arange(80) % 4)
    np.save("far.npy", random_predictions((60, 3, 4), seed=1))
    arguments = {"reject": ["p.npz", "--intervals"],
                 "ood": ["--in", "p.npz", "--out", "far=far.npy", "--out", "again=far.npy"]}[command]
    arguments = [command, *arguments, "--color", "never", "--quiet"]
    code, shown = on_terminal(*arguments, columns=columns)
    assert code == 0
    lines = shown.replace("\r", "").splitlines()
    assert max(map(len, lines)) <= columns
    titles = {"reject": ["E-AURC", "acc@95%", "cov@5%", "overlap"], "ood": ["AUPR in", "FPR95", "p (Holm)"]}[command]
    for title in titles:
        assert title in shown
    piped = run_qualm(*arguments, env={"COLUMNS": str(columns)})
    assert piped.out.decode().splitlines() == lines
