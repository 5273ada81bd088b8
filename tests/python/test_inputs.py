# SPDX-License-Identifier: Apache-2.0
"""Whatever the memory looks like, the numbers are those of the plain array."""
import numpy as np
import pytest
from conftest import random_predictions

import qualm

P = random_predictions((37, 4, 5))
EXPECTED = qualm.measure(P).to_dict()["measures"]


def found(predictions, **keywords):
    return qualm.measure(predictions, **keywords).to_dict()["measures"]


def test_strided_views_are_read_as_they_lie():
    wide = np.zeros((74, 8, 11))
    for view in (wide[::2, ::2, 1::2], wide[::-2, ::-2, 9::-2], wide[37:, 4:, :5]):
        view[...] = P
        assert found(view) == EXPECTED
    assert found(np.asfortranarray(P)) == EXPECTED


def test_a_broadcast_axis_is_read_without_being_written_out():
    same = np.broadcast_to(P[:, :1], P.shape)
    assert (qualm.measure(same).variance.epistemic == 0).all()


def test_foreign_byte_order_and_read_only_memory():
    swapped = P.astype(">f8")
    swapped.flags.writeable = False
    assert found(swapped) == EXPECTED


def test_memoryviews_and_nested_lists():
    assert found(memoryview(P)) == EXPECTED
    assert found(P.tolist()) == EXPECTED


@pytest.mark.parametrize("members", [
    list(P.transpose(1, 0, 2)),                                   # evenly spaced in one array
    [P[:, m].copy() for m in range(4)],                           # anywhere
    [np.asfortranarray(P[:, m]) for m in (0, 1, 2, 3)],           # anywhere, with other strides
    tuple(np.repeat(P[:, m], 2, axis=0)[::2] for m in range(4)),
])
def test_members_that_are_arrays_of_their_own(members):
    assert found(members) == EXPECTED
    assert found([each.T for each in members], axes="kn") == EXPECTED


def test_members_and_blocks_of_many_rows():
    p = random_predictions((150_000, 3, 4), np.float64)
    apart = [p[:, m].copy() for m in range(3)]
    whole, pieces = qualm.measure(p), qualm.measure(apart)
    assert np.array_equal(whole.variance.epistemic, pieces.variance.epistemic)
    assert np.array_equal(whole.predicted, pieces.predicted)
    few = qualm.measure(p[-1000:])
    assert np.array_equal(whole.entropy.total[-1000:], few.entropy.total)


def test_tensors_of_torch():
    torch = pytest.importorskip("torch")
    for dtype in (np.float16, np.float32, np.float64):
        p = random_predictions((37, 4, 5), dtype)
        tensor = torch.from_numpy(p)
        assert found(tensor) == found(p)
        assert found(tensor.permute(2, 0, 1), axes="knm") == found(p)
        assert found(tensor[::3, 1:]) == found(p[::3, 1:])
        assert found(list(tensor.unbind(1))) == found(p)
    leaf = torch.from_numpy(P.copy()).requires_grad_()
    assert found(leaf) == EXPECTED
    labels = torch.zeros(37, dtype=torch.int64)
    assert qualm.reject(leaf, labels).to_dict() == qualm.reject(P, [0] * 37).to_dict()
    with pytest.raises(TypeError, match=r"bfloat16 is not read: call \.float\(\) first"):
        qualm.measure(torch.from_numpy(P).bfloat16())
    with pytest.raises(TypeError, match=r"^predictions: this Tensor cannot be read \(.*strided\): convert it to a dense one"):
        qualm.measure(torch.from_numpy(P).to_sparse())
    with pytest.raises(ValueError, match=r"^predictions: Tensor on another device \(meta\) cannot be copied to the CPU"):
        qualm.measure(torch.from_numpy(P).to("meta"))


class Unexported:
    """What a sparse tensor of torch does."""

    def __dlpack_device__(self):
        return 1, 0

    def __dlpack__(self):
        raise RuntimeError("no such layout\nsecond line")


def test_what_dlpack_does_not_export_is_refused_by_name():
    with pytest.raises(TypeError, match=r"^predictions: this Unexported cannot be read \(no such layout\): convert it to a dense one"):
        qualm.measure(Unexported())


class OnAnotherDevice:
    """What a CUDA tensor says of itself."""

    def __dlpack_device__(self):
        return 2, 0

    def __dlpack__(self):
        raise AssertionError("nobody may ask for memory that cannot be read")


