# SPDX-License-Identifier: Apache-2.0
"""States of shards, merged, print the bytes of one process."""
import numpy as np
import pytest
from conftest import random_predictions, run_qualm

N = 240
REJECT_OPTIONS = [
    [], ["--binning", "equal-mass", "--bootstrap", 20], ["--band", "t95", "--area", "trapezoid"],
    ["--guarantee", "risk=0.3", "--calibration", "0.5", "--seed", 7]]


def ok(*arguments, **options):
    done = run_qualm(*arguments, "--quiet", **options)
    assert done.code == 0, done.err
    return done.out


def refused(*arguments):
    done = run_qualm(*arguments)
    assert done.code == 2, (done.code, done.err)
    assert done.err.count("\n") == 1
    return done.err


def save_shards(name, array, cuts):
    """NAME-1.npy, NAME-2.npy, ...; gives how many."""
    np.save(f"{name}.npy", array)
    for i, piece in enumerate(np.split(array, cuts), 1):
        np.save(f"{name}-{i}.npy", piece)
    return len(cuts) + 1


@pytest.fixture
def predictions():
    p = random_predictions((N, 4, 3), seed=1)
    labels = np.random.default_rng(2).integers(0, 3, N)
    return p, labels


def write_reject_parts(n, *options, parts=None):
    for i in parts or range(1, n + 1):
        ok("reject", f"p-{i}.npy", "--axes", "nmk", "--labels", f"y-{i}.npy", "--partial", f"{i}.qs",
           "--shard", f"{i}/{n}", *options)
    return [f"{i}.qs" for i in parts or range(1, n + 1)]


@pytest.mark.parametrize("options", REJECT_OPTIONS)
@pytest.mark.parametrize("format", ["json", "csv", "table"])
def test_reject_of_shards_is_that_of_all_rows(predictions, options, format):
    p, labels = predictions
    n = save_shards("p", p, [1, 50, 50, 200])  # one shard is empty
    save_shards("y", labels, [1, 50, 50, 200])
    one = ok("reject", "p.npy", "--axes", "nmk", "--labels", "y.npy", "--format", format, *options)
    parts = write_reject_parts(n, *options)
    assert ok("merge", *parts, "--format", format) == one
    assert ok("merge", *reversed(parts), "--format", format) == one


def test_shards_of_right_rows_only_and_tied_scores(predictions):
    p, _ = predictions
    p = np.round(p[:, :1].repeat(4, axis=1) * 2) / 2 * 0 + np.array([.5, .25, .25])  # all rows alike
    p[:120] = p[:120][..., ::-1]
    labels = np.r_[np.full(120, 2), np.full(120, 1)]  # first shards all right, later ones all wrong
    n = save_shards("p", p, [60, 120, 180])
    save_shards("y", labels, [60, 120, 180])
    one = ok("reject", "p.npy", "--axes", "nmk", "--labels", "y.npy", "--format", "json")
    assert ok("merge", *write_reject_parts(n), "--format", "json") == one


@pytest.mark.parametrize("cuts_in, cuts_out", [([100, 230], [10, 20]), ([0, 240], [0, 150])])
@pytest.mark.parametrize("scores", [[], ["--scores", "variance.total,entropy.epistemic,entropy.total"]])
def test_ood_of_shards_is_that_of_all_rows(predictions, cuts_in, cuts_out, scores):
    p, _ = predictions
    q, r = random_predictions((150, 4, 3), seed=3, concentration=2), np.roll(p[:40], 1, axis=2)
    save_shards("in", p, cuts_in)
    save_shards("far", q, cuts_out)
    save_shards("near", r, [0, 40])
    common = ["--axes", "nmk", *scores]
    one = ok("ood", "--in", "in.npy", "--out", "far=far.npy", "--out", "near=near.npy", *common, "--format", "json")
    for i in (1, 2, 3):
        ok("ood", "--in", f"in-{i}.npy", "--out", f"far=far-{i}.npy", "--out", f"near=near-{i}.npy", *common,
           "--partial", f"part-{i}.qs")
    assert ok("merge", "part-3.qs", "part-1.qs", "part-2.qs", "--format", "json") == one


