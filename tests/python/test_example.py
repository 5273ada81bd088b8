# SPDX-License-Identifier: Apache-2.0
"""The examples run."""
import os
import pathlib
import subprocess
import sys

import pytest

EXAMPLES = pathlib.Path(os.environ["QUALM_SOURCE_DIR"]) / "examples"


def test_a_torch_model_with_dropout_comes_to_curves_explanations_and_a_page(tmp_path):
    pytest.importorskip("torch")
    done = subprocess.run([sys.executable, EXAMPLES / "torch_dropout.py", tmp_path], capture_output=True, text=True,
                          timeout=300)
    assert done.returncode == 0, done.stderr
    assert "797 instances, 20 members, 10 classes" in done.stdout
    for name in ("curves.svg", "doubts.svg"):
        assert (tmp_path / name).read_text().startswith("<svg")
    assert "Digits" in (tmp_path / "report.html").read_text()
