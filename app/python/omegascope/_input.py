"""What a function is given to work on: arrays, what was captured, or a file."""
import contextlib
import os
import tempfile

import numpy as np

from .capture import Captured, Layer, write_tensors


def array(name, values):
    """Contiguous float32, float64 or int64, without a copy where it is that already."""
    if hasattr(values, "detach"):  # PyTorch's
        values = values.detach().cpu()
        values = (values.float() if str(values.dtype) == "torch.bfloat16" else values).numpy()
    values = np.asarray(values)
    if values.dtype.name == "bfloat16":
        values = widened(np.ascontiguousarray(values).view(np.uint16))
    kind, size = values.dtype.kind, values.dtype.itemsize
    if kind not in "fiub":
        raise ValueError(f"{name} holds {values.dtype.name}; it must be float64, float32, float16 or bfloat16")
    wanted = np.int64 if kind != "f" else np.float32 if size <= 4 else np.float64
    return np.require(values, wanted, ["C", "A"])


def widened(bits):
    """bfloat16 as float32, whose upper half it is."""
    return (bits.astype(np.uint32) << 16).view(np.float32)


def is_array(value):
    """Whether this cannot be the value of an option."""
    return isinstance(value, (list, tuple)) or getattr(value, "shape", ()) != ()


def ready(q, k, v, options):
    """q, k and v, and the options with those that a captured layer brings along."""
    if isinstance(q, Captured):
        q = q.only()
    if isinstance(q, Layer):
        q.check()
        return q.q, q.k, q.v, {**q.options(), **options}
    if k is None or v is None:
        raise ValueError("q, k and v are needed, or a captured layer in their place")
    return q, k, v, options


@contextlib.contextmanager
def given_input(q, k, v, words):
    """The words of the command that name the input; arrays are in a file while it runs."""
    if q is None and k is None and v is None:
        yield [f"--input={os.fspath(words.pop('input'))}"] if "input" in words else []
    elif isinstance(q, (str, os.PathLike)):
        yield [f"--input={os.fspath(q)}"]
    else:
        with tempfile.TemporaryDirectory() as folder:
            path, is_causal = written(q, k, v, folder, words.get("layer"))
            if is_causal:
                words.setdefault("causal", True)
            yield [f"--input={path}"]


def written(q, k, v, folder, layer=None):
    """A file of what was given, and whether all of it is causal."""
    if isinstance(q, Captured):
        return q.save(os.path.join(folder, "model.safetensors")), q.is_causal(layer)
    if isinstance(q, Layer):
        return Captured([q]).save(os.path.join(folder, "layer.safetensors")), q.causal
    if k is None or v is None:
        raise ValueError("q, k and v are needed, or in place of q the path of a file or what was captured")
    path = os.path.join(folder, "arrays.safetensors")
    write_tensors(path, {name: array(name, values) for name, values in zip("qkv", (q, k, v))}, {})
    return path, False
