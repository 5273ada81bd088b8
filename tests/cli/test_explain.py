# SPDX-License-Identifier: Apache-2.0
"""qualm explain: the right rows, the right values, pictures, and what to label next."""
import csv
import gzip
import io
import json
import re
import struct

import numpy as np
import pytest
from conftest import random_predictions, run_qualm

NAMES = "cat,dog,owl,bee"


def explain(*arguments):
    result = run_qualm("explain", *arguments, "--format", "json", "--quiet")
    assert (result.code, result.err) == (0, "")
    return json.loads(result.out)


def error_of(*arguments, code):
    result = run_qualm("explain", *arguments)
    assert result.code == code and result.out == b""
    lines = [line for line in result.err.splitlines() if ": note: " not in line]
    assert len(lines) == 1, result.err
    return lines[0]


@pytest.fixture
def p():
    p = random_predictions((60, 5, 4))
    np.save("p.npy", p)
    return p


def variance(p):
    """AU and EU of every class, by definition."""
    return (p * (1 - p)).mean(axis=1), p.var(axis=1)


def test_rows_come_by_their_score_with_values_by_definition(p):
    labels = np.arange(60) % 4
    np.save("labels.npy", labels)
    found = explain("p.npy", "--class-names", NAMES, "--labels", "labels.npy", "--top", "60")
    assert (found["schema"], found["by"], found["instances"]) == ("qualm.explain/1", "variance.epistemic", 60)
    aleatoric, epistemic = variance(p)
    scores = epistemic.sum(axis=1)
    assert [row["row"] for row in found["rows"]] == np.argsort(-scores, kind="stable").tolist()
    for row in found["rows"]:
        i = row["row"]
        assert row["score"] == pytest.approx(scores[i], rel=1e-12)
        np.testing.assert_allclose(row["members"], p[i], rtol=1e-15)
        np.testing.assert_allclose(row["mean"], p[i].mean(axis=0), rtol=1e-14)
        np.testing.assert_allclose(row["per_class"]["aleatoric"], aleatoric[i], rtol=1e-9)
        np.testing.assert_allclose(row["per_class"]["epistemic"], epistemic[i], rtol=1e-9)
        assert (row["label"], row["predicted"]) == (labels[i], p[i].mean(axis=0).argmax())
        for k in range(4):
            mean, share = row["mean"][k], epistemic[i, k] / (epistemic[i, k] + aleatoric[i, k])
            wanted = ("settled" if not 0.05 <= mean <= 0.95 else "disagreement" if share >= 2 / 3
                      else "ambiguity" if share <= 1 / 3 else "both")
            assert row["advice"][k] == wanted
        waver = [k for k in np.argsort(-np.array(row["mean"]), kind="stable") if row["advice"][k] != "settled"]
        assert row["wavers_between"] == [NAMES.split(",")[k] for k in waver]


def test_by_and_class_choose_the_score(p):
    aleatoric, epistemic = variance(p)
    found = explain("p.npy", "--by", "variance.aleatoric", "--top", "3")
    assert [row["row"] for row in found["rows"]] == np.argsort(-aleatoric.sum(1))[:3].tolist()
    found = explain("p.npy", "--class", "owl", "--class-names", NAMES, "--top", "5")
    assert found["by"] == "variance.epistemic[owl]"
    assert [row["row"] for row in found["rows"]] == np.argsort(-epistemic[:, 2])[:5].tolist()
    assert explain("p.npy", "--measure", "entropy")["by"] == "entropy.epistemic"


def test_other_kinds_of_input():
    logits = np.random.default_rng(1).normal(size=(20, 3, 4))
    np.save("logits.npy", logits)
    softmax = np.exp(logits) / np.exp(logits).sum(axis=-1, keepdims=True)
    for row in explain("logits.npy", "--input", "logits", "--axes", "nmk")["rows"]:
        np.testing.assert_allclose(row["members"], softmax[row["row"]], rtol=1e-12)
    votes = np.random.default_rng(2).integers(0, 4, size=(20, 7))
    np.save("votes.npy", votes)
    for row in explain("votes.npy", "--input", "votes", "--axes", "nm")["rows"]:
        np.testing.assert_array_equal(np.argmax(row["members"], axis=1), votes[row["row"]])
    alpha = np.random.default_rng(3).gamma(2, size=(20, 4)) + 0.1
    np.save("alpha.npy", alpha)
    for row in explain("alpha.npy", "--input", "dirichlet")["rows"]:
        a = alpha[row["row"]]
        assert row["members"] == []
        total = a / a.sum() * (1 - a / a.sum())
        np.testing.assert_allclose(row["per_class"]["epistemic"], total / (a.sum() + 1), rtol=1e-12)


