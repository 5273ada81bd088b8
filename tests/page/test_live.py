# SPDX-License-Identifier: Apache-2.0
"""The page of `qualm serve`: the same numbers, every row on demand."""
import signal
import subprocess

import numpy as np
import pytest
from conftest import QUALM, browse, made, qualm_json


@pytest.fixture
def live():
    p, labels = made(5000, seed=4)
    np.save("p.npy", p)
    np.save("y.npy", labels)
    np.save("i.npy", np.random.default_rng(0).integers(256, size=(5000, 8, 8), dtype=np.uint8))
    process = subprocess.Popen([QUALM, "serve", "p.npy", "--labels", "y.npy", "--images", "i.npy", "--rows", "500",
                                "--quiet"], stdout=subprocess.PIPE, text=True)
    yield process.stdout.readline().strip()
    process.send_signal(signal.SIGINT)
    assert process.wait() == 0


def order_of(values):
    return np.lexsort((np.arange(len(values)), -np.array(values)))


def test_the_list_pages_through_every_row(live):
    rows, status = browse(live, """
      await page.click("#instances .more");
      await page.waitForFunction(() => document.querySelectorAll("#instances .row").length === 40);
      return [await page.$$eval("#instances .row", (rows) => rows.map((row) => row.dataset.row)), await page.textContent("#instances .status")];""",
                          hash="list=kept&portion=0.5")
    epistemic = qualm_json("measure", "p.npy")["measures"]["variance"]["epistemic"]
    assert rows == [f"0:{row}" for row in order_of(epistemic)[2500:2540]]
    assert status.startswith("2,500 of 5,000, kept")


def test_weights_reach_all_rows_and_curves(live):
    weights = "1,1,4,0.5"
    rows, accuracy, pictures = browse(live, """
      await page.waitForFunction(() => document.querySelectorAll("#instances .row").length > 0);
      await page.calm();
      return [await page.$$eval("#instances .row", (rows) => rows.map((row) => row.dataset.row)),
        await page.textContent('[data-key="kept-accuracy"] strong'), await page.$$eval("#instances img", (all) => all.every((each) => each.naturalWidth === 8))];""",
                            hash=f"weights={weights}&portion=0.2")
    epistemic = qualm_json("measure", "p.npy", "--class-weights", weights)["measures"]["variance"]["epistemic"]
    assert rows == [f"0:{row}" for row in order_of(epistemic)[:20]]
    told = qualm_json("reject", "p.npy", "--labels", "y.npy", "--class-weights", weights, "--portions", "0.2",
                      "--bootstrap", "0")
    assert accuracy == f"{100 * told['curves']['variance.epistemic']['accuracy'][0]:.2f}%"
    assert pictures


def test_a_row_that_is_not_in_the_page_opens(live):
    words = browse(live, """
      await page.waitForSelector(".detail .words");
      return page.textContent(".detail .words");""", hash="open=0:4321")
    assert len(words) > 10


def test_one_class_sorts(live):
    per_class = qualm_json("measure", "p.npy", "--per-class")["measures"]["variance"]["per_class"]["epistemic"]
    rows = browse(live, """
      await page.calm();
      return page.$$eval("#instances .row", (rows) => rows.map((row) => row.dataset.row));""",
                  hash="sort=variance.epistemic&ofClass=2")
    assert rows == [f"0:{row}" for row in order_of(np.array(per_class)[:, 2])[:20]]
