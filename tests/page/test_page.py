# SPDX-License-Identifier: Apache-2.0
"""How the page behaves, and that it stays small and safe."""
import os
import pathlib
import re

import numpy as np
import pytest
from conftest import BUILD, browse, made, qualm, qualm_json

HOSTILE = ["<img src=x onerror=\"window.hacked=1\">", "</script><script>window.hacked=1</script>",
           "\"'&amp;<b>bold</b>", "=HYPERLINK(\"http://x\")<!--"]


def test_hostile_names_stay_text():
    p, labels = made(60)
    np.save("p.npy", p)
    np.save("y.npy", labels)
    np.save("far.npy", made(20, seed=3)[0])
    pathlib.Path("names.txt").write_text("\n".join(HOSTILE) + "\n")
    qualm("report", "p.npy", "--labels", "y.npy", "--class-names", "names.txt", "--title", HOSTILE[1],
          "--ood", f"{HOSTILE[0].replace('=', ':')}=far.npy", "-o", "report.html", "--quiet")
    text = pathlib.Path("report.html").read_text()
    assert text.count("</script>") == 2
    title, options, hacked, pictures, bold = browse("report.html", """
      await page.click("#instances .row");
      await page.waitForSelector(".detail");
      return [await page.textContent("h1"), await page.$$eval("#weights label span", (names) => names.map((name) => name.textContent)),
        await page.evaluate(() => window.hacked ?? null), await page.$$eval("img", (all) => all.length), await page.$$eval("main b b, h1 *", (all) => all.length)];""")
    assert title == HOSTILE[1] and options == HOSTILE
    assert hacked is None and pictures == 0 and bold == 0


def test_every_view_is_called_as_its_section_of_the_documentation(labelled):
    text = (pathlib.Path(__file__).parents[2] / "docs/page.md").read_text()
    sections = re.findall(r"^## (.+)$", text, re.M)
    titles = browse(labelled, 'return await page.$$eval("main .card h2", (all) => all.map((each) => each.textContent));')
    assert len(titles) == 9 and [title for title in titles if title not in sections] == []


def test_a_page_without_labels_is_useful():
    np.save("p.npy", made(200)[0])
    qualm("report", "p.npy", "-o", "report.html", "--quiet")
    cards, rows, big = browse("report.html", """
      return [await page.$$eval("main .card", (cards) => cards.map((card) => card.id)),
        await page.$$eval("#instances .row", (rows) => rows.length), await page.$$eval("#rejection .big", (all) => all.length)];""",
                              hash="portion=0.3&list=rejected")
    assert {"numbers", "rejection", "scatter", "histograms", "instances", "weights", "disagreement",
            "label-next", "about"} == set(cards)
    assert rows == 20 and big == 3


@pytest.mark.parametrize("arguments", [
    ["--measure", "entropy"], ["--input", "logits", "--axes", "nmk", "--measure", "variance,label-entropy,zero-one"],
    ["--input", "dirichlet", "--axes", "nk"], ["--normalized"], ["--axes", "nk"]])
def test_every_kind_of_input_opens(arguments):
    p = made(50)[0]
    np.save("p.npy", p[:, 0] if "nk" in arguments else p)
    qualm("report", "p.npy", *arguments, "-o", "report.html", "--quiet")
    assert browse("report.html", """
      await page.click("#instances .row");
      await page.waitForSelector(".detail");
      return (await page.textContent("#about dl")).includes("log base");""")


ALL = ["reverse-entropy,variance", "tv-ball:0.1,reverse-entropy", "entropy,tsallis:1.5", "credal,credal-interval",
       "ordinal-variance,integer-variance", "pairwise-entropy,ordinal-absolute,ordinal-entropy"]


@pytest.mark.parametrize("measures", ALL)
def test_every_family_is_shown_by_the_parts_it_has(measures):
    p, labels = made(50)
    np.save("p.npy", p)
    np.save("y.npy", labels)
    np.save("far.npy", made(20, seed=3)[0])
    qualm("report", "p.npy", "--labels", "y.npy", "--ood", "far=far.npy", "--measure", measures, "--ordered", "-o",
          "report.html", "--quiet")
    found = qualm_json("measure", "p.npy", "--measure", measures, "--ordered")["measures"]
    shown = browse("report.html", """
      const seen = {};
      for (const family of args.families) {
        await page.click(`.scorebar button:text-is("${family}")`);
        await page.click("#instances .row");
        await page.waitForSelector(".detail");
        seen[family] = [await page.$$eval("[aria-label=Part] button", (all) => all.map((each) => each.textContent.toLowerCase())),
          await page.$$eval(`.detail [data-score^="${family}."]`, (all) => all.map((each) => each.textContent)),
          (await page.textContent("#scatter")).includes("has no aleatoric part")];
        await page.click("#instances .row");
      }
      return seen;""", args={"families": list(found)})
    for family, values in found.items():
        parts = [part for part in ("total", "aleatoric", "epistemic") if values[part] is not None]
        assert shown[family][0] == parts
        assert [text != "–" for text in shown[family][1]] == [values[part] is not None for part in ("total", "aleatoric", "epistemic")]
        assert shown[family][2] == ("aleatoric" not in parts)


