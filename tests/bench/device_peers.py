"""Attention in PyTorch beside `omega bench --backend cuda`, on the same card in one run: device_peers.py OMEGA [options]

Each round times omega, then the peers, so that what slows the card slows both; rows hold medians over the rounds and their ratio. The
peers are batched tensor expressions in float32, as the methods' authors write their layers, eager and compiled, and PyTorch's own
kernels: flash attention in bf16, and the memory-efficient one in the precision of omega's products. Queries and keys come
unscaled to all of them. Beside omega's time stand its two floors in ms: the bytes of the equations at the rate of copies, and their
multiplications at that of float32 products, both measured by omega on this card. The peer of ra is omega's softmax.
"""
import json
import statistics
import sys

from on_device import Failed, bench, card, keep, words

# name: case, options, up to so many tokens
METHODS = {"softmax": ("softmax", (), 65536), "softmax tf32": ("softmax", ("--opt", "products=tf32"), 65536),
           "softmax bf16": ("softmax", ("--opt", "products=bf16"), 65536), "ra": ("ra", (), 65536), "rfa": ("rfa64", (), 1 << 24),
           "lara": ("lara64", (), 1 << 24), "eva": ("eva-w256-c64", (), 1 << 24), "local": ("local64", (), 65536)}
PEERS = {"softmax": ("memory-efficient", "flash bf16", "eager softmax"), "softmax tf32": ("memory-efficient",),
         "softmax bf16": ("memory-efficient bf16", "flash bf16"), "rfa": ("eager rfa", "flash bf16"), "lara": ("eager lara", "flash bf16"),
         "eva": ("eager eva", "flash bf16")}
LARGEST_MAP = 16384  # tokens up to which an N x N map of eight heads is held
COMPILED = (4096, 65536)  # a compilation takes seconds, and there is one for each number of tokens
SLOW = 1000  # ms: what takes so long at large N is timed once
SHORT = 65536  # tokens below which one start of omega times all lengths
FEATURES = GROUPS = 64
WINDOW = 256


def log_features(x, omega):
    """log ξ: a row for each projection, tokens along it."""
    scale = x.shape[-1] ** -0.5
    return omega @ (scale * x).mT - (0.5 * scale * x.square().sum(-1)).unsqueeze(-2)


def means(x, count):
    return x.unflatten(-2, (count, -1)).mean(-2)


def softmax(q, k, v):
    return torch.softmax(q.shape[-1] ** -0.5 * (q @ k.mT), -1) @ v


def positive_features(x, omega, over):
    """Relative to the largest product along the axes `over`, and a little above 0."""
    x = x.shape[-1] ** -0.25 * x
    products = x @ omega.mT
    return omega.shape[-2] ** -0.5 * torch.exp(products - 0.5 * x.square().sum(-1, keepdim=True) - products.amax(over, keepdim=True)) + 1e-4


def rfa(q, k, v, omega):
    of_queries, of_keys = positive_features(q, omega, -1), positive_features(k, omega, (-2, -1))
    return (of_queries @ (of_keys.mT @ v)) / (of_queries @ of_keys.sum(-2).unsqueeze(-1)).clamp(min=1e-2)


def lara(q, k, v):
    """Samples at the proposals' means; weights by density and similarity."""
    landmarks = means(q, GROUPS)
    mu = landmarks + means(k, GROUPS)
    of_queries, of_keys, of_means = (log_features(x, mu) for x in (q, k, mu))
    own = of_means.diagonal(dim1=-2, dim2=-1).unsqueeze(-1)
    balance = torch.exp(own - of_means.logsumexp(-1, keepdim=True))
    similarity = torch.softmax(q.shape[-1] ** -0.5 * landmarks @ q.mT, -1)
    share = (balance + similarity - similarity.mean(-2, keepdim=True)).clamp(min=1e-8).log()
    logits = share + of_queries + of_keys.logsumexp(-1, keepdim=True) - own
    return torch.softmax(logits, -2).mT @ (torch.softmax(of_keys, -1) @ v)