def test_shards_of_several_runs(predictions):
    p, labels = predictions
    save_shards("a", p, [100])
    save_shards("b", np.roll(p, 1, axis=1)[:, :, [0, 2, 1]], [100])
    save_shards("y", labels, [100])
    one = ok("reject", "a.npy", "b.npy", "--axes", "nmk", "--labels", "y.npy", "--format", "json")
    for i in (1, 2):
        ok("reject", f"a-{i}.npy", f"b-{i}.npy", "--axes", "nmk", "--labels", f"y-{i}.npy", "--partial", f"{i}.qs")
    assert ok("merge", "2.qs", "1.qs", "--format", "json") == one


@pytest.mark.parametrize("format", ["csv", "jsonl", "json", "npz", "table"])
@pytest.mark.parametrize("options", [[], ["--per-class", "--ids", "ids"], ["--labels", "y"], ["--measure", "tsallis:1.5,zero-one"]])
def test_measures_of_shards_go_on_row_by_row(predictions, format, options):
    n = save_shards("p", predictions[0], [1, 17, 17])
    ids = np.array([f"row {i}" for i in range(N)])
    save_shards("ids", ids, [1, 17, 17])
    save_shards("y", predictions[1], [1, 17, 17])

    def said(suffix):
        return [f"{each}{suffix}.npy" if each in ("ids", "y") else each for each in options]
    one = ok("measure", "p.npy", "--axes", "nmk", "--format", format, *said(""), "-o", "one")
    for i in range(1, n + 1):
        ok("measure", f"p-{i}.npy", "--axes", "nmk", *said(f"-{i}"), "--partial", f"p{i}.qs")
    ok("merge", *(f"p{i}.qs" for i in (4, 2, 3, 1)), "--format", format, "-o", "all")
    assert one == b"" and open("all", "rb").read() == open("one", "rb").read()


def test_a_part_may_come_through_a_pipe(predictions):
    np.save("p.npy", predictions[0])
    one = ok("measure", "p.npy", "--axes", "nmk", "--format", "csv")
    ok("measure", "p.npy", "--axes", "nmk", "--partial", "all.qs", "--shard", "1/1")
    with open("all.qs", "rb") as part:
        assert ok("merge", "-", "--format", "csv", stdin=part.read()) == one


def test_scores_of_any_origin_in_shards(predictions):
    scores, correct = predictions[0][:, 0, 0], predictions[1] == 0
    import os
    for i, rows in enumerate([slice(0, 90), slice(90, N)], 1):
        os.mkdir(f"shard{i}")
        np.save(f"shard{i}/mine.npy", scores[rows])
        np.save(f"shard{i}/correct.npy", correct[rows])
    np.save("mine.npy", scores)
    np.save("correct.npy", correct)
    one = ok("reject", "mine.npy", "--input", "scores", "--correct", "correct.npy", "--format", "json")
    for i in (1, 2):
        ok("reject", f"shard{i}/mine.npy", "--input", "scores", "--correct", f"shard{i}/correct.npy",
           "--partial", f"{i}.qs")
    assert ok("merge", "1.qs", "2.qs", "--format", "json") == one


def test_calibration_rows_are_numbers_of_all_rows(predictions):
    p, labels = predictions
    n = save_shards("p", p, [100])
    save_shards("y", labels, [100])
    np.save("rows.npy", np.arange(0, N, 2))
    options = ["--guarantee", "risk=0.4", "--calibration-rows", "rows.npy"]
    one = ok("reject", "p.npy", "--axes", "nmk", "--labels", "y.npy", "--format", "json", *options)
    assert ok("merge", *write_reject_parts(n, *options), "--format", "json") == one


def test_without_numbers_shards_are_ordered_as_people_count(predictions):
    p = predictions[0][:11]
    for i in range(11):
        np.save(f"p-{i + 1}.npy", p[i:i + 1])
        ok("measure", f"p-{i + 1}.npy", "--axes", "nmk", "--partial", f"p-{i + 1}.qs")
    np.save("p.npy", p)
    one = ok("measure", "p.npy", "--axes", "nmk", "--format", "csv")
    assert ok("merge", *(f"p-{i}.qs" for i in (10, 2, 1, 11, 3, 9, 4, 8, 5, 7, 6)), "--format", "csv") == one


