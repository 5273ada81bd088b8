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


def bash_blocks():
    """The bash blocks of the README, but for those with <!-- not run: why --> above them."""
    blocks = re.findall(r"(<!-- not run: [^>]+ -->\n+)?```bash\n(.*?)```", README, re.S)
    return [block for excluded, block in blocks if not excluded]


def test_the_commands_of_the_readme_run_from_top_to_bottom(tmp_path):
    blocks = bash_blocks()
    assert len(blocks) >= 4
    path = f"{QUALM.parent}{os.pathsep}{os.environ['PATH']}"
    for block in blocks:
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", block], cwd=tmp_path, capture_output=True, text=True,
                              env={**os.environ, "PATH": path}, timeout=300)
        if "built without its page" in done.stderr:
            continue
        assert done.returncode == 0, block + done.stderr
    assert (tmp_path / "next.csv").exists()


def test_every_command_of_the_readme_is_run_or_says_why_not():
    for block in re.findall(r"(?<!`)```\n(.*?)```", README, re.S):
        assert not re.match(r"qualm \w+", block), block


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
