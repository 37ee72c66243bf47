"""Attention in PyTorch beside `omega bench --backend cuda`, on the same card in one run: device_peers.py OMEGA [options]

Each round times omega, then the peers, so that what slows the card slows both; the table holds medians over the rounds and their
ratio. Peers of softmax are the expression itself, eager and compiled, PyTorch's flash kernel in bf16 and its memory-efficient one
in float32; peers of the others are the same expressions as a layer writes them, eager, in float32.

Exits with 77 and one sentence where PyTorch, a card or omega's CUDA module is missing.
"""
import argparse
import json
import math
import statistics
import subprocess
import sys

SKIPPED = 77
METHODS = {"softmax": ["softmax"], "softmax tf32": ["softmax", "--opt", "products=tf32"], "softmax bf16": ["softmax", "--opt", "products=bf16"],
           "rfa": ["rfa64"], "lara": ["lara64"], "eva": ["eva-w256-c64"]}
LARGEST_MAP = 16384  # tokens up to which an N x N map of eight heads is held


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def words():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("omega", help="the command to compare with")
    parser.add_argument("--n", default="1024,4096,16384,65536", help="tokens, separated by commas")
    parser.add_argument("--heads", type=int, default=8)
    parser.add_argument("--dim", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--ms", type=int, default=100, help="how long each is repeated in a round")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    return parser.parse_args()


ASKED = words()
try:
    import torch
except ImportError:
    skip("PyTorch is not installed")
if not torch.cuda.is_available():
    skip("PyTorch finds no CUDA device")


def means(x, count):
    """Means of `count` runs of tokens."""
    return torch.stack([part.mean(-2) for part in x.tensor_split(count, dim=-2)], dim=-2)


def log_features(x, omega):
    """log ξ of each token and projection."""
    return x @ omega.mT - 0.5 * x.square().sum(-1, keepdim=True)


def softmax_attention(q, k, v):
    return torch.softmax(q @ k.mT, -1) @ v


def random_features(q, k, v, samples=64):
    omega = torch.randn(q.shape[0], samples, q.shape[-1], device=q.device)
    queries, keys = q @ omega.mT, log_features(k, omega)
    weights = torch.exp(queries - queries.amax(-1, keepdim=True))
    features = torch.exp(keys - keys.amax((-2, -1), keepdim=True))
    return (weights @ (features.mT @ v)) / (weights @ features.sum(-2).unsqueeze(-1))


def shared_proposals(q, k, v, count=64):
    """Proposals at the means of segments, weights by density and similarity, normalised by their sum."""
    landmarks = means(q, count)
    omega = landmarks + means(k, count)
    keys = log_features(k, omega).mT
    sums, values = keys.logsumexp(-1), torch.softmax(keys, -1) @ v
    densities = -0.5 * torch.cdist(omega, omega).square()
    balance = torch.softmax(densities, -1).diagonal(dim1=-2, dim2=-1)
    similarity = torch.softmax(q @ landmarks.mT, -1)
    share = (balance.unsqueeze(-2) + similarity - similarity.mean(-1, keepdim=True)).clamp(min=1e-6)
    prior = -0.5 * omega.square().sum(-1) + sums
    return torch.softmax(q @ omega.mT + prior.unsqueeze(-2) + share.log(), -1) @ values


def window_and_groups(q, k, v, window=256, count=64):
    """Exact inside windows; beyond them a coefficient for each group."""
    heads, tokens, dim = q.shape
    groups = means(k, count)
    omega = 0.5 * (means(q, count) + groups)
    parts = zip(k.tensor_split(count, dim=-2), v.tensor_split(count, dim=-2), omega.unbind(-2))
    coefficients = torch.stack([(torch.softmax(log_features(key, w.unsqueeze(-2)), -2) * value).sum(-2) for key, value, w in parts], -2)
    blocks = [x.view(heads, tokens // window, window, dim) for x in (q, k, v)]
    exact = blocks[0] @ blocks[1].mT
    beyond = blocks[0] @ groups.unsqueeze(1).mT
    weights = torch.softmax(torch.cat([exact, beyond], -1), -1)
    y = weights[..., :window] @ blocks[2] + weights[..., window:] @ coefficients.unsqueeze(1)
    return y.reshape(heads, tokens, dim)


def fused(backend, dtype):
    """PyTorch's own kernel of that name."""
    from torch.nn.attention import SDPBackend, sdpa_kernel

    def attention(q, k, v):
        with sdpa_kernel(getattr(SDPBackend, backend)):
            return torch.nn.functional.scaled_dot_product_attention(q, k, v, scale=1.0)

    return lambda q, k, v: attention(*(x.to(dtype).unsqueeze(0) for x in (q, k, v)))


def peers_of(method, tokens):
    """(name, function) of what a method is held against."""
    if not method.startswith("softmax"):
        return [("eager", {"rfa": random_features, "lara": shared_proposals, "eva": window_and_groups}[method])]
    peers = [("flash bf16", fused("FLASH_ATTENTION", torch.bfloat16)), ("memory-efficient", fused("EFFICIENT_ATTENTION", torch.float32))]
    if tokens <= LARGEST_MAP:
        peers += [("eager", softmax_attention), ("compiled", torch.compile(softmax_attention))]
    return peers


def milliseconds(function, inputs):
    """The median of some calls, each between two events."""
    times = []
    for _ in range(3):
        function(*inputs)
    torch.cuda.synchronize()
    while len(times) < 5 or sum(times) < ASKED.ms:
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        function(*inputs)
        end.record()
        end.synchronize()
        times.append(start.elapsed_time(end))
    return statistics.median(times)


def omega_milliseconds(case, tokens):
    command = [ASKED.omega, "bench", "--backend", "cuda", "--case", *case, "--n", str(tokens), "--heads", str(ASKED.heads), "--dim", str(ASKED.dim), "--ms", str(ASKED.ms), "--quiet", "--json"]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode == 2:
        skip(run.stderr.strip().splitlines()[-1])
    if run.returncode != 0:
        sys.exit(run.stderr)
    return json.loads(run.stdout)["results"][0]["median_ms"]


def compare(method, tokens):
    """A row for each peer."""
    scale = ASKED.dim ** -0.25
    q, k, v = (torch.randn(ASKED.heads, tokens, ASKED.dim, device="cuda") for _ in range(3))
    inputs = (scale * q, scale * k, v)
    ours, theirs = [], {}
    for _ in range(ASKED.rounds):
        ours.append(omega_milliseconds(METHODS[method], tokens))
        for name, function in peers_of(method, tokens):
            try:
                theirs.setdefault(name, []).append(milliseconds(function, inputs))
            except RuntimeError:  # no such kernel on this card, or too little memory
                torch.cuda.empty_cache()
    own = statistics.median(ours)
    return [{"method": method, "n": tokens, "omega_ms": own, "peer": name, "peer_ms": statistics.median(times), "ratio": statistics.median(times) / own,
             "spread": max(ours) / min(ours)} for name, times in theirs.items()]


def main():
    rows = []
    flash = {}
    for tokens in map(int, ASKED.n.split(",")):
        for method in METHODS:
            rows += compare(method, tokens)
        flash[tokens] = next((row["peer_ms"] for row in rows if row["n"] == tokens and row["peer"] == "flash bf16"), math.nan)
    for row in rows:
        row["against_flash"] = flash[row["n"]] / row["omega_ms"]
    if ASKED.json:
        print(json.dumps({"device": torch.cuda.get_device_name(), "torch": torch.__version__, "results": rows}))
        return
    print(f"{torch.cuda.get_device_name()}; PyTorch {torch.__version__}; {ASKED.heads} heads, D {ASKED.dim}; medians of {ASKED.rounds} rounds; a ratio above 1: omega is faster\n")
    print(f"{'method':12} {'N':>8} {'omega ms':>10}  {'peer':18} {'ms':>10} {'ratio':>8} {'to flash':>9} {'spread':>7}")
    for row in rows:
        print(f"{row['method']:12} {row['n']:8d} {row['omega_ms']:10.3f}  {row['peer']:18} {row['peer_ms']:10.3f} {row['ratio']:8.2f} {row['against_flash']:9.2f} {row['spread']:7.2f}")


main()
