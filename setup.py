# SPDX-License-Identifier: Apache-2.0
"""The compiled part of the Python package, built by CMake; all else is in pyproject.toml.

`pip install . --no-build-isolation` needs no network. QUALM_BUILD_DIR names a build folder to use.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = pathlib.Path(__file__).resolve().parent


class BuildByCMake(build_ext):
    def build_extension(self, extension):
        build = pathlib.Path(os.environ.get("QUALM_BUILD_DIR") or self.build_temp).resolve()
        if not (build / "CMakeCache.txt").exists():
            subprocess.run(
                ["cmake", "-S", SOURCE, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                 "-DQUALM_PYTHON=ON", "-DQUALM_TESTS=OFF", "-DQUALM_TRAINING=OFF",
                 f"-DPython3_EXECUTABLE={sys.executable}"], check=True)
        subprocess.run(["cmake", "--build", build, "--target", "qualm_python"], check=True)
        target = pathlib.Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(build / "python" / "qualm" / target.name, target)


version = re.search(r"project\(qualm VERSION ([0-9.]+)", (SOURCE / "CMakeLists.txt").read_text()).group(1)
leavings = SOURCE / "build" / "wheel"  # what setuptools leaves behind
leavings.mkdir(parents=True, exist_ok=True)
os.chdir(SOURCE)
setup(version=version, options={"build": {"build_base": "build/wheel"}, "egg_info": {"egg_base": "build/wheel"}},
      ext_modules=[Extension("qualm._core", sources=[])], cmdclass={"build_ext": BuildByCMake})
