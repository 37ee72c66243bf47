"""Queries, keys and values of small random models, as they use them: capture_test.py OMEGA SOURCE

Exits with 77 (skipped) where NumPy or PyTorch is not installed.
"""
import json
import subprocess
import sys
import tempfile
import types
import unittest
import warnings
from pathlib import Path

try:
    import numpy as np
    import torch
    from torch import nn
    from torch.nn import functional
except ImportError as missing:
    print(f"skipped: {missing.name} is not installed")
    sys.exit(77)
import omegascope

OMEGA = sys.argv.pop(1)
sys.argv.pop(1)
has_function = unittest.skipUnless(hasattr(functional, "scaled_dot_product_attention"), "this PyTorch has no scaled_dot_product_attention")
TOKENS, WIDTH, HEADS = 11, 32, 4


def split(x, heads=HEADS):
    return x.unflatten(-1, (heads, -1)).transpose(1, 2)


class Attention(nn.Module):
    """Keeps what its attention gave, to be compared."""

    def attend(self, *inputs, **more):
        self.gave = functional.scaled_dot_product_attention(*inputs, **more)
        return self.gave.transpose(1, 2).flatten(2)


class BertAttention(Attention):
    """With padding, as a mask that is added."""

    def __init__(self):
        super().__init__()
        self.query, self.key, self.value = (nn.Linear(WIDTH, WIDTH) for _ in range(3))
        self.norm = nn.LayerNorm(WIDTH)

    def forward(self, x, mask):
        return self.norm(x + self.attend(split(self.query(x)), split(self.key(x)), split(self.value(x)), attn_mask=mask))


