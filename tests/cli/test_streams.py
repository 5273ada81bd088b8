# SPDX-License-Identifier: Apache-2.0
"""Closed, full and endless streams: messages never reach a file of results, and every input has a limit."""
import os
import signal
import subprocess
import time

import numpy as np
import pytest
from conftest import QUALM, random_predictions, run_qualm


def shell(command, **options):
    return subprocess.run(["bash", "-c", command], capture_output=True,
                          env={**os.environ, "Q": QUALM}, **options)


@pytest.fixture
def noted():
    """Predictions that make `measure` print a note."""
    p = random_predictions((20, 2, 3))
    p[3] *= 1.01
    np.save("noted.npy", p)
    return "noted.npy --axes nmk --renormalize"


@pytest.mark.parametrize("closed", ["2>&-", "0<&- 2>&-", "0<&- 1>&- 2>&-", "2>/dev/full"])
def test_a_note_never_becomes_a_line_of_the_results(noted, closed):
    assert shell(f"$Q measure {noted} -o plain.csv").returncode == 0
    assert shell(f"$Q measure {noted} -o out.csv {closed}").returncode == 0
    assert open("out.csv").read() == open("plain.csv").read()


def test_a_closed_standard_output_is_an_error(noted):
    done = shell(f"$Q measure {noted} --format csv >&-")
    assert done.returncode == 4 and b"<stdout>" in done.stderr


def test_errors_without_a_place_to_report_them_keep_their_code():
    assert shell("$Q measure nothing.npy 2>/dev/full").returncode == 4
    assert shell("$Q 2>&-").returncode == 2


def test_an_endless_file_of_names_is_refused(small):
    result = run_qualm("measure", small, "--axes", "nmk", "--class-names", "/dev/zero")
    assert result.code == 3 and "/dev/zero: is longer than the 67108864 bytes that it can have" in result.err


def test_an_endless_part_is_refused():
    result = run_qualm("merge", "/dev/zero")
    assert result.code == 3 and result.err.startswith("qualm merge: /dev/zero: is not a state of qualm")


def test_a_bad_header_is_refused_before_the_rest_is_read():
    process = subprocess.Popen([QUALM, "measure", "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdin.write(b"\x93NUMPY\x01\x00\x76\x00{'descr': '|O'" + bytes(8000))
    process.stdin.flush()  # and it stays open
    assert process.wait() == 3
    assert process.stderr.read().startswith(b"qualm measure: <stdin>: ")


def test_no_more_is_read_than_the_header_announces():
    np.save("p.npy", random_predictions((500, 2, 3)))
    done = shell("cat p.npy /dev/zero | timeout 20 $Q measure - --axes nmk")
    assert done.returncode == 3 and b"<stdin>: is longer than the 24128 bytes that it can have" in done.stderr


@pytest.mark.parametrize("how", [signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM])
def test_no_signal_leaves_a_temporary_file(how):
    np.save("p.npy", np.tile(random_predictions((1000, 5, 10), np.float32), (1000, 1, 1)))
    process = subprocess.Popen([QUALM, "measure", "p.npy", "--axes", "nmk", "--per-class", "-o", "out.csv"],
                               stderr=subprocess.DEVNULL)
    while not any(name.endswith(".tmp") for name in os.listdir()):
        assert process.poll() is None
        time.sleep(.005)
    process.send_signal(how)
    assert process.wait() == 130
    assert os.listdir() == ["p.npy"]


def test_one_vote_does_not_decide_how_much_memory_is_taken():
    np.save("votes.npy", np.array([[0, 1], [2, 300_000_000], [1, 1]]))
    result = run_qualm("measure", "votes.npy", "--input", "votes", "--axes", "nm")
    assert result.code == 3
    assert ("votes.npy: row 1, member 1: the vote 300000000 would make more than 65536 classes; set --classes if there are that many") in result.err
    result = run_qualm("measure", "votes.npy", "--input", "votes", "--classes", 2**40)
    assert result.code == 2 and "16777216" in result.err


@pytest.mark.parametrize("arguments, content", [
    (["explain", "pipe", "--axes", "nmk", "--format", "csv"], "p.npy"),
    (["measure", "p.npy", "--axes", "nmk", "--class-names", "a,b,c", "--class-weights", "pipe", "--format", "csv"], "w.csv"),
    (["explain", "p.npy", "--axes", "nmk", "--images", "pipe", "--plot", "x.svg", "--quiet"], "images.npy"),
    (["merge", "pipe", "--format", "csv"], "all.part")])
def test_a_named_pipe_is_read_once(arguments, content):
    np.save("p.npy", random_predictions((20, 2, 3)))
    np.save("images.npy", np.zeros((20, 4, 4)))
    with open("w.csv", "w") as file:
        file.write("c,b,a\n5,2,1\n")
    assert run_qualm("measure", "p.npy", "--axes", "nmk", "--partial", "all.part", "--shard", "1/1").code == 0
    os.mkfifo("pipe")
    writer = subprocess.Popen(["sh", "-c", f"cat {content} > pipe"])
    through_pipe = run_qualm(*arguments)
    assert writer.wait(60) == 0
    from_file = run_qualm(*[content if each == "pipe" else each for each in arguments])
    assert through_pipe.code == 0 and through_pipe.out == from_file.out
