# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads what Arrow's PyCapsule interface hands out, by its specification alone: with ctypes, as another library would
(arrow.apache.org/docs/format/CDataInterface.html and CDataInterface/PyCapsuleInterface.html)."""
import ctypes
import struct


class ArrowSchema(ctypes.Structure):
    pass


class ArrowArray(ctypes.Structure):
    pass


class ArrowArrayStream(ctypes.Structure):
    pass


ArrowSchema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_void_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(ArrowSchema))),
    ("dictionary", ctypes.POINTER(ArrowSchema)),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(ArrowSchema))),
    ("private_data", ctypes.c_void_p),
]
ArrowArray._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(ArrowArray))),
    ("dictionary", ctypes.POINTER(ArrowArray)),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(ArrowArray))),
    ("private_data", ctypes.c_void_p),
]
ArrowArrayStream._fields_ = [
    ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ArrowArrayStream), ctypes.POINTER(ArrowSchema))),
    ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ArrowArrayStream), ctypes.POINTER(ArrowArray))),
    ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(ArrowArrayStream))),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(ArrowArrayStream))),
    ("private_data", ctypes.c_void_p),
]

_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype = ctypes.c_void_p
_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]


def pointer_in(capsule, structure, name):
    return ctypes.cast(_pointer(capsule, name), ctypes.POINTER(structure))


def metadata_of(schema):
    """Keys and values; {} where there are none."""
    if not schema.metadata:
        return {}
    address = schema.metadata

    def number():
        nonlocal address
        (value,) = struct.unpack("=i", ctypes.string_at(address, 4))
        address += 4
        return value

    def text():
        nonlocal address
        length = number()
        value = ctypes.string_at(address, length).decode()
        address += length
        return value

    return {text(): text() for _ in range(number())}


def _numbers(array, buffer, kind, count):
    address = array.buffers[buffer]
    return [] if count == 0 else list((kind * count).from_address(address))


def _texts(array):
    count = array.length
    offsets = _numbers(array, 1, ctypes.c_int64, count + 1)
    data = array.buffers[2]
    return [ctypes.string_at(data + begin, end - begin).decode() for begin, end in zip(offsets, offsets[1:])]


def _present(array):
    bits = array.buffers[0]
    if not bits:
        assert array.null_count == 0
        return [True] * array.length
    data = ctypes.string_at(bits, (array.length + 7) // 8)
    present = [bool(data[i // 8] >> i % 8 & 1) for i in range(array.length)]
    assert present.count(False) == array.null_count
    return present


def _column(schema, array):
    assert array.offset == 0
    assert array.n_buffers == 2
    form = schema.format
    if form == b"l":
        values = _numbers(array, 1, ctypes.c_int64, array.length)
    elif form == b"g":
        values = _numbers(array, 1, ctypes.c_double, array.length)
    else:
        assert form == b"i" and schema.dictionary.contents.format == b"U"
        texts = _texts(array.dictionary.contents)
        assert len(set(texts)) == len(texts)
        codes = _numbers(array, 1, ctypes.c_int32, array.length)
        present = _present(array)
        return [texts[code] if there else None for code, there in zip(codes, present)]
    return [value if there else None for value, there in zip(values, _present(array))]


def read(table):
    """({column: [values]}, {key: value}) of anything with __arrow_c_stream__."""
    capsule = table.__arrow_c_stream__()
    stream = pointer_in(capsule, ArrowArrayStream, b"arrow_array_stream")
    schema = ArrowSchema()
    assert stream.contents.get_schema(stream, schema) == 0
    assert schema.format == b"+s"
    columns = {schema.children[i].contents.name.decode(): [] for i in range(schema.n_children)}
    while True:
        batch = ArrowArray()
        assert stream.contents.get_next(stream, batch) == 0
        if not batch.release:
            break
        assert batch.n_children == schema.n_children
        assert batch.n_buffers == 1 and not batch.buffers[0]
        for i in range(schema.n_children):
            child = schema.children[i].contents
            assert batch.children[i].contents.length == batch.length
            columns[child.name.decode()] += _column(child, batch.children[i].contents)
        batch.release(batch)
        assert not batch.release
    metadata = metadata_of(schema)
    schema.release(schema)
    assert not schema.release
    stream.contents.release(stream)
    assert not stream.contents.release
    return columns, metadata