def test_several_runs_have_a_band():
    for run in range(3):
        np.save(f"r{run}.npy", made(120, seed=0, doubt=1 + run)[0])
    np.save("y.npy", made(120)[1])
    qualm("report", "r0.npy", "r1.npy", "r2.npy", "--labels", "y.npy", "-o", "report.html", "--quiet")
    assert browse("report.html", "return [(await page.$$('.band')).length, (await page.textContent('#numbers')).includes('over runs')];") == [1, True]


def test_three_classes_are_drawn_in_a_triangle():
    np.save("p.npy", made(30, classes=3)[0])
    qualm("report", "p.npy", "-o", "report.html", "--quiet")
    assert browse("report.html", """
      await page.waitForSelector(".simplex");
      return (await page.$$(".simplex .member")).length;""", hash="open=0:3") == 5


def test_the_address_holds_the_view(labelled):
    chosen = "score=entropy.total&portion=0.25&list=kept&predicted=2&outcome=wrong&theme=dark"
    look = """
      await page.calm();
      return [await page.evaluate(() => document.documentElement.dataset.theme), await page.textContent("#instances .status"),
        await page.$$eval("[aria-pressed=true]", (all) => all.map((each) => each.textContent))];"""
    theme, status, pressed = browse(labelled, look, hash=chosen)
    assert theme == "dark" and "kept at 25.0%" in status
    assert pressed == ["Total", "entropy", "Kept"]
    broken = browse(labelled, look, hash="score=no.such&portion=7&predicted=99&box=1,2&weights=1,x&open=a&set=9")
    assert broken[2] == ["Epistemic", "variance", "All"]


def test_a_corner_and_a_brush_select(labelled):
    corner, brushed, cleared = browse(labelled, """
      const status = async () => { await page.calm(); return page.textContent("#instances .status"); };
      await page.focus(".corner >> nth=0");
      await page.keyboard.press("Enter");
      const corner = await status();
      await page.locator("#scatter .plot svg").scrollIntoViewIfNeeded();
      const box = await page.locator("#scatter .plot svg").boundingBox();
      await page.mouse.move(box.x + 150, box.y + 120);
      await page.mouse.down();
      await page.mouse.move(box.x + 300, box.y + 260, { steps: 4 });
      await page.mouse.up();
      const brushed = await status();
      await page.click("#scatter .chip");
      return [corner, brushed, await status()];""")
    assert len({corner, brushed, cleared}) == 3 and cleared.startswith("380 of 380")


def test_corners_say_what_they_show_and_count_all_rows(labelled):
    corners = browse(labelled, 'return page.$$eval(".corner", (all) => all.map((each) => each.getAttribute("aria-label")));')
    names = [re.match("(Both high|Both low|Epistemic high, aleatoric low|Epistemic low, aleatoric high): ", corner) for corner in corners]
    assert all(names) and len({name.group() for name in names}) == 4
    counts = [list(map(int, re.search(r"(\d+) rows?, (\d+) errors?, (\d+) OoD\.", corner).groups())) for corner in corners]
    p, labels = np.load("p.npy"), np.load("y.npy")
    wrong = int((p.astype(float).mean(axis=1).argmax(axis=1) != labels).sum())
    assert [sum(column) for column in zip(*counts)] == [300, wrong, 80]
    aleatoric, epistemic = zip(*(((q * (1 - q)).mean(1).sum(-1), q.var(1).sum(-1)) for q in
                                 (np.load(name).astype(float) for name in ("p.npy", "far.npy"))))
    half = [np.concatenate(part).max() / 4 for part in (aleatoric, epistemic)]  # the middle of a square-root scale
    calm = [int(((au < half[0]) & (eu < half[1])).sum()) for au, eu in zip(aleatoric, epistemic)]
    told = dict(zip((name.group(1) for name in names), counts))["Both low"]
    assert [told[0], told[2]] == calm


