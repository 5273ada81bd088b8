# SPDX-License-Identifier: Apache-2.0
"""The README shows the examples as they are, and what they print."""
import os
import pathlib
import re
import subprocess

SOURCE = pathlib.Path(os.environ["QUALM_SOURCE_DIR"])
QUALM = pathlib.Path(os.environ["QUALM"])
README = (SOURCE / "README.md").read_text()


def body(name):
    """A file without its licence line."""
    return "\n".join(
        line for line in (SOURCE / name).read_text().splitlines() if "SPDX-License" not in line
    )


def test_the_readme_shows_the_examples_as_they_are():
    assert body("examples/quickstart.cpp").strip() in README
    script = body("examples/quickstart.sh")
    assert script[script.index("/usr/bin/python3 -"):].strip() in README


def test_the_pages_show_what_their_commands_print():
    done = subprocess.run([SOURCE / "tools/update_docs", "--check", "--build", QUALM.parent],
                          capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_every_link_of_every_page_leads_somewhere():
    pages = [SOURCE / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")]
    pages += sorted((SOURCE / "docs").glob("*.md"))
    missing = []
    for page in pages:
        prose = re.sub(r"```.*?```", "", page.read_text(), flags=re.S)
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", prose):
            if not re.match(r"[a-z]+:", target) and not (page.parent / target).exists():
                missing.append(f"{page.name}: {target}")
    assert not missing, missing
