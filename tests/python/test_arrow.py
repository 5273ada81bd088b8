# SPDX-License-Identifier: Apache-2.0
"""Tables come in through the Arrow C data interface, made here by hand: no Arrow library is needed."""
import ctypes

import numpy as np
import pytest
from conftest import random_predictions

import qualm

P = random_predictions((12, 3))


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


RELEASE_SCHEMA = ctypes.CFUNCTYPE(None, ctypes.POINTER(Schema))
RELEASE_ARRAY = ctypes.CFUNCTYPE(None, ctypes.POINTER(Array))
RELEASE_STREAM = ctypes.CFUNCTYPE(None, ctypes.POINTER(Stream))
GET_SCHEMA = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Schema))
GET_NEXT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Array))
GET_ERROR = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(Stream))
Schema._fields_ = [("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p),
                   ("flags", ctypes.c_int64), ("n_children", ctypes.c_int64),
                   ("children", ctypes.POINTER(ctypes.POINTER(Schema))), ("dictionary", ctypes.POINTER(Schema)),
                   ("release", RELEASE_SCHEMA), ("private_data", ctypes.c_void_p)]
Array._fields_ = [("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64),
                  ("n_buffers", ctypes.c_int64), ("n_children", ctypes.c_int64),
                  ("buffers", ctypes.POINTER(ctypes.c_void_p)), ("children", ctypes.POINTER(ctypes.POINTER(Array))),
                  ("dictionary", ctypes.POINTER(Array)), ("release", RELEASE_ARRAY), ("private_data", ctypes.c_void_p)]
Stream._fields_ = [("get_schema", GET_SCHEMA), ("get_next", GET_NEXT), ("get_last_error", GET_ERROR),
                   ("release", RELEASE_STREAM), ("private_data", ctypes.c_void_p)]

FORMATS = {"float64": b"g", "float32": b"f", "float16": b"e", "int8": b"c", "uint8": b"C", "int16": b"s", "uint16": b"S",
           "int32": b"i", "uint32": b"I", "int64": b"l", "uint64": b"L", "bool": b"b"}
DESTRUCTOR = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
capsule_pointer.restype = ctypes.c_void_p
capsule_pointer.argtypes = [ctypes.c_void_p, ctypes.c_char_p]


class Producer:
    """Makes the structs, keeps what they point to, and counts how often each is released."""

    def __init__(self):
        self.kept = []
        self.released = []

    def keep(self, thing):
        self.kept.append(thing)
        return thing

    def release(self, kind, name):
        def run(pointer):
            self.released.append(name)
            for i in range(pointer.contents.n_children if kind is not RELEASE_STREAM else 0):
                child = pointer.contents.children[i]
                if child.contents.release:
                    child.contents.release(child)
            ctypes.memset(ctypes.addressof(pointer.contents) + type(pointer.contents).release.offset, 0, 8)
        return self.keep(kind(run))

    def capsule(self, struct, name):
        """As producers make it: its destructor releases what the consumer did not take."""
        def destroy(capsule):
            held = type(struct).from_address(capsule_pointer(capsule, name))
            if held.release:
                held.release(ctypes.pointer(held))
        return new_capsule(ctypes.addressof(struct), name, ctypes.cast(self.keep(DESTRUCTOR(destroy)), ctypes.c_void_p))

    def schema(self, format, name=b"", children=(), dictionary=None):
        out = self.keep(Schema(format, name, None, 2, len(children)))
        out.children = self.keep((ctypes.POINTER(Schema) * len(children))(*map(ctypes.pointer, children)))
        if dictionary is not None:
            out.dictionary = ctypes.pointer(dictionary)
        out.release = self.release(RELEASE_SCHEMA, f"schema {name.decode()}")
        return out

    def array(self, length, buffers, children=(), offset=0, nulls=(), dictionary=None, name=""):
        validity = None
        if nulls:
            bits = np.ones(-(-(length + offset) // 8) * 8, dtype=bool)
            bits[[offset + row for row in nulls]] = False
            validity = self.keep(np.packbits(bits, bitorder="little")).ctypes.data
        pointers = [validity] + [self.keep(np.ascontiguousarray(each)).ctypes.data for each in buffers]
        out = self.keep(Array(length, len(nulls), offset, len(pointers), len(children)))
        out.buffers = self.keep((ctypes.c_void_p * len(pointers))(*pointers))
        out.children = self.keep((ctypes.POINTER(Array) * len(children))(*map(ctypes.pointer, children)))
        if dictionary is not None:
            out.dictionary = ctypes.pointer(dictionary)
        out.release = self.release(RELEASE_ARRAY, f"array {name}")
        return out

    def numbers(self, values, name="x", offset=0, nulls=()):
        values = np.asarray(values)
        padded = np.concatenate([np.full(offset, 9, dtype=values.dtype), values])
        stored = np.packbits(padded, bitorder="little") if values.dtype == bool else padded
        return (self.schema(FORMATS[str(values.dtype)], name.encode()),
                self.array(len(values), [stored], offset=offset, nulls=nulls, name=name))

    def texts(self, values, name="x", format=b"u", nulls=()):
        encoded = [each.encode() for each in values]
        if format == b"vu":
            views, long = b"", b""
            for each in encoded:
                views += len(each).to_bytes(4, "little")
                views += each.ljust(12, b"\0") if len(each) <= 12 else (
                    each[:4] + (0).to_bytes(4, "little") + len(long).to_bytes(4, "little"))
                long += each if len(each) > 12 else b""
            buffers = [np.frombuffer(views, dtype=np.uint8), np.frombuffer(long + b" ", dtype=np.uint8)]
        else:
            kind = np.int32 if format == b"u" else np.int64
            buffers = [np.cumsum([0, *map(len, encoded)]).astype(kind),
                       np.frombuffer(b"".join(encoded) + b" ", dtype=np.uint8)]
        return self.schema(format, name.encode()), self.array(len(values), buffers, nulls=nulls, name=name)

    def lists(self, values, name="probs", format=None):
        values = np.asarray(values)
        if values.ndim == 1:
            return self.numbers(values, "item")
        inner = self.lists(values.reshape(-1, *values.shape[2:]), "item", format)
        offsets = np.arange(len(values) + 1) * values.shape[1]
        buffers = [] if format is None else [offsets.astype(np.int32 if format == b"+l" else np.int64)]
        return (self.schema(format or b"+w:%d" % values.shape[1], name.encode(), [inner[0]]),
                self.array(len(values), buffers, [inner[1]], name=name))


class Column:
    """What has __arrow_c_array__."""

    def __init__(self, producer, schema, array):
        self.producer, self.schema, self.array = producer, schema, array

    def __arrow_c_array__(self, requested_schema=None):
        return self.producer.capsule(self.schema, b"arrow_schema"), self.producer.capsule(self.array, b"arrow_array")


class Table:
    """What has __arrow_c_stream__, in as many batches as given."""

    def __init__(self, producer, *batches, offset=0, error=0):
        self.producer = producer
        self.schema = producer.schema(b"+s", b"table", [schema for schema, _ in batches[0]])
        self.batches = [producer.array(batch[0][1].length - offset, [], [array for _, array in batch], offset=offset,
                                       name="batch") for batch in batches]
        self.error = error

    def __arrow_c_stream__(self, requested_schema=None):
        left = list(self.batches)
        keep = self.producer.keep

        def get_schema(_, out):
            ctypes.memmove(out, ctypes.addressof(self.schema), ctypes.sizeof(Schema))
            return 0

        def get_next(_, out):
            if self.error:
                return self.error
            if left:
                ctypes.memmove(out, ctypes.addressof(left.pop(0)), ctypes.sizeof(Array))
            else:
                ctypes.memset(out, 0, ctypes.sizeof(Array))
            return 0

        stream = keep(Stream(keep(GET_SCHEMA(get_schema)), keep(GET_NEXT(get_next)),
                             keep(GET_ERROR(lambda _: b"no more")), self.producer.release(RELEASE_STREAM, "stream")))
        return self.producer.capsule(stream, b"arrow_array_stream")


def columns_of(producer, values, names, **options):
    return [producer.numbers(values[:, k], name, **options) for k, name in enumerate(names)]


def same(a, b):
    return a.variance.total.tolist() == b.variance.total.tolist() and a.class_names == b.class_names


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_columns_of_numbers_are_classes_and_batches_are_joined(dtype):
    values = random_predictions((12, 3), np.dtype(dtype).type)
    producer = Producer()
    batches = [columns_of(producer, part, ["cat", "dog", "fox"], offset=2) + [producer.texts(["x"] * len(part), "file")]
               for part in (values[:5], values[5:])]
    found = qualm.measure(Table(producer, *batches))
    assert same(found, qualm.measure(values, class_names=["cat", "dog", "fox"]))
    counts = {name: producer.released.count(name) for name in producer.released}
    assert counts == {"schema table": 1, "schema cat": 1, "schema dog": 1, "schema fox": 1, "schema file": 1,
                      "array batch": 2, "array cat": 2, "array dog": 2, "array fox": 2, "array file": 2, "stream": 1}


def test_a_table_that_starts_within_its_columns_is_read_from_there():
    producer = Producer()
    table = Table(producer, columns_of(producer, P, ["a", "b", "c"], offset=3), offset=4)
    assert same(qualm.measure(table), qualm.measure(P[4:], class_names=["a", "b", "c"]))


@pytest.mark.parametrize("dtype", [name for name in FORMATS if name != "bool" and "float" not in name])
def test_whole_numbers_of_every_width_are_counts(dtype):
    counts = np.arange(36, dtype=dtype).reshape(12, 3)
    producer = Producer()
    found = qualm.measure(Table(producer, columns_of(producer, counts, "abc", offset=5)), input="counts")
    assert same(found, qualm.measure(counts.astype(np.float64), input="counts", class_names=["a", "b", "c"]))


def test_batches_without_rows_add_none():
    producer = Producer()
    batches = [columns_of(producer, part, "abc") for part in (P[:0], P[:7], P[7:7], P[7:])]
    assert same(qualm.measure(Table(producer, *batches)), qualm.measure(P, class_names=["a", "b", "c"]))
    assert producer.released.count("array batch") == 4
    with pytest.raises(ValueError, match="predictions: has no rows"):
        qualm.measure(Table(producer, columns_of(producer, P[:0], "abc")))


def test_columns_are_chosen_and_members_are_aligned_by_name():
    producer = Producer()
    table = Table(producer, columns_of(producer, np.c_[P, np.arange(12.)], ["a", "b", "c", "weight"]))
    assert same(qualm.measure(table, columns=["a", "b", "c"]), qualm.measure(P, class_names=["a", "b", "c"]))
    turned = Table(producer, columns_of(producer, P[:, [2, 0, 1]], ["c", "a", "b"]))
    plain = Table(producer, columns_of(producer, P, ["a", "b", "c"]))
    both = qualm.measure([plain, turned])
    assert both.variance.epistemic.max() == 0 and both.class_names == ["a", "b", "c"]
    with pytest.raises(ValueError, match="has no column 'aa'"):
        qualm.measure(Table(producer, columns_of(producer, P, ["a", "b", "c"])), columns=["aa"])


@pytest.mark.parametrize("format", [None, b"+l", b"+L"])
def test_a_column_of_lists_holds_classes_or_members_of_classes(format):
    members = random_predictions((12, 4, 3), np.float32)
    producer = Producer()
    table = Table(producer, [producer.lists(members, format=format), producer.numbers(np.arange(12), "id")])
    assert same(qualm.measure(table, axes="nmk"), qualm.measure(members, axes="nmk"))
    assert same(qualm.measure(Column(producer, *producer.lists(P, format=format))), qualm.measure(P))
    with pytest.raises(ValueError, match=r"choose one, such as columns=\['probs'\]"):
        qualm.measure(Table(producer, [producer.lists(P), producer.numbers(np.arange(12.), "x")]))


def test_lists_of_different_lengths_are_refused_by_row():
    producer = Producer()
    schema, array = producer.lists(P, format=b"+l")
    offsets = producer.keep(np.array([0, 3, 5, *range(9, 37, 3)], dtype=np.int32))
    array.buffers[1] = offsets.ctypes.data
    with pytest.raises(ValueError, match="list 1 has 2 elements, the first has 3"):
        qualm.measure(Table(producer, [(schema, array)]))


def test_what_is_missing_is_refused_by_row_and_column():
    producer = Producer()
    batches = [[producer.numbers(P[i:i + 6, k], "abc"[k], nulls=(2,) if i and k == 1 else ()) for k in range(3)]
               for i in (0, 6)]
    with pytest.raises(ValueError, match="predictions: row 8, column 'b' is missing"):
        qualm.measure(Table(producer, *batches))
    assert producer.released.count("array batch") == 2 and producer.released.count("stream") == 1


@pytest.mark.parametrize("null_count", [1, -1])
def test_nulls_are_found_from_the_offsets_of_table_and_column_on(null_count):
    def table(row):
        producer = Producer()
        columns = columns_of(producer, P, "ab") + [producer.numbers(P[:, 2], "c", offset=3, nulls=(row,))]
        columns[2][1].null_count = null_count  # -1: not counted
        return Table(producer, columns, offset=4)
    with pytest.raises(ValueError, match=r"predictions: row 5, column 'c' is missing \(null\): fill it or drop the row"):
        qualm.measure(table(9))
    assert same(qualm.measure(table(2)), qualm.measure(P[4:], class_names=["a", "b", "c"]))  # before the table's first row


def test_null_lists_and_nulls_in_lists_are_refused_by_row():
    for level in range(3):
        producer = Producer()
        schema, array = producer.lists(random_predictions((12, 4, 3)))
        missing = array
        for _ in range(level):
            missing = missing.children[0].contents
        bits = np.full(18, 255, dtype=np.uint8)
        element = 7 * (1, 4, 12)[level]
        bits[element // 8] -= 1 << element % 8
        missing.buffers[0], missing.null_count = producer.keep(bits).ctypes.data, 1
        with pytest.raises(ValueError, match="row 7, column 'probs' is missing"):
            qualm.measure(Table(producer, [(schema, array)]), axes="nmk")


def test_columns_that_hold_no_numbers_are_refused_by_name():
    producer = Producer()
    words = producer.texts(["x"] * 12, "file")
    with pytest.raises(TypeError, match="predictions: column 'file': holds texts, not numbers: leave it out of columns"):
        qualm.measure(Table(producer, columns_of(producer, P, "abc") + [words]), columns=["a", "b", "c", "file"])
    numbers = producer.numbers(np.array([.5, .25]))
    codes = producer.array(12, [np.zeros(12, dtype=np.uint8)], dictionary=numbers[1], name="kind")
    encoded = producer.schema(b"C", b"kind", dictionary=numbers[0]), codes
    with pytest.raises(TypeError, match="predictions: column 'kind': is dictionary-encoded: decode it"):
        qualm.measure(Table(producer, [encoded] + columns_of(producer, P, "ab")))
    date = producer.schema(b"tdD", b"day"), producer.array(12, [np.zeros(12, dtype=np.int32)], name="day")
    with pytest.raises(TypeError, match="predictions: column 'day': has the Arrow format 'tdD', which is not read: cast it to float64"):
        qualm.measure(Table(producer, columns_of(producer, P, "ab") + [date]), columns=["a", "b", "day"])


def test_what_is_refused_is_released_once_too():
    producer = Producer()
    column = Column(producer, *producer.numbers(P[:, 0], "x", nulls=(3,)))
    with pytest.raises(ValueError, match="labels: row 3 is missing"):
        qualm.reject(P, column)
    assert producer.released == ["array x", "schema x"] or producer.released == ["schema x", "array x"]
    producer = Producer()
    with pytest.raises(ValueError, match="rename one"):
        qualm.measure(Table(producer, columns_of(producer, P, "aba")))
    assert sorted(producer.released) == sorted(["stream", "schema table", "array batch"] + ["schema a", "array a"] * 2 + ["schema b", "array b"])


@pytest.mark.parametrize("format", [b"u", b"U", b"vu"])
def test_labels_are_a_column_of_texts(format):
    names = ["cat", "a rather long name", "fox"]
    labels = [names[i % 3] for i in range(12)]
    producer = Producer()
    table = Table(producer, columns_of(producer, P, names))
    found = qualm.reject(table, Column(producer, *producer.texts(labels, format=format)))
    wanted = qualm.reject(P, labels, class_names=names)
    assert found.to_dict()["curves"] == wanted.to_dict()["curves"]
    with pytest.raises(ValueError, match="labels: row 5 is missing"):
        qualm.reject(P, Column(producer, *producer.texts(labels, format=format, nulls=(5,))), class_names=names)


def test_labels_are_numbers_or_categories_or_a_column_of_a_table():
    labels = np.arange(12) % 3
    wanted = qualm.reject(P, labels).to_dict()["curves"]
    producer = Producer()
    assert qualm.reject(P, Column(producer, *producer.numbers(labels))).to_dict()["curves"] == wanted
    table = Table(producer, [producer.numbers(np.arange(12.), "score"), producer.numbers(labels, "label")])
    assert qualm.reject(P, table).to_dict()["curves"] == wanted
    values = producer.texts(["2", "0", "1"])
    codes = producer.array(12, [((labels + 1) % 3).astype(np.uint8)], dictionary=values[1])
    category = Column(producer, producer.schema(b"C", dictionary=values[0]), codes)
    assert qualm.reject(P, category).to_dict()["curves"] == wanted


def test_a_stream_that_fails_is_an_error_and_is_released():
    producer = Producer()
    with pytest.raises(ValueError, match="its Arrow stream failed: no more"):
        qualm.measure(Table(producer, columns_of(producer, P, "abc"), error=5))
    assert producer.released.count("stream") == 1 and producer.released.count("schema table") == 1
    with pytest.raises(TypeError, match="has no column of numbers"):
        qualm.measure(Table(producer, [producer.texts(["a"])]))


def of_dates(producer, codes=b"C", values=b"tdD"):
    """Categories that are no texts."""
    dates = producer.schema(values), producer.array(3, [np.zeros(3, dtype=np.int64)])
    return producer.schema(codes, dictionary=dates[0]), producer.array(12, [np.zeros(12)], dictionary=dates[1])


def without_dictionary(producer):
    schema, array = of_dates(producer, values=b"l")
    array.dictionary = None
    return schema, array


def within_dictionary(producer):
    schema, array = of_dates(producer, values=b"l")
    schema.dictionary.contents.dictionary = ctypes.pointer(producer.schema(b"u"))
    return schema, array


@pytest.mark.parametrize("labels, words", [
    (of_dates, "labels: holds neither numbers nor texts"), (within_dictionary, "labels: holds neither numbers nor texts"),
    (lambda producer: of_dates(producer, codes=b"u", values=b"l"), "labels: its Arrow arrays do not fit their schema"),
    (without_dictionary, "labels: its Arrow arrays do not fit their schema"),
    (lambda producer: (producer.schema(b"u"), producer.array(12, [np.full(13, -8, dtype=np.int32), np.zeros(1)])), "labels")])
def test_categories_that_cannot_be_read_are_refused(labels, words):
    producer = Producer()
    with pytest.raises((TypeError, ValueError), match=words):
        qualm.reject(P, Column(producer, *labels(producer)))


@pytest.mark.parametrize("format, offsets", [
    (b"+l", np.arange(-3, 34, 3)), (b"+l", np.arange(3, 40, 3)), (b"+l", np.arange(13) * 2**20), (b"+L", np.arange(-3, 34, 3)),
    (b"+L", np.arange(13) * 2**58), (b"+w:4", None), (b"+w:4611686018427387904", None), (b"+w:-3", None), (b"+w:", None)])
def test_lists_outside_of_their_elements_are_refused(format, offsets):
    producer = Producer()
    schema, array = producer.lists(P, format=format if offsets is not None else None)
    schema.format = format
    if offsets is not None:
        array.buffers[1] = producer.keep(offsets.astype(np.int32 if format == b"+l" else np.int64)).ctypes.data
    else:
        array.offset, array.length = 4, 8
    with pytest.raises(ValueError, match="longer than its elements|its lists are empty"):
        qualm.measure(Column(producer, schema, array))
