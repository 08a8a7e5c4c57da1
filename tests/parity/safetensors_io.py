"""Reads and writes safetensors files: 8 bytes with the length of a JSON header, the header, the
raw data. Our own few lines, so that NumPy is all that is needed."""

import json

import numpy

TYPES = {"F16": "<f2", "F32": "<f4", "F64": "<f8", "I32": "<i4", "U8": "u1"}
NAMES = {numpy.dtype(code): name for name, code in TYPES.items()}


def read(path):
    """Returns ({key: text} of __metadata__, {name: array}). The arrays are views of the file:
    only what is looked at is read. NumPy has no bfloat16: it comes as float32."""
    data = numpy.memmap(path, mode="r")
    length = int.from_bytes(data[:8].tobytes(), "little")
    header = json.loads(data[8 : 8 + length].tobytes())
    body = data[8 + length :]
    metadata = header.pop("__metadata__", {})
    tensors = {}
    used = 0
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        raw = body[begin:end]
        if entry["dtype"] == "BF16":  # the upper half of a float32
            array = (numpy.frombuffer(raw, "<u2").astype("<u4") << 16).view("<f4")
        else:
            array = numpy.frombuffer(raw, TYPES[entry["dtype"]])
        tensors[name] = array.reshape(entry["shape"])
        used += end - begin
    if used != len(body):
        raise ValueError(f"{path}: tensors cover {used} of {len(body)} bytes")
    return metadata, tensors


def write(path, metadata, tensors):
    header = {"__metadata__": metadata}
    offset = 0
    arrays = []
    for name, tensor in tensors.items():
        array = numpy.asarray(tensor, order="C")
        end = offset + array.nbytes
        header[name] = {
            "dtype": NAMES[array.dtype],
            "shape": list(array.shape),
            "data_offsets": [offset, end],
        }
        arrays.append(array)
        offset = end
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(len(text).to_bytes(8, "little"))
        file.write(text)
        for array in arrays:
            file.write(array.data if array.nbytes else b"")
