"""Queries, keys and values of small random models, as they use them: capture_test.py OMEGA SOURCE

Exits with 77 (skipped) where NumPy or PyTorch is not installed.
"""
import json
import subprocess
import sys
import tempfile
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

    def forward(self, x):
        q, k, v = self.c_attn(self.ln_1(x)).chunk(3, -1)
        return x + self.attend(split(q), split(k), split(v), is_causal=True)


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
        with self.assertRaisesRegex(ValueError, "neither calls"):
            linear = nn.Linear(2, 2)
            omegascope.capture(linear, lambda: linear(torch.zeros(1, 2)))


if __name__ == "__main__":
    unittest.main()