def eva(q, k, v, of_queries, of_keys):
    """Exact inside windows, beyond them a coefficient for each group; the means of groups go through learned maps."""
    groups = of_keys(means(k, GROUPS))
    omega = 0.5 * (of_queries(means(q, GROUPS)) + groups)
    keys, values = (x.unflatten(-2, (GROUPS, -1)) for x in (k, v))
    coefficients = (torch.softmax(log_features(keys, omega.unsqueeze(-2)), -1) @ values).squeeze(-2)
    queries, keys, values = (x.unflatten(-2, (-1, WINDOW)) for x in (q, k, v))
    scale = q.shape[-1] ** -0.5
    logits = torch.cat([scale * (queries @ keys.mT), queries @ (scale * groups).unsqueeze(-3).mT], -1)
    inside, beyond = torch.softmax(logits, -1).split([WINDOW, GROUPS], -1)
    return (inside @ values + beyond @ coefficients.unsqueeze(-3)).flatten(-3, -2)


def kernel(backend):
    """PyTorch's own of that name."""
    from torch.nn.attention import SDPBackend, sdpa_kernel

    def attention(*inputs):
        with sdpa_kernel(getattr(SDPBackend, backend)):
            return torch.nn.functional.scaled_dot_product_attention(*inputs)
    return attention


def expressions(dim):
    """Name -> function and its precision; what a layer holds is in it."""
    def adapter():
        return torch.nn.Sequential(torch.nn.Linear(dim, dim), torch.nn.LayerNorm(dim)).to("cuda")

    omega, maps = torch.randn(ASKED.heads, FEATURES, dim, device="cuda"), (adapter(), adapter())
    own = {"softmax": softmax, "rfa": lambda q, k, v: rfa(q, k, v, omega), "lara": lara, "eva": lambda q, k, v: eva(q, k, v, *maps)}
    every = {f"eager {name}": (function, torch.float32) for name, function in own.items()}
    every |= {f"compiled {name}": (torch.compile(function, dynamic=False), torch.float32) for name, function in own.items()}
    return every | {"flash bf16": (kernel("FLASH_ATTENTION"), torch.bfloat16), "memory-efficient": (kernel("EFFICIENT_ATTENTION"), torch.float32),
                    "memory-efficient bf16": (kernel("EFFICIENT_ATTENTION"), torch.bfloat16)}


def milliseconds(function, inputs):
    """The median of some calls, each between two events."""
    def once():
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        function(*inputs)
        end.record()
        end.synchronize()
        return start.elapsed_time(end)

    first = once()  # loads kernels, or compiles
    if first > SLOW and inputs[0].shape[-2] > SHORT:
        return first
    for _ in range(2):
        once()
    times = []
    while len(times) < 5 or sum(times) < ASKED.ms:
        times.append(once())
    return statistics.median(times)


def methods_at(tokens):
    """What of omega is timed at so many tokens."""
    return [method for method, (_, _, most) in METHODS.items() if tokens <= most]


def peers_of(methods):
    """Who stands beside them, each once."""
    return list(dict.fromkeys(name for method in methods for name in PEERS.get(method, ())))


def own_rows(lengths):
    """What omega takes, method by method; methods with options of their own need another start."""
    methods = methods_at(max(lengths))
    for options in dict.fromkeys(METHODS[method][1] for method in methods):
        asked = {METHODS[method][0]: method for method in methods if METHODS[method][1] == options}
        found = bench(ASKED.omega, "--case", ",".join(asked), *options, "--n", ",".join(map(str, lengths)), "--heads", str(ASKED.heads), "--dim", str(ASKED.dim),
                      "--ms", str(ASKED.ms))
        for row in found["results"]:
            yield {"method": asked[row["case"]], "n": row["n"], "omega_ms": row["median_ms"], "p90_ms": row["p90_ms"],
                   **{key: row[key] for key in ("memory_floor_ms", "product_floor_ms")},
                   **{key: found[key] for key in ("copy_bytes_per_second", "product_flops_per_second")}}


def own_text(row):
    floors = "".join(f" {row[key]:10.4f}" if row[key] else f" {'-':>10}" for key in ("memory_floor_ms", "product_floor_ms"))
    return f"  {row['method']:12} {row['n']:8d} {row['omega_ms']:10.3f}{floors}"


def alone():
    """Whether all of it could be measured."""
    print(f"  {'method':12} {'N':>8} {'omega ms':>10} {'memory':>10} {'products':>10}")
    short, all_there = [n for n in LENGTHS if n < SHORT], True
    for lengths in ([short] if short else []) + [[n] for n in LENGTHS if n >= SHORT]:
        try:
            for row in own_rows(lengths):
                print(own_text(row))
                keep(row, ASKED.json)
        except Failed as failed:
            print(f"  {lengths}: {failed}")
            all_there = False
    return all_there