class Bert(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(BertAttention() for _ in range(3))

    def forward(self, x, padded):
        mask = torch.zeros(1, 1, 1, x.shape[1])
        mask[..., x.shape[1] - padded:] = torch.finfo(torch.float32).min
        for layer in self.layers:
            x = layer(x, mask)
        return x


class GptAttention(Attention):
    """One projection for all, causal by the function's own switch."""

    def __init__(self):
        super().__init__()
        self.c_attn, self.ln_1 = nn.Linear(WIDTH, 3 * WIDTH), nn.LayerNorm(WIDTH)

    def forward(module, x):  # noqa: N805  # whatever its author calls it
        q, k, v = module.c_attn(module.ln_1(x)).chunk(3, -1)
        return x + module.attend(split(q), split(k), split(v), is_causal=True)


class LlamaAttention(Attention):
    """Rotary positions, two heads of keys for four of queries, causal by a mask of truths."""

    def __init__(self):
        super().__init__()
        self.q_proj, self.k_proj, self.v_proj = (nn.Linear(WIDTH, width, bias=False) for width in (WIDTH, WIDTH // 2, WIDTH // 2))

    def turned(self, x):
        angles = torch.outer(torch.arange(x.shape[-2]), 100.0 ** -torch.linspace(0, 1, x.shape[-1] // 2))
        left, right = x.chunk(2, -1)
        return torch.cat([left * angles.cos() - right * angles.sin(), right * angles.cos() + left * angles.sin()], -1)

    def forward(self, x):
        normed = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6)
        q, k, v = split(self.q_proj(normed)), split(self.k_proj(normed), 2), split(self.v_proj(normed), 2)
        k, v = self.turned(k).repeat_interleave(2, 1), v.repeat_interleave(2, 1)
        mask = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).tril()[None, None]
        return x + self.attend(self.turned(q), k, v, attn_mask=mask)


class VitAttention(Attention):
    """Norms of queries and keys, and a scale of its own."""

    def __init__(self):
        super().__init__()
        self.qkv, self.norm = nn.Linear(WIDTH, 3 * WIDTH), nn.LayerNorm(WIDTH)

    def forward(self, x):
        q, k, v = (split(part) for part in self.qkv(self.norm(x)).chunk(3, -1))
        q, k = functional.normalize(q, dim=-1), functional.normalize(k, dim=-1)
        return x + self.attend(q, k, v, scale=5.0)


def gave(model):
    return [module.gave[0].numpy() for module in model.modules() if isinstance(module, Attention)]


class Capture(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(0)
        self.x = torch.randn(1, TOKENS, WIDTH)

    def holds(self, model, run, causal, tokens=TOKENS):
        """What was captured gives what the model's own attention gave, here and by the engine."""
        captured = omegascope.capture(model, run)
        expected = gave(model)
        self.assertEqual(len(captured), len(expected))
        for layer, y in zip(captured, expected):
            self.assertEqual((layer.causal, layer.mask, layer.q.shape[:2]), (causal, None, (HEADS, tokens)))
            logits = layer.scale * layer.q.astype(float) @ layer.k.astype(float).swapaxes(-1, -2)
            logits = np.where(np.tri(tokens, dtype=bool), logits, -np.inf) if causal else logits
            weights = np.exp(logits - logits.max(-1, keepdims=True))
            again = weights / weights.sum(-1, keepdims=True) @ layer.v
            np.testing.assert_allclose(again, y[:, :tokens], rtol=0, atol=1e-5)
            np.testing.assert_allclose(omegascope.estimate("softmax", layer), y[:, :tokens], rtol=0, atol=1e-5)
        return captured

    @has_function
    def test_like_bert(self):
        model = Bert()
        captured = self.holds(model, lambda: model(self.x, padded=3), causal=False, tokens=TOKENS - 3)
        self.holds(model, lambda: model(self.x, padded=0), causal=False)
        named = omegascope.capture(model, lambda: model(self.x, padded=3), tokens=list("abcdefghijk"))
        self.assertEqual(named.tokens, list("abcdefgh"))
        self.assertEqual(captured[0].kept.tolist(), [True] * (TOKENS - 3) + [False] * 3)
        numbered = omegascope.capture(model, lambda: model(self.x, padded=8), tokens=torch.tensor([101, 7, 102] + [0] * 8))
        self.assertEqual(numbered.tokens, ["101", "7", "102"])

    @has_function
    def test_like_gpt(self):
        model = nn.Sequential(GptAttention(), GptAttention())
        self.holds(model, lambda: model(self.x), causal=True)

    @has_function
    def test_like_llama(self):
        model = nn.Sequential(LlamaAttention(), LlamaAttention())
        self.holds(model, lambda: model(self.x), causal=True)

    @has_function
    def test_like_a_vision_transformer(self):
        model = nn.Sequential(VitAttention(), VitAttention())
        captured = self.holds(model, lambda: model(self.x), causal=False)
        self.assertEqual(captured[0].options(), {"scale": 5.0})

    @has_function
    def test_grouped_queries_within_the_function(self):
        model = nn.Module()
        q, k = torch.randn(1, 4, TOKENS, 8), torch.randn(1, 2, TOKENS, 8)
        try:
            functional.scaled_dot_product_attention(q, k, k, enable_gqa=True)
        except TypeError:
            self.skipTest("this PyTorch repeats keys by hand")
        layer = omegascope.capture(model, lambda: functional.scaled_dot_product_attention(q, k, k, enable_gqa=True)).only()
        self.assertTrue(np.array_equal(layer.k, k[0].repeat_interleave(2, 0).numpy()))

    @has_function
    def test_an_encoder_of_pytorch(self):
        encoder = nn.TransformerEncoderLayer(WIDTH, HEADS, 64, batch_first=True).eval()
        self.assertEqual(omegascope.capture(encoder, lambda: encoder(self.x)).only().q.shape, (HEADS, TOKENS, WIDTH // HEADS))

    @has_function
    def test_the_function_is_put_back(self):
        real = functional.scaled_dot_product_attention
        with self.assertRaises(ZeroDivisionError):
            omegascope.capture(nn.Module(), lambda: 1 / 0)
        self.assertIs(functional.scaled_dot_product_attention, real)

    @has_function
    def test_other_masks_are_refused(self):
        q = torch.randn(1, HEADS, TOKENS, 8)
        for mask in (torch.rand(TOKENS, TOKENS), torch.rand(1, HEADS, TOKENS, TOKENS) > 0.3, torch.eye(TOKENS, dtype=torch.bool)):
            captured = omegascope.capture(nn.Module(), lambda mask=mask: functional.scaled_dot_product_attention(q, q, q, attn_mask=mask))
            self.assertIsNotNone(captured[0].mask)
            for call in (lambda: omegascope.estimate("rfa", captured), lambda: omegascope.compare(captured), lambda: captured.save("/dev/null")):
                with self.assertRaisesRegex(ValueError, "layer 0 hides keys or shifts logits"):
                    call()

    @has_function
    def test_a_layer_is_looked_at_beside_others_that_cannot_be(self):
        q, window = torch.randn(1, HEADS, TOKENS, 8), torch.ones(TOKENS, TOKENS, dtype=torch.bool).tril().triu(-3)
        captured = omegascope.capture(nn.Module(), lambda: [
            functional.scaled_dot_product_attention(q, q, q, attn_mask=window), functional.scaled_dot_product_attention(q, q, q, is_causal=True)])
        found = omegascope.heads(captured, layer=1, methods="rfa", budget=4, draws=1)
        self.assertEqual({row["layer"] for row in found.rows}, {1})
        self.assertEqual([row["entropy"] for row in found.rows], [row["entropy"] for row in omegascope.heads(captured[1], methods="rfa", budget=4, draws=1).rows])
        self.assertNotIn("no token sees", repr(found))
        self.assertIn(f"the input: {HEADS} heads", repr(omegascope.compare(captured, layer="1", methods="softmax", draws=1)))
        for layer in (None, 0, 2):
            with self.assertRaisesRegex(ValueError, "layer 0 hides keys"):
                omegascope.heads(captured, layer=layer)
        with self.assertRaisesRegex(ValueError, "no queries, keys and values of layer 2"):
            omegascope.heads(omegascope.Captured([captured[1]] * 2), layer=2)

    @has_function
    def test_a_file_says_what_is_causal(self):
        model = nn.Sequential(GptAttention(), VitAttention())
        captured = omegascope.capture(model, lambda: model(self.x), tokens=[f"t{i}" for i in range(TOKENS)])
        with self.assertRaisesRegex(ValueError, "some layers are causal"):
            omegascope.heads(captured)
        with tempfile.TemporaryDirectory() as folder:
            path = captured.save(Path(folder, "model.safetensors"))
            said = json.loads(subprocess.run([OMEGA, "info", path, "--layer", "1", "--json"], capture_output=True, text=True, check=True).stdout)
            self.assertIn("causal=true", json.dumps(said))
            found = omegascope.compare(path, layer=1, methods="softmax", draws=1)
            self.assertIn("no token sees later ones (layers 0)", repr(found))
            estimate = subprocess.run([OMEGA, "estimate", "--method", "softmax", "--input", path, "--layer", "1", "--want", "y", "--output",
                                       Path(folder, "y.npy")], capture_output=True, text=True, check=False)
            self.assertEqual(estimate.returncode, 0, estimate.stderr)
            np.testing.assert_allclose(np.load(Path(folder, "y.npy")), gave(model)[1], atol=1e-5)  # with its scale
        self.assertTrue(omegascope.compare(captured[0], methods="softmax,lara", budget=4, draws=2).rows[1]["options"]["causal"])
        one = omegascope.Captured([captured[0]])
        self.assertEqual(len(omegascope.heads(one, methods="rfa", budget=4, draws=1).rows), HEADS)
        with self.assertRaisesRegex(ValueError, "studies are of attention that is not causal"):
            omegascope.study("bridge", one, size="toy")
        self.assertIn("causal", repr(captured))

    @has_function
    def test_half_precision(self):
        q = torch.randn(1, HEADS, TOKENS, 8)
        for dtype, stored in ((torch.float16, "float16"), (torch.bfloat16, "float32")):
            layer = omegascope.capture(nn.Module(), lambda dtype=dtype: functional.scaled_dot_product_attention(*[q.to(dtype)] * 3)).only()
            self.assertEqual(layer.q.dtype.name, stored)
            self.assertTrue(np.array_equal(layer.q.astype(np.float32), q[0].to(dtype).float().numpy()))
            self.assertTrue(np.array_equal(omegascope.estimate("rfa", layer), omegascope.estimate("rfa", *[q[0].to(dtype)] * 3)))

    @has_function
    def test_layers_are_named_as_in_the_model(self):
        model = nn.Sequential(GptAttention(), VitAttention())
        captured = omegascope.capture(model, lambda: model(self.x))
        self.assertEqual([layer.module for layer in captured], ["0", "1"])
        self.assertIn("0: q 4x11x8, 11 keys, causal (0)", repr(captured))
        masked = nn.ModuleDict({"lower": Bert()})
        other = omegascope.capture(masked, lambda: masked["lower"].layers[2](self.x, torch.rand(TOKENS, TOKENS)))
        with self.assertRaisesRegex(ValueError, r"layer 0 \(lower.layers.2\) hides keys"):
            omegascope.estimate("rfa", other)

    @has_function
    def test_queries_of_another_sequence_are_no_padding(self):
        decoder = nn.TransformerDecoderLayer(WIDTH, HEADS, 64, batch_first=True).eval()
        padding = torch.arange(TOKENS)[None] >= TOKENS - 3
        captured = omegascope.capture(decoder, lambda: decoder(self.x, torch.randn(1, TOKENS, WIDTH), memory_key_padding_mask=padding))
        self.assertEqual([layer.module for layer in captured], ["self_attn", "multihead_attn"])
        self.assertEqual([(layer.q.shape[1], layer.k.shape[1]) for layer in captured], [(TOKENS, TOKENS), (TOKENS, TOKENS - 3)])

        class Cross(Attention):
            def forward(self, hidden_states, key_value_states=None):
                other = split(hidden_states if key_value_states is None else key_value_states)
                return self.attend(split(hidden_states), other, other, attn_mask=~padding[None, None])

        cross = Cross()
        self.assertEqual(omegascope.capture(cross, lambda: cross(self.x, self.x + 1)).only().q.shape[1], TOKENS)
        for itself in (None, self.x):
            self.assertEqual(omegascope.capture(cross, lambda itself=itself: cross(self.x, itself)).only().q.shape[1], TOKENS - 3)

    @has_function
    def test_under_another_name(self):
        script = types.ModuleType("a_script_of_somebody")
        script.attend = functional.scaled_dot_product_attention
        sys.modules[script.__name__] = script
        try:
            self.assertEqual(len(omegascope.capture(nn.Module(), lambda: script.attend(*[split(self.x)] * 3))), 1)
            self.assertIs(script.attend, functional.scaled_dot_product_attention)
        finally:
            del sys.modules[script.__name__]

    @unittest.skipUnless(hasattr(getattr(torch, "compiler", None), "set_stance"), "this PyTorch compiles in one way only")
    def test_a_compiled_model(self):
        model = nn.Sequential(LlamaAttention(), GptAttention())
        compiled = torch.compile(model, backend="eager", fullgraph=True)
        captured = omegascope.capture(compiled, lambda: compiled(self.x))
        self.assertEqual([layer.module for layer in captured], ["0", "1"])
        self.assertTrue(np.array_equal(captured[1].q, omegascope.capture(model, lambda: model(self.x))[1].q))

    @has_function
    def test_causal_by_an_object_without_numbers(self):
        try:
            from torch.nn.attention.bias import causal_upper_left
        except ImportError:
            self.skipTest("this PyTorch has no such object")
        q, gave = torch.randn(1, HEADS, TOKENS, 8), []
        call = lambda: gave.append(functional.scaled_dot_product_attention(q, q, q, attn_mask=causal_upper_left(TOKENS, TOKENS)))  # noqa: E731
        call()
        self.assertTrue(omegascope.capture(nn.Module(), call).only().causal)
        np.testing.assert_allclose(gave[0], gave[1], atol=1e-6)

    @has_function
    def test_axes_before_the_heads_are_one_batch(self):
        q, k = torch.randn(2, 3, HEADS, TOKENS, 8), torch.randn(1, 3, HEADS, TOKENS, 8)
        layer = omegascope.capture(nn.Module(), lambda: functional.scaled_dot_product_attention(q, k, k)).only()
        expected = functional.scaled_dot_product_attention(q, k, k).flatten(0, 1)
        np.testing.assert_allclose(omegascope.estimate("softmax", layer), expected, atol=1e-5)

    @has_function
    def test_sequences_of_several_lengths(self):
        nested = torch.nested.nested_tensor([torch.randn(HEADS, n, 8) for n in (5, 7)])
        with self.assertRaisesRegex(ValueError, "several lengths"):
            omegascope.capture(nn.Module(), lambda: functional.scaled_dot_product_attention(nested, nested, nested))
        q = torch.randn(2, HEADS, TOKENS, 8)
        padding = (torch.arange(TOKENS) < torch.tensor([[5], [7]]))[:, None, None]
        captured = omegascope.capture(nn.Module(), lambda: functional.scaled_dot_product_attention(q, q, q, attn_mask=padding))
        with self.assertRaisesRegex(ValueError, "sequences of several lengths one at a time"):
            omegascope.estimate("rfa", captured)

    @has_function
    def test_a_scale_within_half_precision_is_not_rounded(self):
        q = torch.randn(1, HEADS, TOKENS, 8, dtype=torch.float16)
        captured = omegascope.capture(nn.Module(), lambda: functional.scaled_dot_product_attention(q, q, q, scale=0.3))
        tensors = captured.tensors()
        np.testing.assert_allclose(tensors["layers.0.q"], q[0].double() * 0.3 * 8 ** 0.5, rtol=1e-6)
        self.assertEqual(tensors["layers.0.k"].dtype.name, "float16")

    def test_fused_projections_of_shared_heads(self):
        class Fused(nn.Module):
            def __init__(self, name, shared):
                super().__init__()
                self.name, self.head_dim = name, 8
                self.config = types.SimpleNamespace(num_attention_heads=HEADS)
                setattr(self, name, nn.Linear(WIDTH, (HEADS + 2 * shared) * 8))

            def forward(self, x):
                return getattr(self, self.name)(x)

        for name, shared in (("qkv_proj", 2), ("c_attn", 1), ("qkv", 4), ("to_qkv", 4), ("query_key_value", 1), ("query_key_value", 2), ("query_key_value", 4)):
            model = Fused(name, shared)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                layer = omegascope.capture(model, lambda model=model: model(self.x)).only()
            with torch.no_grad():
                heads = model(self.x)[0].unflatten(-1, (-1, 8)).transpose(0, 1)
            each = HEADS // shared
            if name == "query_key_value":  # each group has its queries, its key and its value
                groups = heads.unflatten(0, (shared, each + 2))
                expected = [groups[:, :-2].flatten(0, 1), groups[:, -2], groups[:, -1]]
            else:
                expected = heads.split([HEADS, shared, shared])
            expected = [expected[0], *(part.repeat_interleave(each, 0) for part in expected[1:])]
            for part, one in zip("qkv", expected):
                self.assertTrue(np.array_equal(getattr(layer, part), one), (name, shared, part))
        model = Fused("qkv_proj", 3)
        with self.assertRaisesRegex(ValueError, "the 80 features of qkv_proj are not 4 heads of 8"):
            omegascope.capture(model, lambda: model(self.x))

    def test_of_several_calls_the_first_is_taken(self):
        model = nn.MultiheadAttention(WIDTH, HEADS)  # for its num_heads
        model.qkv_proj = nn.Linear(WIDTH, 3 * WIDTH)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            captured = omegascope.capture(model, lambda: [model.qkv_proj(self.x[:, first:]) for first in (0, TOKENS - 1)])
        self.assertEqual(captured.only().q.shape, (HEADS, TOKENS, WIDTH // HEADS))

    def test_convolutions_are_no_projections(self):
        model = nn.ModuleDict({name: nn.Conv2d(4, 4, 1) for name in ("to_q", "to_k", "to_v")})
        with self.assertRaisesRegex(ValueError, "neither calls"):
            omegascope.capture(model, lambda: [one(torch.randn(1, 4, 8, 8)) for one in model.values()])

    def test_projections_that_are_no_queries_alone_are_refused(self):
        class Gated(nn.Module):
            def __init__(self):
                super().__init__()
                self.num_heads, self.head_dim = HEADS, 8
                self.q_proj, self.k_proj, self.v_proj = nn.Linear(WIDTH, 2 * WIDTH), nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH)

            def forward(self, x):
                return self.q_proj(x), self.k_proj(x), self.v_proj(x)

        model = Gated()
        with self.assertRaisesRegex(ValueError, "the 64 features of q_proj are not 4 heads of 8"):
            omegascope.capture(model, lambda: model(self.x))

    def test_a_model_without_the_function(self):
        class Eager(nn.Module):
            def __init__(self):
                super().__init__()
                self.num_heads = HEADS
                self.query, self.key, self.value = (nn.Linear(WIDTH, WIDTH) for _ in range(3))

            def forward(self, x):
                q, k, v = split(self.query(x)), split(self.key(x)), split(self.value(x))
                return torch.softmax(q @ k.transpose(-1, -2) / 8 ** 0.5, -1) @ v

        model = Eager()
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            captured = omegascope.capture(model, lambda: model(self.x))
        self.assertIn("outputs of its projections", str(said[0].message))
        self.assertIn("outputs of its projections", repr(captured))
        with torch.no_grad():
            y = model(self.x)[0].numpy()
        np.testing.assert_allclose(omegascope.estimate("softmax", captured), y, atol=1e-5)
        self.assertIn("# these are the outputs of the model's projections", repr(omegascope.heads(captured, methods="rfa", budget=4, draws=1)))
        with self.assertRaisesRegex(ValueError, "neither calls"):
            linear = nn.Linear(2, 2)
            omegascope.capture(linear, lambda: linear(torch.zeros(1, 2)))
        with self.assertRaisesRegex(ValueError, "MultiheadAttention with need_weights=False"):
            many = nn.MultiheadAttention(WIDTH, HEADS, batch_first=True)
            omegascope.capture(many, lambda: many(*[self.x] * 3))
        with self.assertRaisesRegex(ValueError, "run.. called neither"):
            omegascope.capture(model, lambda: None)


if __name__ == "__main__":
    unittest.main()
