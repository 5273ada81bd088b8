# SPDX-License-Identifier: Apache-2.0
"""The paper's experiments run from raw data to numbers beside the published ones."""
import gzip
import json
import pathlib

import numpy as np
import pytest
from conftest import FASHION, needs_fashion, needs_torch, run_qualm


def reproduce(*arguments, expect=0):
    result = run_qualm("reproduce", *arguments)
    assert result.code == expect, result.err
    return result


def test_without_a_name_it_lists_what_there_is():
    names = [line.split()[0] for line in reproduce().out.decode().splitlines()]
    assert names == ["figure1", "table1", "recipes", "arc", "histograms", "labelwise", "claims", "holdout"]
    assert "did you mean table1?" in reproduce("tabel1", expect=2).err
    assert "write NAME=SOURCE" in reproduce("table1", "--use", "svhn", expect=2).err
    assert "did you mean svhn?" in reproduce("table1", "--use", "svnh=x.npz", expect=2).err


def test_figure_one_is_that_of_qualm_examples():
    ours = json.loads(reproduce("figure1", "--format", "json").out)
    examples = run_qualm("examples", "--format", "csv").out.decode().splitlines()
    wanted = {float(cell) for line in examples[1:] for cell in line.split(",")[1:]
              if cell.replace(".", "").replace("e-", "").isdigit()}
    values = [number["value"] for number in ours["numbers"]]
    assert len(values) == 36
    assert {value for value in values if value not in wanted} == set()


@needs_torch
@needs_fashion
def test_table_one_on_little_data():
    noise = np.random.default_rng(3).integers(0, 256, (300, 28, 28), np.uint8)
    np.savez("noise.npz", x=noise, y=np.zeros(300, np.int64))
    arguments = ["table1", "--runs", "1", "--use", "mnist=noise.npz", "--data-dir", ".", "--format",
                 "json", "--quiet", "--plot", "roc.svg"]
    first = reproduce(*arguments)
    told = json.loads(first.out)
    numbers = {number["what"]: number for number in told["numbers"]}
    mnist = numbers["fashion-mnist → mnist: AUROC of variance.epistemic"]
    assert mnist["published"] == {"value": .882, "std": .018, "runs": 5}
    assert mnist["deviation"] == pytest.approx((mnist["value"] - .882) / .018)
    assert numbers["fashion-mnist → itself without /255: AUROC of entropy.epistemic"]["published"] is None
    assert any(line.startswith("CIFAR-10:") and "qualm data get cifar-10" in line for line in told["missing"])
    (training,) = told["trainings"]
    assert training["cut"] == ["runs: 1 of 5", "members: 2 of 5", "epochs: 1 of 20", "pictures: 2000 of 60000"]
    assert told["command"] == "qualm reproduce table1 --scale quick --runs 1 --use mnist=noise.npz"
    assert pathlib.Path("roc.svg").read_text().startswith("<")
    stored = np.load("reproduction/predictions/fashion-mnist-quick/run0/fashion-mnist.npz")
    assert stored["predictions"].dtype == np.float16 and stored["predictions"].shape == (1000, 2, 10)
    arm = pathlib.Path("reproduction/predictions/fashion-mnist-quick")
    arm.rename(arm.with_name("fashion-mnist"))
    alone = json.loads(reproduce("table1", "--predictions", "reproduction/predictions", "--format", "json").out)
    assert alone["numbers"][:4] == told["numbers"][:4]
    assert alone["trainings"][0]["seconds"] == training["seconds"] > 0
    log = pathlib.Path("reproduction/fashion-mnist-quick/log.jsonl").read_bytes()
    again = json.loads(reproduce(*arguments).out)
    assert again["numbers"] == told["numbers"]
    assert pathlib.Path("reproduction/fashion-mnist-quick/log.jsonl").read_bytes() == log


def save_first_rows(folder, n_train, n_test):
    """FashionMNIST's first images and labels, in files of the same names and format."""
    folder.mkdir()
    for split, n in (("train", n_train), ("t10k", n_test)):
        for kind, header, size in (("images-idx3", 16, 28 * 28), ("labels-idx1", 8, 1)):
            with gzip.open(FASHION / f"{split}-{kind}-ubyte.gz") as file:
                content = file.read(header + n * size)
            (folder / f"{split}-{kind}-ubyte").write_bytes(content[:4] + n.to_bytes(4, "big") + content[8:])


@needs_torch
@needs_fashion
def test_the_drops_of_a_class_held_out_are_those_of_the_stored_predictions(tmp_path):
    save_first_rows(tmp_path / "first", 2500, 1000)
    told = json.loads(reproduce("holdout", "--epochs", "2", "--use", f"fashion-mnist={tmp_path / 'first'}", "--format",
                                "json", "--quiet").out)
    assert told["notes"].count(f"fashion-mnist: {tmp_path / 'first'}") == 1
    held_out, other, without, with_it = told["numbers"]
    assert (without["what"], with_it["what"]) == ("T-shirt/top: label-wise EU without it", "T-shirt/top: label-wise EU with it")
    assert held_out["what"] == "drop of label-wise EU of the class held out" and held_out["value"] <= 1
    assert held_out["published"]["value"] == .7934 and other["published"]["value"] == .7657
    rows = np.load("reproduction/fashion-mnist-holdout-0-quick.npy")
    before, after = told["trainings"]
    assert before["pictures"] == len(rows) < 2000 == after["pictures"]
    # Of 2000 pictures about 200 are of the class, of which one half per cent is left.
    assert 1700 < len(rows) < 1900
    first, second = (np.load(f"reproduction/predictions/fashion-mnist-holdout-0-quick{end}/run0/fashion-mnist.npz")
                     for end in ("", "-back"))
    assert len(first["labels"]) == 1000
    of_class = np.flatnonzero(first["labels"] == 0)[:300]
    means = [p["predictions"][of_class].astype(float).var(axis=1).mean(axis=0) for p in (first, second)]
    drops = 1 - means[1] / means[0]
    assert held_out["value"] == pytest.approx(drops[0], rel=1e-4)
    assert other["value"] == pytest.approx(drops[1:].max(), rel=1e-4)
    assert [without["value"], with_it["value"]] == pytest.approx([means[0][0], means[1][0]], rel=1e-4)
