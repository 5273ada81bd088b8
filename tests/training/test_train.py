# SPDX-License-Identifier: Apache-2.0
"""Ensembles learn, and are the same however often their training was stopped."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time

import numpy as np
import pytest
from conftest import (QUALM, members, needs_fashion, needs_torch, run_qualm, start_training, train)

pytestmark = needs_torch
SMALL = ["fashion-mnist", "--limit", 1000, "--batch-size", 64, "--epochs", 3, "--members", 2]


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """Two members that were trained in one go: their folder, and what was said."""
    folder = tmp_path_factory.mktemp("fashion") / "ensemble"
    return folder, train(*SMALL, "--out", folder).err.splitlines()


@pytest.fixture(scope="module")
def ensemble(trained):
    return trained[0]


def wait_for(condition, process):
    while not condition():
        assert process.poll() is None, "training ended by itself"
        time.sleep(.01)


def log_of(folder):
    lines = [json.loads(line) for line in (pathlib.Path(folder) / "log.jsonl").read_text().splitlines()]
    return {(line["run"], line["member"], line["epoch"]): line for line in lines}


@needs_fashion
def test_members_learn(trained):
    folder, lines = trained
    log = log_of(folder)
    assert sorted(log) == [(0, member, epoch) for member in (0, 1) for epoch in range(3)]
    for member in (0, 1):
        assert log[0, member, 2]["test_accuracy"] > 0.6
        assert log[0, member, 2]["loss"] < log[0, member, 0]["loss"]
        assert log[0, member, 0]["test_accuracy"] is None
    assert sum("epoch" in line and "images/s" in line for line in lines) == 6
    assert lines[-1] == f"qualm: note: 2 members are in {folder}"


@needs_fashion
def test_members_differ(ensemble):
    contents = members(ensemble)
    assert list(contents) == ["run0/member0.pt", "run0/member1.pt"]
    assert len(set(contents.values())) == 2


@needs_fashion
def test_every_choice_is_recorded(ensemble):
    record = json.loads((ensemble / "ensemble.json").read_text())
    assert record["schema"] == "qualm.ensemble/1"
    assert (record["members"], record["runs"]) == (2, 1)
    plan = record["plan"]
    assert (plan["dataset"], plan["model"], plan["optimizer"], plan["rate"]) == (
        "fashion-mnist", "cnn", "adam", 0.001)
    assert (plan["n_rows"], plan["epochs"], plan["batch_size"], plan["seed"]) == (1000, 3, 64, 0)
    assert len(plan["data_sha256"]) == 64 and record["versions"]["libtorch"]


@needs_fashion
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_stopped_training_goes_on_to_the_same_bits(ensemble, how):
    process = start_training(*SMALL, "--out", "stopped", "--jobs", 1)
    wait_for(lambda: os.path.exists("stopped/run0/member0.checkpoint.pt"), process)
    os.killpg(process.pid, how) if how == signal.SIGINT else process.kill()
    assert process.wait() == (130 if how == signal.SIGINT else -9)
    assert members("stopped") != members(ensemble)
    result = train(*SMALL, "--out", "stopped")
    assert "resuming from stopped" in result.err
    assert members("stopped") == members(ensemble)
    assert sorted(log_of("stopped")) == sorted(log_of(ensemble))
    assert not list(pathlib.Path("stopped").rglob("*checkpoint*"))
    assert not list(pathlib.Path("stopped").rglob("*.tmp"))


@needs_fashion
def test_a_damaged_checkpoint_is_refused_and_an_old_one_goes_on(ensemble):
    process = start_training(*SMALL, "--out", "stopped", "--jobs", 1)
    checkpoint = pathlib.Path("stopped/run0/member0.checkpoint.pt")
    wait_for(checkpoint.exists, process)
    os.killpg(process.pid, signal.SIGINT)
    process.wait()
    whole = checkpoint.read_bytes()
    damaged = bytearray(whole)
    damaged[len(whole) // 2] ^= 1
    checkpoint.write_bytes(damaged)
    result = train(*SMALL, "--out", "stopped", expect=3)
    assert "member0.checkpoint.pt: damaged: its checksum does not match: remove it to train this member from " \
           "the beginning" in result.err and result.err.count("\n") == 1
    assert checkpoint.read_bytes() == damaged
    checkpoint.write_bytes(whole[:-79] + b"\0\0")  # as written before there were checksums
    result = train(*SMALL, "--out", "stopped")
    assert "member0.checkpoint.pt carries no checksum" in result.err
    assert members("stopped") == members(ensemble)


@needs_fashion
def test_nothing_is_done_twice(ensemble):
    shutil.copytree(ensemble, "again")
    before = {path: path.stat().st_mtime_ns for path in pathlib.Path("again").rglob("*.pt")}
    train(*SMALL, "--out", "again")
    assert {path: path.stat().st_mtime_ns for path in before} == before


@needs_fashion
def test_an_ensemble_from_before_the_choice_of_order_goes_on(ensemble):
    shutil.copytree(ensemble, "old")
    record = json.loads(pathlib.Path("old/ensemble.json").read_text())
    del record["plan"]["shuffle"]
    pathlib.Path("old/ensemble.json").write_text(json.dumps(record))
    train(*SMALL, "--out", "old")
    assert members("old") == members(ensemble)


@needs_fashion
def test_the_first_runs_are_found_among_more(ensemble):
    shutil.copytree(ensemble, "more")
    record = json.loads(pathlib.Path("more/ensemble.json").read_text())
    pathlib.Path("more/ensemble.json").write_text(json.dumps({**record, "runs": 2}))
    line = {**json.loads(pathlib.Path("more/log.jsonl").read_text().splitlines()[0]), "run": 1}
    with open("more/log.jsonl", "a") as log:
        log.write(json.dumps(line) + "\n")
    before = {path: path.read_bytes() for path in pathlib.Path("more").rglob("*") if path.is_file()}
    train(*SMALL, "--runs", 1, "--out", "more")
    assert {path: path.read_bytes() for path in before} == before


@needs_fashion
@pytest.mark.parametrize("change, code, said", [
    (["--epochs", 2], 2, "this ensemble has epochs 3, not 2"),
    (["--rate", 0.01], 2, "this ensemble has rate 0.001, not 0.01"),
    (["--shuffle", "no"], 2, "this ensemble has shuffle true, not false"),
    (["--members", 1], 2, "this ensemble has 2 members already"),
])
def test_changed_options_are_refused(ensemble, change, code, said):
    shutil.copytree(ensemble, "changed")
    result = run_qualm("train", *SMALL, *change, "--out", "changed")
    assert result.code == code and said in result.err and result.err.count("\n") == 1
    assert members("changed") == members(ensemble)


@needs_fashion
def test_two_at_once_are_refused(ensemble):
    long = [*SMALL, "--epochs", 10_000, "--out", "busy"]
    process = start_training(*long)
    wait_for(lambda: os.path.exists("busy/ensemble.json"), process)
    result = run_qualm("train", *long)
    process.kill()
    process.wait()
    assert result.code == 2 and "another process is training this ensemble" in result.err


def test_without_the_program_it_says_what_to_install(tmp_path):
    shutil.copy(QUALM, tmp_path / "qualm")
    done = subprocess.run([tmp_path / "qualm", "train", "mnist", "--out", "x"], capture_output=True, text=True)
    assert done.returncode == 4 and done.stdout == ""
    assert done.stderr.startswith("qualm train: ") and "libtorch-dev" in done.stderr
    assert done.stderr.count("\n") == 1


def test_members_start_from_those_of_another_ensemble(blobs):
    np.save("rows.npy", np.arange(0, 600, 2))
    common = ["blobs.npz", "--hidden", "8", "--members", "2", "--epochs", "1", "--quiet"]
    train(*common, "--rows", "rows.npy", "--out", "half")
    record = json.loads(pathlib.Path("half/ensemble.json").read_text())
    assert record["plan"]["n_rows"] == 300
    # A rate of 0 changes nothing: what comes out is what it started from.
    still = [*common, "--optimizer", "sgd", "--rate", "0", "--momentum", "0"]
    train(*still, "--start-from", "half", "--out", "same")
    assert members("same") == members("half")
    train(*still, "--out", "random")
    assert members("random") != members("half")
    assert "start_sha256" in train(*still, "--out", "same", expect=2).err
    assert "no half/run0/member2.pt to start from" in train(*still, "--members", "3", "--start-from", "half", "--out",
                                                            "more", expect=2).err
    np.save("rows.npy", [600])
    assert "600 is not a row of" in train(*common, "--rows", "rows.npy", "--out", "none", expect=3).err
