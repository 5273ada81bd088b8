# SPDX-License-Identifier: Apache-2.0
"""The same predictions give the same numbers, however they are stored."""
import gzip
import io
import json
from pathlib import Path

import numpy as np
import pytest
from conftest import random_predictions, run_qualm


def values(*arguments, **options):
    result = run_qualm("measure", *arguments, "--format", "json", "--per-class", "--quiet",
                       **options)
    assert result.err == "" and result.code == 0
    document = json.loads(result.out)
    return document["predicted"], document["mean"], document["measures"]


@pytest.fixture
def stored():
    p = random_predictions((60, 3, 4), np.float32)
    np.save("p.npy", p)
    return p, values("p.npy")


def test_fortran_order(stored):
    np.save("f.npy", np.asfortranarray(stored[0]))
    assert values("f.npy") == stored[1]


def test_the_other_byte_order(stored):
    np.save("b.npy", stored[0].astype(">f4"))
    assert values("b.npy") == stored[1]


@pytest.mark.parametrize("axes", ["nkm", "mnk", "mkn", "knm", "kmn"])
def test_any_order_of_axes(stored, axes):
    for order in "CF":
        p = stored[0].transpose(["nmk".index(axis) for axis in axes])
        np.save("t.npy", p.copy(order=order))
        assert values("t.npy", "--axes", axes) == stored[1]


def test_standard_input(stored):
    buffer = io.BytesIO()
    np.save(buffer, stored[0])
    assert values("-", stdin=buffer.getvalue()) == stored[1]


def test_npz_with_key_compressed_or_not(stored):
    np.savez("two.npz", other=np.zeros(3), test=stored[0])
    assert values("two.npz", "--key", "test") == stored[1]
    np.savez_compressed("one.npz", stored[0])
    assert values("one.npz") == stored[1]


def test_one_file_a_member(stored):
    for m in range(3):
        np.save(f"m{m}.npy", stored[0][:, m])
    assert values("m0.npy", "m1.npy", "m2.npy") == stored[1]


def test_csv_wide_and_long(stored):
    p = stored[0].astype(np.float64)
    p /= p.sum(axis=-1, keepdims=True)
    np.save("p64.npy", p)
    wanted = values("p64.npy")
    names = ["a", "b", "c", "d"]
    with open("wide.csv", "w") as file:
        file.write(",".join(f"p_{m}_{k}" for m in range(3) for k in names) + "\n")
        for row in p:
            file.write(",".join(repr(float(x)) for x in row.ravel()) + "\n")
    with open("long.csv", "w") as file:
        file.write("row,member,class,prob\n")
        for i in range(len(p)):
            for m in range(3):
                for k in range(4):
                    file.write(f"{i},{m},{names[k]},{float(p[i, m, k])!r}\n")
    assert values("wide.csv") == wanted
    assert values("long.csv") == wanted
    with open("wide.csv", "rb") as file:
        assert values("-", stdin=file.read()) == wanted


def test_class_names_of_an_npz_are_kept(stored):
    np.savez("named.npz", predictions=stored[0], class_names=["cat", "dog", "owl", "Küken"])
    assert values("named.npz") == stored[1]
    result = run_qualm("measure", "named.npz", "--per-class", "--format", "csv", "--quiet")
    assert "mean[owl],mean[Küken]".encode() in result.out


def test_class_names_of_a_csv_are_kept():
    with open("p.csv", "w") as file:
        file.write("p_0_cat,p_0_dog\n0.25,0.75\n")
    result = run_qualm("measure", "p.csv", "--format", "csv", "--per-class", "--quiet")
    assert b"mean[cat],mean[dog]" in result.out


def test_inferred_axes_are_told_unless_quiet(stored):
    result = run_qualm("measure", "p.npy", "--format", "csv")
    assert result.code == 0
    assert result.err == "qualm: note: p.npy: read 60x3x4 as 60 instances x 3 members x 4 classes (--axes nmk)\n"
    assert run_qualm("measure", "p.npy", "--format", "csv", "--quiet").err == ""
    assert run_qualm("measure", "p.npy", "--format", "csv", "--axes", "nmk").err == ""


def test_one_member_is_told():
    np.save("p.npy", random_predictions((10, 3)))
    result = run_qualm("measure", "p.npy", "--format", "csv")
    assert result.code == 0
    assert result.err == ("qualm: note: there is only one member: epistemic uncertainty from the spread of members is 0 by construction\n")


def test_a_set_with_a_certain_point_is_not_taken_for_one_hot_rows():
    np.save("p.npy", [[[.5, .3, .2], [1, 0, 0]]] * 3)
    for measure in ("credal", "credal-interval", "tv-ball:0.9"):
        assert run_qualm("measure", "p.npy", "--axes", "nmk", "--measure", measure, "--format", "csv").err == ""


