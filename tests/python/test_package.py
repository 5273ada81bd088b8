# SPDX-License-Identifier: Apache-2.0
"""The package itself: its examples run, its types hold, its wheel installs."""
import doctest
import importlib
import inspect
import os
import pathlib
import re
import subprocess
import sys
import zipfile

import pytest

import qualm

SOURCE = pathlib.Path(os.environ["QUALM_SOURCE_DIR"])
BUILD = pathlib.Path(os.environ["QUALM_BUILD_DIR"])
CLASSES = [name for name in dir(qualm._core) if isinstance(getattr(qualm._core, name), type)]
MODULES = ["qualm", *(f"qualm.{path.stem}" for path in sorted((SOURCE / "python/qualm").glob("*.py"))
                      if path.stem != "__init__")]


def run(*command, **options):
    return subprocess.run([str(each) for each in command], capture_output=True, text=True, **options)


@pytest.fixture(scope="module")
def mypy(tmp_path_factory):
    pytest.importorskip("mypy")
    cache = tmp_path_factory.mktemp("mypy")
    return [sys.executable, "-m", "mypy", f"--config-file={SOURCE / 'pyproject.toml'}", f"--cache-dir={cache}"]


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_the_docstrings_run(module):
    assert doctest.testmod(importlib.import_module(module)).failed == 0


def test_there_are_such_examples():
    for function in (qualm.measure, qualm.reject, qualm.ood, qualm.explain, qualm.axioms, qualm.Measurer, qualm.Dirichlet):
        assert ">>>" in function.__doc__, function


def test_types_hold(mypy):
    done = run(*mypy, SOURCE / "python/qualm")
    assert done.returncode == 0, done.stdout


def test_the_stub_says_what_the_compiled_part_has():
    # The class of pybind11's classes is its own affair.
    pathlib.Path("allowed").write_text("".join(
        f"qualm._core.{name}\n" for name in (*CLASSES, "Result.__init__")))
    done = run(sys.executable, "-m", "mypy.stubtest", "qualm._core", "--allowlist", "allowed")
    assert done.returncode == 0, done.stdout


def test_a_user_of_the_package_gets_types(mypy):
    pathlib.Path("user.py").write_text(
        "import numpy as np\nimport qualm\n"
        "m = qualm.measure(np.ones((1, 2, 2)) / 2)\n"
        "reveal_type(m.variance.epistemic)\nreveal_type(qualm.reject(scores={}, correct=[]).accuracy)\n"
        "qualm.measure(1, axis='nmk')\n")
    told = run(*mypy, "user.py").stdout
    assert "ndarray[Any, numpy.dtype[numpy.floating[numpy._typing._64Bit]]]" in told
    assert 'Revealed type is "builtins.float"' in told
    assert 'Unexpected keyword argument "axis"' in told


@pytest.mark.parametrize("name", ["axioms", "explain", "label_next", "measure", "ood", "reject", "report", "serve"])
def test_the_page_names_every_argument(name):
    page = (SOURCE / "docs/python.md").read_text()
    row, = re.findall(rf"^\| `{name}\(.*$", page, re.M)
    common = re.findall(r"^\| `(\w+)` \|", page[page.index("### Common arguments"):page.index("## Results")], re.M)
    if name == "serve":
        row += re.search(r"^\| `report\(.*$", page, re.M)[0]
    for argument in inspect.signature(getattr(qualm, name)).parameters:
        assert argument in common or re.search(rf"\b{argument}\b", row), argument


def test_the_start_of_the_page_runs():
    page = (SOURCE / "docs/python.md").read_text()
    code, shown = re.search(r"```python\n(.*?)```\n\n```text\n(.*?)```", page, flags=re.S).groups()
    assert len(code.strip().splitlines()) <= 10
    done = run(sys.executable, "-c", code)
    assert (done.returncode, done.stdout) == (0, shown), done.stderr


def test_the_wheel_works_without_the_build_folder(tmp_path):
    done = run(sys.executable, "-m", "pip", "wheel", SOURCE, "--no-build-isolation", "--no-deps", "--no-index",
               "-w", tmp_path, "-q", env={**os.environ, "QUALM_BUILD_DIR": str(BUILD)})
    assert done.returncode == 0, done.stderr
    wheel, = tmp_path.glob("qualm-*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    names = {path.name for path in (tmp_path / "site/qualm").iterdir()}
    assert {"py.typed", "_core.pyi", "__init__.py", "sklearn.py"} <= names
    done = run(sys.executable, "-c", "import qualm; print(qualm.__version__, qualm.__file__)",
               env={**os.environ, "PYTHONPATH": str(tmp_path / "site")})
    assert done.stdout.split() == [qualm.__version__, str(tmp_path / "site/qualm/__init__.py")]
