# SPDX-License-Identifier: Apache-2.0
"""Golden outputs of every format."""
import json

import numpy as np
import pytest
from conftest import random_predictions, run_qualm

TABLE = """\
4 instances, 2 members, 2 classes

                 variance ────────────────────  entropy [bits] ──────────────
 row  predicted      total aleatoric epistemic      total aleatoric epistemic
   2  0             0.5000    0.5000         0     1.0000    1.0000         0
   3  0             0.5000         0    0.5000     1.0000         0    1.0000
   1  0             0.3750    0.2500    0.1250     0.8113    0.5000    0.3113
   0  0                  0         0         0          0         0         0
mean                0.3438    0.1875    0.1562     0.7028    0.3750    0.3278

All rows, sorted by variance.total
"""

CSV = """\
row,predicted,variance_total,variance_aleatoric,variance_epistemic
0,0,0,0,0
1,0,0.375,0.25,0.125
2,0,0.5,0.5,0
3,0,0.5,0,0.5
"""

JSONL = """\
{"row":0,"predicted":0,"variance":{"unit":"variance","total":0,"aleatoric":0,"epistemic":0}}
{"row":1,"predicted":0,"variance":{"unit":"variance","total":0.375,"aleatoric":0.25,"epistemic":0.125}}
{"row":2,"predicted":0,"variance":{"unit":"variance","total":0.5,"aleatoric":0.5,"epistemic":0}}
{"row":3,"predicted":0,"variance":{"unit":"variance","total":0.5,"aleatoric":0,"epistemic":0.5}}
"""

JSON = """\
{"schema":"qualm.measure/1","qualm_version":"0.2.0",
"instances":4,"members":2,"classes":2,"runs":1,
"class_names":["0","1"],
"conventions":{"axes":"nmk","input":"probs","log_base":"2","normalized":false,"class_weights":[1,1],\
"member_weights":null,"corrected":false,"ordered":false,"renormalized_rows":0},
"predicted":[0,0,0,0],
"measures":{
"variance":{"unit":"variance",
"total":[0,0.375,0.5,0.5],
"aleatoric":[0,0.25,0.5,0],
"epistemic":[0,0.125,0,0.5]}}}
"""


LABELLED_TABLE = """\
4 instances, 2 members, 2 classes

                            variance ────────────────────
 row  predicted  label          total aleatoric epistemic
   2  cat        cat           0.5000    0.5000         0
   3  cat        dog           0.5000         0    0.5000
   1  cat        dog           0.3750    0.2500    0.1250
   0  cat        cat                0         0         0
mean                           0.3438    0.1875    0.1562

All rows, sorted by variance.total
"""


def test_table(small):
    result = run_qualm("measure", small, "--axes", "nmk")
    assert (result.code, result.out.decode(), result.err) == (0, TABLE, "")


@pytest.mark.parametrize("name, wanted", [("csv", CSV), ("jsonl", JSONL), ("json", JSON)])
def test_text_formats(small, name, wanted):
    result = run_qualm("measure", small, "--axes", "nmk", "--measure", "variance", "--format",
                       name)
    assert (result.code, result.out.decode(), result.err) == (0, wanted, "")


@pytest.mark.parametrize("name", ["csv", "jsonl", "json"])
def test_the_ending_of_the_output_picks_the_format(small, name):
    arguments = ["measure", small, "--axes", "nmk", "--measure", "variance"]
    result = run_qualm(*arguments, "-o", f"out.{name}")
    assert (result.code, result.out, result.err) == (0, b"", "")
    with open(f"out.{name}", "rb") as file:
        assert file.read() == run_qualm(*arguments, "--format", name).out
    run_qualm(*arguments, "-o", "out.txt")
    with open("out.txt", "rb") as file:
        assert file.read() == run_qualm(*arguments).out
    run_qualm(*arguments, "-o", "csv.json", "--format", "csv")
    with open("csv.json") as file:
        assert file.read() == CSV


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_npz_holds_the_same_numbers_as_json(dtype):
    np.save("p.npy", random_predictions((30, 3, 4), dtype))
    arguments = ["measure", "p.npy", "--axes", "nmk", "--per-class", "--class-names", "a,b,c,dé",
                 "--measure", "variance,label-entropy,zero-one"]
    document = json.loads(run_qualm(*arguments, "--format", "json").out)
    assert run_qualm(*arguments, "-o", "out.npz").code == 0
    arrays = np.load("out.npz")
    parts = ["total", "aleatoric", "epistemic"]
    names = [f"{family}_{part}{suffix}" for family, suffixes in [
        ("variance", ["", "_per_class"]), ("label_entropy", ["", "_per_class"]),
        ("zero_one", [""])] for part in parts for suffix in suffixes]
    assert sorted(arrays.files) == sorted(
        names + ["predicted", "mean", "class_names", "measures", "units"])
    assert arrays["class_names"].tolist() == ["a", "b", "c", "dé"]
    assert arrays["measures"].tolist() == ["variance", "label-entropy", "zero-one"]
    assert arrays["units"].tolist() == [m["unit"] for m in document["measures"].values()]
    assert arrays["predicted"].tolist() == document["predicted"]
    np.testing.assert_array_equal(arrays["mean"], document["mean"])
    for family, values in document["measures"].items():
        column = family.replace("-", "_")
        for part in parts:
            array = arrays[f"{column}_{part}"]
            assert array.dtype == np.float64
            np.testing.assert_array_equal(array, values[part])
            if "per_class" in values:
                np.testing.assert_array_equal(arrays[f"{column}_{part}_per_class"],
                                              values["per_class"][part])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_csv_jsonl_and_json_print_the_same_numbers(dtype):
    np.save("p.npy", random_predictions((30, 3, 4), dtype))
    arguments = ["measure", "p.npy", "--axes", "nmk", "--per-class", "--class-names", "a,b,c,d",
                 "--format"]
    document = json.loads(run_qualm(*arguments, "json").out)
    rows = [json.loads(line) for line in run_qualm(*arguments, "jsonl").out.splitlines()]
    header, *lines = run_qualm(*arguments, "csv").out.decode().splitlines()
    columns = dict(zip(header.split(","), zip(*(line.split(",") for line in lines))))
    assert list(map(int, columns["row"])) == list(range(30)) == [row["row"] for row in rows]
    assert list(map(int, columns["predicted"])) == document["predicted"]
    assert [row["predicted"] for row in rows] == document["predicted"]
    for family in ("variance", "entropy"):
        for part in ("total", "aleatoric", "epistemic"):
            wanted = document["measures"][family][part]
            assert [row[family][part] for row in rows] == wanted
            assert list(map(float, columns[f"{family}_{part}"])) == wanted
    for part in ("total", "aleatoric", "epistemic"):
        wanted = document["measures"]["variance"]["per_class"][part]
        assert [row["variance"]["per_class"][part] for row in rows] == wanted
        for k, name in enumerate("abcd"):
            assert [float(x) for x in columns[f"variance_{part}[{name}]"]] == [
                row[k] for row in wanted]


