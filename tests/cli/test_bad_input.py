# SPDX-License-Identifier: Apache-2.0
"""Bytes and numbers that are not what they should be: one line, the right exit code, no output."""
import io
import os
import pathlib
import pickle
import re
import struct
import zipfile

import numpy as np
import pytest
from conftest import random_predictions, run_qualm

USAGE, DATA, SYSTEM = 2, 3, 4


def refused(code, *words, arguments=("bad.npy",), stdin=b""):
    """The command must fail with the code and with one line that holds the words."""
    result = run_qualm("measure", *arguments, "--format", "csv", "--quiet", stdin=stdin)
    assert result.code == code, result
    assert result.out == b""
    assert re.fullmatch(r"qualm measure: [^\n]+\n", result.err), result.err
    for word in words:
        assert word in result.err, result.err
    assert ("See 'qualm measure --help'" in result.err) == (code == USAGE)
    return result.err


def write(data, path="bad.npy"):
    with open(path, "wb") as file:
        file.write(data)


def npy(header, data=b"", version=(1, 0), length=None):
    text = header if isinstance(header, bytes) else header.encode()
    text += b"\n"
    count = len(text) if length is None else length
    size = struct.pack("<H", count) if version[0] == 1 else struct.pack("<I", count)
    return b"\x93NUMPY" + bytes(version) + size + text + data


def header(descr="'<f8'", shape="(2, 2)", order="False"):
    return f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}"


def test_empty_file():
    write(b"")
    refused(DATA, "bad.npy", "empty")
    refused(DATA, "<stdin>", "empty", arguments=["-"])


@pytest.mark.parametrize("data", [b"\x93NUMPX\x01\x00", b"\x00\x01\x02\x03" * 10,
                                  b"\x7fELF" + bytes(60)])
def test_wrong_magic(data):
    write(data)
    refused(DATA, "bad.npy")


@pytest.mark.parametrize("length", range(6, 90, 7))
def test_truncated_header_or_data(length):
    buffer = io.BytesIO()
    np.save(buffer, random_predictions((4, 2, 2)))
    write(buffer.getvalue()[:length])
    refused(DATA, "bad.npy")
    write(buffer.getvalue()[:-length])
    refused(DATA, "bad.npy")


def test_header_length_of_four_gigabytes():
    write(npy(header(), version=(2, 0), length=0xFFFFFFFF))
    refused(DATA, "bad.npy")


@pytest.mark.parametrize("shape", [
    "(4294967296, 4294967296, 4294967296)",  # the product overflows
    "(1000000000, 5, 10)",                   # the file cannot hold it
    "(-2, 2)", "(2, -2)", "(99999999999999999999999, 2)", "(2.0, 2)", "2", "(2, 2", "((2, 2))"])
def test_impossible_shapes(shape):
    write(npy(header(shape=shape), bytes(32)))
    refused(DATA, "bad.npy")


@pytest.mark.parametrize("shape", [(0, 5, 10), (5, 0, 10), (5, 5, 0), (0, 3)])
def test_arrays_without_numbers(shape):
    np.save("bad.npy", np.zeros(shape))
    refused(DATA, "bad.npy", arguments=["bad.npy", "--axes", "nmk" if len(shape) == 3 else "nk"])
    refused(DATA, "bad.npy")


@pytest.mark.parametrize("shape", [(), (8,), (2, 2, 2, 2)])
def test_wrong_number_of_axes(shape):
    np.save("bad.npy", np.full(shape, 0.5))
    refused(DATA, "bad.npy", "axis" if shape == () else "axes")


@pytest.mark.parametrize("descr", ["'|O'", "[('a', '<f8')]", "'<c16'", "'<U4'", "'<M8[ns]'", "'<f3'",
                                   "'nonsense'"])
def test_types_that_are_no_numbers(descr):
    write(npy(header(descr=descr), bytes(32)))
    refused(DATA, "bad.npy")


def test_deeply_nested_header():
    write(npy("(" * 50000, version=(2, 0)))
    refused(DATA, "bad.npy")


def test_trailing_bytes():
    buffer = io.BytesIO()
    np.save(buffer, random_predictions((4, 2, 2)))
    write(buffer.getvalue() + b"x")
    refused(DATA, "bad.npy")