def measured():
    """(method, tokens) -> row, as an earlier call kept it; nothing where omega is to be timed in every round."""
    if not ASKED.measured:
        return {}
    with open(ASKED.measured) as lines:
        return {(row["method"], row["n"]): row for row in map(json.loads, lines)}


class Length:
    """The times at one number of tokens."""

    def __init__(self, tokens, every):
        self.tokens, self.every, self.found = tokens, every, {}
        self.inputs = [torch.randn(1, ASKED.heads, tokens, ASKED.dim, device="cuda") for _ in range(3)]

    def peer(self, name):
        """Its time; or why there is none, in a word or two."""
        if name == "eager softmax" and self.tokens > LARGEST_MAP:
            return "no room for the map"
        function, precision = self.every[name]
        try:
            return milliseconds(function, [x.to(precision) for x in self.inputs])
        except RuntimeError as error:
            torch.cuda.empty_cache()
            return "no memory" if isinstance(error, torch.cuda.OutOfMemoryError) else f"none: {str(error).splitlines()[0][:60]}"

    def time(self, ours, names):
        """Rounds of omega, where it was not timed before, and of the peers."""
        rounds, own = [], {}
        for _ in range(ASKED.rounds):
            torch.cuda.empty_cache()
            for row in [] if ours else own_rows([self.tokens]):
                own.setdefault(row["method"], []).append(row)
            rounds.append({name: self.peer(name) for name in names})
        for name in names:
            times = [times[name] for times in rounds if not isinstance(times[name], str)]
            self.found[name] = statistics.median(times) if times else rounds[0][name]
        return ours or {method: min(rows, key=lambda row: abs(row["omega_ms"] - statistics.median(r["omega_ms"] for r in rows))) for method, rows in own.items()}

    def show(self, row, peer, name):
        known = not isinstance(peer, str)
        print(own_text(row) + (f"  {name:22} {peer:10.3f} {peer / row['omega_ms']:8.2f}" if known else f"  {name:22} {peer}"))
        keep({**row, "peer": name, "peer_ms": peer if known else None, "ratio": peer / row["omega_ms"] if known else None, "why": None if known else peer}, ASKED.json)


def compare(tokens, every, before):
    ours = {method: row for (method, n), row in before.items() if n == tokens}
    if ASKED.measured and not ours:  # timing omega after all would take the time that peers have
        raise Failed(f"{ASKED.measured} has no times of so many tokens")
    length = Length(tokens, every)
    ours = length.time(ours, peers_of(ours or methods_at(tokens)))
    for method, row in ours.items():
        for name in PEERS.get(method, ()):
            length.show(row, length.found[name], name)
        if method == "ra" and "softmax" in ours:
            length.show(row, ours["softmax"]["omega_ms"], "omega's softmax")
    return ours


def compare_compiled(tokens, every, ours):
    length = Length(tokens, every)
    for method in ("softmax", "rfa", "lara", "eva"):
        if method in ours and (method != "softmax" or tokens <= LARGEST_MAP):
            length.show(ours[method], length.peer(f"compiled {method}"), f"compiled {method}")


def beside():
    """Whether omega could be measured at every length."""
    every, before, ours, all_there = expressions(ASKED.dim), measured(), {}, True
    print(f"  {'method':12} {'N':>8} {'omega ms':>10} {'memory':>10} {'products':>10}  {'peer':22} {'ms':>10} {'ratio':>8}")
    with torch.no_grad():
        for tokens in LENGTHS:
            try:
                ours[tokens] = compare(tokens, every, before)
            except Failed as failed:
                print(f"  {tokens}: {failed}")
                all_there = False
        for tokens in ours:  # last, since they take longest
            if tokens in COMPILED:
                compare_compiled(tokens, every, ours[tokens])
    return all_there


def asked():
    parser = words(__doc__)
    parser.add_argument("--n", default="1024,4096,16384,65536", help="tokens, separated by commas: multiples of 256")
    parser.add_argument("--heads", type=int, default=8)
    parser.add_argument("--dim", type=int, default=64)
    parser.add_argument("--alone", action="store_true", help="omega's own times; PyTorch is not needed")
    parser.add_argument("--measured", metavar="FILE", help="take omega's times from what --alone --json kept")
    return parser.parse_args()


if __name__ == "__main__":
    ASKED = asked()
    LENGTHS = [int(n) for n in ASKED.n.split(",")]
    if not ASKED.alone:
        torch = card()
    sys.exit(not (alone() if ASKED.alone else beside()))
