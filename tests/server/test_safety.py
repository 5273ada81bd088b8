# SPDX-License-Identifier: Apache-2.0
"""Who gets an answer from `qualm serve`, and what cannot be asked of it."""
import contextlib
import os
import pathlib
import re
import signal
import socket
import subprocess
import urllib.parse

import numpy as np
import pytest

QUALM = os.environ["QUALM"]
pytestmark = pytest.mark.skipif(
    not (pathlib.Path(os.environ["QUALM_BUILD_DIR"]) / "web/page_template.cpp").exists(),
    reason="built without the page")


class Serving:
    def __init__(self, *arguments):
        self.process = subprocess.Popen([QUALM, "serve", *arguments, "--quiet"], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)
        self.url = urllib.parse.urlsplit(self.process.stdout.readline().strip())
        self.token = urllib.parse.parse_qs(self.url.query)["token"][0]
        self.cookie = f"Cookie: qualm_{self.url.port}={self.token}"

    def send(self, data):
        """Raw bytes there and back."""
        with socket.create_connection((self.url.hostname, self.url.port)) as connection:
            try:
                connection.sendall(data)
            except (BrokenPipeError, ConnectionResetError):
                pass
            answer = b""
            try:
                while piece := connection.recv(65536):
                    answer += piece
            except ConnectionResetError:
                pass
        return answer

    def ask(self, path, *headers, method="GET", host=None):
        head = [f"{method} {path} HTTP/1.1", f"Host: {self.url.netloc if host is None else host}", "Connection: close"]
        answer = self.send("\r\n".join([*head, *headers, "", ""]).encode())
        return int(answer.split()[1]), answer

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        return self.process.wait()


@pytest.fixture(scope="module")
def serving(tmp_path_factory):
    folder = tmp_path_factory.mktemp("serve")
    p = np.random.default_rng(0).dirichlet(np.ones(3), size=(40, 4)).astype(np.float32)
    np.save(folder / "p.npy", p)
    serving = Serving(folder / "p.npy", "--axes", "nmk", "--class-names", "a,</script>,c")
    yield serving
    assert serving.stop() == 0
    assert serving.process.stderr.read() == ""


def test_it_listens_on_loopback_only(serving):
    assert serving.url.hostname == "127.0.0.1" and re.fullmatch("[0-9a-f]{32}", serving.token)


def test_without_the_token_nothing_is_told(serving):
    for path in ("/", "/rows", "/summary", "/picture", "/nothing", "/?token=", f"/?token={'0' * 32}"):
        status, answer = serving.ask(path)
        assert status == 403 and b"qualm-data" not in answer and b"html" not in answer, path
    assert serving.ask(f"/rows?token={serving.token}")[0] == 403
    assert serving.ask("/", f"Cookie: qualm_1={serving.token}")[0] == 403


def test_the_token_goes_from_the_address_into_a_cookie(serving):
    status, answer = serving.ask(f"/?token={serving.token}")
    assert status == 303 and b"Location: /\r\n" in answer
    assert f"Set-Cookie: qualm_{serving.url.port}={serving.token}; Path=/; HttpOnly; SameSite=Strict".encode() in answer


def test_the_page_comes_with_its_policy(serving):
    status, answer = serving.ask("/", serving.cookie)
    head, _, body = answer.partition(b"\r\n\r\n")
    assert status == 200 and body.count(b"</script>") == 2
    policy = re.search(b"Content-Security-Policy: (.*)\r\n", head).group(1).decode()
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    assert re.search(r"script-src 'sha256-[A-Za-z0-9+/=]{44}';", policy) and "unsafe" not in policy
    for line in (b"X-Content-Type-Options: nosniff", b"X-Frame-Options: DENY", b"Cache-Control: no-store",
                 b"Referrer-Policy: no-referrer", b"Cross-Origin-Resource-Policy: same-origin"):
        assert line in head


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "[::1]:80", ""])
def test_another_host_is_refused(serving, host):
    assert serving.ask("/", serving.cookie, host=host)[0] in (400, 403)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1"])
def test_another_origin_is_refused(serving, origin):
    assert serving.ask("/rows?sort=row", serving.cookie, f"Origin: {origin}")[0] == 403
    assert serving.ask("/rows?sort=row", serving.cookie, f"Origin: http://{serving.url.netloc}")[0] == 200


@pytest.mark.parametrize("path", ["/../etc/passwd", "/%2e%2e/etc/passwd", "//", "/rows/", "/index.html",
                                  "/rows%00", "/.git/config", "/picture/../rows"])
def test_only_the_fixed_routes_exist(serving, path):
    status, answer = serving.ask(path, serving.cookie)
    assert status in (400, 404) and b"root:" not in answer


@pytest.mark.parametrize("query", [
    "sort=no.such", "sort=variance.total&count=201", "sort=variance.total&first=x", "sort=variance.total&weights=1",
    "sort=variance.total&weights=-1,1,1", "sort=variance.total&ofClass=3", "sort=entropy.total&ofClass=0",
    "sort=gap.no", "sort=row&part=rejected&rejectedBy=variance.total&portion=2", "sort=row&file=x"])
