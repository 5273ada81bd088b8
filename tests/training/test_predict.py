# SPDX-License-Identifier: Apache-2.0
"""Predictions are what the networks say: compared with PyTorch where that is installed."""
import gzip
import hashlib
import json
import os
import shutil
import zipfile

import numpy as np
import pytest
from conftest import FASHION, needs_fashion, needs_torch, predict, run_qualm, train

try:
    import torch.nn  # the folder torch beside this file is no such module
except ImportError:
    torch = None
needs_pytorch = pytest.mark.skipif(torch is None, reason="python3-torch is not installed")
pytestmark = [needs_torch, needs_fashion]


@pytest.fixture(scope="module")
def ensemble(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fashion") / "ensemble"
    train("fashion-mnist", "--limit", 500, "--epochs", 1, "--members", 2, "--batch-size", 64, "--out", folder)
    return folder


def load(path):
    with np.load(path) as file:
        return {name: file[name] for name in file.files}


def test_pictures(n):
    return np.frombuffer(gzip.open(FASHION / "t10k-images-idx3-ubyte.gz").read(), np.uint8, offset=16)[
        :n * 784].reshape(n, 1, 28, 28)


test_pictures.__test__ = False


def test_predictions_come_with_labels_and_provenance(ensemble):
    predict(ensemble, "fashion-mnist", "--limit", 300, "-o", "p.npz", "--quiet")
    got = load("p.npz")
    assert got["predictions"].shape == (300, 2, 10) and got["predictions"].dtype == np.float32
    labels = np.frombuffer(gzip.open(FASHION / "t10k-labels-idx1-ubyte.gz").read(), np.uint8, offset=8)
    assert np.array_equal(got["labels"], labels[:300])
    assert len(got["class_names"]) == 10
    provenance = json.loads(str(got["provenance"][0]))
    assert provenance["data"]["name"] == "fashion-mnist" and provenance["data"]["split"] == "test"
    assert provenance["training"]["model"] == "cnn"
    measured = run_qualm("measure", "p.npz", "--key", "predictions", "--axes", "nmk", "--format", "json")
    assert measured.code == 0 and json.loads(measured.out)["members"] == 2


def test_batches_and_jobs_do_not_matter_to_the_labels_and_barely_to_the_numbers(ensemble):
    predict(ensemble, "fashion-mnist", "--limit", 100, "-o", "a.npz")
    predict(ensemble, "fashion-mnist", "--limit", 100, "-o", "b.npz", "--jobs", 1)
    predict(ensemble, "fashion-mnist", "--limit", 100, "-o", "c.npz", "--batch-size", 7)
    a, b, c = (load(name)["predictions"] for name in ("a.npz", "b.npz", "c.npz"))
    assert np.array_equal(a, b)
    assert np.allclose(a, c, atol=1e-5)


@needs_pytorch
def test_the_cnn_is_the_papers(ensemble):
    layers = torch.nn.Sequential(
        torch.nn.Conv2d(1, 32, 5), torch.nn.ReLU(), torch.nn.MaxPool2d(2),
        torch.nn.Conv2d(32, 64, 5), torch.nn.ReLU(), torch.nn.MaxPool2d(2), torch.nn.Flatten(),
        torch.nn.Linear(1024, 512), torch.nn.ReLU(), torch.nn.Linear(512, 10))
    weights = dict(torch.jit.load(str(ensemble / "run0/member0.pt")).named_parameters())
    names = ["conv1", "conv2", "fc1", "fc2"]
    assert sorted(weights) == sorted(f"{name}.{kind}" for name in names for kind in ("weight", "bias"))
    with torch.no_grad():
        for name, layer in zip(names, [layers[0], layers[3], layers[7], layers[9]]):
            layer.weight.copy_(weights[f"{name}.weight"])
            layer.bias.copy_(weights[f"{name}.bias"])
        wanted = layers(torch.from_numpy(test_pictures(50).astype(np.float32) / 255)).softmax(-1).numpy()
    predict(ensemble, "fashion-mnist", "--limit", 50, "-o", "p.npz")
    assert np.allclose(load("p.npz")["predictions"][:, 0], wanted, atol=1e-5)


@needs_pytorch
def test_torchscript_models_are_members(in_empty_folder):
    torch.manual_seed(0)
    for name in "ab":
        torch.jit.script(torch.nn.Sequential(torch.nn.Flatten(), torch.nn.Linear(784, 10)).eval()).save(f"{name}.pt")
    predict("--model", "a.pt", "--model", "b.pt", "fashion-mnist", "--limit", 20, "-o", "p.npz")
    got = load("p.npz")["predictions"]
    pictures = torch.from_numpy(test_pictures(20).astype(np.float32) / 255)
    for m, name in enumerate("ab"):
        assert np.allclose(got[:, m], torch.jit.load(f"{name}.pt")(pictures).softmax(-1).detach(), atol=1e-6)
    predict("--model", "a.pt", "fashion-mnist", "--raw-pixels", "--limit", 20, "-o", "raw.npz")
    wanted = torch.jit.load("a.pt")(255 * pictures).softmax(-1).detach()
    assert np.allclose(load("raw.npz")["predictions"][:, 0], wanted, atol=1e-5)


@needs_pytorch
def test_dropout_samples_of_a_torchscript_model(in_empty_folder):
    network = torch.nn.Sequential(torch.nn.Flatten(), torch.nn.Dropout(.5), torch.nn.Linear(784, 10),
                                  torch.nn.Softmax(1))
    torch.jit.script(network.eval()).save("d.pt")
    arguments = ["--model", "d.pt", "fashion-mnist", "--limit", 20]
    predict(*arguments, "--dropout-samples", 7, "-o", "p.npz")
    predict(*arguments, "--dropout-samples", 7, "-o", "again.npz")
    predict(*arguments, "-o", "off.npz")
    got, again, off = (load(name)["predictions"] for name in ("p.npz", "again.npz", "off.npz"))
    assert got.shape == (20, 7, 10) and off.shape == (20, 1, 10)
    assert np.array_equal(got, again)
    assert not np.array_equal(got[:, 0], got[:, 1])
    pictures = torch.from_numpy(test_pictures(20).astype(np.float32) / 255)
    assert np.allclose(off[:, 0], network(pictures).detach(), atol=1e-6)  # probabilities are seen as such


@needs_pytorch
def test_a_pickle_is_refused_and_the_export_shown(in_empty_folder):
    torch.save(torch.nn.Linear(784, 10), "pickle.pt")
    torch.save(torch.nn.Linear(784, 10), "old.pt", _use_new_zipfile_serialization=False)
    open("noise.pt", "wb").write(b"\x00noise" * 100)
    for name in ("pickle.pt", "old.pt", "noise.pt"):
        result = predict("--model", name, "fashion-mnist", "-o", "p.npz", expect=3)
        assert f"torch.jit.script(model.eval()).save('{name}')" in result.err
        assert result.err.count("\n") == 1


def test_damaged_members_are_refused(ensemble, tmp_path):
    shutil.copytree(ensemble, tmp_path / "e")
    member = tmp_path / "e/run0/member1.pt"
    whole = member.read_bytes()
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 0x40  # amid the weights
    for content in (b"", whole[:-100], bytes(flipped)):  # sealed_archive_test.cpp has more
        member.write_bytes(content)
        result = predict(tmp_path / "e", "fashion-mnist", "--limit", 5, "-o", "p.npz", expect=3)
        assert "member1.pt: damaged: its checksum does not match: remove it and train again" in result.err
        assert result.err.count("\n") == 1 and not os.path.exists("p.npz")


def without_checksum(path):
    """As older versions wrote it: no comment behind the zip archive."""
    whole = path.read_bytes()
    comment = whole[-77:]
    assert comment.startswith(b"qualm sha256 ") and hashlib.sha256(whole[:-64]).hexdigest().encode() == whole[-64:]
    path.write_bytes(whole[:-79] + b"\0\0")
    return path.read_bytes()


def test_members_are_zip_archives_with_their_checksum(ensemble, tmp_path):
    with zipfile.ZipFile(ensemble / "run0/member0.pt") as archive:
        assert archive.testzip() is None and archive.comment.startswith(b"qualm sha256 ")


def test_members_without_a_checksum_predict_the_same_with_a_note(ensemble, tmp_path):
    shutil.copytree(ensemble, tmp_path / "e")
    member = tmp_path / "e/run0/member1.pt"
    old = without_checksum(member)
    arguments = ["fashion-mnist", "--limit", 20, "-o"]
    assert "checksum" not in predict(ensemble, *arguments, "new.npz").err
    result = predict(tmp_path / "e", *arguments, "old.npz")
    assert "run 0: 1 of its members carry no checksum" in result.err
    assert np.array_equal(load("new.npz")["predictions"], load("old.npz")["predictions"])
    member.write_bytes(old[:len(old) // 2] + bytes([old[len(old) // 2] ^ 0x40]) + old[len(old) // 2 + 1:])
    result = predict(tmp_path / "e", *arguments, "p.npz", expect=3)  # each record of a zip archive has a CRC
    assert "member1.pt: damaged: the checksum of" in result.err


def test_an_unfinished_ensemble_predicts_with_its_finished_members(ensemble, tmp_path):
    shutil.copytree(ensemble, tmp_path / "e")
    (tmp_path / "e/run0/member0.pt").unlink()
    result = predict(tmp_path / "e", "fashion-mnist", "--limit", 20, "-o", "p.npz")
    assert "run 0 is unfinished: 1 of its 2 members predict" in result.err
    predict(ensemble, "fashion-mnist", "--limit", 20, "-o", "all.npz")
    assert np.array_equal(load("p.npz")["predictions"][:, 0], load("all.npz")["predictions"][:, 1])
    assert [path[-10:] for path in json.loads(str(load("p.npz")["provenance"][0]))["members"]] == ["member1.pt"]
    (tmp_path / "e/run0/member1.pt").unlink()
    result = predict(tmp_path / "e", "fashion-mnist", "-o", "p.npz", expect=4)
    assert "none of its 2 members is trained yet" in result.err and result.err.count("\n") == 1


def test_normalised_floats_and_bytes_give_the_same_predictions(ensemble):
    pictures = test_pictures(20)[:, 0]
    unit = pictures.astype(np.float32) / 255
    np.save("bytes.npy", pictures)
    np.save("unit.npy", unit)
    np.save("shifted.npy", (unit - .25) / .5)
    predict(ensemble, "bytes.npy", "-o", "bytes.npz")
    wanted = load("bytes.npz")["predictions"]
    for options in ([], ["--normalization", "none"]):  # the network wants pixels from 0 to 1
        predict(ensemble, "unit.npy", *options, "-o", "unit.npz")
        assert np.allclose(load("unit.npz")["predictions"], wanted, atol=1e-5)
    predict(ensemble, "bytes.npy", "--mean", ".25", "--std", ".5", "-o", "own.npz")
    predict(ensemble, "shifted.npy", "--normalization", "none", "-o", "given.npz")
    own, given = load("own.npz")["predictions"], load("given.npz")["predictions"]
    assert np.allclose(own, given, atol=1e-5) and not np.allclose(own, wanted, atol=1e-3)
    provenance = json.loads(str(load("own.npz")["provenance"][0]))
    assert provenance["normalization"] == {"divisor": 255.0, "mean": [.25], "deviation": [.5]}
    result = predict(ensemble, "shifted.npy", "-o", "p.npz", expect=3)
    assert "add --normalization none" in result.err and result.err.count("\n") == 1


def test_resized_pictures_are_scipys(ensemble):
    ndimage = pytest.importorskip("scipy.ndimage")
    pictures = np.random.default_rng(0).integers(0, 256, (12, 17, 40), dtype=np.uint8)
    np.save("wide.npy", pictures)
    predict(ensemble, "wide.npy", "--resize", "28x28", "-o", "a.npz")
    places = [np.clip((np.arange(28) + .5) * size / 28 - .5, 0, size - 1) for size in (17, 40)]  # centres of pixels
    grid = np.meshgrid(*places, indexing="ij")
    np.save("resized.npy", np.stack([ndimage.map_coordinates(picture / 255., grid, order=1) for picture in pictures]))
    predict(ensemble, "resized.npy", "-o", "b.npz")
    assert np.allclose(load("a.npz")["predictions"], load("b.npz")["predictions"], atol=1e-5)
    assert json.loads(str(load("a.npz")["provenance"][0]))["resized"] == [28, 28]


@pytest.mark.parametrize("options, words", [
    (["--normalization", "cifar10"], ["--normalization cifar10: did you mean cifar-10?"]),
    (["--normalization", "none", "--mean", ".5"], ["leave --mean and --std out"]),
    (["--std", "0"], ["--std 0: give numbers above 0"]),
    (["--mean", "a,b"], ["--mean a,b: 'a' is not a number"]),
    (["--resize", "28"], ["--resize 28: give height x width, such as 28x28"]),
    (["--resize", "0x28"], ["--resize"]),
])
def test_wrong_preparations_are_refused_with_the_choices(ensemble, options, words):
    result = predict(ensemble, "fashion-mnist", *options, "-o", "p.npz", expect=2)
    assert all(word in result.err for word in words) and result.err.count("\n") == 1, result.err


def test_a_mean_for_another_number_of_channels_is_refused(ensemble):
    result = predict(ensemble, "fashion-mnist", "--mean", ".5,.5,.5", "-o", "p.npz", expect=3)
    assert "1 channels" in result.err and result.err.count("\n") == 1


def test_pictures_of_another_shape_are_refused(ensemble):
    np.savez("wide.npz", images=np.zeros((3, 32, 32, 3), np.uint8), labels=np.zeros(3, np.int64))
    result = predict(ensemble, "wide.npz", "-o", "p.npz", expect=3)
    assert "rows of 32x32x3" in result.err and "rows of 28x28x1" in result.err


class Scaled(torch.nn.Module if torch else object):
    """The pixels of a small image as outputs, so that a test chooses them."""
    def forward(self, x):
        return x.flatten(1)[:, :4]


def outputs_of(rows, *options, expect=0, model=None):
    """Predicts with a model whose outputs are these rows."""
    np.save("rows.npy", np.asarray(rows, np.float32).reshape(len(rows), 2, 2))
    torch.jit.script(model or Scaled()).save("m.pt")
    return predict("--model", "m.pt", "rows.npy", "--normalization", "none", *options, "-o", "o.npz", expect=expect)


@needs_pytorch
def test_how_outputs_are_read_is_decided_for_all_rows_and_reported(in_empty_folder):
    probabilities = [[.1, .2, .3, .4]] * 3 + [[1, 0, 0, 0]]
    for size in ("1", "500"):
        assert "m.pt: read the outputs as probs" in outputs_of(probabilities, "--batch-size", size).err
        assert np.allclose(load("o.npz")["predictions"][:, 0], probabilities)
        logits = probabilities + [[3, 0, 0, -1]]  # of which the first rows could be probabilities
        assert "m.pt: read the outputs as logits" in outputs_of(logits, "--batch-size", size).err
        assert np.allclose(load("o.npz")["predictions"][:, 0], torch.tensor(logits).softmax(-1), atol=1e-6)
    assert json.loads(str(load("o.npz")["provenance"][0]))["outputs"] == ["logits"]


@needs_pytorch
@pytest.mark.parametrize("row, options, words", [
    ([.9, .8, .1, .1], [], "row 1 are between 0 and 1, as those of all rows, but sum to 1.9: say what they are by --outputs probs"),
    ([.5, .5, .2, -.2], ["--outputs", "probs"], "row 1 have a negative number, -0.2: if they are logits, use --outputs logits"),
    ([.5, .5, .2, .2], ["--outputs", "probs"], "row 1 sum to 1.4, not 1")])
def test_outputs_that_may_be_no_probabilities_are_refused(in_empty_folder, row, options, words):
    assert words in outputs_of([[.1, .2, .3, .4], row], *options, expect=3).err


@needs_pytorch
def test_rounded_probabilities_sum_to_one_in_the_file(in_empty_folder):
    rows = np.random.default_rng(0).dirichlet(np.ones(4), 50).round(2)
    assert "rows of probabilities were rescaled" in outputs_of(rows, "--outputs", "probs").err
    assert np.allclose(load("o.npz")["predictions"].sum(-1), 1, atol=1e-6)
    assert run_qualm("measure", "o.npz", "--axes", "nmk", "--quiet").code == 0


@needs_pytorch
def test_models_that_cannot_be_members_are_refused_with_the_reason(in_empty_folder):
    class One(Scaled):
        def forward(self, x):
            return x.flatten(1)[:, :1]

    class Complex(Scaled):
        def forward(self, x):
            return torch.complex(x.flatten(1), x.flatten(1))
    rows = [[.1, .2, .3, .4]] * 2
    assert "one output for each image" in outputs_of(rows, model=One(), expect=3).err
    assert "complex numbers" in outputs_of(rows, model=Complex(), expect=3).err
    # An operation that this LibTorch does not have.
    with zipfile.ZipFile("m.pt") as old, zipfile.ZipFile("new.pt", "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(b"torch.complex(", b"torch.compl9x("))
    assert "cannot run this model: " in predict("--model", "new.pt", "rows.npy", "-o", "o.npz", expect=3).err
    linear = torch.nn.Sequential(torch.nn.Flatten(), torch.nn.Linear(7, 3))
    assert "mat1 and mat2 shapes cannot be multiplied" in outputs_of(rows, model=linear, expect=3).err
    network = torch.nn.Sequential(torch.nn.Flatten(), torch.nn.Dropout(.5), torch.nn.Linear(4, 3)).eval()
    torch.jit.trace(network, torch.rand(1, 2, 2)).save("traced.pt")
    refused = predict("--model", "traced.pt", "rows.npy", "--normalization", "none", "--dropout-samples", 3, "-o", "o.npz", expect=3)
    assert "its 3 passes are equal, so dropout is not active" in refused.err


@needs_pytorch
def test_dropout_leaves_batch_normalisation_as_it_is(in_empty_folder):
    class MyDropoutNet(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.normalise, self.drop = torch.nn.BatchNorm1d(4), torch.nn.Dropout(1e-9)

        def forward(self, x):
            return self.drop(self.normalise(x.flatten(1)))
    rows = np.random.default_rng(0).normal(5, 3, (40, 4))
    outputs_of(rows, model=MyDropoutNet().eval())
    off = load("o.npz")["predictions"][:, 0]
    message = outputs_of(rows, "--dropout-samples", 2, model=MyDropoutNet().eval(), expect=3).err
    assert "passes are equal" in message  # as its dropout drops nothing, and nothing else changes
    assert np.allclose(off, torch.tensor(rows, dtype=torch.float32).softmax(-1), atol=1e-4)


@needs_pytorch
def test_data_sets_do_not_share_a_file_or_labels(in_empty_folder):
    outputs_of([[.1, .2, .3, .4]] * 2)
    for folder in "ab":
        os.mkdir(folder)
        shutil.copy("rows.npy", f"{folder}/rows.npy")
    both = ["--model", "m.pt", "a/rows.npy", "b/rows.npy", "--normalization", "none", "-o", "{data}.npz"]
    assert "two data sets would be written to rows.npz" in predict(*both, expect=2).err
    np.save("y.npy", [0, 1])
    assert "there are 2 data sets" in predict(*both, "--labels", "y.npy", expect=2).err


def test_labels_of_other_classes_are_left_out_and_names_decide(blobs):
    data = np.load(blobs)
    names = np.array(["ant", "bee", "cow", "dog"])
    np.savez("named.npz", x=data["x"], y=names[data["y"]])
    np.savez("novel.npz", x=data["x"], y=names[data["y"] + 1])
    np.savez("part.npz", x=data["x"][data["y"] > 0], y=names[data["y"][data["y"] > 0]])
    train("named.npz", "--out", "ensemble", "--members", 1, "--epochs", 1)
    result = predict("ensemble", "novel.npz", "part.npz", blobs, "-o", "{data}-p.npz")
    assert 'novel: the labels are left out, because "dog" is none of the classes of ensemble' in result.err
    assert "labels" not in np.load("novel-p.npz")
    assert np.load("part-p.npz")["labels"].tolist() == data["y"][data["y"] > 0].tolist()  # bee is 1, cow is 2
    assert np.load("blobs-p.npz")["labels"].tolist() == data["y"].tolist()  # numbers without names


def write_table(name, columns):
    with open(name, "w") as file:
        file.write(",".join(columns) + "\n")
        file.writelines(",".join(map(str, row)) + "\n" for row in zip(*columns.values()))


def test_features_of_tables_are_matched_by_the_names_of_their_columns(blobs):
    data = np.load(blobs)
    columns = dict(zip("abcde", data["x"].T.tolist()))
    ids = [f"r{i}" for i in range(600)]
    write_table("f.csv", {"id": ids, **columns})
    write_table("turned.csv", {"more": [1] * 600, **dict(reversed(columns.items()))})
    write_table("less.csv", {name: columns[name] for name in "abcd"} | {"f": columns["e"]})
    write_table("y.csv", {"id": ids, "label": data["y"].tolist()})
    write_table("mixed.csv", {"id": ids[::-1], "label": data["y"].tolist()[::-1]})
    assert "mixed.csv: row 0 is not the same as in f.csv" in train("f.csv", "--labels", "mixed.csv", "--out", "e", expect=3).err
    result = train("f.csv", "--labels", "y.csv", "--out", "e", "--members", 1, "--epochs", 1)
    assert 'qualm: note: f.csv: left out the column "id"\n' in result.err
    predict("e", "f.csv", "turned.csv", "-o", "{data}.npz")
    assert (np.load("f.npz")["predictions"] == np.load("turned.npz")["predictions"]).all()
    assert 'less: there is no column "e", a feature of the training data' in predict("e", "less.csv", "-o", "o.npz", expect=3).err
