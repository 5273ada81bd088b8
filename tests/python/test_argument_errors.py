# SPDX-License-Identifier: Apache-2.0
"""An argument of a wrong type is refused in one line that names it, in every public function."""
import inspect
import os

import numpy as np
import pytest
from conftest import random_predictions

import qualm

P = random_predictions((60, 3, 3))
LABELS = np.random.default_rng(5).integers(0, 3, 60)
CALLS = {
    "measure": (qualm.measure, dict(p=P)),
    "reject": (qualm.reject, dict(p=P, labels=LABELS, bootstrap=0)),
    "ood": (qualm.ood, dict(inside=P, outside={"far": P})),
    "explain": (qualm.explain, dict(p=P)),
    "label_next": (qualm.label_next, dict(p=P, count=3)),
    "report": (qualm.report, dict(p=P, path="r.html")),
    "serve": (qualm.serve, dict(p=P)),
    "axioms": (qualm.axioms, dict(measure="variance", cases=20)),
    "Measurer": (lambda **options: qualm.Measurer(**options).update(P), {}),
}
FLAGS = {"per_class", "renormalize", "normalized", "corrected", "fpr95_of_in"}
#: What messages about a number that is too large call them.
NAMES = {"p": "predictions", "portions": "portion", "coverages": "coverage", "risks": "risk", "of_class": "class"}


def parameters(name):
    function = qualm.Measurer.__init__ if name == "Measurer" else CALLS[name][0]
    return [each for each in inspect.signature(function).parameters if each != "self"]


class Odd:
    def __repr__(self):
        return "<odd>"


@pytest.mark.parametrize("value", [Odd(), {"a": Odd()}, 2.5 + 1j, [Odd()], 2**70],
                         ids=["object", "dict", "complex", "list", "huge"])
@pytest.mark.parametrize("function, argument", [(name, each) for name in CALLS for each in parameters(name)])
def test_the_argument_is_named_in_one_line(function, argument, value):
    call, given = CALLS[function]
    allowed = {"class_weights", "outside", "ood", "scores", "inside", "ids", "class_names", "columns", "labels"}
    try:
        call(**{"axes": "nmk", **given, argument: value} if function != "axioms" else {**given, argument: value})
    except (TypeError, ValueError) as error:
        text = str(error)
        assert "\n" not in text and len(text) < 400, text
        assert NAMES.get(argument, argument) in text or (isinstance(value, dict) and argument in allowed), text
    except OSError as error:
        assert "\n" not in str(error)


@pytest.mark.parametrize("value", ["no", None, 1, "x", [True]])
@pytest.mark.parametrize("function, argument",
                         [(name, each) for name in CALLS for each in parameters(name) if each in FLAGS])
def test_a_flag_is_true_or_false(function, argument, value):
    call, given = CALLS[function]
    with pytest.raises(TypeError, match=f"^{argument}=.*: give True or False"):
        call(**{"axes": "nmk", **given, argument: value})
    call(**{"axes": "nmk", **given, argument: np.bool_(False)})


@pytest.mark.parametrize("call, message", [
    (lambda: qualm.measure("p.npy"), r"predictions='p.npy': give an array, such as numpy.load\(path\), not a str"),
    (lambda: qualm.measure(None), "predictions=None: give an array of numbers"),
    (lambda: qualm.measure({"a": 1}), "predictions: a dict is not an array of numbers: give the members as a list"),
    (lambda: qualm.measure(iter([P])), "predictions=.*: give an array of numbers"),
    (lambda: qualm.measure(P.astype(complex)), "predictions: elements of dtype complex128 are not numbers"),
    (lambda: qualm.measure(P.astype(str)), "predictions: holds texts .dtype <U.*, not numbers"),
    (lambda: qualm.reject(scores=LABELS, correct=LABELS), r'scores={"mine": array}'),
    (lambda: qualm.reject(scores=[0.5, 0.25], correct=[1, 0]), r'scores={"mine": array}'),
    (lambda: qualm.reject(P, LABELS, axes="nmk", n_bins="9"), "n_bins='9': give a whole number, not a str"),
    (lambda: qualm.reject(P, LABELS, axes="nmk", guarantee=0.1, calibration=0.5), "guarantee=0.1: give two numbers"),
    (lambda: qualm.reject(P, LABELS, axes="nmk", band=3), "band=3: give a text such as 'std'"),
    (lambda: qualm.ood(P, {"a": P}, axes="nmk", bootstrap=1.5), "bootstrap=1.5"),
    (lambda: qualm.ood({"mine": LABELS}, {"a": LABELS}), r"outside\['a'\]="),
    (lambda: qualm.explain(P, axes="nmk", by=3), "by=3: give a text"),
    (lambda: qualm.label_next(P, "5", axes="nmk"), "count='5'"),
    (lambda: qualm.axioms("variance", cases="many"), "cases='many'"),
    (lambda: qualm.explain(P, axes="nmk", of_class=[1]), r"of_class=\[1\]: give the name or number of a class"),
    (lambda: qualm.report(P, 3, axes="nmk"), "path=3: give a path"),
    (lambda: qualm.reject(P, LABELS, axes="nmk").save(3), "path=3"),
    (lambda: qualm.reject(P, LABELS, axes="nmk").plot(width="wide"), "width='wide'"),
])
def test_what_is_wrong_is_said_with_the_argument(call, message):
    with pytest.raises(TypeError, match=message):
        call()


