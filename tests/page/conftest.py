# SPDX-License-Identifier: Apache-2.0
"""What the tests of the page share: made predictions, reports, and a browser."""
import atexit
import functools
import json
import os
import pathlib
import re
import shutil
import subprocess

import numpy as np
import pytest

QUALM = os.environ["QUALM"]
HERE = pathlib.Path(__file__).parent
BUILD = pathlib.Path(os.environ["QUALM_BUILD_DIR"])


def has_page():
    return (BUILD / "web/page_template.cpp").exists()


def pytest_collection_modifyitems(items):
    if has_page() and shutil.which("chromium") and shutil.which("node"):
        return
    for item in items:
        item.add_marker(pytest.mark.skip(reason="skipped: needs chromium, node and the built page"))


def qualm(*arguments):
    done = subprocess.run([QUALM, *map(str, arguments)], capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def qualm_json(*arguments):
    return json.loads(qualm(*arguments, "--format", "json", "--quiet"))


def made(n, members=5, classes=4, seed=0, doubt=1.0):
    """Predictions, and labels that they are right about where they are sure."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(classes, size=n)
    logits = rng.normal(size=(n, 1, classes)) + doubt * rng.gamma(1.0, size=(n, 1, 1)) * rng.normal(
        size=(n, members, classes))
    logits[np.arange(n), :, labels] += 4 * rng.random(size=(n, 1))
    p = np.exp(logits)
    return (p / p.sum(-1, keepdims=True)).astype(np.float32), labels


@functools.cache
def start_browser():
    """One browser for all tests of this process."""
    driver = subprocess.Popen(["node", HERE / "drive.mjs"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(driver.communicate)
    return driver


def browse(target, steps, args=None, **options):
    """Runs steps (JavaScript, with `page` and `args`) on a file or an address; gives what they return.
    A page that complains, or asks for anything from outside, fails."""
    url = target if re.match("[a-z]+:", str(target)) else pathlib.Path(target).resolve().as_uri()
    if options.get("hash"):
        url += "#" + options.pop("hash")
    driver = start_browser()
    driver.stdin.write(json.dumps({"url": url, "steps": steps, "args": args or {}, **options}) + "\n")
    driver.stdin.flush()
    seen = json.loads(driver.stdout.readline() or '{"failed": "the browser ended"}')
    assert "failed" not in seen, seen["failed"]
    assert seen["said"] == []
    host = re.match("[a-z]+://[^/]*", url).group()
    assert [each for each in seen["asked"] if not each.startswith((host, "data:", "blob:"))] == []
    return seen["result"]


@pytest.fixture(autouse=True)
def in_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def labelled():
    """report.html of 300 rows with labels and one set from elsewhere: all rows are in it."""
    p, labels = made(300)
    np.save("p.npy", p)
    np.save("y.npy", labels)
    np.save("far.npy", made(80, seed=9, doubt=3.0)[0])
    pathlib.Path("names.txt").write_text("cat\ndog\nowl\nfox\n")
    qualm("report", "p.npy", "--labels", "y.npy", "--ood", "far=far.npy", "--class-names", "names.txt",
          "-o", "report.html", "--quiet")
    return "report.html"
