"""Queries, keys and values as a PyTorch model really uses them, after rotary positions and norms.

    captured = omegascope.capture(model, lambda: model(**tokenizer("Some text", return_tensors="pt")))
    omegascope.estimate("lara", captured[3], landmarks=64)
    omegascope.show(captured)

During the call another function stands in for torch.nn.functional.scaled_dot_product_attention, notes what it is given,
and calls it. Where a model never calls it, the outputs of the projections of its attention layers are taken; what is
done to them afterwards is not in them.
"""
import contextlib
import json
import struct
import sys
import warnings
from dataclasses import dataclass

import numpy as np

NAME = "scaled_dot_product_attention"
HIDDEN = -1e4  # a number this low, added to a logit, hides the key
SEPARATE = [("q_proj", "k_proj", "v_proj"), ("query", "key", "value"), ("to_q", "to_k", "to_v"),
            ("q_lin", "k_lin", "v_lin")]
FUSED = ["c_attn", "qkv", "query_key_value", "qkv_proj", "Wqkv", "to_qkv"]
HEAD_COUNTS = ["num_heads", "num_attention_heads", "n_heads", "n_head", "heads"]
HEAD_WIDTHS = ["head_dim", "head_size", "attention_head_size"]
OTHERS = ["key_value_states", "encoder_hidden_states", "cross_attention_states", "context"]  # whose keys a layer may see
WHO_CALLS_IT = (f"most models of Transformers call {NAME} with attn_implementation=\"sdpa\", those of timm after "
                "timm.layers.set_fused_attn(True), nn.MultiheadAttention with need_weights=False")
ONLY_PROJECTIONS = ("this model was not seen to call scaled_dot_product_attention: what was captured are the outputs of "
                    "its projections, without the rotary positions, norms, scales and masks that it may apply to them; "
                    f"{WHO_CALLS_IT}")


@dataclass(frozen=True, eq=False)
class Layer:
    """One attention layer: q, k and v as heads x tokens x dim, one head of k and v for each of q.

    scale is the factor of q·k; causal, whether no query sees later keys; mask, what else is done to its logits. Of
    tokens that no query sees, paddings, nothing is kept; kept says which are left. module is the model's name of it.
    """

    q: np.ndarray
    k: np.ndarray
    v: np.ndarray
    scale: float
    causal: bool = False
    mask: "np.ndarray | None" = None
    kept: "np.ndarray | None" = None
    name: str = "the layer"
    module: str = ""

    def options(self):
        """What estimates must be told to be of this layer's attention."""
        told = {} if np.isclose(self.scale, self.q.shape[-1] ** -0.5, rtol=1e-12) else {"scale": float(self.scale)}
        return {**told, "causal": True} if self.causal else told

    def check(self):
        """Raises where no estimate could be of this layer's attention."""
        if self.mask is not None:
            raise ValueError(f"{self.name} hides keys or shifts logits in a way that no method here knows: estimates "
                             "would be of another attention than the model's; capture a call without such a mask "
                             "(sequences of several lengths one at a time), or leave this layer out")