@pytest.fixture
def parts(predictions):
    save_shards("p", predictions[0], [80, 160])
    save_shards("y", predictions[1], [80, 160])
    return write_reject_parts(3)


def test_missing_shards_are_named(parts):
    assert "1 of 3 shards is missing (2): add it" in refused("merge", "1.qs", "3.qs")
    done = run_qualm("merge", "1.qs", "3.qs", "--allow-missing")
    assert done.code == 0 and "covers 2 of 3 shards (66.7%), 160 rows" in done.err


def test_a_shard_twice_is_refused(parts):
    ok("reject", "p-2.npy", "--axes", "nmk", "--labels", "y-2.npy", "--partial", "again.qs", "--shard", "2/3")
    assert "are the same shard (2/3): leave one out" in refused("merge", *parts, "again.qs")
    for name in ("a.qs", "b.qs"):
        ok("measure", "p-1.npy", "--axes", "nmk", "--partial", name)
    assert "are the same shard (p-1.npy): leave one out, or specify" in refused("merge", "a.qs", "b.qs")


def test_other_options_are_named_with_both_values(parts):
    write_reject_parts(3, "--risk", "0.2", parts=[2])
    error = refused("merge", *parts)
    assert "2.qs has --risk 0.2, 1.qs has --risk 0.01,0.05" in error
    write_reject_parts(3, "--measure", "entropy", parts=[2])
    assert "--measure entropy" in refused("merge", *parts)


def test_other_ensembles_and_commands_are_refused(parts, predictions):
    np.save("p-2.npy", predictions[0][80:160, :3])
    write_reject_parts(3, parts=[2])
    assert "2.qs has members 3, 1.qs has members 4" in refused("merge", *parts)
    ok("measure", "p-1.npy", "--axes", "nmk", "--partial", "2.qs", "--shard", "2/3")
    assert "2.qs is from qualm measure, 1.qs from qualm reject" in refused("merge", *parts)


def test_damaged_and_foreign_files_are_refused(parts):
    whole = open("2.qs", "rb").read()
    for name, content in [("cut.qs", whole[:-100]), ("flipped.qs", whole[:500] + bytes([whole[500] ^ 1]) + whole[501:])]:
        open(name, "wb").write(content)
        done = run_qualm("merge", "1.qs", name, "3.qs")
        assert done.code == 3 and f"{name}: is damaged or truncated" in done.err
    done = run_qualm("merge", "1.qs", "p-2.npy", "3.qs")
    assert done.code == 3 and "p-2.npy: is not a state of qualm: write one with --partial PART" in done.err


def test_results_are_asked_of_merge_not_of_a_part(parts):
    assert "-o is for results" in refused("reject", "p.npy", "--labels", "y.npy", "--partial", "x.qs", "-o", "x.json")
    assert "--shard is for --partial" in refused("measure", "p.npy", "--shard", "1/2")
    for text in ("0/3", "4/3", "1", "a/b", "1/2/3"):
        assert "write I/R" in refused("measure", "p.npy", "--partial", "x.qs", "--shard", text)


def test_an_empty_shard_needs_empty_predictions_too(predictions):
    np.save("p.npy", predictions[0])
    np.save("y.npy", np.zeros(0))
    done = run_qualm("reject", "p.npy", "--labels", "y.npy", "--partial", "x.qs")
    assert done.code == 3 and "y.npy" in done.err


def test_another_version_of_qualm_is_refused(parts):
    import zlib
    whole = open("2.qs", "rb").read()[:-4]
    version = run_qualm("--version").out.split()[-1]
    assert whole.count(version, 0, 40) == 1
    other = whole.replace(version, version[:-1] + b"X", 1)
    open("2.qs", "wb").write(other + zlib.crc32(other).to_bytes(4, "little"))
    done = run_qualm("merge", *parts)
    assert done.code == 3 and "2.qs: written by qualm" in done.err and "one version" in done.err
