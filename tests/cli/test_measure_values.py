# SPDX-License-Identifier: Apache-2.0
"""The numbers of `qualm measure` against the definitions, in long double."""
import json

import numpy as np
import pytest
from conftest import random_predictions, run_qualm
from reference import measures

FAMILIES = ["variance", "entropy", "label-entropy", "spherical", "zero-one", "wasserstein"]
PARTS = ["total", "aleatoric", "epistemic"]
TOLERANCE = {np.float16: 1e-5, np.float32: 1e-5, np.float64: 1e-9}


def measured(*arguments, **options):
    result = run_qualm("measure", *arguments, "--format", "json", "--quiet", **options)
    assert result.err == "" and result.code == 0
    return json.loads(result.out)


def assert_close(actual, wanted, tolerance, label):
    # Where two nearly equal values are subtracted in the reference, it is exact only to about 1e-17.
    np.testing.assert_allclose(np.array(actual, np.longdouble), wanted, rtol=tolerance, atol=1e-16,
                               err_msg=label)


def check(document, p, dtype, member_weights=None, class_weights=None):
    wanted, per_class, mean = measures(p, member_weights, class_weights)
    n_instances, n_members, n_classes = p.shape
    assert (document["instances"], document["members"], document["classes"]) == p.shape
    assert document["predicted"] == mean.argmax(axis=-1).tolist()
    for name, result in document["measures"].items():
        for part in PARTS:
            assert_close(result[part], wanted[name][part], TOLERANCE[dtype], f"{name}.{part}")
            if name in per_class and "per_class" in result:
                assert_close(result["per_class"][part], per_class[name][part], TOLERANCE[dtype],
                             f"{name}.{part} per class")
    if "mean" in document:
        assert_close(document["mean"], mean, TOLERANCE[dtype], "mean")


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("shape", [(1, 2, 2), (37, 5, 10), (50, 3, 101)])
def test_every_family_agrees_with_its_definition(dtype, shape):
    p = random_predictions(shape, dtype)
    np.save("p.npy", p)
    document = measured("p.npy", "--axes", "nmk", "--measure", ",".join(FAMILIES), "--per-class")
    assert list(document["measures"]) == FAMILIES
    check(document, p, dtype)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_weights_of_members_and_classes_count(dtype):
    p = random_predictions((40, 4, 6), dtype, seed=1)
    np.save("p.npy", p)
    member_weights, class_weights = [1, 2, 0.5, 4], [1, 1, 5, 0, 0.25, 2]
    document = measured(
        "p.npy", "--measure", ",".join(FAMILIES), "--per-class", "--member-weights", "1,2,.5,4",
        "--class-weights", "1,1,5,0,.25,2")
    check(document, p, dtype, member_weights, class_weights)
    assert document["conventions"]["class_weights"] == class_weights


def test_weights_and_names_can_come_from_files():
    p = random_predictions((20, 3, 4))
    np.save("p.npy", p)
    np.save("w.npy", np.array([1, 2, 3, 4.5]))
    with open("u.csv", "w") as file:
        file.write("1\n2\n3\n")
    with open("names.txt", "w") as file:
        file.write("a\nb c\nd,e\nf\n")
    document = measured("p.npy", "--class-weights", "w.npy", "--member-weights", "u.csv",
                        "--class-names", "names.txt")
    check(document, p, np.float64, [1, 2, 3], [1, 2, 3, 4.5])
    assert document["class_names"] == ["a", "b c", "d,e", "f"]


def test_per_class_values_are_not_weighted_and_their_weighted_sum_is_the_whole():
    p = random_predictions((30, 5, 3))
    np.save("p.npy", p)
    weights = np.array([2, 0.5, 7])
    document = measured("p.npy", "--per-class", "--class-weights", "2,.5,7")
    variance = document["measures"]["variance"]
    for part in PARTS:
        np.testing.assert_allclose(np.array(variance["per_class"][part]) @ weights, variance[part],
                                   rtol=1e-12)


def test_log_base_and_normalisation_are_what_they_say():
    p = random_predictions((25, 4, 7))
    np.save("p.npy", p)
    bits = measured("p.npy", "--measure", ",".join(FAMILIES))["measures"]
    nats = measured("p.npy", "--measure", ",".join(FAMILIES), "--log-base", "e")["measures"]
    shares = measured("p.npy", "--measure", ",".join(FAMILIES), "--log-base", "K")["measures"]
    whole = measured("p.npy", "--measure", ",".join(FAMILIES), "--normalized")["measures"]
    maximum = {"variance": 6 / 7, "entropy": np.log2(7), "spherical": 1 - 7 ** -0.5,
               "label-entropy": np.log2(7) + 6 * np.log2(7 / 6), "zero-one": 6 / 7,
               "wasserstein": 6 / 7}
    for name in FAMILIES:
        is_entropy = "entropy" in name
        assert whole[name]["unit"] == "normalized"
        assert (bits[name]["unit"] == "bits") == is_entropy
        for part in PARTS:
            raw = np.array(bits[name][part])
            np.testing.assert_allclose(nats[name][part], raw * (np.log(2) if is_entropy else 1),
                                       rtol=1e-12, atol=1e-16)
            np.testing.assert_allclose(shares[name][part],
                                       raw / (np.log2(7) if is_entropy else 1), rtol=1e-12,
                                       atol=1e-16)
            np.testing.assert_allclose(whole[name][part], raw / maximum[name], rtol=1e-12,
                                       atol=1e-16)


