# SPDX-License-Identifier: Apache-2.0
"""--plot of reject and ood: files that are what they say, and drawings in a terminal."""
import fcntl
import os
import pty
import struct
import subprocess
import termios
import xml.etree.ElementTree

import numpy as np
import pytest
from conftest import QUALM, random_predictions, run_qualm


@pytest.fixture(autouse=True)
def files(in_empty_folder):
    for run in range(2):
        np.save(f"p{run}.npy", random_predictions((80, 3, 4), seed=run))
        np.save(f"q{run}.npy", random_predictions((60, 3, 4), seed=9 + run))
    np.save("y.npy", np.random.default_rng(0).integers(4, size=80))


REJECT = ["reject", "p0.npy", "--axes", "nmk", "--labels", "y.npy", "--quiet"]
OOD = ["ood", "--in", "p0.npy", "--out", "far <&> away=q0.npy", "--axes", "nmk", "--quiet"]


def texts(path):
    root = xml.etree.ElementTree.parse(path).getroot()
    return ["".join(element.itertext()) for element in root.iter() if element.tag.endswith("text")]


@pytest.mark.parametrize("command", [REJECT, OOD])
def test_a_plot_is_written_beside_the_results(command):
    plain = run_qualm(*command)
    for name in ("a.svg", "a.png", "a.pdf"):
        result = run_qualm(*command, "--plot", name)
        assert (result.code, result.err, result.out) == (0, "", plain.out)
    assert open("a.png", "rb").read(8) == b"\x89PNG\r\n\x1a\n"
    assert open("a.pdf", "rb").read(5) == b"%PDF-"
    first = open("a.svg", "rb").read()
    run_qualm(*command, "--plot", "a.svg")
    assert open("a.svg", "rb").read() == first
    assert any(text.endswith("variance.epistemic") for text in texts("a.svg"))


def test_the_legend_says_what_the_band_is():
    runs = ["reject", "p0.npy", "p1.npy", "--axes", "nmk", "--labels", "y.npy", "--quiet"]
    for band, words in (("std", "± std"), ("sem", "± standard error"),
                        ("t95", "± 95% t-interval")):
        assert run_qualm(*runs, "--band", band, "--plot", "a.svg").code == 0
        assert f"variance.total {words}" in texts("a.svg")
        assert "random" in texts("a.svg") and "oracle" in texts("a.svg")
    ood = ["ood", "--in", "p0.npy", "--in", "p1.npy", "--out", "q=q0.npy", "--out", "q=q1.npy"]
    assert run_qualm(*ood, "--axes", "nmk", "--plot", "a.svg").code == 0
    assert "AUROC and band: mean ± std of 2 runs" in texts("a.svg")


def test_names_from_outside_are_text():
    assert run_qualm(*OOD, "--plot", "a.svg").code == 0
    assert any("far <&> away" in text for text in texts("a.svg"))


@pytest.mark.parametrize("command", [REJECT, OOD])
def test_a_dash_draws_below_the_table(command):
    plain = run_qualm(*command).out.decode()
    drawn = run_qualm(*command, "--plot", "-").out.decode()
    assert drawn.startswith(plain)
    assert "100%" in drawn[len(plain):] and "variance.epistemic" in drawn[len(plain):]
    written = run_qualm(*command, "--plot", "-", "--format", "csv", "-o", "out.csv")
    assert written.code == 0 and "100%" in written.out.decode() and os.path.getsize("out.csv") > 0


def in_terminal(columns, rows, *arguments):
    outer, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    process = subprocess.Popen([QUALM, *arguments], stdin=inner, stdout=inner,
                               stderr=subprocess.PIPE, env=dict(os.environ, NO_COLOR="1"))
    os.close(inner)
    out = b""
    while True:
        try:
            piece = os.read(outer, 65536)
        except OSError:
            break
        if not piece:
            break
        out += piece
    process.communicate()
    os.close(outer)
    return out.decode().replace("\r\n", "\n").split("\n")


@pytest.mark.parametrize("command", [REJECT, OOD])
def test_table_and_drawing_keep_within_the_window(command):
    for columns, rows in ((60, 20), (100, 40)):
        lines = in_terminal(columns, rows, *command, "--plot", "-")
        assert max(map(len, lines)) <= columns
    tall = in_terminal(80, 40, *command, "--plot", "-")
    low = in_terminal(80, 16, *command, "--plot", "-")
    assert len(tall) > len(low)


@pytest.mark.parametrize("command", [REJECT, OOD, ["explain", "p0.npy", "--axes", "nmk", "--top", "80"], ["examples"]])
def test_a_plot_is_written_though_the_reader_of_the_data_has_gone(command):
    closed, output = os.pipe()
    os.close(closed)
    assert subprocess.run([QUALM, *command, "--format", "csv", "--plot", "c.svg"], stdout=output).returncode == 0
    os.close(output)
    assert texts("c.svg")
