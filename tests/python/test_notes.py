# SPDX-License-Identifier: Apache-2.0
"""What the command line prints as notes, results carry and a warning says."""
import pickle
import subprocess
import warnings

import numpy as np
import pytest
from conftest import QUALM, random_predictions

import qualm

pandas = pytest.importorskip("pandas")


def printed(*arguments):
    done = subprocess.run([QUALM, *map(str, arguments)], capture_output=True, check=True)
    return [line.removeprefix("qualm: ").removeprefix("note: ") for line in done.stderr.decode().splitlines()]


def noted(call):
    """The result, and the one warning that the call gave."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = call()
    assert [each.category for each in caught] == [qualm.Note], caught
    assert caught[0].filename == __file__
    return result, str(caught[0].message)


@pytest.fixture
def swapped():
    p = random_predictions((5, 200, 3))
    np.save("p.npy", p)
    return p


def test_measures_carry_the_notes_of_the_command_line(swapped):
    found, warned = noted(lambda: qualm.measure(swapped))
    assert found.notes == ["predictions: read 5x200x3 as 5 members x 200 instances x 3 classes (axes='mnk')"]
    assert warned == found.notes[0]
    assert [note.replace("p.npy", "predictions").replace("--axes mnk", "axes='mnk'")
            for note in printed("measure", "p.npy")] == found.notes
    assert pickle.loads(pickle.dumps(found)).notes == found.notes


def test_one_member_is_said():
    found, warned = noted(lambda: qualm.measure(random_predictions((5, 3))))
    assert "only one member" in warned and found.notes == [warned]


def test_every_result_has_notes(swapped):
    y = np.arange(200) % 3
    calls = [lambda: qualm.reject(swapped, y), lambda: qualm.explain(swapped), lambda: qualm.label_next(swapped, 3),
             lambda: qualm.ood(swapped, {"x": swapped}), lambda: qualm.serve(swapped)]
    for call in calls:
        found, warned = noted(call)
        assert len(found.notes) == 1 and "axes='mnk'" in found.notes[0] and warned == found.notes[0]
    noted(lambda: qualm.report(swapped, "r.html"))
    kept = qualm.explain(swapped)
    assert pickle.loads(pickle.dumps(kept)).notes == kept.notes


def test_notes_of_other_sets_are_among_them(swapped):
    p = random_predictions((200, 5, 3))
    found, _ = noted(lambda: qualm.ood(p, {"x": swapped}))
    assert any(note.startswith("outside['x']: read 5x200x3 as 5 members") for note in found.notes)
    _, warned = noted(lambda: qualm.report(p, "r.html", ood={"x": swapped}))
    assert "ood['x']: read 5x200x3" in warned


def test_options_without_effect_and_rescaled_rows_are_said():
    p = random_predictions((100, 5, 3))
    assert "class_weights have no effect" in noted(
        lambda: qualm.measure(p, "nmk", "entropy", class_weights=[1, 2, 3]))[1]
    assert "log_base has no effect" in noted(lambda: qualm.measure(p, "nmk", "variance", log_base="e"))[1]
    assert "n_classes has no effect: it is for votes" in noted(lambda: qualm.measure(p, "nmk", n_classes=5))[1]
    assert "500 rows were rescaled" in noted(lambda: qualm.measure(p * 0.5, "nmk", renormalize=True))[1]
    assert "500 rows were rescaled" in noted(
        lambda: qualm.reject(p * 0.5, np.zeros(100), "nmk", renormalize=True))[1]


def test_one_hot_members_are_said_where_all_batches_are():
    hot = np.eye(3)[np.arange(60).reshape(20, 3) % 3]
    assert "one-hot rows" in noted(lambda: qualm.measure(hot, "nmk"))[1]
    measurer = qualm.Measurer("nmk")
    measurer.update(hot)
    measurer.update(hot)
    assert "one-hot rows" in noted(measurer.finalize)[1]
    measurer.update(random_predictions((20, 3, 3)))
    assert measurer.finalize().notes == []


def test_nothing_false_is_said_of_a_measure_of_ones_own():
    p = random_predictions((20, 3, 3))

    def without_aleatoric(points, weights, class_weights):
        return class_weights[0], 0.0, class_weights[0]

    found = qualm.measure(p, "nmk", without_aleatoric, class_weights=[5, 1, 1])
    assert found["without_aleatoric.total"][0] == 5 and found.notes == []


def test_a_batch_that_is_read_without_axes_is_noted_once():
    measurer = qualm.Measurer()
    for batch in np.split(random_predictions((400, 5, 3)), 4):
        measurer.update(batch)
    found, _ = noted(measurer.finalize)
    assert len(found.notes) == 1 and "axes='nmk'" in found.notes[0]


def test_arrays_beside_frames_are_noted():
    p = random_predictions((30, 3))
    frame = pandas.DataFrame(p, columns=["cat", "dog", "owl"])
    for names in (None, ["owl", "dog", "cat"]):
        found, warned = noted(lambda: qualm.measure([frame, p], class_names=names))
        assert "predictions[1]: has no class names; using the order of predictions[0]: cat, dog, owl" in warned
        assert found.variance.epistemic.max() == 0


def test_nothing_to_say_is_no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert qualm.measure(random_predictions((20, 5, 3)), "nmk").notes == []


@pytest.mark.parametrize("shape, input", [((30, 3), "probs"), ((30, 4, 3), "probs"), ((30, 3), "dirichlet")], ids=str)
def test_several_arrays_are_noted_as_several_files_are(shape, input):
    arrays = [random_predictions(shape, seed=seed) for seed in range(3)]
    for i, each in enumerate(arrays):
        np.save(f"{i}.npy", each)
    said = next(note for note in printed("measure", "0.npy", "1.npy", "2.npy", "--input", input) if note.startswith("3 files: "))
    expected = said.replace("3 files", "predictions[0] to predictions[2]").replace("read them with --shards", "concatenate them")
    for given in (arrays, tuple(arrays), [pandas.DataFrame(each) for each in arrays] if len(shape) == 2 else arrays):
        found, warned = noted(lambda: qualm.measure(given, input=input))
        assert expected in found.notes and expected in warned
    assert any(note == expected.replace("predictions", "inside") for note in noted(
        lambda: qualm.ood(arrays, {"x": arrays}, input=input))[0].notes)
    measurer = qualm.Measurer("nmk" if len(shape) == 3 else "nk", input=input)
    for _ in range(2):
        measurer.update(arrays)
    assert [note for note in noted(measurer.finalize)[0].notes if "read as 3" in note] == [expected.replace("predictions", "batch")]


def test_the_same_array_twice_is_noted_as_the_same_file_is():
    p = random_predictions((30, 3))
    np.save("p.npy", p)
    assert "p.npy: is given twice" in printed("measure", "p.npy", "p.npy")
    found, _ = noted(lambda: qualm.measure([p, p]))
    assert found.notes == ["predictions[1]: is given twice"]
    assert noted(lambda: qualm.measure([p, p.copy()]))[0].notes[0].startswith("predictions[0] to predictions[1]: read as 2 members")
