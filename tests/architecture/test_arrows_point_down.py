# SPDX-License-Identifier: Apache-2.0
"""Reads the rule in arrows.txt and fails on an include that breaks it."""
import os
import pathlib
import re

ROOT = pathlib.Path(os.environ.get("QUALM_SOURCE_DIR", pathlib.Path(__file__).parents[2]))


def allowed():
    direct = {}
    for line in (ROOT / "tests/architecture/arrows.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            folder, _, uses = line.partition(":")
            direct[folder.strip()] = uses.split()
    closed = {}
    for folder in direct:  # listed top down, so what it uses is closed already
        closed[folder] = {folder}
        for used in direct[folder]:
            closed[folder] |= closed[used]
    return closed


def includes(path):
    for match in re.finditer(r'^#include "([^"]+)"', path.read_text(), re.M):
        yield match.group(1)


def folder_of(include):
    parts = pathlib.PurePosixPath(include).parts
    if parts[0] == "qualm":
        return pathlib.PurePosixPath(parts[1]).stem
    return parts[0]


def sources():
    for path in sorted((ROOT / "src").rglob("*")):
        if path.suffix in (".h", ".cpp"):
            yield path, path.relative_to(ROOT / "src").parts[0]
    for path in sorted((ROOT / "include/qualm").rglob("*.h")):
        yield path, path.relative_to(ROOT / "include/qualm").parts[0].removesuffix(".h")


def test_every_include_points_down():
    rule = allowed()
    wrong = [
        f"{path.relative_to(ROOT)} includes {include}"
        for path, folder in sources()
        for include in includes(path)
        if folder_of(include) not in rule.get(folder, ())
    ]
    assert not wrong, "\n".join(wrong)


def test_every_folder_is_in_the_rule():
    assert {folder for _, folder in sources()} <= set(allowed())


def test_only_the_option_layer_of_the_command_line_includes_cli11():
    """CLI11 takes seconds to compile in every file that sees it."""
    including = {path.name for path in (ROOT / "cli").rglob("*.*")
                 if path.suffix in (".h", ".cpp") and "#include <CLI/" in path.read_text()}
    assert including == {"add_options.cpp", "command_line.cpp", "command_model.cpp",
                         "usage_errors.cpp"}


def test_every_file_names_its_licence():
    tracked = os.popen(f"git -C {ROOT} ls-files").read().split("\n")
    kinds = (".cpp", ".h", ".py", ".sh", ".cmake", ".ts")
    missing = [
        name
        for name in tracked
        if name.endswith(kinds) and "SPDX-License-Identifier: Apache-2.0"
        not in "\n".join((ROOT / name).read_text().split("\n")[:3])
    ]
    assert not missing, missing
