# SPDX-License-Identifier: Apache-2.0
"""The tour that `qualm demo` gives."""
import json
import re

import numpy as np
from conftest import run_qualm


def test_the_tour_says_that_its_data_are_made_and_what_to_try_next():
    result = run_qualm("demo")
    assert result.code == 0 and result.err == ""
    text = result.out.decode()
    assert text.startswith("A made ensemble")
    assert "1000 instances, 5 members, 10 classes" in text
    assert text.count("\n  qualm ") == 3
    assert run_qualm("demo") == result


def test_the_saved_predictions_are_those_of_the_tour():
    result = run_qualm("demo", "--save", "demo.npy")
    assert result.code == 0 and result.err == ""
    p = np.load("demo.npy")
    assert p.shape == (1000, 5, 10) and p.dtype == np.float32
    measured = run_qualm("measure", "demo.npy", "--format", "json")
    assert measured.code == 0
    variance = json.loads(measured.out)["measures"]["variance"]
    rows = re.findall(r"^Row (\d+): the members (disagree|agree)", result.out.decode(), re.M)
    assert rows == [(str(np.argmax(variance["epistemic"])), "disagree"),
                    (str(np.argmax(variance["aleatoric"])), "agree")]


def test_every_next_command_works():
    run_qualm("demo", "--save", "demo.npy")
    for line in run_qualm("demo").out.decode().split("\nNext\n")[1].splitlines():
        words = line.split()
        assert words[0] == "qualm"
        result = run_qualm(*words[1:])
        assert result.code == 0, line


def test_a_file_that_cannot_be_written_is_told():
    result = run_qualm("demo", "--save", "no/demo.npy")
    assert result.code == 4 and result.out == b""
    assert result.err.startswith("qualm demo: no/demo.npy: cannot be written")
