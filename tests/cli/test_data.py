# SPDX-License-Identifier: Apache-2.0
"""qualm data: what is found, what is right, and downloads that resume."""
import gzip
import http.server
import json
import os
import pathlib
import shutil
import signal
import subprocess
import threading
import time

import numpy as np
import pytest
from conftest import QUALM, run_qualm

PACKAGE = pathlib.Path("/usr/share/datasets/fashion-mnist")
needs_package = pytest.mark.skipif(not PACKAGE.exists(), reason="the package dataset-fashion-mnist is not here")


class Server(http.server.ThreadingHTTPServer):
    """Serves a folder with Range support; keeps what was asked; may be slow, break off, or know no Range."""
    daemon_threads = True

    def __init__(self, folder, has_ranges=True, holds_after=None, breaks_after=None):
        super().__init__(("127.0.0.1", 0), Handler)
        self.folder, self.has_ranges, self.holds_after, self.breaks_after = folder, has_ranges, holds_after, breaks_after
        self.go_on = threading.Event()
        self.asked = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        wanted = self.headers.get("Range")
        self.server.asked.append((self.path, wanted))
        path = self.server.folder / self.path.lstrip("/")
        if not path.is_file():
            return self.send_error(404)
        content, first = path.read_bytes(), 0
        if wanted and self.server.has_ranges:
            first = int(wanted.removeprefix("bytes=").split("-")[0])
            if first >= len(content):
                return self.send_error(416)
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {first}-{len(content) - 1}/{len(content)}")
        else:
            self.send_response(200)
        self.send_header("Content-Length", str(len(content) - first))
        self.end_headers()
        end = len(content) if self.server.breaks_after is None else min(len(content), first + self.server.breaks_after)
        for start in range(first, end, 65536):
            if self.server.holds_after is not None and start - first >= self.server.holds_after:
                self.server.go_on.wait()
            self.wfile.write(content[start:min(end, start + 65536)])

    def log_message(self, *_):
        pass


@pytest.fixture
def serve():
    servers = []

    def start(folder, **options):
        servers.append(Server(pathlib.Path(folder), **options))
        return servers[-1]
    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture(autouse=True)
