"""Writes the queries, keys and values of a PyTorch transformer's attention layers to a safetensors file for Omegascope.

    from dump_qkv import dump_qkv
    dump_qkv(model, lambda: model(**tokenizer("Some text", return_tensors="pt")), "qkv.safetensors")

    omega compare --input qkv.safetensors --layer 3

Works for any model whose attention layers have linear projections of the usual names (q_proj/k_proj/v_proj, query/key/value,
to_q/to_k/to_v, q_lin/k_lin/v_lin) or one fused projection (c_attn, qkv, query_key_value, qkv_proj, Wqkv). Layers are numbered in the order
in which the model defines them. What is written is the output of the projections, as heads x tokens x dim (with a batch:
batch x heads x tokens x dim): rotary positions, which some models apply afterwards, are not in it.
"""
import json
import struct

SEPARATE = [("q_proj", "k_proj", "v_proj"), ("query", "key", "value"), ("to_q", "to_k", "to_v"), ("q_lin", "k_lin", "v_lin")]
FUSED = ["c_attn", "qkv", "query_key_value", "qkv_proj", "Wqkv"]
HEAD_COUNTS = ["num_heads", "num_attention_heads", "n_heads", "n_head", "heads"]


def attention_layers(model):
    """(layer, names of its projections) for every module that has the projections of attention."""
    for module in model.modules():
        children = dict(module.named_children())
        names = next((n for n in SEPARATE if all(part in children for part in n)), None)
        names = names or next(((n,) for n in FUSED if n in children), None)
        if names:
            yield module, names


def first_number(owners, names):
    """The first of the attributes `names` that one of `owners` has as a positive integer, else None."""
    for owner in owners:
        for name in names:
            value = getattr(owner, name, None)
            if isinstance(value, int) and value > 0:
                return value
    return None


def by_heads(tensor, heads):
    """[.., tokens, heads * dim] to [.., heads, tokens, dim]."""
    if tensor.shape[-1] % heads:
        raise ValueError(f"{tensor.shape[-1]} features cannot be cut into {heads} heads; pass heads=")
    return tensor.unflatten(-1, (heads, tensor.shape[-1] // heads)).movedim(-2, -3)


def split_fused(tensor, name, heads):
    """The three parts of a fused projection, each [.., tokens, heads * dim]."""
    if name == "query_key_value":  # the NeoX family keeps q, k and v of each head together
        parts = tensor.unflatten(-1, (heads, 3, tensor.shape[-1] // (3 * heads)))
        return [parts[..., i, :].flatten(-2) for i in range(3)]
    return tensor.chunk(3, dim=-1)


def collect(model, run, heads=None):
    """{"layers.N.q": tensor, ...} of one call of `run`, which must call the model."""
    import torch

    found, handles = {}, []
    layers = list(attention_layers(model))
    if not layers:
        raise ValueError("no module of this model has projections named as in attention (q_proj, query, to_q, c_attn, qkv ..)")

    def keep(layer, part):
        def hook(module, inputs, output):
            found[layer, part] = output.detach()
        return hook

    for number, (module, names) in enumerate(layers):
        for name in names:
            handles.append(getattr(module, name).register_forward_hook(keep(number, name)))
    try:
        with torch.no_grad():
            run()
    finally:
        for handle in handles:
            handle.remove()

    tensors = {}
    for number, (module, names) in enumerate(layers):
        if any((number, name) not in found for name in names):
            continue  # this layer was not called
        owners = [module, getattr(module, "config", None), getattr(model, "config", None)]
        count = heads or first_number(owners, HEAD_COUNTS)
        if count is None:
            raise ValueError(f"layer {number} does not say how many heads it has; pass heads=")
        parts = [found[number, name] for name in names]
        parts = split_fused(parts[0], names[0], count) if len(parts) == 1 else parts
        width = parts[0].shape[-1] // count
        for part, tensor in zip("qkv", parts):
            # Grouped queries: keys and values have fewer heads, of the same width.
            own = tensor.shape[-1] // width if tensor.shape[-1] % width == 0 and not (part == "v" and tensor.shape[-1] > count * width) else count
            split = by_heads(tensor, own)
            tensors[f"layers.{number}.{part}"] = split[0] if split.dim() == 4 and split.shape[0] == 1 else split
    if not tensors:
        raise ValueError("run() did not call any attention layer of the model")
    return tensors


def save(tensors, path):
    """A safetensors file of float32; needs no library."""
    table, data, offset = {"__metadata__": {"made_by": "dump_qkv.py of Omegascope"}}, [], 0
    for name, tensor in tensors.items():
        block = tensor.float().cpu().contiguous().numpy().astype("<f4").tobytes()
        table[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [offset, offset + len(block)]}
        data.append(block)
        offset += len(block)
    header = json.dumps(table).encode()
    header += b" " * (-len(header) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(header)) + header)
        file.writelines(data)


def dump_qkv(model, run, path, heads=None):
    """Calls run() once and writes what the attention layers of `model` projected; returns the tensors by name."""
    tensors = collect(model, run, heads)
    save(tensors, path)
    return tensors
