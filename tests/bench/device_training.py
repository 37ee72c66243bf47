"""Steps of training in PyTorch beside `omega bench train --backend cuda`, on the same card: device_training.py OMEGA [options]

The model of the KL-Transformer paper at its sizes: three layers with the norm after each sum, width 64, four heads, AdamW; attention is
softmax or a learned kernel with 64 features, whose noise is new in every step. Eager, in float32. A step is forward, backward and
update of one batch that lies on the card already, until its loss is on the host.
"""
import math
import statistics
import sys
import time

from on_device import Failed, bench, card, keep, words

CASES = ("softmax", "gmm-rks", "gmm-prf", "lara", "eva")  # those with a peer come first
WIDTH, HEADS, LAYERS, SYMBOLS, CLASSES, FEATURES = 64, 4, 3, 16, 10, 64
HEAD = WIDTH // HEADS


def waves(x, noise, spread, mean):
    """Sines and cosines of two mirrored components."""
    omega = torch.einsum("df,hde->hef", noise, spread)
    angles = torch.cat([torch.einsum("nlhd,hdf->nlhf", HEAD ** -0.25 * x, omega + sign * mean.unsqueeze(-1)) for sign in (1, -1)], -1)
    return noise.shape[-1] ** -0.5 * torch.cat([angles.cos(), angles.sin()], -1)


def exponentials(x, noise, spread, mean):
    """Positive features of one component."""
    x = HEAD ** -0.25 * x
    omega = noise * (0.5 * spread).exp().unsqueeze(-1) + mean.unsqueeze(-1)
    return torch.exp(torch.einsum("nlhd,hdf->nlhf", x, omega) - x.square().sum(-1, keepdim=True) - 0.5 * math.log(noise.shape[-1]))


def linear(of_queries, of_keys, v):
    sums = 1 / (torch.einsum("nlhf,nhf->nlh", of_queries, of_keys.sum(1)) + 1e-6)
    return torch.einsum("nlhf,nhfd,nlh->nlhd", of_queries, torch.einsum("nlhf,nlhd->nhfd", of_keys, v), sums)


def softmax(q, k, v):
    return torch.einsum("nhlm,nmhd->nlhd", torch.softmax(HEAD ** -0.5 * torch.einsum("nlhd,nmhd->nhlm", q, k), -1), v)


def attention(kind):
    """The function of q, k and v, and the parameters it learns."""
    if kind == "softmax":
        return softmax, []
    features, count, shape = (waves, FEATURES // 4, (HEADS, HEAD, HEAD)) if kind == "gmm-rks" else (exponentials, FEATURES, (HEADS, HEAD))
    spread, mean = torch.empty(shape, device="cuda"), torch.empty(HEADS, HEAD, device="cuda")
    learned = [torch.nn.Parameter(torch.nn.init.xavier_uniform_(spread)), torch.nn.Parameter(mean.uniform_(-HEAD ** -0.5, HEAD ** -0.5))]

    def attend(q, k, v):
        noise = torch.randn(HEAD, count, device="cuda")
        return linear(features(q, noise, *learned), features(k, noise, *learned), v)
    return attend, learned


class Layer:
    def __init__(self, kind):
        self.maps = [torch.nn.Linear(WIDTH, WIDTH, device="cuda") for _ in range(6)]  # q, k, v, out, and two of the feed-forward part
        self.norms = [torch.nn.LayerNorm(WIDTH, device="cuda") for _ in range(2)]
        self.attend, self.learned = attention(kind)

    def parameters(self):
        return self.learned + [p for part in (*self.maps, *self.norms) for p in part.parameters()]

    def __call__(self, x):
        q, k, v = (to(x).unflatten(-1, (HEADS, HEAD)) for to in self.maps[:3])
        x = self.norms[0](x + self.maps[3](self.attend(q, k, v).flatten(-2)))
        return self.norms[1](x + self.maps[5](torch.relu(self.maps[4](x))))


def places(length):
    """Sines and cosines by position, as in the original transformer."""
    angles = torch.arange(length, device="cuda").unsqueeze(1) * 10000.0 ** (-torch.arange(0, WIDTH, 2, device="cuda") / WIDTH)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(-2)


def step_of(kind):
    """One step of training, as a function."""
    symbols, layers, head = torch.nn.Embedding(SYMBOLS, WIDTH, device="cuda"), [Layer(kind) for _ in range(LAYERS)], torch.nn.Linear(WIDTH, CLASSES, device="cuda")
    update = torch.optim.AdamW([p for part in (symbols, head, *layers) for p in part.parameters()], lr=1e-3)
    cells, classes = torch.randint(SYMBOLS, (ASKED.batch, ASKED.length), device="cuda"), torch.randint(CLASSES, (ASKED.batch,), device="cuda")
    position = places(ASKED.length)

    def step():
        update.zero_grad(set_to_none=True)
        x = symbols(cells) + position
        for layer in layers:
            x = layer(x)
        loss = torch.nn.functional.cross_entropy(head(x.mean(1)), classes)
        loss.backward()
        update.step()
        return loss.item()
    return step


def milliseconds(step):
    """The median of steps, by the clock: as omega's are timed."""
    for _ in range(3):
        step()
    torch.cuda.synchronize()
    times = []
    while len(times) < 5 or sum(times) < ASKED.ms:
        start = time.perf_counter()
        step()
        torch.cuda.synchronize()
        times.append(1e3 * (time.perf_counter() - start))
    return statistics.median(times)


def show(case, ours, theirs):
    peer, ratio = (f"{theirs:10.3f}", f"{theirs / ours:8.2f}") if theirs else ("         -", "       -")
    print(f"  {case:12} {ours:10.3f} {peer} {ratio}")
    keep({"case": case, "length": ASKED.length, "batch": ASKED.batch, "omega_ms": ours, "eager_ms": theirs, "ratio": theirs / ours if theirs else None}, ASKED.json)


def main():
    print(f"  a step of {ASKED.batch} examples of {ASKED.length} cells\n  {'attention':12} {'omega ms':>10} {'eager ms':>10} {'ratio':>8}")
    steps = {case: step_of(case) for case in CASES[:3]}
    ours, theirs = {case: [] for case in CASES}, {case: [] for case in CASES[:3]}
    for _ in range(ASKED.rounds):
        for row in bench(ASKED.omega, "train", "--case", ",".join(CASES), "--n", str(ASKED.length), "--batch", str(ASKED.batch), "--ms", str(ASKED.ms))["results"]:
            ours[row["case"]].append(row["median_ms"])
        for case, step in steps.items():
            theirs[case].append(milliseconds(step))
    for case in CASES:
        show(case, statistics.median(ours[case]), statistics.median(theirs[case]) if case in theirs else None)


def asked():
    parser = words(__doc__)
    parser.add_argument("--length", type=int, default=200, help="cells of an example")
    parser.add_argument("--batch", type=int, default=400, help="examples of a step")
    return parser.parse_args()


ASKED = asked()
torch = card()
try:
    main()
except Failed as failed:
    sys.exit(str(failed))
