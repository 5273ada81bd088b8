# SPDX-License-Identifier: Apache-2.0
"""The Python examples run as they are; those that need torch are skipped where it is absent."""
import os
import pathlib
import subprocess
import sys

import pytest

EXAMPLES = pathlib.Path(os.environ["QUALM_SOURCE_DIR"]) / "examples"

# What each one prints, and the files it writes.
RUNS = {
    "hugging_face_logits.py": ("797 instances, 3 members, 10 classes", []),
    "laplace.py": ("797 instances, 30 members, 10 classes", []),
    "sklearn_forest.py": ("450 instances, 50 members, 10 classes", []),
    "torch_dropout.py": ("797 instances, 20 members, 10 classes", ["curves.svg", "rows.svg", "report.html"]),
    "torch_ensemble.py": ("797 instances, 5 members, 10 classes", ["curves.svg", "report.html"]),
    "torch_evidential.py": ("797 instances, Dirichlet, 10 classes", []),
}


@pytest.mark.parametrize("name", RUNS)
def test_an_example_runs_without_warnings_and_writes_its_files(tmp_path, name):
    pytest.importorskip("sklearn", reason=f"{name} needs scikit-learn")
    if name.startswith("torch_"):
        pytest.importorskip("torch", reason=f"{name} needs torch")
    done = subprocess.run([sys.executable, "-W", "error::UserWarning", EXAMPLES / name], capture_output=True, text=True,
                          cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    printed, files = RUNS[name]
    assert printed in done.stdout
    for file in files:
        assert (tmp_path / file).read_text().startswith("<svg" if file.endswith(".svg") else "<!")


def test_every_python_example_is_run():
    others = {"compare_with_numpy.py", "notebook.py"}  # run by the tests of the docs
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(RUNS) | others
