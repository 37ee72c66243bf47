"""Writes the queries, keys and values of a PyTorch transformer's attention layers to a safetensors file for Omegascope.

    from dump_qkv import dump_qkv
    dump_qkv(model, lambda: model(**tokenizer("Some text", return_tensors="pt")), "qkv.safetensors")

    omega compare --input qkv.safetensors --layer 3

It is `omegascope.capture` in one line: they are what the model uses, after rotary positions and norms, where it calls
PyTorch's scaled_dot_product_attention; else the outputs of its projections. assets/manual/python.md says more.
"""
try:
    from omegascope.capture import capture, projections as collect  # noqa: F401  # collect: the projections alone
except ImportError as problem:
    raise ImportError("dump_qkv.py needs the Python module omegascope: install the package python3-omegascope, or run "
                      f"pip install ./app/python in the sources of Omegascope ({problem})") from problem


def dump_qkv(model, run, path, heads=None):
    """Calls run() and writes what the attention layers of `model` used; returns the arrays by name."""
    captured = capture(model, run, heads=heads)
    captured.save(path)
    return captured.tensors()