def own_home(monkeypatch, tmp_path):
    """No data of whoever runs the tests."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.delenv("QUALM_DATA", raising=False)


@pytest.fixture
def mirror():
    """Two .npz files as CIFAR-10.2 has them; nobody told us their sums."""
    folder = pathlib.Path("mirror")
    folder.mkdir()
    random = np.random.default_rng(0)
    for split, n in (("train", 400), ("test", 20)):
        np.savez(folder / f"cifar102_{split}.npz", labels=np.arange(n) % 10,
                 images=random.integers(0, 256, (n, 32, 32, 3), dtype=np.uint8))
    return folder


def data(*arguments, code=0):
    result = run_qualm("data", *arguments, "--format", "json", "--quiet")
    assert (result.code, result.err) == (code, "")
    return json.loads(result.out)


def error_of(*arguments, code):
    result = run_qualm("data", *arguments, "--quiet")
    assert (result.code, result.out) == (code, b"")
    assert len(result.err.splitlines()) == 1, result.err
    return result.err


def same(a, b):
    return pathlib.Path(a).read_bytes() == pathlib.Path(b).read_bytes()


def test_list_tells_what_is_known_where_it_was_looked_for_and_what_was_found():
    pathlib.Path("mine/mnist").mkdir(parents=True)
    pathlib.Path("env/cifar-10/cifar-10-batches-bin").mkdir(parents=True)
    for name in ("train-images-idx3-ubyte.gz", "train-labels-idx1-ubyte", "t10k-images.idx3-ubyte"):
        pathlib.Path("mine/mnist", name).touch()
    pathlib.Path("env/cifar-10/cifar-10-batches-bin/data_batch_2.bin").touch()
    result = run_qualm("data", "list", "--data-dir", "mine", "--format", "json", env={"QUALM_DATA": "env"})
    found = json.loads(result.out)
    assert found["schema"] == "qualm.data/1"
    assert found["places"] == ["mine", "env", os.environ["XDG_DATA_HOME"] + "/qualm", "/usr/share/datasets"]
    sets = {row["name"]: row for row in found["datasets"]}
    assert list(sets) == ["mnist", "fashion-mnist", "kmnist", "emnist-letters", "cifar-10", "svhn", "cifar-10.2"]
    splits = sets["mnist"]["splits"]
    assert (splits["train"]["state"], splits["train"]["folder"], splits["train"]["instances"]) == (
        "whole", "mine/mnist", 60000)
    assert splits["test"]["state"] == "partial"
    assert [file["path"] for file in splits["test"]["files"]] == ["mine/mnist/t10k-images.idx3-ubyte", ""]
    assert sets["cifar-10"]["splits"]["train"]["state"] == "partial"
    assert sets["svhn"]["splits"]["train"]["state"] == "absent"
    assert sets["fashion-mnist"]["debian_package"] == "dataset-fashion-mnist"
    table = run_qualm("data", "list", "--data-dir", "mine").out.decode()
    assert "t10k-labels-idx1-ubyte.gz missing in mine/mnist" in table and "dataset-fashion-mnist" in table


@needs_package
def test_check_compares_the_unpacked_content(tmp_path):
    assert {file["verdict"] for file in data("check", "fashion-mnist")["files"]} == {"right"}
    folder = tmp_path / "own/fashion-mnist"
    shutil.copytree(PACKAGE, folder)
    images = folder / "t10k-images-idx3-ubyte.gz"
    content = gzip.decompress(images.read_bytes())
    images.write_bytes(gzip.compress(content, 1))  # gzipped anew: still the right one
    (folder / "t10k-labels-idx1-ubyte.gz").unlink()
    (folder / "t10k-labels-idx1-ubyte").write_bytes(gzip.open(PACKAGE / "t10k-labels-idx1-ubyte.gz").read())
    assert {file["verdict"] for file in data("check", "fashion-mnist", "--data-dir", "own")["files"]} == {"right"}
    changed = bytearray(content)
    changed[1000] ^= 1
    for wrong, word in ((changed, "sha256"), (content[:-1], "truncated"), (content + b"x", "more than")):
        images.write_bytes(gzip.compress(bytes(wrong), 1))
        files = data("check", "fashion-mnist", "--data-dir", "own", code=1)["files"]
        assert [file["verdict"] for file in files] == ["right", "right", "different", "right"]
        assert word in files[2]["detail"]
    images.write_bytes(images.read_bytes()[:-100])
    assert data("check", "fashion-mnist", "--data-dir", "own", code=1)["files"][2]["verdict"] == "different"
    images.unlink()
    shutil.rmtree(tmp_path / "own")
    result = run_qualm("data", "check", "fashion-mnist")
    assert result.code == 0 and result.out.decode().count("right") == 4


def test_check_says_no_where_nothing_is():
    assert {file["verdict"] for file in data("check", "svhn", code=1)["files"]} == {"missing"}


@needs_package
def test_get_takes_the_real_files_from_a_server_once(serve):
    server = serve(PACKAGE.parent)
    got = data("get", "fashion-mnist", "--split", "test", "--data-dir", "own", "--mirror", server.address)
    assert got["schema"] == "qualm.data_get/1"
    assert [(file["name"], file["verdict"]) for file in got["files"]] == [
        ("t10k-images-idx3-ubyte.gz", "right"), ("t10k-labels-idx1-ubyte.gz", "right")]
    for file in got["files"]:
        assert same(file["path"], PACKAGE / file["name"]) and file["from"].startswith(server.address)
    assert sorted(os.listdir("own/fashion-mnist")) == sorted(file["name"] for file in got["files"])
    n_asked = len(server.asked)
    again = data("get", "fashion-mnist", "--split", "test", "--data-dir", "own", "--mirror", server.address)
    assert [file["from"] for file in again["files"]] == ["", ""] and len(server.asked) == n_asked


@needs_package
def test_get_needs_nothing_where_the_package_is(serve):
    result = run_qualm("data", "get", "fashion-mnist", "--mirror", serve("/nowhere").address)
    assert result.code == 0 and result.out.decode().count("there already") == 4
    assert "Debian package dataset-fashion-mnist" in result.err


@needs_package
def test_get_replaces_a_damaged_file(serve):
    folder = pathlib.Path("own/fashion-mnist")
    folder.mkdir(parents=True)
    (folder / "t10k-labels-idx1-ubyte.gz").write_bytes(b"\x1f\x8bnonsense")
    got = data("get", "fashion-mnist", "--split", "test", "--data-dir", "own", "--mirror", serve(PACKAGE).address)
    assert {file["verdict"] for file in got["files"]} == {"right"}


@needs_package
def test_a_wrong_file_never_takes_the_name(serve):
    folder = pathlib.Path("bad")
    folder.mkdir()
    content = bytearray(gzip.open(PACKAGE / "t10k-images-idx3-ubyte.gz").read())
    content[500] ^= 1
    (folder / "t10k-images-idx3-ubyte.gz").write_bytes(gzip.compress(bytes(content), 1))
    shutil.copy(PACKAGE / "t10k-labels-idx1-ubyte.gz", folder)
    words = error_of("get", "fashion-mnist", "--split", "test", "--data-dir", "own", "--mirror",
                     serve(folder).address, code=3)
    assert "is not the published file" in words and "sha256" in words
    assert os.listdir("own/fashion-mnist") == ["t10k-labels-idx1-ubyte.gz"]


def test_get_from_a_folder_and_a_file_whose_sum_nobody_knows(mirror):
    got = data("get", "cifar-10.2", "--data-dir", "own", "--mirror", str(mirror))
    assert {file["verdict"] for file in got["files"]} == {"unknown"}
    for file in got["files"]:
        assert same(file["path"], mirror / file["name"])
    odd = pathlib.Path("a folder %41 #?ä")
    shutil.move(mirror, odd / "cifar-10.2")
    assert len(data("get", "cifar-10.2", "--data-dir", "other", "--mirror", str(odd))["files"]) == 2


def test_a_second_call_goes_on_after_an_interruption(mirror, serve):
    server = serve(mirror, holds_after=131072)
    part = pathlib.Path("own/cifar-10.2/cifar102_train.npz.part")
    command = ["data", "get", "cifar-10.2", "--split", "train", "--data-dir", "own", "--mirror", server.address]
    first = subprocess.Popen([QUALM, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not (part.exists() and part.stat().st_size > 100_000):
        assert first.poll() is None
        time.sleep(0.01)
    second = run_qualm(*command)
    assert second.code == 4 and "another process" in second.err
    first.send_signal(signal.SIGINT)
    out, err = first.communicate()
    assert first.returncode == 130 and "run the same command again to resume" in err and out == ""
    kept = part.stat().st_size
    size = (mirror / "cifar102_train.npz").stat().st_size
    assert 100_000 < kept < size and os.listdir("own/cifar-10.2") == [part.name]
    server.go_on.set()
    assert run_qualm(*command).code == 0
    assert server.asked[-1] == ("/cifar102_train.npz", f"bytes={kept}-")
    assert same("own/cifar-10.2/cifar102_train.npz", mirror / "cifar102_train.npz")
    assert os.listdir("own/cifar-10.2") == ["cifar102_train.npz"]


def test_a_broken_connection_is_taken_up_again(mirror, serve):
    server = serve(mirror, breaks_after=500_000)
    data("get", "cifar-10.2", "--data-dir", "own", "--mirror", server.address)
    assert same("own/cifar-10.2/cifar102_train.npz", mirror / "cifar102_train.npz")
    assert len([1 for path, wanted in server.asked if wanted]) >= 2


def test_a_server_that_always_breaks_off_and_cannot_go_on_is_given_up(mirror, serve):
    server = serve(mirror, has_ranges=False, breaks_after=500_000)
    error_of("get", "cifar-10.2", "--split", "train", "--data-dir", "own", "--mirror", server.address, code=4)
    assert 3 < len(server.asked) < 20


@pytest.mark.parametrize("has_ranges", [True, False])
def test_a_part_is_used_or_dropped_as_the_server_can(mirror, serve, has_ranges):
    server = serve(mirror, has_ranges=has_ranges)
    folder = pathlib.Path("own/cifar-10.2")
    folder.mkdir(parents=True)
    content = (mirror / "cifar102_train.npz").read_bytes()
    (folder / "cifar102_train.npz.part").write_bytes(content[:1000])
    (folder / "cifar102_test.npz.part").write_bytes((mirror / "cifar102_test.npz").read_bytes())  # already all of it
    data("get", "cifar-10.2", "--data-dir", "own", "--mirror", server.address)
    for name in ("cifar102_train.npz", "cifar102_test.npz"):
        assert same(folder / name, mirror / name)


@needs_package
def test_a_part_of_something_else_is_begun_anew(serve):
    folder = pathlib.Path("own/fashion-mnist")
    folder.mkdir(parents=True)
    (folder / "t10k-labels-idx1-ubyte.gz.part").write_bytes(b"x" * 100)
    got = data("get", "fashion-mnist", "--split", "test", "--data-dir", "own", "--mirror", serve(PACKAGE).address)
    assert {file["verdict"] for file in got["files"]} == {"right"}


def test_more_than_a_file_can_be_is_not_taken(serve):
    folder = pathlib.Path("huge")
    folder.mkdir()
    for name in ("t10k-images-idx3-ubyte.gz", "t10k-labels-idx1-ubyte.gz"):
        (folder / name).write_bytes(b"\x1f\x8b" + bytes(20_000_000))
    assert "sends more than" in error_of("get", "mnist", "--split", "test", "--data-dir", "own", "--mirror",
                                         serve(folder).address, code=4)
    assert os.listdir("own/mnist") == []


def test_errors_name_what_is_wrong(serve, mirror):
    assert "no such file there" in error_of("get", "svhn", "--data-dir", "own", "--mirror", str(mirror), code=4)
    assert os.listdir("own/svhn") == []
    assert "no such file there" in error_of("get", "cifar-10", "--data-dir", "own", "--mirror",
                                            serve(mirror).address, code=4)
    assert "connect to server" in error_of("get", "svhn", "--data-dir", "own", "--mirror", "http://127.0.0.1:1", code=4)
    assert "http or https" in error_of("get", "svhn", "--data-dir", "own", "--mirror", "ftp://x/", code=2)
    assert "check the path" in error_of("get", "svhn", "--data-dir", "own", "--mirror", "nowhere", code=4)
    assert "did you mean mnist?" in error_of("get", "mnits", code=2)
    assert "did you mean train?" in error_of("get", "svhn", "--split", "trian", code=2)
    assert "did you mean check?" in error_of("chekc", "mnist", code=2)
    assert "one data set" in error_of("check", code=2)
    assert "missing ACTION" in error_of(code=2)
    pathlib.Path("file").touch()
    assert "cannot be created" in error_of("get", "svhn", "--data-dir", "file/x", "--mirror", str(mirror), code=4)


def test_no_redirect_leads_to_a_local_file(mirror):
    class Redirect(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(302)
            self.send_header("Location", f"file://{mirror.resolve()}/cifar102_train.npz")
            self.end_headers()

        def log_message(self, *_):
            pass
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Redirect)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    error_of("get", "cifar-10.2", "--data-dir", "own", "--mirror", f"http://127.0.0.1:{server.server_address[1]}", code=4)
    server.shutdown()
    server.server_close()
    assert os.listdir("own/cifar-10.2") == []
