"""What a function is given to work on: arrays, what was captured, or a file."""
import contextlib
import os
import tempfile

import numpy as np

from .capture import Captured, Layer, write_tensors


EXACT = 1 << 24  # up to here float32 holds every whole number


def array(name, values):
    """Contiguous float32, float64 or int64, without a copy where it is that already."""
    if hasattr(values, "detach"):  # PyTorch's
        values = values.detach().cpu()
        values = (values.float() if str(values.dtype) == "torch.bfloat16" else values).numpy()
    if np.ma.is_masked(values):
        raise ValueError(f"{name} is an array with {int(np.ma.count_masked(values))} masked values, and what a mask "
                         "hides would be read all the same; fill them, as by .filled(0), or leave those tokens out")
    try:
        values = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} is no array of numbers; all rows of one must be equally long") from None
    if values.dtype.name == "bfloat16":
        values = widened(np.ascontiguousarray(values).view(np.uint16))
    kind, size = values.dtype.kind, values.dtype.itemsize
    if kind not in "fiub":
        raise ValueError(f"{name} holds {values.dtype.name}; it must be float64, float32, float16, bfloat16, whole numbers or bool")
    if kind == "u" and size == 8 and values.size and int(values.max()) > np.iinfo(np.int64).max:
        raise ValueError(f"{name} has a uint64 value above 2^63 - 1; give it as float64")
    wanted = np.int64 if kind != "f" else np.float32 if size <= 4 else np.float64
    return np.require(values, wanted, ["C", "A"])


def floats(name, values, zero_nonfinite=False):
    """q, k or v as the command reads a file: whole numbers as float32 where that is exact, else as float64."""
    values = array(name, values)
    if values.dtype.kind == "i":
        exact = values.size == 0 or (values.min() >= -EXACT and values.max() <= EXACT)
        return values.astype(np.float32 if exact else np.float64)
    if zero_nonfinite and not (finite := np.isfinite(values)).all():
        return np.where(finite, values, values.dtype.type(0))
    return values


def widened(bits):
    """bfloat16 as float32, whose upper half it is."""
    return (bits.astype(np.uint32) << 16).view(np.float32)


def is_array(value):
    """Whether this cannot be the value of an option."""
    return isinstance(value, (list, tuple)) or getattr(value, "shape", ()) != ()


def listed(value):
    """A text or a path as it is, and the parts of whatever else has some."""
    if isinstance(value, (str, bytes, os.PathLike)):
        return value
    try:
        return [*value]
    except TypeError:
        return value


def is_false(value):
    """Whether an option that is true or false is false, as a word of the command or as Python has it."""
    return value == "false" if isinstance(value, str) else isinstance(value, (bool, np.bool_)) and not value


def check_alone(what, k, v):
    """k and v beside what has its own would never be read."""
    beside = [name for name, one in (("k", k), ("v", v)) if one is not None]
    if beside:
        raise ValueError(f"{what} was given in place of q, k and v, and {' and '.join(beside)} beside it would not be "
                         f"read; leave {'them' if len(beside) > 1 else 'it'} out")


def ready(q, k, v, options):
    """q, k and v, and the options with those that a captured layer brings along."""
    if isinstance(q, (Captured, Layer)):
        check_alone("what was captured", k, v)
        q = q.only() if isinstance(q, Captured) else q
        q.check()
        options = {**q.options(), **{name: value for name, value in options.items() if value is not None}}
        if q.causal and is_false(options["causal"]):  # as every method is by itself, those without the option too
            del options["causal"]
        return q.q, q.k, q.v, options
    if q is None or k is None or v is None:
        raise ValueError("q, k and v are needed, or a captured layer in their place")
    return q, k, v, options


@contextlib.contextmanager
def given_input(q, k, v, words):
    """The words of the command that name the input; arrays are in a file while it runs."""
    if q is None and k is None and v is None:
        yield Given(words.pop("input", None))
    elif is_path(q):
        check_alone("the path of a file", k, v)
        yield Given(q)
    else:
        with tempfile.TemporaryDirectory() as folder:
            path = written(q, k, v, folder, words.get("layer"))
            if isinstance(q, Layer) and q.causal or isinstance(q, Captured) and q.is_causal(words.get("layer")):
                make_causal(words)
            with unnamed(path):
                yield Given(path, is_nameless=True)


def is_path(q):
    return isinstance(q, (str, bytes, os.PathLike))


def make_causal(words):
    """What was captured is causal, so estimates of it are, unless the words say something else of all methods."""
    if "opt" in words and not isinstance(words["opt"], dict):
        words["opt"] = listed(words["opt"])  # which may be read once only
    given, others = without_causal(words.get("opt"))
    own = words.get("causal")
    if own is not None and given:
        return  # the command refuses what is given twice
    if own is None and not given:
        words["causal"] = True
    elif own is not None and is_false(own):  # as every method is by itself, those without the option too
        del words["causal"]
    elif given and is_false(given[-1]):
        words["opt"] = others


def without_causal(options):
    """What opt says of causal for all methods, and opt without that."""
    if isinstance(options, dict):
        given = [value for name, value in options.items() if name == "causal" and value is not None]
        return given, {name: value for name, value in options.items() if name != "causal"}
    several = [options] if isinstance(options, str) else listed(options)
    if not isinstance(several, list):
        return [], options
    is_ours = [isinstance(one, str) and one.partition("=")[0] == "causal" for one in several]
    return ([one.partition("=")[2] for one, ours in zip(several, is_ours) if ours],
            [one for one, ours in zip(several, is_ours) if not ours])


class Given(list):
    """The words of the command that name the input."""

    def __init__(self, path, is_nameless=False):
        super().__init__([] if path is None else [f"--input={os.fsdecode(path)}"])
        self._names = (str(path), os.path.basename(path)) if is_nameless else ()

    def unnamed(self, said):
        """An answer without the name of a temporary file, as those that go wrong are."""
        for name in self._names:
            said = said.replace(name, "the input")
        return said


@contextlib.contextmanager
def unnamed(path):
    """What goes wrong names the input, and not the temporary file that nobody made and that is gone by then."""
    try:
        yield
    except (ValueError, RuntimeError) as problem:
        if type(problem) not in (ValueError, RuntimeError):  # another library's, with a making of its own
            raise
        raise type(problem)(without_file(str(problem), str(path))) from None


def without_file(sentence, path):
    for words, instead in ((f'"{path}": ', ""), (f' (the input is "{os.path.basename(path)}")', ""),
                           (f'"{path}"', "the input")):
        sentence = sentence.replace(words, instead)
    return sentence


def written(q, k, v, folder, layer=None):
    """A file of what was given."""
    if isinstance(q, (Captured, Layer)):
        check_alone("what was captured", k, v)
    if isinstance(q, Captured):
        return q.save(os.path.join(folder, "model.safetensors"), layer)
    if isinstance(q, Layer):
        return Captured([q]).save(os.path.join(folder, "layer.safetensors"))
    if q is None or k is None or v is None:
        raise ValueError("q, k and v are needed, or in place of q the path of a file or what was captured")
    path = os.path.join(folder, "arrays.safetensors")
    write_tensors(path, {name: array(name, values) for name, values in zip("qkv", (q, k, v))}, {})
    return path
