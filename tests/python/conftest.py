# SPDX-License-Identifier: Apache-2.0
"""What the tests of the Python module share: the command beside it, and predictions."""
import json
import os
import subprocess

import numpy as np
import pytest

QUALM = os.environ["QUALM"]


def run_json(*arguments):
    """What the command writes as JSON."""
    done = subprocess.run([QUALM, *map(str, arguments), "--format", "json", "--quiet"],
                          capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


def random_predictions(shape, dtype=np.float64, seed=0):
    """Probabilities whose last axis sums to one; half floats in steps that sum exactly."""
    rng = np.random.default_rng(seed)
    p = rng.dirichlet(np.full(shape[-1], 0.6), size=shape[:-1])
    if dtype != np.float16:
        return p.astype(dtype)
    counts = np.apply_along_axis(lambda row: rng.multinomial(1024, row), -1, p)
    return (counts / 1024).astype(dtype)


def trained_predictions(n=300):
    """Those of a real ensemble on real pictures: digits, bagged trees."""
    from sklearn.datasets import load_digits
    from sklearn.ensemble import RandomForestClassifier
    X, y = load_digits(return_X_y=True)
    forest = RandomForestClassifier(7, max_depth=8, random_state=0).fit(X[n:], y[n:])
    return np.stack([tree.predict_proba(X[:n]) for tree in forest.estimators_], axis=1), y[:n]


@pytest.fixture(autouse=True)
def in_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
