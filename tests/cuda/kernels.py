"""What the compiler made of each kernel, as a table: kernels.py [--architecture NN] [--nvcc FILE] [FILE.cu ...]

Registers and spilled bytes as ptxas says, and, where nvdisasm is found, instructions in all and in the longest loop that multiplies,
rarely taken ways included, for each logit of a thread where that is known.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ENGINE = pathlib.Path(__file__).resolve().parents[2] / "engine"
LOGITS = {"tensor_kernel<1>": 32, "tensor_kernel<2>": 64, "few_kernel": 64, "attend_kernel": 16, "sum_kernel": 16}  # of a thread and a tile
MULTIPLIES = re.compile(r"\b(HMMA|DMMA|FFMA|DFMA)\b")


def words():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", help="sources; default: all of the module")
    parser.add_argument("--architecture", default="90")
    parser.add_argument("--nvcc", default=shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc")
    parser.add_argument("--nvdisasm", default=shutil.which("nvdisasm") or "/usr/local/cuda/bin/nvdisasm")
    return parser.parse_args()


def plain(mangled):
    """tensor_kernel<Whole32, 2> of what the linker calls it."""
    name = re.search(r"\d+([a-z_]*kernel)(?:I(.*?)EEv|E)", mangled)
    if not name:
        return mangled
    kinds = re.findall(r"\d+(Whole32|Tf32|Bf16)|L[ib](\d+)|^([fd])$", name.group(2) or "")
    inside = ", ".join({"f": "float", "d": "double"}.get("".join(one), "".join(one)) for one in kinds)
    return name.group(1) + (f"<{inside}>" if inside else "")


def compiled(source, asked, folder):
    """[(kernel, registers, spilled bytes)] and the file they are in."""
    cubin = pathlib.Path(folder) / (pathlib.Path(source).stem + ".cubin")
    said = subprocess.run([asked.nvcc, "-std=c++20", f"-arch=sm_{asked.architecture}", f"-I{ENGINE}", "-Xptxas", "-v", "-cubin", "-o", cubin, source],
                          capture_output=True, text=True)
    if said.returncode != 0:
        sys.exit(said.stderr)
    found = re.findall(r"Compiling entry function '(\S+)'.*?(\d+) bytes spill stores.*?Used (\d+) registers", said.stderr, re.S)
    return [(name, int(registers), int(spilled)) for name, spilled, registers in found], cubin


def instructions(cubin, asked):
    """{kernel: (in all, in the longest loop that multiplies)}"""
    if not pathlib.Path(asked.nvdisasm).exists():
        return {}
    text = subprocess.run([asked.nvdisasm, "-c", cubin], capture_output=True, text=True).stdout
    counts = {}
    for name, body in re.findall(r"^\.text\.(\S+):\n(.*?)(?=^\.text\.|^//-+|\Z)", text, re.S | re.M):
        places, lines = {}, []
        for line in body.splitlines():
            if label := re.match(r"(\.L_\S+):", line):
                places[label.group(1)] = len(lines)
            elif re.search(r"/\*[0-9a-f]{4,}\*/\s+\S", line):
                lines.append(line)
        longest = 0
        for i, line in enumerate(lines):
            jump = re.search(r"BRA.*`\((\.L_\S+)\)", line)
            start = places.get(jump.group(1), i) if jump else i
            if start < i and any(MULTIPLIES.search(one) for one in lines[start:i]):
                longest = max(longest, i - start + 1)
        counts[name] = len(lines), longest
    return counts


def logits_of(name):
    kernel, _, inside = name.partition("<")
    tiles = inside.rstrip(">").split(", ")[-1]
    return LOGITS.get(kernel) or LOGITS.get(f"{kernel}<{tiles}>")


def main():
    asked = words()
    files = asked.files or sorted(str(file) for file in (ENGINE / "cuda" / "device").glob("*.cu"))
    print(f"{'kernel':32} {'registers':>9} {'spilled':>8} {'instructions':>13} {'loop':>6} {'a logit':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for source in files:
            kernels, cubin = compiled(source, asked, folder)
            counts = instructions(cubin, asked)
            for mangled, registers, spilled in sorted(kernels):
                name = plain(mangled)
                all_of_it, loop = counts.get(mangled, (0, 0))
                logits = logits_of(name)
                print(f"{name:32} {registers:9d} {spilled:8d} {all_of_it or '-':>13} {loop or '-':>6} {f'{loop / logits:.0f}' if loop and logits else '-':>8}")


main()
