# SPDX-License-Identifier: Apache-2.0
"""What the page shows is what the commands say, to the last digit shown."""
import csv
import io
import re

import numpy as np
from conftest import browse, made, qualm, qualm_json

READ = """
  const read = (key) => page.textContent(`[data-key="${key}"] strong`);
"""


def label_next(target, rows, budget=0):
    """The rows of the file that the page offers."""
    text = browse(target, """
      const inputs = await page.$$("#label-next input");
      await inputs[0].fill(String(args.rows));
      await inputs[1].fill(String(args.budget));
      await page.calm();
      const file = await page.saved(() => page.click("#label-next .primary"));
      const stream = await file.createReadStream();
      let text = "";
      for await (const piece of stream) text += piece;
      return text;""", {"rows": rows, "budget": budget})
    return list(csv.DictReader(io.StringIO(text)))


def percent(share, digits):
    return f"{100 * share:.{digits}f}%"


def test_the_slider_shows_what_reject_says(labelled):
    portions = [0, 0.001, 0.2, 0.5, 0.877, 0.999]
    shown = browse(labelled, READ + """
      const found = {};
      for (const score of args.scores) {
        for (const portion of args.portions) {
          await page.evaluate(([score, portion]) => { location.hash = `score=${score}&portion=${portion}`; }, [score, portion]);
          await page.calm();
          found[`${score} ${portion}`] = [await read("kept-accuracy"), await read("coverage")];
        }
      }
      return found;""", {"scores": ["variance.epistemic", "entropy.total"], "portions": portions})
    told = qualm_json("reject", "p.npy", "--labels", "y.npy", "--portions", ",".join(map(str, portions)))
    for score in ("variance.epistemic", "entropy.total"):
        for portion, accuracy in zip(portions, told["curves"][score]["accuracy"]):
            assert shown[f"{score} {portion}"] == [percent(accuracy, 2), percent(1 - portion, 1)]


def test_moving_the_slider_moves_the_number_and_the_list(labelled):
    before, after, rows = browse(labelled, READ + """
      await page.click("#instances .segmented >> text=Rejected");
      const before = await read("kept-accuracy");
      await page.focus("#rejection input[type=range]");
      for (let i = 0; i < 50; i++) await page.keyboard.press("ArrowRight");
      await page.calm();
      const rows = await page.$$eval("#instances .rows > li", (list) => list.length);
      return [before, await read("kept-accuracy"), [rows, await page.textContent("#instances .status")]];""")
    told = qualm_json("reject", "p.npy", "--labels", "y.npy", "--portions", "0,0.05")
    accuracy = told["curves"]["variance.epistemic"]["accuracy"]
    assert [before, after] == [percent(each, 2) for each in accuracy]
    assert rows[0] >= 15 and "rejected at 5.0%" in rows[1]


def test_every_line_of_numbers_is_that_of_the_commands(labelled):
    shown = browse(labelled, """
      return Object.fromEntries(await page.$$eval("#numbers .line",
        (lines) => lines.map((line) => [line.dataset.key, Number(line.title)])));""")
    reject = qualm_json("reject", "p.npy", "--labels", "y.npy")
    ood = qualm_json("ood", "--in", "p.npy", "--out", "far=far.npy")
    measured = qualm_json("measure", "p.npy")["measures"]["variance"]
    assert shown["accuracy"] == reject["accuracy"]
    assert shown["aurc"] == reject["curves"]["variance.epistemic"]["aurc"]
    assert shown["auroc-far"] == ood["scores"]["variance.epistemic"]["far"]["auroc"]
    for part in ("total", "aleatoric", "epistemic"):
        np.testing.assert_allclose(shown[f"mean-{part}"], np.mean(measured[part]), rtol=1e-12)


def test_an_open_row_shows_its_scores(labelled):
    measured = qualm_json("measure", "p.npy")["measures"]
    shown = browse(labelled, """
      await page.waitForSelector("#instances .scores");
      return Object.fromEntries(await page.$$eval("#instances .scores td", (cells) => cells.map((cell) => [cell.dataset.score, cell.textContent])));""",
                   hash="open=0:7")
    for score, text in shown.items():
        family, part = score.split(".")
        value = measured[family][part][7]
        assert float(text) == float(f"{value:.4g}" if value >= 1e-4 else f"{value:.2e}")


