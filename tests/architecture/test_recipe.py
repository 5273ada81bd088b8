# SPDX-License-Identifier: Apache-2.0
"""Follows the recipe of ARCHITECTURE.md: one more row in the table, and the measure is everywhere."""
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

import numpy as np
import pytest

ROOT = pathlib.Path(os.environ["QUALM_SOURCE_DIR"])
BUILD = pathlib.Path(os.environ["QUALM_BUILD_DIR"])
TABLE = "src/measures/families.cpp"

# The collision entropy to the power a, with a parameter so that names carry an argument.
ROW = """
      {.name = "toy",
       .summary = "a toy: (1 - sum of p^2)^a",
       .unit = "toys",
       .parameters = {{.name = "a", .meaning = "a power", .low = 0.5, .high = 1, .examples = {0.5, 1}}},
       .promised = {1e-5, 1e-9, 1e-10},
       .entropy = [](Point theta, Point rest,
                     Arguments a) { return std::pow(variance_entropy(theta, rest, a), a[0]); }},
"""


def commands(target):
    listed = subprocess.run(["ninja", "-C", BUILD, "-t", "commands", target], capture_output=True,
                            text=True, check=True).stdout.splitlines()
    return [line for line in listed if " -c " in line or " -o " in line]


def linked_with(toy, target, output):
    """Links a target again, with the new table before the old one."""
    link = commands(target)[-1].removeprefix(": && ").removesuffix(" && :")
    link = link.replace(f" -o {target} ", f" -o {output} -Wl,--allow-multiple-definition {toy} ")
    subprocess.run(["bash", "-c", link], cwd=BUILD, check=True)


@pytest.fixture(scope="module")
def toy(tmp_path_factory):
    """The command and the Python module with one more row."""
    folder = tmp_path_factory.mktemp("toy")
    text = (ROOT / TABLE).read_text().replace("#include <algorithm>", "#include <algorithm>\n#include <cmath>")
    end = text.index("  };\n}\n\n}  // namespace")
    (folder / "families.cpp").write_text(text[:end] + ROW + text[end:])
    compiled = next(line for line in commands("libqualm_core.a") if "measure_block.cpp.o" in line)
    words = [word for word in shlex.split(compiled) if re.match("-(I|D|std|isystem|fPIC)", word)]
    subprocess.run(["c++", *words, "-c", folder / "families.cpp", "-o", folder / "toy.o"], check=True)
    linked_with(folder / "toy.o", "qualm", folder / "qualm")
    package = folder / "python/qualm"
    shutil.copytree(BUILD / "python/qualm", package)
    (module,) = package.glob("_core*.so")
    module.unlink()
    linked_with(folder / "toy.o", f"python/qualm/{module.name}", module)
    return folder


def run(folder, *arguments):
    return subprocess.run([folder / "qualm", *map(str, arguments)], capture_output=True, text=True, check=True,
                          cwd=folder).stdout


def test_a_row_with_a_parameter_is_known_everywhere(toy):
    p = np.random.default_rng(0).dirichlet([1, 1, 1], size=(40, 4))
    labels = np.arange(40) % 3
    np.savez(toy / "p.npz", predictions=p, labels=labels)
    gini = lambda q: (1 - (q ** 2).sum(axis=-1)) ** 0.5
    expected = gini(p).mean(axis=1)

    assert "toy:a" in run(toy, "measure", "--help")
    found = json.loads(run(toy, "measure", "p.npz", "--axes", "nmk", "--measure", "toy:0.5,variance", "--format", "json",
                           "--quiet"))["measures"]["toy:0.5"]
    np.testing.assert_allclose(found["aleatoric"], expected, rtol=1e-9)
    np.testing.assert_allclose(found["total"], gini(p.mean(axis=1)), rtol=1e-9)
    assert found["unit"] == "toys"
    curves = json.loads(run(toy, "reject", "p.npz", "--axes", "nmk", "--scores", "toy:1.total", "--format", "json",
                            "--quiet"))["curves"]
    assert "toy:1.total" in curves
    verdicts = json.loads(run(toy, "axioms", "--measure", "toy:1", "--axiom", "A6", "--cases", "100", "--format",
                              "json", "--quiet"))["measures"]
    assert verdicts["toy:1"]["A6"]["verdict"] == "holds"
    assert "toy:0.5" in run(toy, "completion", "bash")

    script = ("import numpy as np, qualm; p = np.load('p.npz')['predictions']; "
              "print(repr(qualm.measure(p, 'nmk', measures='toy:0.5')['toy:0.5.aleatoric'].tolist()))")
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=toy,
                          env={**os.environ, "PYTHONPATH": str(toy / "python")}).stdout
    assert json.loads(told) == found["aleatoric"]


def test_the_recipe_names_at_most_five_files():
    recipe = (ROOT / "ARCHITECTURE.md").read_text().split("**Add a measure**")[1].split("Command line, help")[0]
    files = set(re.findall(r"`([\w/<>.]+\.\w+)`", recipe)) | set(re.findall("`(\\.cpp)`", recipe))
    assert TABLE in files and 3 <= len(files) <= 5