def test_a_page_without_labels_counts_no_errors():
    np.save("p.npy", made(50)[0])
    qualm("report", "p.npy", "-o", "report.html", "--quiet")
    text = browse("report.html", 'return page.$$eval(".corner", (all) => all.map((each) => each.getAttribute("aria-label")).join());')
    assert "rows" in text and "errors" not in text and "OoD" not in text


def test_every_strip_shows_the_ends_of_its_scale(labelled):
    scales = browse(labelled, """return page.$$eval("#numbers .line", (lines) =>
      lines.map((line) => [line.dataset.key, ...[...line.querySelectorAll(".scale > span")].map((end) => end.textContent)]));""")
    assert all(len(scale) == 3 and all(scale) for scale in scales)
    ends = {key: (low, high) for key, low, high in scales}
    assert ends["accuracy"] == ("0.00%", "100.00%") and ends["auroc-far"][1] == "1"


def test_no_strip_ends_before_its_interval():
    p, labels = made(60)
    np.save("p.npy", p)
    np.save("y.npy", np.where(np.arange(60) % 2, labels, 0))
    np.save("sure.npy", np.eye(4)[np.zeros((60, 5), int)])
    qualm("report", "p.npy", "--labels", "y.npy", "--ood", "sure=sure.npy", "--axes", "nmk", "-o", "r.html", "--quiet")
    lines = browse("r.html", """return page.$$eval("#numbers .line", (lines) => lines.map((line) =>
      [line.dataset.key, ...[...line.querySelectorAll(".scale > span, .bounds")].map((each) => each.textContent)]));""")
    assert dict((key, (low, high)) for key, _, low, high in lines)["auroc-sure"] == ("0", "1")
    for key, bounds, low, high in lines:
        ends = [float(each.rstrip("%")) for each in bounds.strip("[]").split(", ") if each]
        assert not ends or float(low.rstrip("%")) <= ends[0] and ends[1] <= float(high.rstrip("%")), key


def test_every_chart_can_be_saved(labelled):
    saved = browse(labelled, """
      const saved = {};
      for (const menu of await page.$$(".menu")) {
        await menu.evaluate((each) => { each.open = true; });
        for (const button of await menu.$$("button")) {
          const file = await page.saved(() => button.click());
          let size = 0;
          for await (const piece of await file.createReadStream()) size += piece.length;
          saved[file.suggestedFilename()] = size;
        }
        await menu.evaluate((each) => { each.open = false; });
      }
      return saved;""")
    for name in ("rejection", "scatter", "histograms", "disagreement"):
        for ending in ("svg", "png", "csv"):
            assert saved[f"qualm-{name}.{ending}"] > 200, name
    assert {"qualm-numbers.csv", "qualm-instances.csv", "qualm-conventions.csv"} <= set(saved)


@pytest.mark.parametrize("theme, width", [("light", 390), ("light", 820), ("light", 1600), ("dark", 1600)])
def test_nothing_overflows_at_any_width(labelled, theme, width):
    folder = BUILD / "screenshots"
    folder.mkdir(exist_ok=True)
    wide = browse(labelled, """
      await page.calm();
      await page.screenshot({ path: args.path, fullPage: true });
      return page.evaluate(() => document.documentElement.scrollWidth);""",
                  {"path": str(folder / f"{theme}-{width}.png")}, width=width, theme=theme, hash="portion=0.2&open=0:7")
    assert wide <= width


def test_a_page_stays_small():
    assert os.path.getsize(BUILD / "web/page.html") < 400_000
    p, labels = made(20_000, classes=10)
    np.save("p.npy", p)
    np.save("y.npy", labels)
    np.save("pictures.npy", np.random.default_rng(0).integers(256, size=(20_000, 32, 32, 3), dtype=np.uint8))
    qualm("report", "p.npy", "--labels", "y.npy", "--images", "pictures.npy", "-o", "report.html", "--quiet")
    assert os.path.getsize("report.html") < 10_000_000
    np.save("many.npy", made(3000, members=3, classes=500)[0])
    qualm("report", "many.npy", "-o", "many.html", "--quiet", "--rows", "20000")
    assert os.path.getsize("many.html") < 10_000_000


def test_a_terminal_and_the_input_are_no_place_for_a_page():
    np.save("p.npy", made(10)[0])
    with pytest.raises(AssertionError, match="the output p.npy is the input"):
        qualm("report", "p.npy", "-o", "p.npy")
    with pytest.raises(AssertionError, match="--images is given twice"):
        np.save("i.npy", np.zeros((10, 4, 4), np.uint8))
        qualm("report", "p.npy", "--axes", "nmk", "--images", "i.npy", "--images", "i.npy", "-o", "r.html")
