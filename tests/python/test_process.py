# SPDX-License-Identifier: Apache-2.0
"""A good guest in the process: memory, threads, the GIL, forks and Ctrl-C."""
import subprocess
import sys
import textwrap

import pytest


def run(code, **options):
    """Runs code in an interpreter of its own; its standard output."""
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("made, keywords", [
    ("np.full((600_000, 5, 10), .1, np.float32)", ""),
    ("np.full((5, 10, 600_000), .1, np.float32)", ", axes='mkn'"),
    ("np.full((600_000, 10, 10), .1, np.float32)[:, ::2]", ""),
    ("np.full((300_000, 5, 10), .1, np.float64)", ""),
    ("torch.full((600_000, 5, 10), .1)", ""),
    ("[np.full((600_000, 10), .1, np.float32) for _ in range(5)]", ""),
])
def test_peak_memory_is_input_and_output(made, keywords):
    if "torch" in made:
        pytest.importorskip("torch")
    grown, of_output = map(int, run(f"""
        import re
        import numpy as np
        import qualm
        def peak():  # unlike ru_maxrss not handed down by the parent
            return int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read()).group(1))
        {"import torch" if "torch" in made else ""}
        p = {made}
        qualm.measure(p[0] if isinstance(p, list) else p[:64]) if not {keywords!r} else None
        before = peak()
        m = qualm.measure(p{keywords})
        after = peak()
        of_output = m.predicted.nbytes + sum(a.nbytes for a in m.scores().values())
        print(after - before, of_output // 1024)
    """).split())
    mebibyte = 1024
    # A copy of the input would be 114 MiB more; block buffers and stacks of threads are below 40.
    assert grown < of_output + 40 * mebibyte


def test_no_thread_is_started_at_import():
    assert run("""
        import os
        import numpy
        before = len(os.listdir('/proc/self/task'))
        import qualm
        print(len(os.listdir('/proc/self/task')) - before)
    """).strip() == "0"


@pytest.mark.parametrize("call", ["qualm.measure(p, axes='nmk', measures=['credal', 'credal-interval', 'tsallis:1.5'])",
                                  "qualm.measure(p[:, 0], input='dirichlet', measures=['tsallis:2.5'])",
                                  "qualm.measure(v, axes='nm', input='votes', n_classes=4, per_class=True, measures=['variance', 'credal'])",
                                  "qualm.explain(p, axes='nmk')"])
def test_an_array_that_another_thread_changes_gives_a_result_or_an_error(call):
    run(f"""
        import threading, time
        import numpy as np
        import qualm
        rng = np.random.default_rng(0)
        good = rng.dirichlet(np.ones(4), (2000, 3))
        p, v, ends = good.copy(), good[:, :, 0] * 4 // 1, time.monotonic() + 3
        def change():
            while time.monotonic() < ends:
                for bad in (np.nan, np.inf, -1, 1e300, 0):
                    p[rng.integers(2000, size=20)] = v[rng.integers(2000, size=20)] = bad
                p[:], v[:] = good, good[:, :, 0] * 4 // 1
        thread = threading.Thread(target=change)
        thread.start()
        while time.monotonic() < ends:
            try:
                {call}
            except ValueError as error:
                assert "\\n" not in str(error)
        thread.join()
    """)


def test_forked_children_measure_too():
    assert run("""
        import multiprocessing
        import numpy as np
        import qualm
        p = np.random.default_rng(0).dirichlet(np.ones(10), size=(40_000, 5))
        whole = qualm.measure(p).variance.total  # threads have run before the fork
        def work(rows):
            return qualm.measure(p[rows]).variance.total
        halves = [slice(0, 20_000), slice(20_000, None)]
        with multiprocessing.get_context("fork").Pool(2) as pool:
            print(np.array_equal(np.concatenate(pool.map(work, halves)), whole))
    """).strip() == "True"


def test_the_result_does_not_depend_on_threads():
    code = """
        import hashlib, numpy as np, qualm
        p = np.random.default_rng(0).dirichlet(np.ones(10), size=(50_000, 5)).astype(np.float32)
        m = qualm.measure(p{0})
        print(hashlib.sha256(b''.join(a.tobytes() for a in m.scores().values())).hexdigest())
    """
    assert len({run(code.format(""), env={"OMP_NUM_THREADS": "1", "PYTHONPATH": _path()}),
                run(code.format(", threads=1")), run(code.format(", threads=3"))}) == 1


def _path():
    import os
    return os.environ["PYTHONPATH"]


def test_omp_num_threads_is_respected():
    # While a worker measures, its threads are counted from outside of it.
    code = """
        import os, threading, numpy as np, qualm
        p = np.full((600_000, 5, 10), .1)
        most, done = 0, False
        def watch():
            global most
            while not done:
                most = max(most, len(os.listdir('/proc/self/task')))
        watcher = threading.Thread(target=watch)
        watcher.start()
        alone = len(os.listdir('/proc/self/task'))
        for _ in range(100):  # a busy machine may not let the watcher see all of them at once
            qualm.measure(p, measures="entropy")
            if most - alone + 1 >= int(os.environ["OMP_NUM_THREADS"]): break
        done = True
        watcher.join()
        print(most - alone)
    """
    assert run(code, env={"OMP_NUM_THREADS": "1", "PYTHONPATH": _path()}).strip() == "0"
    assert run(code, env={"OMP_NUM_THREADS": "4", "PYTHONPATH": _path()}).strip() == "3"


def test_others_run_while_we_measure():
    assert run("""
        import sys, threading, time, numpy as np, qualm
        p = np.full((600_000, 5, 10), .1)
        ticks, done = 0, False
        def tick():
            global ticks
            while not done:
                ticks += 1
                time.sleep(1e-4)
        ticker = threading.Thread(target=tick)
        ticker.start()
        time.sleep(.01)
        sys.setswitchinterval(1000)  # from now on nobody gets the GIL who is not given it
        before = ticks
        qualm.measure(p, threads=1)
        during = ticks - before
        sys.setswitchinterval(.005)
        done = True
        # One tick may come with the check for signals between two blocks, not many.
        print(during > 20)
    """).strip() == "True"


@pytest.mark.parametrize("work", [
    "qualm.measure(qualm.Dirichlet(np.random.default_rng(0).gamma(1., size=(2_000_000, 10)) + .01), "
    "measures=['spherical', 'wasserstein'])",
    "qualm.axioms(cases=10_000_000)",
    "qualm.axioms(lambda points, weights: (1., 1., 0.), cases=10_000_000)",
])
def test_ctrl_c_ends_long_work(work):
    assert run(f"""
        import signal, threading, time, os
        import numpy as np
        import qualm
        def press():
            time.sleep(1)
            os.kill(os.getpid(), signal.SIGINT)
        threading.Thread(target=press, daemon=True).start()
        try:
            {work}
            print("finished")
        except KeyboardInterrupt:
            print("interrupted")
    """).strip() == "interrupted"