def test_weights_rank_as_measure_does(labelled):
    weights = "0.5,1,4.2,0"
    measured = qualm_json("measure", "p.npy", "--class-weights", weights)["measures"]["variance"]["epistemic"]
    shown = browse(labelled, READ + """
      await page.calm();
      const rows = await page.$$eval("#instances .row", (rows) => rows.map((row) => row.dataset.row));
      return [rows, await read("kept-accuracy"), await page.textContent("#weights .lead")];""", hash=f"weights={weights}&set=0&portion=0.2")
    order = np.lexsort((np.arange(300), -np.array(measured)))
    assert shown[0] == [f"0:{row}" for row in order[:len(shown[0])]]
    told = qualm_json("reject", "p.npy", "--labels", "y.npy", "--portions", "0.2")  # numbers keep their weights, as it says
    assert shown[1] == percent(told["curves"]["variance.epistemic"]["accuracy"][0], 2)
    assert "curves and numbers keep the weights they were made with" in shown[2]


def test_a_slider_of_a_class_ranks_anew(labelled):
    shown = browse(labelled, """
      await page.fill("#weights input[data-class='2']", "5");
      await page.calm();
      return [await page.$$eval("#instances .row", (rows) => rows.map((row) => row.dataset.row)), page.url()];""", hash="set=0")
    measured = qualm_json("measure", "p.npy", "--class-weights", "1,1,5,1")["measures"]["variance"]["epistemic"]
    order = np.lexsort((np.arange(300), -np.array(measured)))
    assert shown[0] == [f"0:{row}" for row in order[:len(shown[0])]]
    assert "weights=1%2C1%2C5%2C1" in shown[1]


def test_label_next_is_that_of_explain(labelled):
    told = [row["row"] for row in qualm_json("explain", "p.npy", "--label-next", "20", "--budget", "6")["rows"]]
    shown = label_next(labelled, 20, budget=6)
    assert [int(row["row"]) for row in shown] == told


def test_a_single_member_is_shown_by_its_total_uncertainty():
    p, _ = made(900, members=1)
    np.save("one.npy", p)
    qualm("report", "one.npy", "--axes", "nmk", "--rows", "200", "-o", "one.html", "--quiet")
    total = np.array(qualm_json("measure", "one.npy", "--axes", "nmk")["measures"]["variance"]["total"])
    shown = browse("one.html", """
      await page.calm();
      return page.evaluate(() => ["#scatter .status", "#label-next .preview"].map((where) => document.querySelector(where).textContent));""")
    assert shown[0] == "There is only one member: its epistemic uncertainty is 0 by construction."
    first = np.lexsort((np.arange(900), -total))[:8]
    assert shown[1] == f"80 rows by variance.total: {', '.join(map(str, first))}, …"


def test_rows_of_several_runs_have_the_class_that_their_mean_predicts():
    runs = [made(300, seed=seed, doubt=3)[0] for seed in (1, 2)]
    for r, p in enumerate(runs):
        np.save(f"run{r}.npy", p)
    qualm("report", "run0.npy", "run1.npy", "--axes", "nmk", "--rows", "300", "-o", "runs.html", "--quiet")
    mean = sum(p.mean(axis=1, dtype=np.float64) for p in runs)
    next_ = qualm_json("explain", "run0.npy", "run1.npy", "--axes", "nmk", "--label-next", "300")["rows"]
    assert [row["predicted"] for row in next_] == mean.argmax(axis=1)[[row["row"] for row in next_]].tolist()
    shown = label_next("runs.html", 100)
    assert len(shown) == 100
    for row in shown:
        assert int(row["predicted"]) == mean[int(row["row"])].argmax()


def test_an_address_typed_right_after_a_choice_counts(labelled):
    """The page writes the reader's choices into the address a moment later: never over one that was just typed."""
    assert browse(labelled, READ + """
      await page.evaluate(() => new Promise((resolve) => {
        const wait = window.setTimeout;
        let later;
        window.setTimeout = (what) => { later = what; return 0; };
        addEventListener("hashchange", () => {
          location.hash = "portion=0.2";
          later();  // before the event of that address
          window.setTimeout = wait;
          resolve();
        }, { once: true });
        location.hash = "portion=0.5";
      }));
      await page.calm();
      return read("coverage");""") == percent(0.8, 1)