def test_zip_bomb():
    with zipfile.ZipFile("bad.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("p.npy", npy(header(shape="(2, 2)"), bytes(100_000_000)))
    refused(DATA, "bad.npz", arguments=["bad.npz"])


def test_bad_checksum():
    with zipfile.ZipFile("bad.npz", "w") as archive:
        archive.writestr("p.npy", npy(header(), np.full(4, 0.5).tobytes()))
    data = bytearray(open("bad.npz", "rb").read())
    at = data.index(np.full(4, 0.5).tobytes())
    data[at:at + 8] = struct.pack("<d", 0.25)
    write(data, "bad.npz")
    refused(DATA, "bad.npz", arguments=["bad.npz"])


def test_two_arrays_without_key():
    np.savez("bad.npz", train=np.zeros(2), test=np.zeros(2))
    refused(DATA, "bad.npz", "--key", "train", "test", arguments=["bad.npz"])
    refused(DATA, "bad.npz", 'did you mean "test"', arguments=["bad.npz", "--key", "tset"])


@pytest.mark.parametrize("text, words", [
    ("0.5,0.5\n0.5\n", ["line 2"]),
    ("0,5;0,5\n", ["comma"]),
    ("0.5,1e400\n", ["1e400"]),
    ("0.5,abc\n0.5,0.5\n0.5,x\n", ["line"]),
    ("0.5,\n", []),
])
def test_broken_csv(text, words):
    write(text.encode(), "bad.csv")
    refused(DATA, "bad.csv", *words, arguments=["bad.csv"])


def test_a_line_that_never_ends():
    write(b"0.5," * 20_000_000, "bad.csv")
    refused(DATA, "bad.csv", arguments=["bad.csv"])


def test_names_that_are_not_utf8(small):
    write(b"p_0_\xff,p_0_b\n0.5,0.5\n", "bad.csv")
    refused(DATA, "bad.csv", "UTF-8", arguments=["bad.csv"])
    write(b"a\n\xff\n", "names.txt")
    refused(DATA, "names.txt", "UTF-8", arguments=[small, "--class-names", "names.txt"])
    refused(USAGE, "UTF-8", arguments=[small, "--axes", "nmk", "--class-names",
                                       os.fsdecode(b"a,\xff")])


def test_a_directory_or_a_missing_file(small):
    os.mkdir("folder")
    refused(SYSTEM, "folder", "directory", arguments=["folder"])
    refused(SYSTEM, "missing.npy", "No such file", arguments=["missing.npy"])
    refused(SYSTEM, "w.txt", "No such file", arguments=[small, "--class-weights", "w.txt"])
    refused(SYSTEM, "n.txt", "No such file", arguments=[small, "--class-names", "n.txt"])


@pytest.mark.parametrize("name", ["bad.pkl", "bad.pt"])
def test_a_pickle_is_refused_with_the_way_out(name):
    with open(name, "wb") as file:
        if name == "bad.pt":
            with zipfile.ZipFile(file, "w") as archive:
                archive.writestr("archive/data.pkl", pickle.dumps([1], protocol=2))
                archive.writestr("archive/version", "3\n")
        else:
            pickle.dump(np.zeros(3), file)
    refused(DATA, name, "numpy.save", arguments=[name])


@pytest.mark.parametrize("scale, hint", [(2, "sum to 2"), (100, "percentages")])
def test_rows_that_do_not_sum_to_one(scale, hint):
    np.save("bad.npy", random_predictions((6, 2, 4)) * scale)
    refused(DATA, "bad.npy", "row 0", "member 0", hint)


def test_rows_that_look_like_logits():
    np.save("bad.npy", np.random.default_rng(0).normal(scale=3, size=(20, 3, 4)))
    refused(DATA, "bad.npy", "--input logits")


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, -0.25])
def test_numbers_that_are_no_probabilities(value):
    p = random_predictions((50, 3, 4), np.float32)
    p[41, 2, 1] = value
    np.save("bad.npy", p)
    refused(DATA, "bad.npy", "row 41", "member 2", "class 1", arguments=["bad.npy", "--axes", "nmk"])


def test_a_row_of_zeros():
    p = random_predictions((50, 3, 4))
    p[7, 1] = 0
    np.save("bad.npy", p)
    for more in ([], ["--renormalize"]):
        refused(DATA, "row 7", "member 1", "zero", arguments=["bad.npy", "--axes", "nmk", *more])


def test_concentrations_that_are_not_positive():
    alpha = np.ones((10, 3))
    alpha[4, 2] = 0
    np.save("bad.npy", alpha)
    refused(DATA, "row 4", "class 2", arguments=["bad.npy", "--input", "dirichlet"])


def test_votes_out_of_range():
    votes = np.ones((10, 3), int)
    votes[2, 1] = 3
    np.save("bad.npy", votes)
    refused(DATA, "row 2", "member 1", "subtract 1",
            arguments=["bad.npy", "--input", "votes", "--axes", "nm", "--classes", "3"])


def test_ambiguous_axes():
    p = np.full((5, 5, 5), 0.2)
    np.save("bad.npy", p)
    refused(USAGE, "bad.npy", "5x5x5", "--axes")