def test_questions_that_do_not_fit_are_told_so(serving, query):
    assert serving.ask(f"/rows?{query}", serving.cookie)[0] == 400


def test_bodies_other_methods_and_long_headers_are_refused(serving):
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        assert serving.ask("/", serving.cookie, method=method)[0] == 405
    assert serving.ask("/", serving.cookie, "Content-Length: 1000000000")[0] == 413
    assert serving.ask("/", serving.cookie, "Transfer-Encoding: chunked")[0] == 413
    assert serving.ask("/", serving.cookie, "X: " + "a" * 100_000)[0] in (413, 431)
    assert serving.ask("/" + "a" * 100_000, serving.cookie)[0] in (404, 414, 431)


@pytest.mark.parametrize("name, first, second", [
    ("Host", None, "evil.example"), ("Host", None, None), ("origin", None, "http://evil.example"),
    ("Content-Length", "0", "50"), ("Transfer-Encoding", "identity", "identity"), ("Cookie", None, None)])
def test_a_header_that_comes_twice_is_refused(serving, name, first, second):
    usual = {"Host": serving.url.netloc, "origin": f"http://{serving.url.netloc}", "Cookie": serving.cookie[8:]}
    headers = [f"{name}: {first or usual[name]}"] if name not in ("Host", "Cookie") else []
    status, answer = serving.ask("/summary", serving.cookie, *headers, f"{name.upper()}: {second or usual[name]}")
    assert status == 400 and b"Connection: close" in answer


def test_very_many_parameters_are_refused_and_so_is_one_that_comes_twice(serving):
    for count in (65, 1000, 5000, 12_000):
        status, answer = serving.ask("/rows?" + "&".join(["a"] * count), serving.cookie)
        assert status == 414, count
    assert b"too many parameters" in serving.ask("/rows?" + "&".join(["a=1"] * 100))[1]
    assert serving.ask("/rows?sort=row&sort=row", serving.cookie)[0] == 400


def test_slow_connections_without_the_token_keep_nobody_out(serving):
    with contextlib.ExitStack() as slow:
        for _ in range(200):
            connection = slow.enter_context(socket.create_connection((serving.url.hostname, serving.url.port)))
            connection.sendall(b"GET / HTTP/1.1\r\nHost: ")
        for _ in range(3):
            assert serving.ask("/summary", serving.cookie)[0] == 200


def test_a_connection_without_the_token_is_cut_off_however_busy_it_is(serving):
    address = serving.url.hostname, serving.url.port
    with socket.create_connection(address) as stranger, socket.create_connection(address) as friend:
        friend.sendall(f"GET /summary HTTP/1.1\r\nHost: {serving.url.netloc}\r\n{serving.cookie}\r\n\r\n".encode())
        assert b"200 OK" in friend.recv(65536)
        stranger.sendall(b"GET / HTTP/1.1\r\nX: ")
        stranger.settimeout(.25)
        for _ in range(240):
            try:
                stranger.sendall(b"a")
                assert stranger.recv(100) == b""
                break
            except TimeoutError:
                continue
            except (BrokenPipeError, ConnectionResetError):
                break
        else:
            pytest.fail("it is still connected")
        friend.setblocking(False)
        with pytest.raises(BlockingIOError):  # neither bytes nor the end
            while friend.recv(65536):
                pass
            pytest.fail("who has the token was cut off too")


def test_nonsense_does_not_end_it(serving):
    rng = np.random.default_rng(1)
    for _ in range(20):
        serving.send(rng.bytes(300) + b"\r\n\r\n")
    idle = [socket.create_connection((serving.url.hostname, serving.url.port)) for _ in range(20)]
    assert serving.ask("/summary", serving.cookie)[0] == 200
    for connection in idle:
        connection.close()


def test_rows_come_as_the_block_says(serving):
    _, answer = serving.ask("/rows?sort=variance.epistemic&count=7&first=3", serving.cookie)
    body = answer.partition(b"\r\n\r\n")[2]
    count, matching, detailed, classes, members = np.frombuffer(body, "<u4", 9)[1:6]
    assert body[:4] == b"QLM1" and (count, matching, detailed, classes, members) == (7, 40, 7, 3, 4)


def test_a_port_that_is_taken_is_told(serving, tmp_path):
    np.save(tmp_path / "p.npy", np.full((3, 2, 2), 0.5))
    done = subprocess.run([QUALM, "serve", tmp_path / "p.npy", "--axes", "nmk", "--quiet", "--port", str(serving.url.port)],
                          capture_output=True, text=True)
    assert done.returncode == 4 and done.stderr.startswith(f"qualm serve: cannot listen on 127.0.0.1:{serving.url.port}")
    done = subprocess.run([QUALM, "serve", tmp_path / "p.npy", "--axes", "nmk", "--address", "nowhere"],
                          capture_output=True, text=True)
    assert done.returncode == 2 and "is not an address" in done.stderr
