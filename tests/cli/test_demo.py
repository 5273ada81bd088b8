# SPDX-License-Identifier: Apache-2.0
"""What `qualm demo` shows of the predictions of a real ensemble."""
import json
import os
import re

import numpy as np
from conftest import run_qualm


def test_the_tour_shows_all_and_says_what_to_try_next():
    result = run_qualm("demo")
    assert result.code == 0 and result.err == ""
    text = result.out.decode()
    assert text.startswith("Five networks, trained on FashionMNIST")
    for words in ("10000 instances, 5 members, 10 classes", "Accuracy vs. rejection", "kmnist",
                  "variance.epistemic", "Undecided between"):
        assert words in text
    assert text.count("\n  qualm ") == 4
    assert run_qualm("demo") == result


def test_the_saved_files_are_those_of_the_tour():
    result = run_qualm("demo", "--save", "demo")
    assert result.code == 0 and result.err == ""
    assert sorted(os.listdir("demo")) == ["fashion-mnist.npz", "kmnist.npz", "mnist.npz", "pictures.npz"]
    p = np.load("demo/fashion-mnist.npz")["predictions"]
    assert p.shape == (10000, 5, 10) and p.dtype == np.float16
    measured = run_qualm("measure", "demo/fashion-mnist.npz", "--format", "json")
    assert measured.code == 0
    variance = json.loads(measured.out)["measures"]["variance"]
    rows = re.findall(r"^Row (\d+): predicted", result.out.decode(), re.M)
    assert rows == [str(np.argmax(variance["epistemic"])), str(np.argmax(variance["aleatoric"]))]
    labels = np.load("demo/fashion-mnist.npz")["labels"]
    accuracy = (p.astype(np.float64).mean(axis=1).argmax(axis=1) == labels).mean()
    assert f"Accuracy {accuracy:.4f};" in result.out.decode()


def test_uncertain_rows_have_pictures():
    run_qualm("demo", "--save", "demo")
    result = run_qualm("explain", "demo/fashion-mnist.npz", "--images", "demo/pictures.npz", "--plot", "x.svg",
                       "--quiet")
    assert result.code == 0
    with open("x.svg") as file:
        assert file.read().count("data:image/png") == 9


def test_every_next_command_works():
    for line in run_qualm("demo").out.decode().split("\nNext\n")[1].splitlines():
        words = line.split()
        assert words[0] == "qualm"
        result = run_qualm(*words[1:])
        assert result.code == 0, line


def test_a_folder_that_cannot_be_written_is_told():
    with open("taken", "w"):
        pass
    result = run_qualm("demo", "--save", "taken")
    assert result.code == 4 and result.out == b""
    assert result.err == "qualm demo: taken: this folder cannot be made: Not a directory\n"


def test_the_page_of_the_demo_is_written_and_its_path_told():
    result = run_qualm("demo", "--report", "demo.html")
    if result.code == 4:
        assert "built without the page" in result.err and b"\nNext\n" in result.out
        return
    assert result.code == 0 and result.err == ""
    assert result.out.decode().endswith("\nThe page of these predictions: demo.html\n")
    with open("demo.html", "rb") as page:
        assert page.read().startswith(b"<!doctype html>")
