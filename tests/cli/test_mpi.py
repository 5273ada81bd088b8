# SPDX-License-Identifier: Apache-2.0
"""Under mpirun: the bytes of one process, for any number of ranks; and no output where one fails."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time

import numpy as np
import pytest
from conftest import QUALM, Result, random_predictions, run_qualm

MPIRUN = shutil.which("mpirun")
PROGRAM = pathlib.Path(QUALM).parent / "qualm-mpi"
pytestmark = [
    pytest.mark.skipif(MPIRUN is None, reason="mpirun is not installed"),
    pytest.mark.skipif(not PROGRAM.exists(), reason="qualm-mpi was not built"),
]
# As many ranks as asked for, on however few cores; root is who tests run as in a container.
LAUNCH = ["--oversubscribe", "--allow-run-as-root", "--bind-to", "none", "-n"]
NOISE = "-----"  # what mpirun says of ranks that fail stands between such lines


def mpirun(ranks, *arguments):
    done = subprocess.run([MPIRUN, *LAUNCH, str(ranks), QUALM, *map(str, arguments)],
                          capture_output=True)
    return Result(done.returncode, done.stdout, done.stderr.decode().split(NOISE)[0])


def both(ranks, *arguments, output, code=0):
    """The bytes of a file that one process writes; several write the same and say the same."""
    one = run_qualm(*arguments, "-o", "one-" + output)
    several = mpirun(ranks, *arguments, "-o", "several-" + output)
    assert (several.code, several.out) == (one.code, one.out)
    assert several.err.replace("several-", "one-") == one.err
    assert one.code == code, one.err
    if code != 0:
        assert not pathlib.Path("several-" + output).exists()
        return b""
    written = pathlib.Path("one-" + output).read_bytes()
    assert pathlib.Path("several-" + output).read_bytes() == written
    return written


@pytest.fixture
def predictions():
    """Rows of several shards: some empty, one of a single class; labels and ids."""
    p = random_predictions((203, 3, 4), np.float32)
    labels = p.mean(axis=1).argmax(axis=-1)
    labels[::5] = (labels[::5] + 1) % 4
    order = np.argsort(labels == 2, kind="stable")  # the last shards hold class 2 only
    p, labels = p[order], labels[order]
    np.save("p.npy", p)
    np.save("q.npy", random_predictions((203, 3, 4), np.float32, seed=1))
    np.save("y.npy", labels)
    np.save("ids.npy", np.array([f"row {i}" for i in range(203)]))
    cuts = [0, 0, 40, 41, 41, 90, 150, 160, 170, 180, 190, 203, 203]
    for i, (first, last) in enumerate(zip(cuts, cuts[1:])):
        np.save(f"s-{i}.npy", p[first:last])
        np.save(f"y-{i}.npy", labels[first:last])
    np.save("far.npy", random_predictions((77, 3, 4), np.float32, seed=2, concentration=2))
    return p, labels


MEASURE = ["measure", "p.npy", "--axes", "nmk"]
REJECT = ["reject", "--shards", "s-*.npy", "--labels", "y-*.npy", "--axes", "nmk"]
OOD = ["ood", "--in", "p.npy", "--out", "far=far.npy", "--out", "near=q.npy", "--axes", "nmk"]


@pytest.mark.parametrize("ranks", [1, 2, 4])
def test_measures_are_those_of_one_process(predictions, ranks):
    both(ranks, *MEASURE, output="m.csv")


@pytest.mark.parametrize("output", ["m.csv", "m.jsonl", "m.json", "m.npz", "m.txt"])
def test_every_format_has_the_same_bytes(predictions, output):
    both(3, *MEASURE, "--per-class", "--ids", "ids.npy", "--labels", "y.npy", "--measure", "variance,pairwise-entropy",
         "--format", "table" if output == "m.txt" else output[2:], output=output)


@pytest.mark.parametrize("output", ["r.npz", "r.jsonl"])
def test_curves_and_detection_as_arrays_and_lines(predictions, output):
    both(3, *REJECT, output=output)
    both(2, *OOD, output=output)


def test_several_runs_and_standard_output(predictions):
    arguments = ["measure", "p.npy", "q.npy", "--axes", "nmk", "--format", "json"]
    assert mpirun(3, *arguments) == run_qualm(*arguments)


def test_rows_that_were_rescaled_are_counted_over_all_ranks(predictions):
    p, _ = predictions
    np.save("half.npy", p * np.where(np.arange(203) % 2, .5, 1)[:, None, None].astype(np.float32))
    arguments = ["measure", "half.npy", "--axes", "nmk", "--renormalize"]
    written = json.loads(both(4, *arguments, output="m.json"))
    assert written["conventions"]["renormalized_rows"] == 303  # 101 rows of 3 members


@pytest.mark.parametrize("ranks", [1, 2, 3, 4])
def test_rejection_from_shards_is_that_of_one_file(predictions, ranks):
    shards = both(ranks, *REJECT, "--bootstrap", 50, output="r.json")
    whole = run_qualm("reject", "p.npy", "--labels", "y.npy", "--axes", "nmk", "--format", "json",
                      "--bootstrap", 50)
    assert whole.out == shards


def test_guarantee_and_bins_of_equal_mass(predictions):
    both(3, *REJECT, "--guarantee", "risk=0.4,delta=0.2", "--calibration", .5, "--binning",
         "equal-mass", "--plot", "r.svg", output="r.csv")


def test_scores_of_any_origin_and_several_runs(predictions):
    rng = np.random.default_rng(3)
    np.save("mine.npy", rng.integers(0, 5, 203).astype(float))
    np.save("right.npy", rng.integers(0, 2, 203))
    both(3, "reject", "mine.npy", "--input", "scores", "--correct", "right.npy", output="s.json")
    both(2, "reject", "p.npy", "q.npy", "--labels", "y.npy", "--axes", "nmk", output="r.txt")


@pytest.mark.parametrize("ranks", [2, 4])
def test_detection_is_that_of_one_process(predictions, ranks):
    written = json.loads(both(ranks, *OOD, "--measure", "variance,entropy,zero-one", output="o.json"))
    assert len(written["comparisons"]) == 6  # three pairs of scores on two sets


def test_detection_of_several_runs_as_a_table(predictions):
    both(3, "ood", "--in", "p.npy", "--in", "q.npy", "--out", "far=far.npy", "--out", "far=far.npy",
         "--axes", "nmk", output="o.txt")


def test_scores_that_are_all_tied(predictions):
    np.save("tied.npy", np.full((50, 2, 4), .25))
    np.save("tied_y.npy", np.arange(50) % 4)
    both(3, "reject", "tied.npy", "--labels", "tied_y.npy", "--axes", "nmk", output="t.json")
    both(3, "ood", "--in", "tied.npy", "--out", "same=tied.npy", "--axes", "nmk", output="t.csv")


def test_more_ranks_than_rows(predictions):
    p, labels = predictions
    np.save("few.npy", p[-2:])
    np.save("few_y.npy", labels[-2:])
    arguments = ["few.npy", "--axes", "nmk"]
    both(4, "measure", *arguments, "--per-class", output="m.json")
    both(4, "reject", *arguments, "--labels", "few_y.npy", output="r.json")
    both(3, "ood", "--in", *arguments, "--out", "far=p.npy", output="o.json")


def test_the_error_of_the_lowest_row_ends_the_job(predictions):
    p, labels = predictions
    p[150, 1, 0], p[100, 2, 3] = 7, np.nan
    np.save("bad.npy", p)
    pathlib.Path("several-m.csv").write_text("old\n")
    one = run_qualm("measure", "bad.npy", "--axes", "nmk")
    several = mpirun(4, "measure", "bad.npy", "--axes", "nmk", "-o", "several-m.csv")
    assert "row 100, member 2" in one.err
    assert (several.code, several.err) == (3, one.err)
    assert pathlib.Path("several-m.csv").read_text() == "old\n"
    assert not list(pathlib.Path().glob(".qualm-*"))
    np.save("one_based.npy", labels + 1)
    both(3, "reject", "p.npy", "--labels", "one_based.npy", "--axes", "nmk", output="r.json", code=3)


def test_commands_that_do_not_distribute_refuse_by_name(predictions):
    result = mpirun(2, "explain", "p.npy")
    assert result.code == 2 and result.out == b""
    assert result.err.startswith("qualm explain: explain cannot run in 2 processes")
    assert result.err.count("\n") == 1


def test_without_the_component_several_processes_refuse(predictions, tmp_path):
    shutil.copy(QUALM, tmp_path / "qualm")
    environment = {**os.environ, "OMPI_COMM_WORLD_SIZE": "3"}
    command = [tmp_path / "qualm", "measure", "p.npy", "-o", "m.csv"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 4 and "needs the program qualm-mpi" in done.stderr
    assert not pathlib.Path("m.csv").exists()
    # A task of Slurm that has no others to talk to is on its own.
    environment = {**os.environ, "SLURM_NTASKS": "3", "SLURM_STEP_NUM_TASKS": "3"}
    assert subprocess.run(command, env=environment, capture_output=True).returncode == 0


def children(process):
    """The ranks of an mpirun that runs."""
    return [int(pid) for pid in pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def seconds_of(process):
    """The time that a process has computed for."""
    words = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return int(words[11]) / os.sysconf("SC_CLK_TCK")


def test_a_killed_rank_ends_the_job_without_output():
    np.save("p.npy", random_predictions((60_000, 5, 20)))
    pathlib.Path("m.csv").write_text("old\n")
    job = subprocess.Popen(
        [MPIRUN, *LAUNCH, "2", QUALM, "measure", "p.npy", "--axes", "nmk", "--measure",
         "credal,credal-interval", "-o", "m.csv", "--threads", "1"], stderr=subprocess.PIPE, text=True)
    while len(children(job.pid)) < 2 or seconds_of(children(job.pid)[1]) < .3:  # it is at work
        assert job.poll() is None
        time.sleep(.01)
    os.kill(children(job.pid)[1], signal.SIGKILL)
    _, err = job.communicate()
    assert job.returncode != 0
    assert "signal 9" in err
    assert pathlib.Path("m.csv").read_text() == "old\n"
    assert not list(pathlib.Path().glob(".qualm-*"))