class TorchLike(OnAnotherDevice):
    requires_grad = True

    def __init__(self, numbers):
        self.numbers, self.is_detached = np.asarray(numbers), False

    def detach(self):
        self.is_detached = True
        return self

    def cpu(self):
        assert self.is_detached
        return self.numbers


def test_a_tensor_on_another_device_is_refused_by_name():
    with pytest.raises(ValueError, match=r"predictions: OnAnotherDevice on another device \(CUDA, device 0\): copy it"):
        qualm.measure(OnAnotherDevice())
    with pytest.raises(ValueError, match=r"labels: OnAnotherDevice on another device \(CUDA, device 0\): copy it"):
        qualm.reject(P, OnAnotherDevice())


def test_a_tensor_that_can_come_to_the_cpu_is_copied_with_a_note():
    with pytest.warns(qualm.Note, match=r"^predictions copied to the CPU \(CUDA, device 0\)"):
        assert found(TorchLike(P)) == EXPECTED
    with pytest.warns(qualm.Note, match=r"^labels copied to the CPU \(CUDA, device 0\)"):
        assert qualm.reject(P, TorchLike([0] * 37)).to_dict() == qualm.reject(P, [0] * 37).to_dict()


def test_a_tensor_that_cannot_come_to_the_cpu_is_refused_by_name():
    class Meta(OnAnotherDevice):
        def cpu(self):
            raise NotImplementedError("no data")

    with pytest.raises(ValueError, match=r"^predictions: Meta on another device \(CUDA, device 0\) cannot be copied to the CPU: no data"):
        qualm.measure(Meta())


def broken(row, member, k, value):
    p = P.copy()
    p[row, member, k] = value
    return p


@pytest.mark.parametrize("predictions, keywords, error, message", [
    (broken(30, 2, 1, np.nan), {}, ValueError, "predictions: row 30, member 2, class 1: nan is not a finite"),
    (broken(3, 1, 0, -1), {}, ValueError, "are these logits\\? Use input='logits'"),
    (P * .5, {}, ValueError, r"check the class axis \(axes\); if classes were left out, rescale with renormalize=True"),
    ([P[:, 0], P[:5, 1]], {}, ValueError, r"predictions\[1\]: shape 5x5 differs from 37x5 of predictions\[0\]"),
    ([P[:, 0].copy(), broken(7, 1, 1, np.inf)[:, 1]], {}, ValueError, r"predictions\[1\]: row 7"),
    (P[:, 0].astype(int), {}, ValueError, "use input='votes' for hard labels"),
    (P.astype(int), {}, ValueError, "convert them"),
    (P[:0], {}, ValueError, "the array is empty"),
    (P[0, 0], {}, ValueError, "this array has 1"),
    (P.astype(np.longdouble), {}, TypeError, "convert them to float16, float32 or float64"),
    (P.astype(object), {}, TypeError, "convert them to float16"),
    ([[.5, .5], [1.]], {}, (TypeError, ValueError), "^predictions: "),
    (P, {"axes": "nmx"}, ValueError, "nmx"),
    (P, {"measures": "varianze"}, ValueError, "did you mean variance"),
    (P, {"measures": ["variance", "variance"]}, ValueError, "named twice"),
    (P, {"class_weights": [1, 2]}, ValueError, "class_weights has 2 numbers, but there are 5 classes"),
    (P, {"member_weights": [1, -1, 1, 1]}, ValueError, "member_weights: weight"),
    (P, {"class_names": ["a", "b"]}, ValueError, "class_names has 2 names"),
    (P, {"input": "logit"}, ValueError, "logits"),
    (P, {"log_base": 10}, ValueError, "log_base|10"),
    (P, {"threads": 0}, ValueError, "at least 1"),
    (None, {}, TypeError, "."),
    ("p.npy", {}, TypeError, "."),
])
def test_errors_are_one_line_in_the_words_of_python(predictions, keywords, error, message):
    with pytest.raises(error, match=message) as caught:
        qualm.measure(predictions, **keywords)
    assert "\n" not in str(caught.value) and "--" not in str(caught.value)


def test_a_path_with_a_nul_character_is_refused(tmp_path):
    p = np.full((4, 2, 2), 0.5)
    with pytest.raises(ValueError, match="NUL"):
        qualm.report(p, f"{tmp_path}/a\0b", axes="nmk")
    assert list(tmp_path.iterdir()) == []


def test_an_order_of_tsallis_that_nobody_gave_is_asked_for():
    p = np.random.default_rng(0).dirichlet(np.ones(3), size=(20, 4))
    with pytest.raises(ValueError, match="tsallis:q"):
        qualm.explain(p, by="tsallis.epistemic")
