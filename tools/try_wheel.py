# SPDX-License-Identifier: Apache-2.0
"""Uses the installed package once, each part of it: for wheels that were just built."""
import os
import tempfile
import time

start = time.perf_counter()
import numpy as np  # noqa: E402

numpy_seconds = time.perf_counter() - start
import qualm  # noqa: E402

seconds = time.perf_counter() - start
print(f"import qualm {qualm.__version__}: {seconds:.3f} s, of which numpy {numpy_seconds:.3f} s; {qualm.__file__}")
p = np.random.default_rng(1).dirichlet(np.ones(4), (1000, 5))
found = qualm.measure(p)
reference = p.var(axis=1).sum(axis=1)
assert np.allclose(found.variance.epistemic, reference, rtol=1e-12)
assert qualm.reject(p, p.mean(1).argmax(1)).to_dict()["instances"] == 1000
with tempfile.TemporaryDirectory() as folder:
    page = os.path.join(folder, "page.html")
    qualm.report(p, page)
    print(f"a page of {os.path.getsize(page) / 1000:.0f} kB, epistemic variance {found.variance.epistemic.mean():.4f}")
