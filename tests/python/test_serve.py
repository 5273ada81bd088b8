# SPDX-License-Identifier: Apache-2.0
"""qualm.serve shows the page from the background and ends when told."""
import gc
import http.cookiejar
import os
import pathlib
import subprocess
import sys
import threading
import urllib.error
import urllib.request

import numpy as np
import pytest
from conftest import random_predictions

import qualm

P = random_predictions((80, 3, 4))
HAS_PAGE = (pathlib.Path(os.environ["QUALM_BUILD_DIR"]) / "web/page_template.cpp").exists()
needs_page = pytest.mark.skipif(not HAS_PAGE, reason="built without the page")


def ask(url):
    """As a browser does: the token becomes a cookie, the answer follows."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
    with opener.open(url) as answer:
        return answer.status, answer.read().decode()


@pytest.fixture
def serve():
    """Starts servers, or skips where this qualm was built without one."""
    def start(*arguments, **options):
        try:
            return qualm.serve(*arguments, **options)
        except OSError as error:
            if "built without it" not in str(error):
                raise
            assert "libmicrohttpd" in str(error)
            pytest.skip("built without libmicrohttpd")
    return start


@needs_page
def test_the_page_is_shown_until_closed(serve):
    with serve(P, axes="nmk", labels=[0] * 80, ood={"far": P[:20]}, class_names=list("wxyz"), title="my <set>") as page:
        assert page.url.startswith("http://127.0.0.1:") and not page.closed
        status, body = ask(page.url)
        assert status == 200 and "<html" in body.lower()
        with pytest.raises(urllib.error.HTTPError):
            ask(page.url.split("?")[0])  # without the token
    assert page.closed
    with pytest.raises(urllib.error.URLError):
        ask(page.url)
    page.close()  # does nothing


@needs_page
def test_the_server_holds_the_arrays_and_needs_no_gil(serve):
    p = P.copy()
    images = np.random.default_rng(0).integers(0, 256, (80, 8, 8), dtype=np.uint8)
    page = serve(p, axes="nmk", images=images, ids=[f"r{i}" for i in range(80)])
    del p, images
    gc.collect()
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(ask(page.url)[0])) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [200] * 8
    url = page.url
    del page  # forgotten: closed
    gc.collect()
    with pytest.raises(urllib.error.URLError):
        ask(url)


@needs_page
def test_python_ends_with_a_server_left_open(serve):
    serve(P, axes="nmk").close()
    code = ("import numpy as np, qualm\np = np.full((50, 2, 2), .5)\n"
            "page = qualm.serve(p, axes='nmk')\nprint(page.url)\n")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.startswith("http://127.0.0.1:") and done.stderr == ""


@needs_page
def test_what_cannot_be_served_is_refused_in_one_line(serve):
    with serve(P, axes="nmk") as page:
        port = int(page.url.split(":")[2].split("/")[0])
        with pytest.raises(OSError, match=str(port)):
            qualm.serve(P, axes="nmk", port=port)
    for options, message in ((dict(port=70000), "port=70000: give at most 65535"), (dict(port="80"), "port='80'"),
                             (dict(address=3), "address=3"), (dict(ood=[P]), "ood="), (dict(rows=0), "rows=0")):
        with pytest.raises((TypeError, ValueError), match=message) as caught:
            qualm.serve(P, axes="nmk", **options)
        assert "\n" not in str(caught.value)
    with pytest.raises(ValueError, match="nonsense"):
        qualm.serve(P, axes="nmk", address="nonsense")