class Captured:
    """The attention layers of one call of a model, in the order of their calls: captured[3] is a Layer."""

    def __init__(self, layers, tokens=None, said=""):
        self.layers, self.tokens, self.said = list(layers), tokens, said

    def __len__(self):
        return len(self.layers)

    def __getitem__(self, number):
        return self.layers[number]

    def __repr__(self):
        lines = [f"{len(self)} attention layers"] if len(self) != 1 else ["1 attention layer"]
        for number, layer in enumerate(self):
            shape = "x".join(map(str, layer.q.shape))
            lines.append(f"  {number}: q {shape}, {layer.k.shape[-2]} keys{', causal' if layer.causal else ''}"
                         f"{', with a mask of its own' if layer.mask is not None else ''}"
                         f"{layer.module and f' ({layer.module})'}")
        return "\n".join(lines + [self.said] if self.said else lines)

    def only(self):
        if len(self) != 1:
            raise ValueError(f"{len(self)} layers were captured; take one of them, as in captured[0]")
        return self[0]

    def is_causal(self, layer=None):
        """Whether all layers are, or the one of that number; raises where some are and others are not."""
        kinds = {self[number].causal for number in self.asked(layer)}
        if len(kinds) > 1:
            raise ValueError("some layers are causal and others are not; take one, as in captured[0] or layer=0")
        return kinds == {True}

    def asked(self, layer=None):
        """The numbers of all layers, or the one that is asked for; none where there is no such layer."""
        try:
            return [number for number in range(len(self)) if layer is None or number == int(layer)]
        except (TypeError, ValueError):
            return [*range(len(self))]  # whoever is asked for it says what it must be

    def tensors(self, only=None):
        """{"layers.N.q": array, ...}; a scale of its own is within q, so that 1/√D gives the layer's logits."""
        found = {}
        for number in self.asked(only) or self.asked():
            layer = self[number]
            layer.check()
            factor = layer.scale * layer.q.shape[-1] ** 0.5
            exact = np.result_type(layer.q, np.float32)  # float16 would round the product once more
            q = layer.q if "scale" not in layer.options() else np.multiply(layer.q, factor, dtype=exact)
            found.update({f"layers.{number}.{part}": one for part, one in (("q", q), ("k", layer.k), ("v", layer.v))})
        return found

    def save(self, path, only=None):
        """Writes a .safetensors file that `omega` and the window open, of all layers or one; returns its path."""
        said = {"made_by": "omegascope.capture"}
        causal = [str(number) for number, layer in enumerate(self) if layer.causal]
        if causal:
            said["causal"] = "all" if len(causal) == len(self) else ", ".join(causal)
        if self.said:
            said["captured"] = "projections"
        if self.tokens:
            said["tokens"] = json.dumps(self.tokens)
        return write_tensors(path, self.tensors(only), said)


def write_tensors(path, tensors, metadata):
    """A safetensors file of float16, float32, float64 or int64; needs no library."""
    types = {"float16": "F16", "float32": "F32", "float64": "F64", "int64": "I64"}
    table, blocks, offset = {"__metadata__": metadata}, [], 0
    for name, tensor in tensors.items():
        block = np.ascontiguousarray(tensor, tensor.dtype.newbyteorder("<")).tobytes()
        place = [offset, offset := offset + len(block)]
        table[name] = {"dtype": types[tensor.dtype.name], "shape": list(tensor.shape), "data_offsets": place}
        blocks.append(block)
    header = json.dumps(table).encode()
    header += b" " * (-len(header) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(header)) + header)
        file.writelines(blocks)
    return path


def capture(model, run, tokens=None, heads=None):
    """Calls run(), which must call the model once, and returns what its attention layers used, as a Captured.

    It is called a second time where only projections can be taken. What torch.compile made of a model is left aside.
    tokens are the texts of the tokens, for axes and hovers; heads, how many there are where a model does not say and
    its projections must be taken. Key padding is cut off, causal masks are noted; a layer with another mask is kept
    with it, and estimates refuse it.
    """
    layers = []
    with noting(layers, model):
        call(run)
    said = ""
    if not layers:
        projected = projections(model, run, heads)
        numbers = sorted({int(name.split(".")[1]) for name in projected})
        modules = [name for name, _, _ in attention_layers(model)]
        layers = [layer_of(n, modules[n], *(projected[f"layers.{n}.{part}"] for part in "qkv")) for n in numbers]
        said = ONLY_PROJECTIONS
        warnings.warn(said, stacklevel=2)
    kept = layers[0].kept
    tokens = tokens.tolist() if hasattr(tokens, "tolist") else tokens  # whose numbers are no tensors
    if tokens is not None and kept is not None and len(tokens) == len(kept):
        tokens = [token for token, is_kept in zip(tokens, kept) if is_kept]
    return Captured(layers, None if tokens is None else [str(token) for token in tokens], said)


def call(run):
    """Without gradients, and as the model is written: what torch.compile made of it calls no function of Python."""
    import torch

    stance = getattr(getattr(torch, "compiler", None), "set_stance", None)  # since 2.6
    with torch.no_grad(), stance("force_eager") if stance else contextlib.nullcontext():
        run()