def test_rows_without_values_per_class_are_left_out_of_orders_by_class():
    p, labels = made(1500, members=60, classes=10)  # too many numbers to hold for each row
    np.save("p.npy", p)
    np.save("y.npy", labels)
    qualm("report", "p.npy", "--labels", "y.npy", "-o", "report.html", "--quiet")
    read = """
      await page.calm();
      return [await page.textContent("#instances .status"), await page.$$eval("#instances .row", (rows) => rows.map((row) => Number(row.dataset.row.slice(2))))];"""
    of_class = (p[:, :, 5] * (1 - p[:, :, 5])).mean(1)
    weighted = (np.arange(10) * p.var(axis=1)).sum(-1)
    by_class, ascending, reweighted, all_rows = (browse("report.html", read, hash=hash) for hash in (
        "sort=variance.aleatoric&ofClass=5", "sort=variance.aleatoric&ofClass=5&ascending=1",
        "weights=" + ",".join(map(str, range(10))), "sort=variance.aleatoric"))
    assert all_rows[0] == "1,500 of 1,500."
    shown, left_out = re.fullmatch(r"([\d,]+) of 1,500\. Left out: (\d+) whose values per class are not in this file\.", by_class[0]).groups()
    assert int(shown.replace(",", "")) + int(left_out) == 1500 and int(left_out) > 100
    assert ascending[0] == reweighted[0] == by_class[0]
    for (_, rows), values, sign in ((by_class, of_class, -1), (ascending, of_class, 1), (reweighted, weighted, -1)):
        assert len(rows) == 20 and (np.diff(sign * values[rows]) >= -1e-7).all()


def test_votes_that_tie_keep_their_order_under_other_weights():
    votes = np.random.default_rng(0).integers(4, size=(200, 5))
    np.save("v.npy", votes)
    options = ["v.npy", "--input", "votes", "--axes", "nm", "--classes", "4"]
    qualm("report", *options, "-o", "report.html", "--quiet")
    weights = "0.7,0.7,0.1,0.1"
    shown = browse("report.html", """
      await page.calm();
      return await page.$$eval("#instances .row", (rows) => rows.map((row) => Number(row.dataset.row.slice(2))));""", hash=f"weights={weights}&sort=variance.total")
    values = np.array(qualm_json("measure", *options, "--class-weights", weights)["measures"]["variance"]["total"])
    assert shown == list(np.lexsort((np.arange(200), -values))[:len(shown)])


def test_a_list_sorted_by_one_class_shows_the_values_of_that_class():
    p, _ = made(60)
    np.save("p.npy", p)
    qualm("report", "p.npy", "--measure", "variance,label-entropy", "-o", "report.html", "--quiet")
    shown = browse("report.html", """
      await page.calm();
      return await page.$$eval("#instances .row", (rows) => rows.map((row) => [Number(row.dataset.row.slice(2)), Number(row.querySelector(".value").textContent)]));""",
                   hash="sort=label-entropy.epistemic&ofClass=2")
    values = np.array(qualm_json("measure", "p.npy", "--measure", "label-entropy", "--per-class")["measures"]["label-entropy"]["per_class"]["epistemic"])[:, 2]
    assert [row for row, _ in shown] == list(np.argsort(-values)[:len(shown)])
    assert np.allclose([value for _, value in shown], values[[row for row, _ in shown]], rtol=1e-3)


def test_sets_may_be_called_as_the_page_calls_its_views():
    p, labels = made(60)
    np.save("p.npy", p)
    np.save("y.npy", labels)
    np.save("far.npy", made(30, seed=3)[0])
    qualm("report", "p.npy", "--labels", "y.npy", "--ood", "all=far.npy", "--ood", "errors=far.npy", "-o", "report.html", "--quiet")
    for name in ("all", "errors"):
        names = browse("report.html", f"""
          await page.selectOption("#histograms select", "in and out: {name}");
          await page.calm();
          return await page.$$eval("#histograms .bar-name", (all) => all.map((each) => each.textContent));""")
        assert names[:2] == ["in distribution", name]


def test_infinite_scores_are_drawn_at_the_end_of_the_scale():
    p, _ = made(60)
    p[0, 0] = [1, 0, 0, 0]
    np.save("p.npy", p)
    qualm("report", "p.npy", "--measure", "pairwise-entropy", "-o", "report.html", "--quiet")
    paths = browse("report.html", 'await page.calm(); return await page.$$eval("#scatter path.points", (all) => all.map((each) => each.getAttribute("d")));')
    assert paths and not any("NaN" in path for path in paths)
