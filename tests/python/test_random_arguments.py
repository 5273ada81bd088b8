# SPDX-License-Identifier: Apache-2.0
"""Random arguments of every public function: a result, or an error of one line. The calls follow from a seed.

QUALM_CALLS=20000 tries more of them."""
import inspect
import os

import numpy as np
import pytest
from conftest import random_predictions
from test_argument_errors import CALLS, LABELS, P, Odd, parameters

N_CALLS = int(os.environ.get("QUALM_CALLS", 300))  # of each function
#: Only these come out of a call, whatever it was given: RuntimeError and SystemError would be a bug.
ALLOWED = (TypeError, ValueError, OSError, IndexError, KeyError)
TEXTS = ["", "nmk", "n", "kmn", "probs", "logits", "votes", "dirichlet", "counts", "scores", "variance", "entropy",
         "tsallis:1.5", "tsallis:-1", "credal", "tv-ball:0.1", "variance.epistemic", "variance.total[0]", "gap.epistemic", "e", "K",
         "std", "ci95", "4GB", "-1GB", "1e400GB", "cat", "x" * 300, "\0", "\n", "\ud800", "\u202e", "é", "{}", "%s", "../x.html", "r.html"]

#: What some argument takes.
LIKELY = [None, True, False, 1, 3, 0.5, 2, "e", [0, 1], [1, 2, 3], ["a", "b", "c"], {"a": P}, {"mine": LABELS}, "variance.epistemic",
          ["variance", "entropy"], "variance", (0.9, 0.1), LABELS, P, "std", "1GB", np.arange(60) % 2 == 0]


def some_number(rng):
    special = [0, 1, -1, 2, 3, 0.5, -0.0, 1e-320, 1e308, float("nan"), float("inf"), 2**31, 2**63, -2**63, 2**70, True]
    return special[rng.integers(len(special))] if rng.random() < .7 else float(rng.normal()) * 10.0**rng.integers(-5, 5)


def some_array(rng):
    shape = tuple(int(n) for n in rng.integers(0, 7, rng.integers(0, 5)))
    kind = rng.choice(["f2", "f4", "f8", "i1", "u8", "i8", "?", "U3", "S2", "O", "c16", "M8[D]", ">f8", "g"])
    array = rng.dirichlet(np.ones(shape[-1]), shape[:-1]) if shape and shape[-1] > 0 and rng.random() < .6 else rng.normal(size=shape)
    with np.errstate(all="ignore"):
        try:
            array = array.astype(kind)
        except (TypeError, ValueError):
            pass
    if rng.random() < .2 and array.ndim > 1:
        array = array.T
    if rng.random() < .2 and array.ndim > 0:
        array = array[::-1]
    return np.ma.masked_array(array, mask=rng.random(array.shape) < .5) if rng.random() < .1 else array


def some_value(rng, depth=0):
    choice = rng.integers(10 if depth < 2 else 5)
    if choice == 0:
        return [None, True, False, np.bool_(True), b"abc", Odd(), 1j][rng.integers(7)]
    if choice <= 2:
        return some_number(rng)
    if choice == 3:
        return TEXTS[rng.integers(len(TEXTS))]
    if choice == 4:
        return some_array(rng)
    if choice == 5:
        return P if rng.random() < .5 else LABELS
    items = [some_value(rng, depth + 1) for _ in range(rng.integers(4))]
    if choice == 6:
        return items
    if choice == 7:
        return tuple(items)
    if choice == 8:
        return {TEXTS[rng.integers(len(TEXTS))]: item for item in items}
    return iter(items)


def arguments_of(function, rng):
    """The valid arguments of a call, with some of them changed, added or left out."""
    given = dict(CALLS[function][1])
    if function not in ("axioms", "Measurer"):
        given["axes"] = "nmk"
    names = [name for name in parameters(function) if name not in ("cases", "threads", "bootstrap", "port")]
    for name in rng.choice(names, size=rng.integers(1, 4)):
        given[str(name)] = some_value(rng) if rng.random() < .6 else LIKELY[rng.integers(len(LIKELY))]
    if rng.random() < .1 and given:
        given.pop(str(rng.choice(list(given))))
    return given


@pytest.mark.parametrize("function", CALLS)
def test_any_arguments_give_a_result_or_one_line(function):
    n_results = 0
    for call in range(N_CALLS):
        rng = np.random.default_rng([call, len(function)])
        given = arguments_of(function, rng)
        try:
            result = CALLS[function][0](**given)
        except ALLOWED as error:
            assert "\n" not in str(error), (call, given, error)
            continue
        n_results += 1
        if hasattr(result, "close"):
            result.close()
    assert 0 < n_results < N_CALLS


def test_calls_with_random_predictions_measure_what_is_valid():
    import qualm
    for call in range(N_CALLS):
        rng = np.random.default_rng([call, 99])
        array = some_array(rng)
        try:
            result = qualm.measure(array, renormalize=bool(rng.integers(2)))
        except ALLOWED as error:
            assert "\n" not in str(error), (call, array, error)
            continue
        assert np.isfinite(result.variance.total).all()