@contextlib.contextmanager
def noting(layers, model):
    """While it lasts, every call of scaled_dot_product_attention becomes one more layer."""
    import torch

    real = getattr(torch.nn.functional, NAME, None)
    if real is None:  # before 2.0
        yield
        return
    modules = {id(module): name for name, module in model.named_modules()} if hasattr(model, "named_modules") else {}

    def stand_in(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, **more):
        if hasattr(attn_mask, "_materialize"):  # a CausalBias, which holds no numbers and knows the real one only
            attn_mask = attn_mask._materialize(query.device)
        found = real(query, key, value, attn_mask, dropout_p, is_causal, **more)
        module, given = caller(modules)
        layers.append(layer_of(len(layers), module, query, key, value, attn_mask, is_causal, more.get("scale"),
                               sees_others(given)))
        return found

    places = [(one, name) for module, one in list(sys.modules.items()) if not module.startswith("torch._C")
              for name, value in list(getattr(one, "__dict__", {}).items()) if value is real]
    fast = getattr(torch.backends, "mha", None)  # a way of encoder layers that calls no function of Python
    was_fast = fast.get_fastpath_enabled() if fast else False
    try:
        for place, name in places:
            setattr(place, name, stand_in)
        if fast:
            fast.set_fastpath_enabled(False)
        yield
    finally:
        for place, name in places:
            setattr(place, name, real)
        if fast:
            fast.set_fastpath_enabled(was_fast)


def caller(modules):
    """The name of the innermost of these modules that is at work, and the variables of its forward(), itself as self."""
    frame = sys._getframe(2)
    while frame is not None:
        code = frame.f_code
        given = frame.f_locals if code.co_name == "forward" and code.co_argcount else {}
        module = given.get(code.co_varnames[0]) if given else None
        if id(module) in modules:
            return modules[id(module)].replace("_orig_mod.", ""), {**given, "self": module}
        frame = frame.f_back
    return "", {}


def sees_others(given):
    """Whether keys are of other tokens than queries: no number tells, but what models call them."""
    import torch

    if isinstance(given.get("self"), torch.nn.MultiheadAttention):
        return given.get("key") is given.get("value") is not given.get("query")
    own = [given.get("hidden_states"), given.get("x")]
    others = [given.get(name) for name in OTHERS]
    return any(isinstance(one, torch.Tensor) and all(one is not mine for mine in own) for one in others)


def layer_of(number, module, q, k, v, mask=None, is_causal=False, scale=None, is_cross=False):
    """A layer from PyTorch's tensors, [.., heads, tokens, dim]."""
    q, k, v = (as_numpy(tensor) for tensor in (q, k, v))
    q, k, v = in_one_batch(q, *shared_heads(q, k, v))
    scale = q.shape[-1] ** -0.5 if scale is None else float(scale)
    seen = sees(q.shape[-2], k.shape[-2], None if mask is None else as_numpy(mask), is_causal)
    kept = None
    if seen is not None and not seen.any(0).all():
        kept = seen.any(0)
        k, v, seen = k[..., kept, :], v[..., kept, :], seen[:, kept]
        if len(kept) == q.shape[-2] and not is_cross:
            q, seen = q[..., kept, :], seen[kept]
    is_full = seen is not None and seen.all()
    causal = not is_full and np.array_equal(seen, np.tri(q.shape[-2], dtype=bool))
    mask = None if is_full or causal else seen if mask is None else as_numpy(mask)
    q, k, v = (tensor[0] if tensor.ndim == 4 and len(tensor) == 1 else tensor for tensor in (q, k, v))
    return Layer(q, k, v, scale, causal, mask, kept, f"layer {number}{module and f' ({module})'}", module)


def in_one_batch(*arrays):
    """As PyTorch has them meet: an axis of 1 serves all, and all axes before the heads are one batch."""
    lead = np.broadcast_shapes(*(array.shape[:-2] for array in arrays))
    arrays = (a if a.shape[:-2] == lead else np.broadcast_to(a, lead + a.shape[-2:]).copy() for a in arrays)
    return [array.reshape(-1, *array.shape[-3:]) if array.ndim > 4 else array for array in arrays]


def shared_heads(q, k, v):
    """k and v with their heads repeated where each serves several of q, neighbours (grouped queries), as in files."""
    if not q.ndim == k.ndim == v.ndim > 2 or not 0 < k.shape[-3] == v.shape[-3] < q.shape[-3]:
        return k, v
    times, rest = divmod(q.shape[-3], k.shape[-3])
    return (k, v) if rest else tuple(np.repeat(array, times, axis=-3) for array in (k, v))


def sees(queries, keys, mask, is_causal):
    """Which key each query sees, the same for all heads, as queries x keys; None where a mask is of another kind."""
    seen = np.tri(queries, keys, dtype=bool) if is_causal else np.ones((queries, keys), bool)
    if mask is None:
        return seen
    if mask.dtype != bool:
        if not ((mask == 0) | (mask <= HIDDEN)).all():
            return None
        mask = mask == 0
    mask = np.broadcast_to(mask, mask.shape[:-2] + (queries, keys)).reshape(-1, queries, keys) & seen
    return mask[0] if (mask == mask[0]).all() else None