def test_runs_are_averaged_and_all_members_shown(p):
    other = random_predictions((60, 5, 4), seed=5)
    np.save("q.npy", other)
    found = explain("p.npy", "q.npy", "--axes", "nmk", "--top", "60")
    scores = (variance(p)[1].sum(1) + variance(other)[1].sum(1)) / 2
    assert found["runs"] == 2
    assert [row["row"] for row in found["rows"]] == np.argsort(-scores).tolist()
    row = found["rows"][0]
    np.testing.assert_allclose(row["members"], np.concatenate([p[row["row"]], other[row["row"]]]))


def test_runs_predict_what_their_mean_predicts_in_every_output(p):
    other = random_predictions((60, 5, 4), seed=5)
    np.save("q.npy", other)
    predicted = ((p.mean(axis=1) + other.mean(axis=1)) / 2).argmax(axis=1)
    assert (predicted != p.mean(axis=1).argmax(axis=1)).any()
    files = ["p.npy", "q.npy", "--axes", "nmk"]
    for rows in (explain(*files, "--top", "60")["rows"], explain(*files, "--label-next", "60")["rows"]):
        assert [row["predicted"] for row in rows] == [predicted[row["row"]] for row in rows]
    measured = json.loads(run_qualm("measure", *files, "--format", "json", "--quiet").out)
    assert measured["predicted"] == predicted.tolist()
    budget = [row["predicted"] for row in explain(*files, "--label-next", "60", "--budget", "3")["rows"]]
    assert np.bincount(budget).max() == 3


def test_runs_that_are_sure_of_different_classes_are_told_apart_from_members():
    for name, sure_of in (("p", 0), ("q", 1)):
        np.save(f"{name}.npy", np.tile(np.eye(2)[sure_of], (1, 3, 1)))
    row = explain("p.npy", "q.npy", "--axes", "nmk")["rows"][0]
    assert row["advice"] == ["unknown"] * 2
    assert row["words"] == ("Undecided between 0 (50%) and 1 (50%). "
                            "All of them: the runs differ, but in each of them the variance is 0.")


def test_one_member_says_nothing_about_lack_of_knowledge():
    np.save("p.npy", np.array([[0.6, 0.4], [0.99, 0.01]]))
    rows = explain("p.npy", "--by", "variance.total")["rows"]
    assert rows[0]["advice"] == ["unknown"] * 2 and "two or more members" in rows[0]["words"]
    assert rows[1]["advice"] == ["settled"] * 2


def test_label_next_takes_the_greatest_within_the_budget(p):
    scores = variance(p)[1].sum(axis=1)
    predicted = p.mean(axis=1).argmax(axis=1)
    order = np.argsort(-scores)
    result = run_qualm("explain", "p.npy", "--label-next", "10", "--format", "csv", "--quiet")
    rows = list(csv.DictReader(io.StringIO(result.out.decode())))
    assert [int(row["row"]) for row in rows] == order[:10].tolist()
    assert float(rows[0]["variance.epistemic"]) == pytest.approx(scores[order[0]], rel=1e-12)
    found = explain("p.npy", "--label-next", "10", "--budget", "2")
    taken, wanted = [0] * 4, []
    for i in order:
        if taken[predicted[i]] < 2 and len(wanted) < 10:
            taken[predicted[i]] += 1
            wanted.append(i)
    assert [row["row"] for row in found["rows"]] == wanted and found["schema"] == "qualm.label_next/1"


def test_rows_on_which_the_members_agree_are_not_worth_a_label():
    p = np.tile([0.25, 0.75], (6, 3, 1))
    p[2, 0] = [0.5, 0.5]
    np.save("p.npy", p)
    assert [row["row"] for row in explain("p.npy", "--axes", "nmk", "--label-next", "4")["rows"]] == [2]


def idx(array):
    return struct.pack(">HBB", 0, 8, array.ndim) + struct.pack(f">{array.ndim}I", *array.shape) + array.tobytes()


def test_the_same_picture_from_every_kind_of_file(p):
    pictures = np.random.default_rng(0).integers(0, 256, size=(60, 5, 7), dtype=np.uint8)
    np.save("u8.npy", pictures)
    np.save("fortran.npy", np.asfortranarray(pictures))
    np.save("unit.npy", (pictures / 255).astype(np.float32))
    np.save("channel.npy", pictures[..., None])
    np.save("first.npy", pictures[:, None])
    np.savez("many.npz", pictures=pictures, other=pictures)
    open("plain.idx", "wb").write(idx(pictures))
    open("packed.idx.gz", "wb").write(gzip.compress(idx(pictures)))
    svgs = set()
    for name in ("u8.npy", "fortran.npy", "unit.npy", "channel.npy", "first.npy", "many.npz", "plain.idx",
                 "packed.idx.gz"):
        key = ["--images-key", "pictures"] if name == "many.npz" else []
        result = run_qualm("explain", "p.npy", "--images", name, *key, "--plot", "x.svg", "--quiet")
        assert (result.code, result.err) == (0, "")
        svgs.add(open("x.svg").read())
    assert len(svgs) == 1
    np.save("rgb.npy", np.repeat(pictures[..., None], 3, axis=-1))
    assert run_qualm("explain", "p.npy", "--images", "rgb.npy", "--plot", "y.svg", "--quiet").code == 0
    assert open("y.svg").read() not in svgs


