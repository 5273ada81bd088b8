# SPDX-License-Identifier: Apache-2.0
"""README.md and docs/ show examples and output as they are, and their commands run."""
import os
import pathlib
import re
import subprocess

import pytest

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


def bash_blocks(page):
    """The bash blocks of a page, but for those with <!-- not run: why --> above them."""
    blocks = re.findall(r"(<!-- not run: [^>]+ -->\n+)?```bash\n(.*?)```", page.read_text(), re.S)
    return [block for excluded, block in blocks if not excluded]


PAGES = [SOURCE / "README.md", SOURCE / "docs/quickstart.md", *sorted((SOURCE / "docs").glob("guide-*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_commands_of_a_page_run_from_top_to_bottom(tmp_path, page):
    blocks = bash_blocks(page)
    assert blocks
    path = f"{QUALM.parent}{os.pathsep}{os.environ['PATH']}"
    for block in blocks:
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", block], cwd=tmp_path, capture_output=True, text=True,
                              env={**os.environ, "PATH": path})
        if "built without the page" in done.stderr:
            continue
        assert done.returncode == 0, block + done.stderr
    if page.name == "README.md":
        assert (tmp_path / "next.csv").exists()


def test_the_python_of_the_readme_runs_on_an_ensemble_of_torch_models(tmp_path, monkeypatch):
    torch = pytest.importorskip("torch", reason="the first example of the README needs torch")
    pytest.importorskip("qualm", reason="the Python module was not built")
    monkeypatch.chdir(tmp_path)
    torch.manual_seed(0)
    block = re.search(r"```python\n(.*?)```", README, re.S)[1]
    models = [torch.nn.Linear(4, 3) for _ in range(5)]
    names = {"models": models, "x": torch.randn(20, 4), "y": torch.randint(3, (20,))}
    if not has_page():
        block = "\n".join(line for line in block.splitlines() if "qualm.report" not in line)
    exec(block, names)
    assert names["result"].variance.epistemic.shape == (20,)
    assert (tmp_path / "report.html").exists() == has_page()


def has_page():
    done = subprocess.run([QUALM, "report", "no-such-file.npy", "-o", "x.html"], capture_output=True, text=True)
    return "built without the page" not in done.stderr


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


def test_the_index_links_to_every_page():
    index = (SOURCE / "docs/README.md").read_text()
    missing = [page.name for page in (SOURCE / "docs").glob("*.md") if f"({page.name}" not in index]
    assert missing == ["README.md"], missing