@pytest.mark.parametrize("call, message", [
    (lambda: qualm.reject(P, LABELS, axes="nmk", n_bins=0), "^n_bins=0: give at least 1"),
    (lambda: qualm.ood(P, {"a": P}, axes="nmk", n_bins=0), "^n_bins=0: give at least 1"),
    (lambda: qualm.reject(P, LABELS, axes="nmk", risks=2), "^risks: 2 is not a share"),
    (lambda: qualm.reject(P, LABELS, axes="nmk", portions=[2]), "^portions: 2 is not a share"),
    (lambda: qualm.reject(P, LABELS, axes="nmk", coverages=[-1]), "^coverages: -1 is not a share"),
    (lambda: qualm.explain(P, axes="nmk", measures=[]), "^measures is empty: name at least one"),
    (lambda: qualm.measure(P, axes="nmk", measures=[]), "^measures is empty: name at least one"),
    (lambda: qualm.measure(P, axes="nmk", measures="a\nb"), r"^unknown measure 'a\\x0ab'"),
    (lambda: qualm.measure(P, axes="nm\ud800"), r"^axes='nm\\ud800': is not valid Unicode"),
    (lambda: qualm.serve(P, axes="nmk", address="foo"), "^address='foo': give an IP address"),
    (lambda: qualm.reject(scores={"a": np.ma.masked_less([1., 2.], 2)}, correct=[1, 0]), r"^scores\['a'\]: 1 entries"),
])
def test_a_value_out_of_range_is_refused_with_the_argument(call, message):
    with pytest.raises(ValueError, match=message):
        call()


MASKED = np.ma.array([1.0, 2.0, 3.0], mask=[False, True, False])


@pytest.mark.parametrize("call, message", [
    (lambda: qualm.measure(P, "nmk", class_weights=MASKED), "class_weights: 1 entries are masked"),
    (lambda: qualm.measure(P, "nmk", member_weights=MASKED), "member_weights: 1 entries are masked"),
    (lambda: qualm.explain(P, "nmk", rows=[]), "rows names no row"),
    (lambda: qualm.explain(P, "nmk", rows=[3, 4], top=2), "rows chooses the rows: leave top out"),
    (lambda: qualm.report(P, "x.pdf", "nmk"), "path='x.pdf': choose a file name that ends in .html"),
    (lambda: qualm.measure(qualm.Dirichlet(np.ones((4, 3))), input="logits"), "input='logits': .*qualm.Dirichlet"),
])
def test_what_would_be_ignored_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_calibration_rows_go_by_number_or_by_mask():
    mask = np.arange(60) % 2 == 0
    options = dict(axes="nmk", guarantee=(0.9, 0.1))
    by_number = qualm.reject(P, LABELS, calibration=np.flatnonzero(mask), **options).to_dict()
    assert qualm.reject(P, LABELS, calibration=mask, **options).to_dict() == by_number
    assert qualm.reject(P, LABELS, calibration=mask.tolist(), **options).to_dict() == by_number
    with pytest.raises(ValueError, match=r"calibration: row .* is given twice; .*a.astype\(bool\)"):
        qualm.reject(P, LABELS, calibration=mask.astype(int), **options)
    with pytest.raises(ValueError, match="calibration: chooses all 60 rows"):
        qualm.reject(P, LABELS, calibration=np.ones(60, bool), **options)


def test_a_path_may_have_bytes_that_are_not_utf_8():
    path = os.fsdecode(b"\xff.html")
    qualm.report(P, path, axes="nmk")
    assert os.path.exists(path)
    with pytest.raises(ValueError, match=r"xff\.eps"):
        qualm.reject(P, LABELS, axes="nmk").save(os.fsdecode(b"\xff.eps"))