def test_pictures_of_some_rows_say_which(p):
    pictures = np.zeros((2, 5, 7), np.uint8)
    np.savez("some.npz", pictures=pictures, rows=[3, 4])
    np.save("two.npy", pictures)
    np.savez("images.npz", images=pictures, rows=[3, 4])
    assert run_qualm("explain", "p.npy", "--images", "some.npz", "--plot", "x.svg", "--quiet").code == 0
    assert run_qualm("explain", "p.npy", "--images", "images.npz", "--plot", "y.svg", "--quiet").code == 0
    assert open("x.svg").read() == open("y.svg").read()
    message = run_qualm("explain", "p.npy", "--images", "two.npy", "--plot", "x.svg", "--quiet").err
    assert "holds 2 images for 60 rows" in message and "an array rows" in message


def test_predicted_is_the_same_number_in_every_output(p):
    run_qualm("explain", "p.npy", "--label-next", "60", "--class-names", NAMES, "-o", "next.csv", "--quiet")
    run_qualm("explain", "p.npy", "--top", "60", "--class-names", NAMES, "-o", "explain.csv", "--quiet")
    run_qualm("measure", "p.npy", "--class-names", NAMES, "-o", "measure.csv", "--quiet")
    measured = {row["row"]: row["predicted"] for row in csv.DictReader(open("measure.csv"))}
    for name in ("next.csv", "explain.csv"):
        for row in csv.DictReader(open(name)):
            assert row["predicted"] == measured[row["row"]]
            assert row["predicted_name"] == NAMES.split(",")[int(row["predicted"])]


def test_csv_has_one_row_per_instance_and_class(p):
    result = run_qualm("explain", "p.npy", "--top", "2", "--format", "csv", "--quiet", "--class-names", "a,b,c,d")
    rows = list(csv.DictReader(io.StringIO(result.out.decode())))
    assert len(rows) == 8 and [row["class"] for row in rows[:4]] == list("abcd")


def test_the_table_is_for_people():
    np.save("p.npy", np.array([[[1, 0], [1, 0]], [[1, 0], [0, 1]], [[.5, .5], [.5, .5]]], dtype=float))
    np.save("labels.npy", [0, 1, 1])
    result = run_qualm("explain", "p.npy", "--axes", "nmk", "--labels", "labels.npy", "--class-names", "cat,dog",
                       "--top", "2")
    assert (result.code, result.err) == (0, "")
    assert result.out.decode() == """\
The 2 rows with the highest variance.epistemic of 3. Bars: epistemic, then aleatoric variance of each class, full at \
0.25; then its mean probability and the members'.

Row 1: predicted cat, true class dog  variance.epistemic 0.5000
Undecided between cat (50%) and dog (50%). All of them: the members disagree (most of the variance is \
epistemic).
  cat  ████████████████████████    50%   1.00 0.00
  dog  ████████████████████████    50%   0.00 1.00

Row 0: predicted cat, correct  variance.epistemic 0
Confident in cat (100%).
  cat                             100%   1.00 1.00
  dog                               0%   0.00 0.00
"""


def test_hostile_names_stay_text(p):
    names = ["<img onerror=x>", "</script>", "\x1b[31mred", "a,b"]
    open("names.txt", "w").write("\n".join(names[:2] + names[3:] + ["x"]))
    result = run_qualm("explain", "p.npy", "--class-names", "names.txt", "--plot", "x.svg", "--quiet")
    assert result.code == 0 and "<img" not in open("x.svg").read()