def as_numpy(tensor):
    if getattr(tensor, "is_nested", False):
        raise ValueError("sequences of several lengths in one nested tensor cannot be captured; call the model with "
                         "one of them")
    tensor = tensor.detach().cpu()
    return (tensor.float() if str(tensor.dtype) == "torch.bfloat16" else tensor).contiguous().numpy().copy()


def attention_layers(model):
    """(its name, layer, names of its projections) for every module that has the projections of attention."""
    import torch

    for path, module in model.named_modules():
        children = {name: child for name, child in module.named_children()
                    if not isinstance(child, torch.nn.modules.conv._ConvNd)}  # whose last axis is a place
        names = next((n for n in SEPARATE if all(part in children for part in n)), None)
        names = names or next(((n,) for n in FUSED if n in children), None)
        if names:
            yield path.replace("_orig_mod.", ""), module, names


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


def split_fused(tensor, name, heads, dim):
    """The three parts of a fused projection, each [.., tokens, heads * dim]; several heads of queries may share keys."""
    dim = dim or tensor.shape[-1] // (3 * heads) or tensor.shape[-1]
    pairs, rest = divmod(tensor.shape[-1] - heads * dim, 2 * dim)  # heads of keys and of values
    if rest or pairs < 1 or heads % pairs:
        raise ValueError(f"the {tensor.shape[-1]} features of {name} are not {heads} heads of {dim} for queries and as "
                         "many or fewer for keys and values; pass heads=")
    if name != "query_key_value":
        return tensor.split([heads * dim, pairs * dim, pairs * dim], dim=-1)
    parts = tensor.unflatten(-1, (pairs, heads // pairs + 2, dim))  # NeoX and Falcon keep together what is used together
    return [part.flatten(-3) for part in (parts[..., :-2, :], parts[..., -2:-1, :], parts[..., -1:, :])]


def projected(model, run, layers):
    """{(number, name): tensor}: what the projections of the layers put out during one call of `run`."""
    found, handles = {}, []

    def keep(layer, part):
        def hook(module, inputs, output):
            found.setdefault((layer, part), output.detach())  # the first call has a whole prompt, others a token each
        return hook

    for number, (_, module, names) in enumerate(layers):
        for name in names:
            handles.append(getattr(module, name).register_forward_hook(keep(number, name)))
    try:
        call(run)
    finally:
        for handle in handles:
            handle.remove()
    return found


def projections(model, run, heads=None):
    """{"layers.N.q": tensor, ...}: the outputs of the projections during one call of `run`."""
    layers = list(attention_layers(model))
    if not layers:
        raise ValueError("this model neither calls scaled_dot_product_attention nor has projections named as in "
                         f"attention (q_proj, query, to_q, c_attn, qkv ..); {WHO_CALLS_IT}")
    found, tensors = projected(model, run, layers), {}
    for number, (_, module, names) in enumerate(layers):
        if any((number, name) not in found for name in names):
            continue  # this layer was not called
        owners = [module, getattr(module, "config", None), getattr(model, "config", None)]
        count = heads or first_number(owners, HEAD_COUNTS)
        if count is None:
            raise ValueError(f"layer {number} does not say how many heads it has; pass heads=")
        dim = first_number([module], HEAD_WIDTHS)
        parts = [found[number, name] for name in names]
        if len(parts) == 1:
            parts = split_fused(parts[0], names[0], count, dim)
        elif dim and parts[0].shape[-1] != count * dim:  # a gate is among them, or something else that queries are not
            raise ValueError(f"the {parts[0].shape[-1]} features of {names[0]} are not {count} heads of {dim}; "
                             f"{WHO_CALLS_IT}")
        width = parts[0].shape[-1] // count
        for part, tensor in zip("qkv", parts):
            # Grouped queries: keys and values have fewer heads, of the same width.
            is_wider = part == "v" and tensor.shape[-1] > count * width
            own = tensor.shape[-1] // width if tensor.shape[-1] % width == 0 and not is_wider else count
            split = by_heads(tensor, own)
            tensors[f"layers.{number}.{part}"] = split[0] if split.dim() == 4 and split.shape[0] == 1 else split
    if not tensors:
        raise ValueError("run() called neither scaled_dot_product_attention nor the projections of any attention layer "
                         f"of the model; {WHO_CALLS_IT}")
    return tensors
