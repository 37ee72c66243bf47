"""The files that examples speak of beside those omega makes: a picture, a text, a model's weights."""

import json
import struct
import zlib
from pathlib import Path


def picture(width, height):
    """A PNG of smooth colours."""
    rows = b"".join(b"\0" + bytes((4 * x + 2 * y * c) % 256 for x in range(width) for c in range(3)) for y in range(height))

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def model(layers, tokens, dim):
    """Safetensors with q, k and v of every layer."""
    count = tokens * dim
    header, data = {}, b""
    for layer in range(layers):
        for number, part in enumerate("qkv"):
            values = [((7 * i + 3 * number + layer) % 11) / 11 for i in range(count)]
            header[f"model.layers.{layer}.self_attn.{part}"] = {
                "dtype": "F32", "shape": [tokens, dim], "data_offsets": [len(data), len(data) + 4 * count]}
            data += struct.pack(f"<{count}f", *values)
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def write(folder):
    folder = Path(folder)
    (folder / "picture.png").write_bytes(picture(64, 48))
    (folder / "text.txt").write_text("the cat sat on the mat and the dog sat on the cat\n" * 3, encoding="utf-8")
    (folder / "model.safetensors").write_bytes(model(4, 24, 8))