def test_the_finite_ensemble_correction_raises_epistemic_and_total():
    p = random_predictions((25, 4, 3))
    np.save("p.npy", p)
    plain = measured("p.npy")["measures"]
    corrected = measured("p.npy", "--corrected")["measures"]
    for name in ("variance", "entropy"):
        assert corrected[name]["aleatoric"] == plain[name]["aleatoric"]
        epistemic = np.array(plain[name]["epistemic"]) * 4 / 3
        np.testing.assert_allclose(corrected[name]["epistemic"], epistemic, rtol=1e-12)
        np.testing.assert_allclose(corrected[name]["total"],
                                   np.array(plain[name]["aleatoric"]) + epistemic, rtol=1e-12)


def test_logits_are_softmaxed():
    logits = np.random.default_rng(3).normal(scale=4, size=(30, 5, 6))
    np.save("logits.npy", logits)
    p = np.exp(logits.astype(np.longdouble))
    p /= p.sum(axis=-1, keepdims=True)
    document = measured("logits.npy", "--input", "logits", "--axes", "nmk", "--measure",
                        ",".join(FAMILIES))
    check(document, p, np.float64)


def test_votes_are_corners_of_the_simplex():
    votes = np.random.default_rng(4).integers(0, 4, size=(30, 7))
    np.save("votes.npy", votes)
    document = measured("votes.npy", "--input", "votes", "--classes", "5", "--per-class")
    check(document, np.eye(5)[votes], np.float32)


def test_dirichlet_follows_its_closed_forms():
    from scipy.special import digamma
    alpha = np.random.default_rng(5).gamma(2, size=(20, 4)) + 0.1
    np.save("alpha.npy", alpha)
    np.save("counts.npy", alpha - 0.1)
    document = measured("alpha.npy", "--input", "dirichlet", "--per-class")
    assert document["members"] == 0
    a0 = alpha.sum(axis=1, keepdims=True)
    m = alpha / a0
    variance, entropy = document["measures"]["variance"], document["measures"]["entropy"]
    np.testing.assert_allclose(variance["per_class"]["total"], m * (1 - m), rtol=1e-12)
    np.testing.assert_allclose(variance["per_class"]["epistemic"], m * (1 - m) / (a0 + 1),
                               rtol=1e-12)
    aleatoric = (digamma(a0 + 1) - (m * digamma(alpha + 1)).sum(axis=1, keepdims=True)) / np.log(2)
    np.testing.assert_allclose(entropy["aleatoric"], aleatoric[:, 0], rtol=1e-9)
    np.testing.assert_allclose(entropy["total"], -(m * np.log2(m)).sum(axis=1), rtol=1e-12)
    evidence = measured("counts.npy", "--input", "counts")["measures"]["variance"]["total"]
    shifted = alpha + 0.9
    m = shifted / shifted.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(evidence, (m * (1 - m)).sum(axis=1), rtol=1e-12)


def test_equal_members_have_no_epistemic_uncertainty_at_all():
    p = np.repeat(random_predictions((200, 1, 10), np.float32), 5, axis=1)
    np.save("p.npy", p)
    document = measured("p.npy", "--measure", ",".join(FAMILIES))
    for name in FAMILIES:
        assert document["measures"][name]["epistemic"] == [0] * 200, name


def test_runs_give_mean_and_deviation():
    runs = [random_predictions((20, 3, 4), seed=s) for s in range(3)]
    for i, p in enumerate(runs):
        np.save(f"run{i}.npy", p)
    document = measured("run0.npy", "run1.npy", "run2.npy", "--per-class")
    assert document["runs"] == 3
    wanted = [measures(p) for p in runs]
    for name in ("variance", "entropy"):
        for part in PARTS:
            values = np.stack([result[0][name][part] for result in wanted])
            assert_close(document["measures"][name][part], values.mean(axis=0), 1e-9, name)
            assert_close(document["measures"][name][part + "_std"], values.std(axis=0), 1e-7, name)
    mean = np.stack([result[2] for result in wanted]).mean(axis=0)
    assert_close(document["mean"], mean, 1e-9, "mean")
    assert document["predicted"] == mean.argmax(axis=-1).tolist()


def test_runs_of_float32_lose_no_digits():
    runs = [random_predictions((50, 3, 4), np.float32, seed=s) for s in range(3)]
    for i, p in enumerate(runs):
        np.save(f"run{i}.npy", p)
    single = [measured(f"run{i}.npy")["measures"]["variance"]["total"] for i in range(3)]
    mean = measured("run0.npy", "run1.npy", "run2.npy")["measures"]["variance"]["total"]
    np.testing.assert_allclose(mean, np.array(single).mean(axis=0), rtol=1e-15)


@pytest.mark.parametrize("order", [.5, 1.5, 3])
def test_the_power_entropies_agree_with_their_definition(order):
    p = random_predictions((40, 4, 6), np.float64, seed=4)
    np.save("p.npy", p)
    document = measured("p.npy", "--measure", f"variance,tsallis:{order}", "--axes", "nmk")
    exact = np.asarray(p, np.longdouble)
    exact = exact / exact.sum(axis=-1, keepdims=True)
    entropy = lambda q: (1 - (q ** np.longdouble(order)).sum(axis=-1)) / (np.longdouble(order) - 1)
    total, aleatoric = entropy(exact.mean(axis=1)), entropy(exact).mean(axis=1)
    result = document["measures"][f"tsallis:{order}"]
    for part, wanted in zip(PARTS, [total, aleatoric, total - aleatoric]):
        assert_close(result[part], wanted, 1e-9, part)


def test_an_order_must_be_one():
    np.save("p.npy", random_predictions((4, 2, 3), np.float64))
    for name in ("tsallis", "tsallis:1", "tsallis:x", "tsallis:-2"):
        result = run_qualm("measure", "p.npy", "--measure", name)
        assert result.code == 2 and "order" in result.err
