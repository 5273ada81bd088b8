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
            direct[folder.strip()] = uses.partition("|")[0].split()
    closed = {}
    for folder in direct:  # listed top down, so what it uses is closed already
        closed[folder] = {folder}
        for used in direct[folder]:
            closed[folder] |= closed[used]
    return closed


def includes(path):
    for match in re.finditer(r'^#include "([^"]+)"', path.read_text(), re.M):
        yield match.group(1)


def insides_of(door):
    """The folders of src/ whose private headers an interface sees."""
    line = re.search(rf"^{door}:.*\|(.*)$", (ROOT / "tests/architecture/arrows.txt").read_text(), re.M)
    return set(line.group(1).split())


def folder_of(include, own):
    parts = pathlib.PurePosixPath(include).parts
    if len(parts) == 1 or parts[0] == "..":
        return own
    if parts[0] == "qualm":
        return pathlib.PurePosixPath(parts[1]).stem
    return parts[0]


def sources():
    for path in sorted((ROOT / "src").rglob("*")):
        if path.suffix in (".h", ".cpp"):
            yield path, path.relative_to(ROOT / "src").parts[0]
    for path in sorted((ROOT / "include/qualm").rglob("*.h")):
        yield path, path.relative_to(ROOT / "include/qualm").parts[0].removesuffix(".h")
    yield from door_sources()


def door_sources():
    for door, folder in (("cli", ROOT / "cli"), ("python", ROOT / "python/src")):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".h", ".cpp"):
                yield path, door


def test_every_include_points_down():
    rule = allowed()
    wrong = [
        f"{path.relative_to(ROOT)} includes {include}"
        for path, folder in sources()
        for include in includes(path)
        if folder_of(include, folder) not in rule.get(folder, ())
    ]
    assert not wrong, "\n".join(wrong)


def test_every_folder_is_in_the_rule():
    assert {folder for _, folder in sources()} <= set(allowed())


def test_front_doors_see_public_headers():
    wrong = [
        f"{path.relative_to(ROOT)} includes {include}"
        for path, door in door_sources()
        for include in includes(path)
        if not include.startswith("qualm/")
        and folder_of(include, door) not in insides_of(door) | {door}
    ]
    assert not wrong, "\n".join(wrong)


def web_imports():
    """Who imports whom in web/src, by path without its ending."""
    web = ROOT / "web/src"
    found = {}
    for path in sorted(web.rglob("*.ts")):
        texts = re.findall(r'from "(\.[^"]*)"', path.read_text())
        found[str(path.relative_to(web).with_suffix(""))] = [
            os.path.relpath(os.path.normpath(path.parent / text), web) for text in texts]
    return found


def test_imports_of_the_page_have_no_cycle_and_views_know_only_their_parts():
    imports = web_imports()
    done, open_now = set(), []

    def visit(name):
        assert name not in open_now, " -> ".join([*open_now, name])
        if name in done:
            return
        open_now.append(name)
        for other in imports[name]:
            visit(other)
        open_now.pop()
        done.add(name)

    for name in imports:
        visit(name)
    parts = {"views/row_detail", "views/simplex"}
    for name, others in imports.items():
        if name.startswith("views/"):
            assert {other for other in others if other.startswith("views/")} <= parts, name


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