def test_rescaled_rows_are_counted():
    p = random_predictions((10, 2, 3))
    p[3:6] *= 2
    np.save("p.npy", p)
    assert run_qualm("measure", "p.npy", "--axes", "nmk").code == 3
    result = run_qualm("measure", "p.npy", "--axes", "nmk", "--renormalize", "--format", "json")
    assert result.code == 0
    document = json.loads(result.out)
    count = document["conventions"]["renormalized_rows"]
    assert result.err == f"qualm: note: {count} rows were rescaled to sum to 1\n"
    assert count == 6  # three instances of two members


def test_members_that_are_all_sure_are_named_as_the_reason_for_no_aleatoric_uncertainty():
    p = np.eye(3)[np.random.default_rng(0).integers(3, size=(40, 5))]
    np.save("p.npy", p)
    note = "qualm: note: all members with a positive weight predict one-hot rows: aleatoric uncertainty is 0 by construction\n"
    result = run_qualm("measure", "p.npy", "--axes", "nmk")
    assert result.code == 0 and result.err == note
    assert run_qualm("measure", "p.npy", "--axes", "nmk", "--quiet").err == ""
    p[39, 4] = [0.5, 0.25, 0.25]
    np.save("p.npy", p)
    assert run_qualm("measure", "p.npy", "--axes", "nmk").err == ""


def safetensors(**arrays):
    """The bytes of a file that holds these arrays."""
    header, data = {}, b""
    for name, array in arrays.items():
        kind = {"float32": "F32", "float64": "F64", "int64": "I64", "uint16": "BF16"}[str(array.dtype)]
        header[name] = {"dtype": kind, "shape": array.shape, "data_offsets": [len(data), len(data) + array.nbytes]}
        data += array.tobytes()
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + data


def test_every_format_gives_the_same_numbers():
    p = random_predictions((30, 3, 4))
    labels = np.arange(30) % 4
    np.save("p.npy", p)
    lines = "".join(json.dumps({"label": int(y), "probs": row}) + "\n" for row, y in zip(p.tolist(), labels))
    files = {"p.safetensors": safetensors(predictions=p, labels=labels), "p.jsonl": lines.encode(),
             "p.jsonl.gz": gzip.compress(lines.encode()), "p.npy.gz": gzip.compress(Path("p.npy").read_bytes())}
    wanted = run_qualm("measure", "p.npy", "--axes", "nmk", "--format", "csv", "--quiet").out
    for name, content in files.items():
        Path(name).write_bytes(content)
        assert run_qualm("measure", name, "--axes", "nmk", "--format", "csv", "--quiet").out == wanted, name
    np.save("labels.npy", labels)
    rejected = run_qualm("reject", "p.npy", "--axes", "nmk", "--labels", "labels.npy", "--format", "json", "--quiet").out
    for arguments in (["p.safetensors"], ["p.jsonl", "--labels", "p.jsonl"]):
        found = run_qualm("reject", *arguments, "--axes", "nmk", "--format", "json", "--quiet")
        assert json.loads(found.out)["curves"] == json.loads(rejected)["curves"], found.err


def test_rows_of_bfloat16_sum_to_one_as_far_as_it_rounds():
    p = random_predictions((200, 2, 10)).astype(np.float32)
    rounded = ((p.view(np.uint32) + 0x8000) >> 16).astype(np.uint16)
    Path("p.safetensors").write_bytes(safetensors(p=rounded))
    np.save("p.npy", (rounded.astype(np.uint32) << 16).view(np.float32))
    found = run_qualm("measure", "p.safetensors", "--format", "csv", "--axes", "nmk", "--quiet")
    assert found.code == 0 and len(found.out.splitlines()) == 201, found.err
    assert run_qualm("measure", "p.npy", "--axes", "nmk", "--quiet").code == 3  # float32 must be closer to one


def test_results_are_packed_where_the_ending_asks_for_it():
    np.save("p.npy", random_predictions((50, 3, 4)))
    for ending in ("csv", "jsonl"):
        for packed in ("", ".gz"):
            assert run_qualm("measure", "p.npy", "--axes", "nmk", "-o", f"m.{ending}{packed}", "--quiet").code == 0
        assert gzip.decompress(Path(f"m.{ending}.gz").read_bytes()) == Path(f"m.{ending}").read_bytes()
    refused = run_qualm("measure", "p.npy", "--axes", "nmk", "-o", "m.npz.gz", "--quiet")
    assert refused.code == 2 and ".csv.gz, .jsonl, .jsonl.gz" in refused.err
