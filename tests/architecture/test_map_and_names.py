# SPDX-License-Identifier: Apache-2.0
"""The map in ARCHITECTURE.md has every folder; constants are named like everything else."""
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(os.environ.get("QUALM_SOURCE_DIR", pathlib.Path(__file__).parents[2]))


def tracked(*folders):
    return subprocess.run(["git", "-C", ROOT, "ls-files", *folders], capture_output=True, text=True,
                          check=True).stdout.split()


def mapped():
    """The folders of the map, whose indentation says what lies in what."""
    above, found = [], set()
    for line in (ROOT / "ARCHITECTURE.md").read_text().split("```")[1].splitlines():
        depth = (len(line) - len(line.lstrip())) // 2
        for name in re.findall(r"(?:^|  )([\w-]+)/(?=  |$| )", line.strip()):
            above[depth:] = [name]
            found.add("/".join(above))
    return found


def test_the_map_has_every_folder():
    folders = {str(parent) for name in tracked("src", "cli", "python", "web", "tests", "benchmarks", "tools")
               for parent in pathlib.PurePosixPath(name).parents} - {"."}
    known = mapped()
    of_src = {folder.replace("src", "tests", 1) for folder in known if folder.startswith("src/")}
    missing = {folder for folder in folders if not re.search("/(support$|corpus/)", folder)} - known - of_src
    assert not missing, sorted(missing)


def test_the_map_has_no_folder_that_is_gone():
    assert not [folder for folder in mapped() if not (ROOT / folder).is_dir()]


def test_no_constant_has_a_prefix():
    wrong = [f"{name}: {match}" for name in tracked("src", "cli", "python/src", "include", "benchmarks")
             if name.endswith((".cpp", ".h"))
             for match in re.findall(r"\bconst(?:expr)? [^;=(]*\b(k[A-Z]\w*)\b", (ROOT / name).read_text())]
    assert not wrong, wrong
