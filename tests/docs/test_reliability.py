# SPDX-License-Identifier: Apache-2.0
"""Every promise names tests that exist."""
import os
import pathlib
import re

SOURCE = pathlib.Path(os.environ["QUALM_SOURCE_DIR"])
PAGE = (SOURCE / "docs/reliability.md").read_text()


def rows():
    """(promise, tests) of every table of promises."""
    tables = [table.splitlines() for table in re.findall(r"^\| promise \| tests \|\n(?:\|.*\n?)+", PAGE, re.M)]
    return [line.strip("| ").split(" | ") for table in tables for line in table[2:]]


def test_every_fuzz_target_is_described():
    table = (SOURCE / "tests/fuzz/targets.cpp").read_text()
    assert set(re.findall(r'\{"(\w+)", run_', table)) == set(re.findall(r"^\| `(\w+)` \|", PAGE, re.M))


def test_every_promise_has_a_test_that_exists():
    found = rows()
    assert len(found) >= 15
    for promise, tests in found:
        path, names = None, 0
        for text in re.findall("`([^`]+)`", tests):
            if "/" in text:
                path = SOURCE / text
                continue
            source = path.read_text()
            assert re.search(rf"^def {text}\(|^(TYPED_)?TEST(_F)?\(\w+, {text}\)", source, re.M), f"{path}: {text}"
            names += 1
        assert names > 0, promise
