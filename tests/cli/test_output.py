# SPDX-License-Identifier: Apache-2.0
"""What is written appears whole or not at all; pipes, interruptions and full disks."""
import os
import resource
import signal
import subprocess
import time

import numpy as np
import pytest
from conftest import QUALM, random_predictions, run_qualm


def big(path, n_instances):
    np.save(path, np.tile(random_predictions((1000, 5, 10), np.float32), (n_instances // 1000, 1, 1)))


def only(*names):
    assert sorted(os.listdir()) == sorted(names)


@pytest.mark.parametrize("output", ["small.npy", "./small.npy", "link.npy", "hard.npy"])
def test_the_input_is_never_the_output(small, output):
    os.symlink(small, "link.npy")
    os.link(small, "hard.npy")
    before = open(small, "rb").read()
    result = run_qualm("measure", small, "--axes", "nmk", "--format", "csv", "-o", output)
    assert result.code == 2 and result.out == b""
    assert result.err == (f"qualm measure: the output {output} is the input small.npy: choose "
                          "another name. See 'qualm measure --help'\n")
    assert open(small, "rb").read() == before


def test_a_file_of_weights_is_an_input_too(small):
    np.save("w.npy", np.ones(2))
    result = run_qualm("measure", small, "--class-weights", "w.npy", "-o", "w.npy", "--format", "csv")
    assert result.code == 2 and "is the input w.npy" in result.err


def test_a_failed_run_leaves_the_old_file_and_nothing_else():
    p = random_predictions((100, 2, 3))
    p[99, 1, 0] = np.nan
    np.save("p.npy", p)
    with open("out.csv", "w") as file:
        file.write("old")
    result = run_qualm("measure", "p.npy", "--axes", "nmk", "-o", "out.csv")
    assert result.code == 3
    assert open("out.csv").read() == "old"
    only("p.npy", "out.csv")


def test_a_missing_folder_is_told(small):
    result = run_qualm("measure", small, "--axes", "nmk", "-o", "no/out.csv")
    assert result.code == 4
    assert result.err == ("qualm measure: no/out.csv: cannot be written: No such file or "
                          "directory; make its folder first\n")


def test_a_full_device_is_told(small):
    result = run_qualm("measure", small, "--axes", "nmk", "-o", "/dev/full")
    assert result.code == 4
    assert result.err == "qualm measure: /dev/full: cannot be written: No space left on device\n"
    with open("/dev/full", "wb") as full:
        done = subprocess.run([QUALM, "measure", small, "--axes", "nmk"], stdout=full,
                              stderr=subprocess.PIPE)
    assert done.returncode == 4
    assert done.stderr == b"qualm measure: <stdout>: cannot be written: No space left on device\n"


def test_a_disk_that_fills_up_keeps_the_old_file():
    big("p.npy", 20000)
    with open("out.csv", "w") as file:
        file.write("old")

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    result = run_qualm("measure", "p.npy", "--axes", "nmk", "-o", "out.csv", preexec_fn=limit)
    assert result.code == 4
    assert result.err == ("qualm measure: out.csv: cannot be written: File too large; the old "
                          "file is unchanged\n")
    assert open("out.csv").read() == "old"
    only("p.npy", "out.csv")


@pytest.mark.parametrize("name", ["csv", "jsonl", "json"])
def test_a_reader_that_goes_away_is_no_error(name):
    big("p.npy", 100_000)
    process = subprocess.Popen(
        [QUALM, "measure", "p.npy", "--axes", "nmk", "--format", name], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE)
    first = process.stdout.readline()
    process.stdout.close()
    assert first.startswith((b"row,", b"{"))
    assert process.stderr.read() == b""
    assert process.wait() == 0


def test_help_into_a_closed_pipe_is_quiet():
    done = subprocess.run(f"{QUALM} measure --help | true; exit ${{PIPESTATUS[0]}}", shell=True,
                          executable="/bin/bash", capture_output=True)
    assert done.stderr == b"" and done.returncode == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_leaves_no_file(number):
    # A pipe that is never closed keeps the command waiting for input.
    process = subprocess.Popen([QUALM, "measure", "-", "-o", "out.csv"], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdin.write(b"\x93NUMPY")
    process.stdin.flush()
    wait_until(lambda: os.listdir() or process.poll() is not None)
    process.send_signal(number)
    out, err = process.communicate()
    assert process.returncode == 130
    assert out == b""
    assert err.count(b"\n") == 1 and b"interrupted" in err
    only()


def test_an_interruption_of_the_measuring_leaves_no_file():
    big("p.npy", 600_000)
    process = subprocess.Popen(
        [QUALM, "measure", "p.npy", "--axes", "nmk", "--per-class", "-o", "out.csv"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_until(lambda: len(os.listdir()) > 1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == 130
    assert (out, err) == (b"", b"qualm measure: interrupted\n")
    only("p.npy")


@pytest.mark.parametrize("command", [
    ["axioms", "--cases", "100000000"],
    ["reject", "s.npy", "--input", "scores", "--correct", "c.npy", "--bootstrap", "1000000"],
    ["ood", "--in", "s.npy", "--out", "o=s.npy", "--input", "scores", "--bootstrap", "1000000"],
])
def test_long_work_can_be_interrupted(command):
    np.save("s.npy", np.linspace(0, 1, 2000))
    np.save("c.npy", np.arange(2000) % 3 > 0)
    process = subprocess.Popen([QUALM, *command, "-o", "out.json"], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    wait_until(lambda: len(os.listdir()) > 2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == 130
    assert (out, err) == (b"", f"qualm {command[0]}: interrupted\n".encode())
    only("c.npy", "s.npy")


def wait_until(condition):
    while not condition():
        time.sleep(0.01)


def test_npz_goes_through_a_pipe(small):
    result = run_qualm("measure", small, "--axes", "nmk", "--format", "npz")
    assert result.code == 0 and result.err == ""
    with open("piped.npz", "wb") as file:
        file.write(result.out)
    assert np.load("piped.npz")["variance_total"].tolist() == [0, 0.375, 0.5, 0.5]


def test_a_dash_as_output_is_standard_output(small):
    result = run_qualm("measure", small, "--axes", "nmk", "--format", "csv", "-o", "-")
    assert result.code == 0 and result.out.startswith(b"row,")
    only("small.npy")


ENDINGS = ".txt, .csv, .csv.gz, .jsonl, .jsonl.gz, .json, .npz"


@pytest.mark.parametrize("command", ["measure", "reject", "explain"])
def test_an_ending_that_no_format_has_is_refused_with_those_there_are(command):
    np.savez("p.npz", predictions=random_predictions((40, 3, 4)), labels=np.arange(40) % 4)
    result = run_qualm(command, "p.npz", "-o", "m.parquet")
    assert (result.code, result.out) == (2, b"")
    assert result.err == (f"qualm {command}: -o m.parquet: no format of this command has the extension .parquet: choose from "
                          f"{ENDINGS}, or add --format. See 'qualm {command} --help'\n")
    assert not os.path.exists("m.parquet")
    assert run_qualm(command, "p.npz", "--format", "csv", "-o", "m.parquet", "--quiet").code == 0
    assert run_qualm(command, "p.npz", "-o", "v1.2/m", "--quiet").code == 4  # the folder's name has no say


@pytest.mark.parametrize("command, arguments", [
    ("ood", ["--in", "small.npy", "--out", "a=small.npy", "--axes", "nmk"]), ("axioms", []), ("examples", []),
    ("report", ["small.npy", "--axes", "nmk"]), ("predict", ["ensemble", "mnist"]), ("data", ["list"])])
def test_every_command_refuses_such_an_ending(small, command, arguments):
    result = run_qualm(command, *arguments, "-o", "m.parquet")
    assert result.code in ((2, 4) if command == "report" else (2,)) and result.out == b""
    assert "no format of this command has the extension .parquet: choose from ." in result.err or "without its page" in result.err


def test_tables_have_an_ending_too(small):
    assert run_qualm("measure", small, "--axes", "nmk", "-o", "table.txt").code == 0
    assert "mean" in open("table.txt").read()
