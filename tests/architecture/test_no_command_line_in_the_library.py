# SPDX-License-Identifier: Apache-2.0
"""The library names arguments by key, error.h: only the command line writes them as --options."""
import os
import pathlib
import re

import pytest

ROOT = pathlib.Path(os.environ.get("QUALM_SOURCE_DIR", pathlib.Path(__file__).parents[2]))
LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"')
OPTION = re.compile(r'(?<![\w-])--[a-z]|"-[a-z] ')
#: Texts that are no messages: options of another program, a command to copy, what stands below a table.
ALLOWED = {
    "src/plot/save_figure.cpp", "src/report/axiom_show.cpp", "src/report/axiom_table.cpp",
    "src/report/measure_table.cpp", "src/report/ood_table.cpp", "src/report/reject_table.cpp",
}


def code(path):
    return re.sub(r"//.*", "", path.read_text())


def options_in(text):
    return [literal for literal in LITERAL.findall(text) if OPTION.search(literal)]


def sources():
    for folder in ("src", "include"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".h", ".cpp"):
                yield path, str(path.relative_to(ROOT))


def test_no_text_of_the_library_has_an_option():
    wrong = {name: found for path, name in sources() if name not in ALLOWED and (found := options_in(code(path)))}
    assert not wrong, wrong


def test_no_error_has_an_option():
    throwing = re.compile(r"\b(?:throw_\w+|throw Error|refuse)\s*\(.*?\);", re.S)
    wrong = {name: found for path, name in sources()
             for statement in throwing.findall(code(path)) if (found := options_in(statement))}
    assert not wrong, wrong


@pytest.mark.parametrize("text, is_option", [
    ('"--columns names no column"', True), ('"say with --columns which"', True), ('"-o {}: taken"', True),
    ('"row -- 3"', False), ('"a--b"', False), ('"-0.5 is"', False),
])
def test_what_counts_as_an_option(text, is_option):
    assert bool(options_in(text)) == is_option
