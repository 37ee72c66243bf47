"""dump_qkv.py on a small random transformer, read back by omega: dump_qkv_test.py OMEGA SOURCE

Exits with 77 (skipped) where PyTorch is not installed.
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest

try:
    import torch
except ImportError:
    print("skipped: PyTorch is not installed")
    sys.exit(77)

OMEGA, SOURCE = sys.argv[1], sys.argv[2]
sys.path.insert(0, os.path.join(SOURCE, "assets"))
import dump_qkv  # noqa: E402


class Separate(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.num_heads = 4
        self.q_proj, self.k_proj, self.v_proj = torch.nn.Linear(16, 16), torch.nn.Linear(16, 8), torch.nn.Linear(16, 8)

    def forward(self, x):
        q, k, v = self.q_proj(x), self.k_proj(x), self.v_proj(x)
        return x + q + torch.cat([k, v], -1)


class Fused(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.n_head = 4
        self.c_attn = torch.nn.Linear(16, 48)

    def forward(self, x):
        return x + self.c_attn(x)[..., :16]


class DumpQkv(unittest.TestCase):
    def info(self, path, *options):
        run = subprocess.run([OMEGA, "info", path, "--json", *options], capture_output=True, text=True, check=True)
        return json.loads(run.stdout)["read_as"]

    def test_layers_of_both_kinds(self):
        torch.manual_seed(0)
        model, x = torch.nn.Sequential(Separate(), Fused(), Separate()), torch.randn(1, 5, 16)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "qkv.safetensors")
            tensors = dump_qkv.dump_qkv(model, lambda: model(x), path)
            self.assertEqual(len(tensors), 9)
            expected = model[0].q_proj(x)[0].unflatten(-1, (4, 4)).movedim(-2, -3)
            self.assertTrue(torch.equal(torch.as_tensor(tensors["layers.0.q"]), expected))
            self.assertEqual(self.info(path, "--layer", "0")["q"]["shape"], [4, 5, 4])
            self.assertEqual(self.info(path, "--layer", "0")["k"]["shape"], [4, 5, 4])  # 2 heads serve 4
            self.assertEqual(self.info(path, "--layer", "1")["v"]["shape"], [4, 5, 4])

    def test_a_model_without_attention(self):
        model = torch.nn.Linear(2, 2)
        with self.assertRaises(ValueError):
            dump_qkv.collect(model, lambda: model(torch.zeros(1, 2)))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
