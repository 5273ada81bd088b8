# SPDX-License-Identifier: Apache-2.0
"""Every promise names tests that exist."""
import os
import pathlib
import re

SOURCE = pathlib.Path(os.environ["QUALM_SOURCE_DIR"])
PAGE = (SOURCE / "docs/reliability.md").read_text()


def rows():
    """(promise, tests) of every table."""
    cells = [line.strip("| ").split(" | ") for line in PAGE.splitlines() if line.startswith("| ")]
    return [row for row in cells if row[0] not in ("promise", "---")]


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
            assert re.search(rf"^def {text}\(|^TEST(_F)?\(\w+, {text}\)", source, re.M), f"{path}: {text}"
            names += 1
        assert names > 0, promise
