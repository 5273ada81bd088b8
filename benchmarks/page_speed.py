#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""How long does a user wait for the page? `qualm report` from start to end, and `qualm serve` from start until a browser
has received the page and its summary. Prints medians and their spread.

usage: benchmarks/page_speed.py [build/qualm] [--rows 50000] [--repeats 5]
"""
import argparse
import pathlib
import re
import statistics
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

import numpy as np


def fetch(browser, address):
    """What a route answers, once it is computed."""
    while True:
        try:
            return browser.open(address).read()
        except urllib.error.HTTPError as error:
            if error.code != 503:
                raise
            time.sleep(0.01)


def report(command, folder):
    start = time.perf_counter()
    subprocess.run([*command, "-o", folder / "report.html"], check=True)
    return time.perf_counter() - start


def serve(command):
    start = time.perf_counter()
    with subprocess.Popen([*command, "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            address = next(match[0] for match in map(re.compile(r"http://\S+").search, server.stdout) if match)
            # The address that is printed sets a cookie, as in a browser.
            browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
            page = fetch(browser, address)
            summary = fetch(browser, urllib.parse.urljoin(address, "/summary"))
            assert b"<html" in page and summary.startswith(b"{")
            return time.perf_counter() - start
        finally:
            server.terminate()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("qualm", nargs="?", default="build/qualm")
    parser.add_argument("--rows", type=int, default=50_000)
    parser.add_argument("--repeats", type=int, default=5)
    asked = parser.parse_args()
    random = np.random.default_rng(0)
    p = random.dirichlet(np.full(10, 0.6), size=(asked.rows, 5)).astype(np.float32)
    labels = (random.random((asked.rows, 1)) > p.mean(axis=1).cumsum(axis=1)).sum(axis=1).clip(max=9)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        np.save(folder / "p.npy", p)
        np.save(folder / "labels.npy", labels)
        files = [folder / "p.npy", "--axes", "nmk", "--labels", folder / "labels.npy"]
        calls = {"report": lambda: report([asked.qualm, "report", *files, "--quiet"], folder),
                 "serve": lambda: serve([asked.qualm, "serve", *files])}
        for name, call in calls.items():
            taken = [call() for _ in range(asked.repeats)]
            print(f"{name:7} {asked.rows} rows: {statistics.median(taken):.2f} s ({min(taken):.2f} … {max(taken):.2f})")


if __name__ == "__main__":
    main()