def test_a_table_without_rows_does_not_count_them():
    np.save("p.npy", random_predictions((40, 3, 4)))
    table = run_qualm("measure", "p.npy", "--top", 0, "--quiet").out.decode()
    assert "mean" in table and "The 0 rows" not in table and "--format csv" in table


def test_the_table_shows_the_top_rows_of_any_score():
    p = random_predictions((100, 3, 4))
    np.save("p.npy", p)
    arguments = ["measure", "p.npy", "--axes", "nmk"]
    document = json.loads(run_qualm(*arguments, "--format", "json").out)
    scores = np.array(document["measures"]["entropy"]["aleatoric"])
    table = run_qualm(*arguments, "--top", 7, "--sort-by", "entropy.aleatoric").out.decode()
    lines = table.splitlines()
    shown = [int(line.split()[0]) for line in lines[4:11]]
    assert shown == np.argsort(-scores, kind="stable")[:7].tolist()
    assert lines[11].startswith("mean")
    assert lines[13] == "The 7 rows with the highest entropy.aleatoric; all rows: --format csv"


def test_the_table_names_predicted_classes(small):
    table = run_qualm("measure", small, "--axes", "nmk", "--class-names", "cat,dog").out.decode()
    assert "   2  cat " in table


def test_sorting_by_what_is_not_measured_is_a_usage_error(small):
    result = run_qualm("measure", small, "--axes", "nmk", "--sort-by", "zero-one.total")
    assert result.code == 2 and result.out == b""
    assert result.err == ("qualm measure: cannot sort by zero-one.total: add zero-one to "
                          "--measure. See 'qualm measure --help'\n")


def test_labels_stand_beside_the_predicted_class_in_every_format(small):
    with open("y.txt", "w") as file:
        file.write("cat\ndog\ncat\ndog\n")
    arguments = ["measure", small, "--axes", "nmk", "--measure", "variance", "--class-names", "cat,dog", "--labels", "y.txt"]
    assert run_qualm(*arguments).out.decode() == LABELLED_TABLE
    lines = run_qualm(*arguments, "--format", "csv").out.decode().splitlines()
    assert lines[0].startswith("row,predicted,label,variance_total")
    assert [line.split(",")[2] for line in lines[1:]] == list("0101")
    lines = run_qualm(*arguments, "--format", "jsonl").out.decode().splitlines()
    assert [json.loads(line)["label"] for line in lines] == [0, 1, 0, 1]
    assert json.loads(run_qualm(*arguments, "--format", "json").out)["labels"] == [0, 1, 0, 1]
    run_qualm(*arguments, "-o", "out.npz")
    assert np.load("out.npz")["labels"].tolist() == [0, 1, 0, 1]


def test_labels_in_the_file_of_the_predictions_are_written_only_if_named(small):
    np.savez("all.npz", predictions=np.load(small), labels=[0, 1, 0, 1])
    arguments = ["measure", "all.npz", "--axes", "nmk", "--format", "json"]
    assert "labels" not in json.loads(run_qualm(*arguments).out)
    assert json.loads(run_qualm(*arguments, "--labels", "all.npz").out)["labels"] == [0, 1, 0, 1]


@pytest.mark.parametrize("width", [60, 80, 100, 140])
def test_labels_fit_the_terminal(small, width, monkeypatch):
    np.save("y.npy", [0, 1, 0, 1])
    names = "a class with a rather long name,another class with a long name"
    monkeypatch.setenv("COLUMNS", str(width))
    table = run_qualm("measure", small, "--axes", "nmk", "--labels", "y.npy", "--class-names", names, "--per-class").out.decode()
    assert "label" in table and max(map(len, table.splitlines())) <= max(width, 62)