@pytest.mark.parametrize("axes", ["nmkk", "nm", "abc", "nnk"])
def test_axes_that_do_not_fit(small, axes):
    refused(USAGE, f"--axes {axes}", arguments=[small, "--axes", axes])


def test_members_of_different_shape():
    np.save("a.npy", random_predictions((6, 3)))
    np.save("b.npy", random_predictions((7, 3)))
    refused(DATA, "b.npy", "7x3", "6x3", arguments=["a.npy", "b.npy"])


def test_one_class_only():
    np.save("bad.npy", np.ones((5, 3, 1)))
    refused(DATA, "bad.npy", "one class", arguments=["bad.npy", "--axes", "nmk"])


@pytest.mark.parametrize("option", ["--class-weights", "--member-weights"])
@pytest.mark.parametrize("weights", ["1,2,3", "1", "-1,1", "nan,1", "inf,1", "0,0"])
def test_weights_that_do_not_fit(small, option, weights):
    refused(USAGE, option, arguments=[small, "--axes", "nmk", option, weights])


def test_class_names_that_do_not_fit(small):
    refused(USAGE, "--class-names", "3", "2",
            arguments=[small, "--axes", "nmk", "--class-names", "a,b,c"])


def test_class_names_of_a_file_that_do_not_fit():
    np.savez("p.npz", predictions=np.full((4, 2, 2), .5), class_names=["a", "b", "c"])
    refused(DATA, "p.npz", "3", "2", "--class-names", arguments=["p.npz", "--axes", "nmk"])


def test_standard_input_twice():
    refused(USAGE, "standard input", arguments=["-", "-"])


def test_a_correction_that_cannot_be():
    np.save("one.npy", random_predictions((6, 1, 3)))
    refused(USAGE, "--corrected", arguments=["one.npy", "--axes", "nmk", "--corrected"])


def test_a_key_without_an_archive(small):
    refused(USAGE, "--key", arguments=[small, "--key", "p"])


@pytest.mark.parametrize("arguments, code, words", [
    (["measure", "p.npy", "--memory", "4XB"], 2, "--memory 4XB: write a size such as 4GB or 500MB, or auto"),
    (["measure", "p.npy", "--memory", "1e30GB"], 2, "--memory 1e30GB: write a size such as"),
    (["measure", "-", "-"], 2, "can be read only once"),
    (["reject", "p.npy", "--labels", "y.npy", "--scores", "variance.epistemic[0"], 2, "close the bracket"),
    (["reject", "p.npy", "--labels", "y.npy", "--scores", "variance.epistemic[zebra]"], 2, "unknown class 'zebra'"),
    (["measure", "p.npy", "--measure", "tsallis:x"], 2, "'x' is not a number"),
    (["measure", "p.npy", "--measure", "tsallis:1e9"], 2, "must be from 0.01 to 100"),
    (["measure", "huge.npy", "--renormalize"], 3, "row 0, member 0: the row sums to infinity: divide"),
    (["measure", "many.npy", "--input", "dirichlet", "--axes", "nk"], 3, "row 0: the concentrations sum to infinity: leave"),
    (["measure", "records.npy"], 3, "holds records (a structured dtype), not plain numbers; save one field"),
    (["measure", "version.npy"], 3, ".npy version 9.0 is unknown"),
    (["measure", "f8.safetensors"], 3, 'dtype "F8_E4M3" is not read; save it as F32'),
    (["merge", "first.part", "other.part"], 2, "other.part does not say which shard it is, first.part is shard 1 of 2"),
])
def test_errors_that_are_met_seldom(arguments, code, words):
    rng = np.random.default_rng(0)
    np.save("p.npy", rng.dirichlet(np.ones(3), (8, 4)))
    np.save("y.npy", rng.integers(3, size=8))
    np.save("huge.npy", np.full((2, 2, 3), 1.7e308))
    np.save("many.npy", np.full((2, 3), 1.7e308))
    np.save("records.npy", np.zeros(3, dtype=[("a", "f8")]))
    write(b"\x93NUMPY\x09" + pathlib.Path("p.npy").read_bytes()[7:], "version.npy")
    tensors = b'{"p":{"dtype":"F8_E4M3","shape":[2,2],"data_offsets":[0,4]}}'
    write(struct.pack("<Q", len(tensors)) + tensors + bytes(4), "f8.safetensors")
    for part, shard in (("first.part", ["--shard", "1/2"]), ("other.part", [])) if arguments[0] == "merge" else ():
        assert run_qualm("measure", "p.npy", "--axes", "nmk", "--partial", part, *shard).code == 0
    has_axes = arguments[0] == "merge" or "--axes" in arguments
    result = run_qualm(*arguments, "--quiet", *([] if has_axes else ["--axes", "nmk"]))
    assert result.code == code and words in result.err and result.err.count("\n") == 1, result
