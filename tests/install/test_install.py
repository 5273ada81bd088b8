# SPDX-License-Identifier: Apache-2.0
"""An installed qualm can be found, linked and run; what it prints is what the README shows."""
import os
import pathlib
import re
import subprocess

SOURCE = pathlib.Path(os.environ["QUALM_SOURCE_DIR"])
BUILD = pathlib.Path(os.environ["QUALM_BUILD_DIR"])


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def test_find_package_consumes_what_install_installs(tmp_path):
    prefix = tmp_path / "prefix"
    run("cmake", "--install", BUILD, "--prefix", prefix)
    run("cmake", "-S", SOURCE / "examples", "-B", tmp_path / "build", "-G", "Ninja",
        f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", tmp_path / "build")
    printed = run(tmp_path / "build/quickstart")
    assert printed in (SOURCE / "README.md").read_text()
    accepted = re.fullmatch(r"accepted (\d+) of 5120 rows\n", run(tmp_path / "build/inference_loop"))
    assert 0 < int(accepted[1]) < 5120
    assert run(prefix / "bin/qualm", "--version").startswith("qualm ")
    assert (prefix / "share/man/man1/qualm-measure.1").exists()
    assert (prefix / "share/bash-completion/completions/qualm").exists()
