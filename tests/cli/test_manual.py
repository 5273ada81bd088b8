# SPDX-License-Identifier: Apache-2.0
"""Manual pages, made from the same definitions as --help."""
import os
import re
import shutil
import subprocess

import pytest
from conftest import run_qualm

BUILD = os.environ.get("QUALM_BUILD_DIR")


def page(*command):
    result = run_qualm("man", *command)
    assert result.code == 0 and result.err == ""
    with open("page.1", "wb") as file:
        file.write(result.out)
    done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-P", "cat", "page.1"],
                          capture_output=True, text=True, env={**os.environ, "MANWIDTH": "80"})
    assert (done.returncode, done.stderr) == (0, "")
    return re.sub(".\b", "", re.sub("\x1b\\[[0-9;]*m", "", done.stdout))


@pytest.mark.skipif(shutil.which("man") is None, reason="no man here")
@pytest.mark.parametrize("command", [[], ["measure"], ["demo"], ["help"]])
def test_a_page_renders_without_warnings_and_names_every_option(command):
    text = page(*command)
    for heading in ("NAME", "SYNOPSIS", "EXAMPLES", "OPTIONS", "EXIT STATUS", "ENVIRONMENT",
                    "SEE ALSO"):
        assert re.search(f"^{heading}$", text, re.M), heading
    shown = run_qualm(*command, "--help").out.decode()
    for option in set(re.findall(r"^  (?:-., )?(--[a-z-]+)", shown, re.M)):
        assert option in text, option
    for line in shown.split("Examples\n")[1].split("\n\n")[0].splitlines():
        assert line.strip()[:60] in text, line


def test_an_unknown_command_names_the_nearest():
    result = run_qualm("man", "mesure")
    assert result.code == 2 and "did you mean measure?" in result.err


@pytest.mark.skipif(BUILD is None, reason="no build folder")
def test_installation_has_pages_and_completions(tmp_path):
    subprocess.run(["cmake", "--install", BUILD, "--prefix", tmp_path / "usr"], check=True,
                   capture_output=True)
    share = tmp_path / "usr" / "share"
    for path, arguments in {
            "man/man1/qualm.1": ["man"],
            "man/man1/qualm-measure.1": ["man", "measure"],
            "man/man1/qualm-demo.1": ["man", "demo"],
            "bash-completion/completions/qualm": ["completion", "bash"],
            "zsh/site-functions/_qualm": ["completion", "zsh"],
            "fish/vendor_completions.d/qualm.fish": ["completion", "fish"]}.items():
        assert (share / path).read_bytes() == run_qualm(*arguments).out, path
