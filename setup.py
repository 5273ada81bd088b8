# SPDX-License-Identifier: Apache-2.0
"""The compiled part of the Python package, built by CMake; all else is in pyproject.toml.

`pip install . --no-build-isolation` needs no network. QUALM_BUILD_DIR names a build folder to use; the command of such a
build comes along. QUALM_CMAKE_ARGS has further arguments of CMake.
"""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

try:
    from setuptools.command.build_scripts import build_scripts
except ImportError:  # setuptools before 60
    from distutils.command.build_scripts import build_scripts

SOURCE = pathlib.Path(__file__).resolve().parent
READY = os.environ.get("QUALM_BUILD_DIR")


def pybind11():
    """Where CMake finds the pybind11 of this interpreter; nothing where the system's is to be found."""
    try:
        from pybind11 import get_cmake_dir
    except ImportError:
        return []
    return [f"-Dpybind11_DIR={get_cmake_dir()}"]


class BuildByCMake(build_ext):
    def build_extension(self, extension):
        build = pathlib.Path(READY or self.build_temp).resolve()
        if not (build / "CMakeCache.txt").exists():
            subprocess.run(
                ["cmake", "-S", SOURCE, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DQUALM_PYTHON=ON",
                 "-DQUALM_COMMAND=OFF", "-DQUALM_TESTS=OFF", "-DQUALM_TRAINING=OFF", "-DQUALM_MPI=OFF", "-DQUALM_UNITY=LARGE",
                 f"-DPython3_EXECUTABLE={sys.executable}",
                 *pybind11(), *shlex.split(os.environ.get("QUALM_CMAKE_ARGS", ""))], check=True)
        subprocess.run(["cmake", "--build", build, "--target", "qualm_python"], check=True)
        target = pathlib.Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(build / "python" / "qualm" / target.name, target)


class CopyPrograms(build_scripts):
    """Programs as they are: setuptools would read them as text."""

    def copy_scripts(self):
        self.mkpath(self.build_dir)
        copies = [str(pathlib.Path(self.build_dir) / pathlib.Path(script).name) for script in self.scripts]
        for script, copy in zip(self.scripts, copies):
            shutil.copy2(script, copy)
        return copies, copies


class WithPage(sdist):
    """The page as it was built, so that installing from source needs no Node."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        shutil.rmtree(pathlib.Path(base_dir) / "build", ignore_errors=True)  # setuptools' own notes
        if READY:
            shutil.copy2(pathlib.Path(READY) / "web" / "page_template.cpp", pathlib.Path(base_dir) / "web")


def beside(build, *patterns):
    """Files of a ready build, as paths from here: setuptools takes no others."""
    return [os.path.relpath(path, SOURCE) for pattern in patterns for path in sorted(build.glob(pattern))]


def command(build):
    """The command, its manual pages and completions, and the licences of what is linked into both, of a ready build."""
    return {"scripts": beside(build, "qualm"),
            "data_files": [("share/doc/qualm/licenses", beside(build, "libraries/licenses/*")),
                           ("share/man/man1", beside(build, "cli/*.1")),
                           ("share/bash-completion/completions", beside(build, "cli/completions/qualm")),
                           ("share/zsh/site-functions", beside(build, "cli/_qualm")),
                           ("share/fish/vendor_completions.d", beside(build, "cli/qualm.fish"))]}


os.chdir(SOURCE)
leavings = SOURCE / "build" / "wheel"  # what setuptools leaves behind
leavings.mkdir(parents=True, exist_ok=True)
setup(version=re.search(r"project\(qualm VERSION ([0-9.]+)", (SOURCE / "CMakeLists.txt").read_text()).group(1),
      options={"build": {"build_base": "build/wheel"}, "egg_info": {"egg_base": "build/wheel"}},
      ext_modules=[Extension("qualm._core", sources=[])],
      cmdclass={"build_ext": BuildByCMake, "build_scripts": CopyPrograms, "sdist": WithPage},
      **(command(pathlib.Path(READY).resolve()) if READY else {}))
