#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the seeds of corpus/: small valid inputs of every kind, from which the fuzzer starts.

usage: tests/fuzz/make_seeds.py QUALM"""
import gzip
import hashlib
import io
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

import h5py
import numpy as np

CORPUS = pathlib.Path(__file__).parent / "corpus"
QUALM = str(pathlib.Path(sys.argv[1]).resolve())
members = np.array([[[.7, .2, .1], [.4, .5, .1]], [[.1, .3, .6], [.2, .2, .6]]])


def seed(target, name, content):
    folder = CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)


def npy(array):
    out = io.BytesIO()
    np.save(out, array)
    return out.getvalue()


def npz(save, **arrays):
    out = io.BytesIO()
    save(out, **arrays)
    return out.getvalue()


def idx(array):
    return struct.pack(">BBBB", 0, 0, 8, array.ndim) + struct.pack(f">{array.ndim}I", *array.shape) + array.tobytes()


def safetensors(array):
    header = b'{"probs":{"dtype":"F64","shape":[2,2,3],"data_offsets":[0,96]}}'
    return struct.pack("<Q", len(header)) + header + array.tobytes()


def hdf5(**options):
    out = io.BytesIO()
    with h5py.File(out, "w", **options) as file:
        file["p"] = members
        file.create_dataset("test/packed", data=members.astype(np.float32), chunks=(1, 2, 3), compression="gzip", shuffle=True)
        file["labels"] = np.array([0, 2], dtype=">i4")
    return out.getvalue()


CSV = b"cat,dog,owl\n0.7,0.2,0.1\n0.1,0.3,0.6\n"
LONG_CSV = b"row,member,class,prob\n0,0,cat,0.7\n0,0,dog,0.3\n0,1,cat,0.5\n0,1,dog,0.5\n"
seed("arrays", "float64.npy", npy(members))
seed("arrays", "float16.npy", npy(members.astype(np.float16)))
seed("arrays", "big_endian_fortran.npy", npy(np.asfortranarray(members.astype(">f4"))))
seed("arrays", "votes.npy", npy(np.array([[0, 2, 1], [1, 1, 1]])))
seed("arrays", "names.npy", npy(np.array(["cat", "dog"])))
seed("arrays", "stored.npz", npz(np.savez, predictions=members, labels=np.array([0, 2])))
seed("arrays", "deflated.npz", npz(np.savez_compressed, p=members, class_names=np.array(["a", "b", "c"])))
seed("arrays", "wide.csv", CSV)
seed("arrays", "long.csv", LONG_CSV)
seed("arrays", "quoted.csv", b'"a ""b""",c\r\n"0.5",.5\r\n1e-3,9.99e-1\r\n')
seed("arrays", "gzipped.csv.gz", gzip.compress(CSV, mtime=0))
seed("arrays", "pictures.idx", idx(np.arange(8, dtype=np.uint8).reshape(2, 2, 2)))
seed("arrays", "tensors.safetensors", safetensors(members))
seed("arrays", "rows.jsonl", b'{"cat": 0.7, "dog": 0.3}\n{"cat": 0.1, "dog": 0.9}\n')
seed("arrays", "arrays.jsonl", b"[[0.7, 0.3], [0.4, 0.6]]\n[[0.1, 0.9], [0.5, 0.5]]\n")

seed("arrays", "labels.txt", b"cat\ndog\n2\n")
seed("arrays", "labels.npy", npy(np.array([0, 2, 1, 1])))
seed("arrays", "weights.npy", npy(np.array([1, 0, 2.5])))
seed("arrays", "labels.csv", b"id,label\na,cat\nb,dog\n")
seed("hdf5", "first.h5", hdf5())
seed("hdf5", "latest.h5", hdf5(libver="latest"))

pictures = np.arange(2 * 3072, dtype=np.uint32).astype(np.uint8).reshape(2, 3072)
seed("datasets", "mnist", b"\x01" + idx(np.zeros((2, 28, 28), np.uint8)))
seed("datasets", "cifar", b"\x02" + b"".join(bytes([3]) + row.tobytes() for row in pictures))
seed("datasets", "pictures_npz", b"\x00" + npz(
    np.savez_compressed, images=pictures.reshape(2, 32, 32, 3), labels=np.array([1, 0])))
seed("datasets", "features_csv", b"\x00" + CSV)
matlab = b"MATLAB 5.0 MAT-file, made for a test".ljust(116) + bytes(8) + struct.pack("<HH", 0x0100, 0x4D49)
seed("datasets", "matlab", b"\x03" + matlab + struct.pack("<II", 14, 8) + bytes(8))

rng = np.random.default_rng(0)
for name, flags, dtype in (("probs32", 2, np.float32), ("probs64", 0, np.float64), ("logits32", 3, np.float32),
                           ("logits64", 1, np.float64)):
    seed("kernels", name, bytes([3, 8, flags]) + rng.random((4, 4, 10)).astype(dtype).tobytes())