def test_errors_name_what_is_wrong(p):
    np.save("short.npy", np.zeros((3, 5, 7), np.uint8))
    np.save("flat.npy", np.zeros((60, 784), np.uint8))
    np.save("nan.npy", np.full((60, 2, 2), np.nan))
    np.save("one.npy", np.arange(60) % 4 + 1)
    assert "holds 3 images for 60 rows" in error_of("p.npy", "--images", "short.npy", "--plot", "x.svg", code=3)
    assert "60x784 is not a shape of images" in error_of("p.npy", "--images", "flat.npy", "--plot", "x.svg", code=3)
    assert "not finite" in error_of("p.npy", "--images", "nan.npy", "--plot", "x.svg", code=3)
    assert "1" in error_of("p.npy", "--labels", "one.npy", code=3)
    assert "did you mean owl" in error_of("p.npy", "--class", "owll", "--class-names", NAMES, code=2)
    assert "variance.epistemic" in error_of("p.npy", "--by", "variance.epistemc", code=2)
    assert "--label-next" in error_of("p.npy", "--budget", "3", code=2)
    assert "leave --plot out" in error_of("p.npy", "--label-next", "3", "--plot", "x.svg", code=2)
    assert "leave --class out" in error_of("p.npy", "--by", "variance.total[1]", "--class", "1", code=2)
    assert "--top" in error_of("p.npy", "--top", "0", code=2)
    assert "missing.idx" in error_of("p.npy", "--images", "missing.idx", "--plot", "x.svg", code=4)
    assert "is the input" in error_of("p.npy", "-o", "p.npy", "--format", "csv", code=2)


def test_a_class_of_which_one_member_differs_is_not_called_agreed():
    p = np.zeros((1, 5, 3))
    p[0, :, 0] = [0.0, 0.0, 0.0, 0.36, 0.0]
    p[0, :, 1] = 1 - p[0, :, 0]
    np.save("p.npy", p)
    (row,) = explain("p.npy", "--axes", "nmk", "--class-names", "coat,bag,shoe")["rows"]
    assert row["advice"][0] == "ambiguity"
    assert "agree" not in row["words"] and "coat" in row["words"] and "aleatoric" in row["words"]


def test_nothing_foretells_what_more_data_would_do(p):
    for arguments in (["--top", "60"], ["--top", "60", "--format", "json"], ["--label-next", "60"], ["--help"]):
        told = run_qualm("explain", "p.npy", *arguments).out.decode()
        assert "would" not in told and "more data" not in told and "worth" not in told


def test_the_heading_of_what_to_label_says_what_was_left_out(p):
    def heading(*arguments):
        return run_qualm("explain", *arguments, "--quiet").out.decode().splitlines()[0]

    assert heading("p.npy", "--label-next", "10") == \
        "The 10 rows of 60 with the highest variance.epistemic: candidates for labelling"
    assert heading("p.npy", "--label-next", "60", "--budget", "1").endswith(
        ", at most 1 per predicted class: candidates for labelling; there are no more (60 were requested)")
    np.save("same.npy", np.repeat(p[:, :1], 3, axis=1))
    assert heading("same.npy", "--axes", "nmk", "--label-next", "5") == "No row of 60 has a variance.epistemic above 0"


def test_rows_of_one_member_come_by_their_total(p):
    np.save("one.npy", p[:, 0])
    assert explain("one.npy", "--top", "1")["by"] == "variance.total"
    assert explain("one.npy", "--top", "1", "--by", "variance.epistemic")["by"] == "variance.epistemic"


def test_one_member_with_a_weight_is_one_member(p):
    weights = ["--member-weights", "0,1,0,0,0"]
    row = explain("p.npy", *weights, "--by", "variance.total", "--top", "1")["rows"][0]
    assert "unknown" in row["advice"] and "two or more members" in row["words"] and "aleatoric" not in row["words"]
    assert explain("p.npy", *weights, "--top", "1")["by"] == "variance.total"
    assert run_qualm("measure", "p.npy", *weights).err.endswith(
        "only one member has a positive weight: epistemic uncertainty from the spread of members is 0 by construction\n")


def test_bars_of_the_correction_for_few_members_stay_in_their_range():
    np.save("p.npy", np.array([[[1, 0], [0, 1]], [[.5, .5], [.4, .6]]]))
    table = run_qualm("explain", "p.npy", "--axes", "nmk", "--corrected", "--quiet").out.decode()
    assert "full at 0.5;" in table.replace("\n", " ")
    run_qualm("explain", "p.npy", "--axes", "nmk", "--corrected", "--plot", "p.svg", "--format", "csv")
    heights = [float(height) for height in re.findall(r'<rect[^>]* height="([0-9.]+)"', open("p.svg").read())]
    panel = max(height for height in heights if height < 400)
    assert not re.search(r'<rect[^>]* y="-', open("p.svg").read()) and panel < 400


def test_nineteen_votes_against_one_are_undecided_by_every_input():
    votes = np.zeros((3, 20), int)
    votes[:, 3] = 1
    np.save("votes.npy", votes)
    np.save("p.npy", np.eye(3)[votes])
    words = [explain(*file, "--rows", "0")["rows"][0]["words"] for file in
             (["p.npy", "--axes", "nmk"], ["votes.npy", "--input", "votes", "--classes", "3", "--axes", "nm"])]
    assert words[0] == words[1] and words[0].startswith("Undecided between 0 (95%) and 1 (5%)")