seed("kernels", "certain", bytes([1, 0, 2]) + np.array([[1, 0], [0, 1], [1, 1e-38], [1e-45, 1]], np.float32).tobytes())

TOKEN = "0123456789abcdef0123456789abcdef"
seed("requests", "page", f"GET\n127.0.0.1:8000\n\n\n{TOKEN}\n\n".encode())
seed("requests", "rows", f"GET\n127.0.0.1:8000\nhttp://127.0.0.1:8000\n{TOKEN}\n\nsort=variance.epistemic\ncount=20\n"
     "first=0\nweights=1,1,5\nclass=2\n".encode())
seed("requests", "stranger", b"POST\nevil.example\nnull\n\nwrong\nbody\n")

HOST, COOKIE = "Host: 127.0.0.1:{port}", "Cookie: qualm_{port}={token}"
for name, *lines in (("page", "GET /?token={token} HTTP/1.1", HOST),
                     ("summary", "GET /summary?weights=1,2 HTTP/1.1", HOST, COOKIE),
                     ("rows", "GET /rows?sort=variance.epistemic&count=2&first=0 HTTP/1.1", HOST, COOKIE),
                     ("picture", "GET /picture?set=0&row=1 HTTP/1.0", HOST, COOKIE, "Connection: keep-alive"),
                     ("body", "POST /rows HTTP/1.1", HOST, COOKIE, "Content-Length: 4", "", "abcd"),
                     ("chunks", "GET / HTTP/1.1", HOST, COOKIE, "Transfer-Encoding: chunked", "", "2", "ab", "0"),
                     ("stranger", "GET /summary HTTP/1.1", HOST, "Origin: http://evil.example"),
                     ("two", "GET /none HTTP/1.1", HOST, COOKIE, "", "HEAD http://a/%zz?%00 HTTP/1.1", HOST)):
    seed("http", name, "\r\n".join(lines).encode())

for i, text in enumerate(("variance", "tsallis:1.5", "tsallis:1.5.epistemic", "tv-ball:0.1", "credal.hartley",
                          "variance.total[cat]", "entropy.epistemic[2]", "mnk", "3/16", "beta(8,2)",
                          "1/3*dirac(0) + 2/3*beta(1,2)", "uniform(.3,.7)", "normal(.5,.1)", "dirichlet(2,3,5)")):
    seed("texts", f"{i:02}", text.encode())

with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)
    np.save(folder / "p.npy", members)
    np.save(folder / "y.npy", np.array([0, 2]))
    np.save(folder / "far.npy", members[::-1])
    for command in (["measure", "p.npy"], ["reject", "p.npy", "--labels", "y.npy"],
                    ["ood", "--in", "p.npy", "--out", "far=far.npy"]):
        part = folder / "part"
        subprocess.run([QUALM, *command, "--axes", "nmk", "--quiet", "--partial", "part", "--shard", "1/2"],
                       cwd=folder, check=True)
        seed("states", command[0], part.read_bytes())
archive = npz(np.savez, **{"network.weight": members[0], "place": np.arange(4.)})
seed("checkpoints", "without_checksum", archive)
seed("checkpoints", "deflated", npz(np.savez_compressed, place=np.arange(4.)))
comment = b"qualm sha256 "
body = archive[:-2] + struct.pack("<H", len(comment) + 64) + comment
seed("checkpoints", "with_checksum", body + hashlib.sha256(body).hexdigest().encode())
seed("checkpoints", "line", b'{"accuracy":0.5,"epoch":1,"images_per_second":100.0,"loss":1.25,"member":0,"run":0,'
     b'"seconds":2.5,"test_accuracy":null}')
seed("checkpoints", "ensemble.json", json.dumps({
    "members": 2, "runs": 1, "schema": "qualm.ensemble/1", "versions": {"libtorch": "1.13.1"}, "plan": {
        "augment": False, "batch_size": 32, "class_names": ["a", "b"], "data_sha256": "0" * 64, "dataset": "mine.npz",
        "device": "cpu", "dropout": 0.0, "epochs": 2, "hidden": [8], "method": "ensemble", "model": "mlp",
        "momentum": 0.0, "n_classes": 2, "n_rows": 60, "normalization": {"deviation": [1.0], "divisor": 255.0, "mean": [0.0]},
        "optimizer": "adam", "rate": 0.001, "rate_steps": [{"epoch": 1, "rate": 0.0001}], "seed": 0, "shape": [1, 8, 8],
        "shuffle": True, "start_sha256": "", "stem": "imagenet", "threads": 1, "weight_decay": 0.0}}).encode())
seed("states", "empty", b"")
seed("states", "zeros", bytes(64))
