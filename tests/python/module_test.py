"""The Python module beside the command, whose words and bits it has: module_test.py OMEGA SOURCE

OMEGASCOPE_PYTHON_CALLS is how many calls are watched for leaks; 500 without it.
"""
import ast
import contextlib
import gc
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)
import omegascope
from omegascope import _input

OMEGA = sys.argv.pop(1)
SOURCE = Path(sys.argv.pop(1))
CALLS = int(os.environ.get("OMEGASCOPE_PYTHON_CALLS", "500"))


def omega(*words):
    return subprocess.run([OMEGA, *map(str, words)], capture_output=True, text=True, check=False)


def arrays(heads=2, tokens=48, dim=8, dtype=np.float32):
    random = np.random.default_rng(7)
    return [random.standard_normal((heads, tokens, dim)).astype(dtype) for _ in range(3)]


def without(row, *names):
    return {name: value for name, value in row.items() if name not in names}


def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Library(unittest.TestCase):
    def imported(self, folder):
        done = subprocess.run([sys.executable, "-c", "import omegascope"], env={**os.environ, "PYTHONPATH": folder}, capture_output=True,
                              text=True, check=False)
        return done.stderr.splitlines()[-1]

    def test_without_its_library_it_says_what_makes_it(self):
        with tempfile.TemporaryDirectory() as folder:
            package = Path(folder, "omegascope")
            shutil.copytree(Path(omegascope.__file__).parent, package, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
            self.assertRegex(self.imported(folder), rf"^ImportError: {package} has no _engine for Python 3\.\d+; .*--target omega_python")
            # One that is there but cannot be read says so itself.
            (package / Path(omegascope._engine.__file__).name).write_text("no library")
            self.assertRegex(self.imported(folder), "ImportError: .*_engine.*(too short|invalid ELF header)")


class Estimate(unittest.TestCase):
    def same_as_command(self, method, options, folder):
        """The bits of every output, or the sentence of what is wrong."""
        q, k, v = arrays()
        np.savez(folder / "seq.npz", Q=q, K=k, V=v)
        words = [word for name, value in options.items() for word in ("--opt", f"{name}={value}")]
        done = omega("estimate", "--method", method, "--input", folder / "seq.npz", "--seed", 3, "--draw", 2, "--output", folder / "out.npz", *words)
        if done.returncode != 0:
            with self.assertRaises(ValueError) as caught:
                omegascope.estimate(method, q, k, v, seed=3, draw=2, want="all", **options)
            self.assertIn(str(caught.exception), done.stderr)
            return False
        found = omegascope.estimate(method, q, k, v, seed=3, draw=2, want="all", **options)
        expected = np.load(folder / "out.npz")
        self.assertEqual(set(found) | {"provenance"}, set(expected.files), method)
        for name, output in found.items():
            output = np.asarray(output)
            self.assertEqual((output.dtype, output.shape), (expected[name].dtype, expected[name].shape), f"{method} {name}")
            self.assertEqual(output.tobytes(), expected[name].tobytes(), f"{method} {name}")
        return True

    def test_every_method_gives_the_bits_of_the_command(self):
        with tempfile.TemporaryDirectory() as folder:
            ran = [self.same_as_command(row["name"], {}, Path(folder)) for row in omegascope.list().rows]
            self.assertGreater(sum(ran), 20)
            self.assertTrue(self.same_as_command("lara", {"landmarks": 6, "causal": "true"}, Path(folder)))
            self.assertFalse(self.same_as_command("lara", {"landmarks": 0}, Path(folder)))

    def test_options_outputs_and_given_arrays(self):
        q, k, v = arrays(heads=1)
        y = omegascope.estimate("lara", q, k, v, landmarks=8, seed=1)
        self.assertEqual((y.shape, y.dtype), (v.shape, np.float32))
        some = omegascope.estimate("rfa", q, k, v, samples=16, want=["y", "ess"])
        self.assertEqual(set(some), {"y", "ess"})
        self.assertEqual(some.stats["backend"], "cpu")
        double = omegascope.estimate("softmax", q, k, v, precision="f64")
        logits = np.einsum("hnd,hmd->hnm", q.astype(float), k) / 8 ** 0.5
        weights = np.exp(logits - logits.max(-1, keepdims=True))
        np.testing.assert_allclose(double, weights / weights.sum(-1, keepdims=True) @ v, rtol=1e-12)
        mu = np.array([[0.5] * 8, [-1.0] * 8])
        given = omegascope.estimate("lara", q, k, v, proposals="given", landmarks=2, mu=mu)
        listed = omegascope.estimate("lara", q, k, v, proposals="given", landmarks=2, mu=mu.tolist())
        self.assertTrue(np.array_equal(given, listed))
        self.assertFalse(np.array_equal(given, omegascope.estimate("lara", q, k, v, proposals="given", landmarks=2, mu=-mu)))

    def test_arrays_are_taken_where_they_lie(self):
        for dtype in (np.float32, np.float64):
            q = arrays(dtype=dtype)[0]
            self.assertIs(_input.array("q", q), q)
            self.assertTrue(np.shares_memory(_input.array("q", q[1:]), q))
        q = arrays()[0]
        q.flags.writeable = False
        self.assertIs(_input.array("q", q), q)

    def test_other_layouts_and_types(self):
        q, k, v = arrays()
        y = omegascope.estimate("rfa", q, k, v)
        wide = [np.repeat(array, 2, axis=-1)[..., ::2] for array in (q, k, v)]
        turned = [np.ascontiguousarray(np.swapaxes(array, 0, 1)).swapaxes(0, 1) for array in (q, k, v)]
        swapped = [array.astype(array.dtype.newbyteorder()) for array in (q, k, v)]
        for others in (wide, turned, swapped, [array[..., ::-1].copy()[..., ::-1] for array in (q, k, v)]):
            self.assertFalse(any(array.flags.c_contiguous and array.dtype.isnative for array in others))
            self.assertTrue(np.array_equal(omegascope.estimate("rfa", *others), y))
        halves = [array.astype(np.float16) for array in (q, k, v)]
        self.assertTrue(np.array_equal(omegascope.estimate("rfa", *halves), omegascope.estimate("rfa", *(h.astype(np.float32) for h in halves))))
        unaligned = np.frombuffer(b"x" + q.tobytes(), np.uint8)[1:].view(np.float32).reshape(q.shape)
        self.assertTrue(np.array_equal(omegascope.estimate("rfa", unaligned, k, v), y))

    def test_heads_of_keys_that_serve_several_of_queries(self):
        q, k, v = arrays(heads=4)
        shared = [np.repeat(array[:2], 2, axis=0) for array in (k, v)]
        y = omegascope.estimate("rfa", q, k[:2], v[:2])
        self.assertTrue(np.array_equal(y, omegascope.estimate("rfa", q, *shared)))
        found = omegascope.compare(q, k[:2], v[:2], methods="rfa", draws=2)
        self.assertEqual(found.rows[0]["mse"], omegascope.compare(q, *shared, methods="rfa", draws=2).rows[0]["mse"])
        with self.assertRaisesRegex(ValueError, "leading axes"):
            omegascope.estimate("rfa", q, k[:3], v[:3])

    def test_bfloat16(self):
        bits = np.array([0x3F80, 0xC000, 0x0000, 0x7F80], np.uint16)
        self.assertEqual(_input.widened(bits).tolist(), [1.0, -2.0, 0.0, float("inf")])
        try:
            import ml_dtypes
        except ImportError:
            return
        q, k, v = (array.astype(ml_dtypes.bfloat16) for array in arrays())
        self.assertTrue(np.array_equal(omegascope.estimate("rfa", q, k, v), omegascope.estimate("rfa", *(a.astype(np.float32) for a in (q, k, v)))))

    def test_what_is_wrong_is_one_sentence(self):
        q, k, v = arrays()
        bad = q.copy()
        bad[1, 2, 3] = np.nan
        for call, words in ((lambda: omegascope.estimate("larra", q, k, v), "did you mean lara"),
                            (lambda: omegascope.estimate("lara", q, k, v, landmark=3), "landmarks"),
                            (lambda: omegascope.estimate("lara", q, k, v, beta="x"), "beta"),
                            (lambda: omegascope.estimate("lara", q, k[:1], v), "leading axes"),
                            (lambda: omegascope.estimate("lara", bad, k, v), "[1, 2, 3]"),
                            (lambda: omegascope.estimate("lara", q, k, v, eta=np.zeros(3)), "eta"),
                            (lambda: omegascope.estimate("lara", q.astype(complex), k, v), "complex128"),
                            (lambda: omegascope.estimate("lara", bad, k, v), "zero_nonfinite reads them as 0, allow_nonfinite as they are"),
                            (lambda: omegascope.estimate("lara", np.full(q.shape, 2 ** 63, np.uint64), k, v), "uint64 value above"),
                            (lambda: omegascope.estimate("lara", np.ma.masked_greater(q, 1), k, v), "masked values"),
                            (lambda: omegascope.compare(np.ma.masked_greater(q, 1), k, v), "masked values"),
                            (lambda: omegascope.estimate("lara", q, k, v, landmarks=4, mu=[[1.0, 2.0]]), "lara reads with proposals=given"),
                            (lambda: omegascope.estimate("lara", q, k, v, evaluate=True, eps=[[[1.0]]]), '"eps" is given, which lara reads with evaluate='),
                            (lambda: omegascope.estimate("rfa", q, k, v, draw="orthogonl"), "must be one of iid, orthogonal"),
                            (lambda: omegascope.estimate("softmax", q, k, v, draw="halton"), "draw is \"halton\""),
                            (lambda: omegascope.estimate("rfa", q, k, v, draw="iid", opt={"draw": "halton"}), "draw is given twice"),
                            (lambda: omegascope.estimate("rfa", q, k, v, opt="draw=halton"), "opt must be a dict"),
                            (lambda: omegascope.estimate("rfa", bad, k, v, zero_nonfinite=True, allow_nonfinite=True), "both given"),
                            (lambda: omegascope.estimate("rfa", q, k, v, want=3), "want is 3"),
                            (lambda: omegascope.estimate("rfa", q, k, v, want=[]), "want is an empty list"),
                            (lambda: omegascope.compare(q, k, v, methods=[]), "methods is an empty list"),
                            (lambda: omegascope.compare(q, k, v, budgt=8), "did you mean budget?"),
                            (lambda: omegascope.compare(bad, k, v), "zero_nonfinite reads them as 0"),
                            (lambda: omegascope.compare(q, k, v, layer=2), "the input has no layer numbers"),
                            (lambda: omegascope.estimate("lara", q, k, v, seed=-1), "seed"),
                            (lambda: omegascope.estimate("lara", q), "q, k and v"),
                            (lambda: omegascope.estimate("rfa", q, k, v, want="z"), "has no output \"z\""),
                            (lambda: omegascope.compare(q, k, v, methods="lara", lamdmarks=3), "lamdmarks"),
                            (lambda: omegascope.compare("/no/such.npz"), "such.npz"),
                            (lambda: omegascope.describe("nothing"), "nothing"),
                            (lambda: omegascope.study("no_study"), "no_study")):
            with self.assertRaises(ValueError) as caught:
                call()
            self.assertIn(words, str(caught.exception))
            self.assertNotRegex(str(caught.exception), r"--[a-z]|\n")

    def test_no_sentence_names_a_temporary_file(self):
        q, k, v = arrays()
        bad = q.copy()
        bad[1, 2, 3] = np.nan
        for call in (lambda: omegascope.compare(bad, k, v), lambda: omegascope.compare(q, k[:1], v), lambda: omegascope.heads(q, k[:, :3], v),
                     lambda: omegascope.study("bias", bad, k, v, size="toy"), lambda: omegascope.compare(q.astype(float) * 1e39, k, v)):
            with self.assertRaises(ValueError) as caught:
                call()
            self.assertNotRegex(str(caught.exception), r"/tmp|safetensors|omegascope-")
        for found in (omegascope.compare(q, k, v, methods="softmax", draws=1), omegascope.heads(q, k, v, methods="rfa", budget=8, draws=1)):
            said = repr(found) + json.dumps(found) + str(found.figure)
            self.assertNotRegex(said, r"/tmp|safetensors")
            self.assertIn("the input: ", said)

    def test_a_path_need_not_be_text(self):
        with tempfile.TemporaryDirectory() as folder:
            q, k, v = arrays()
            np.savez(Path(folder, "seq.npz"), Q=q, K=k, V=v)
            name = os.fsencode(folder) + b"/s\xff.npz"
            os.rename(Path(folder, "seq.npz"), name)
            found = [omegascope.compare(path, methods="rfa", draws=1, output=table)
                     for path, table in ((name, name + b".csv"), (os.fsdecode(name), Path(os.fsdecode(name + b".json"))))]
            self.assertEqual(found[0]["data"], found[1]["data"])
            self.assertEqual(len(os.listdir(folder)), 3)
            self.assertIn("<svg", omegascope.heads(name, methods="rfa", draws=1).figure)
            with self.assertRaisesRegex(ValueError, r'^"/no/\\xff.npz": there is no such file'):
                omegascope.compare(b"/no/\xff.npz")
            with self.assertRaisesRegex(ValueError, r"^'--input=/no/\\ud800.npz' has half a character, .*as bytes$"):
                omegascope.compare("/no/\ud800.npz")

    def test_whole_numbers_are_taken_as_the_command_takes_them(self):
        with tempfile.TemporaryDirectory() as folder:
            q, k, v = arrays()
            for values in ((4 * q).astype(int), q > 0, (4 * q).astype(np.int8), (1e8 * q).astype(int)):
                np.savez(Path(folder, "seq.npz"), Q=values, K=k, V=v)
                done = omega("estimate", "--method", "rfa", "--input", Path(folder, "seq.npz"), "--want", "y", "--output", Path(folder, "out.npz"))
                self.assertEqual(done.returncode, 0, done.stderr)
                expected = np.load(Path(folder, "out.npz"))["y"]
                self.assertEqual(omegascope.estimate("rfa", values, k, v).tobytes(), expected.tobytes(), values.dtype)

    def test_values_that_are_not_finite(self):
        q, k, v = arrays()
        bad, zero = q.copy(), q.copy()
        bad[1, 2, 3], zero[1, 2, 3] = np.inf, 0
        self.assertTrue(np.array_equal(omegascope.estimate("rfa", bad, k, v, zero_nonfinite=True), omegascope.estimate("rfa", zero, k, v)))
        self.assertTrue(np.isinf(bad[1, 2, 3]))
        allowed = omegascope.estimate("softmax", bad, k, v, allow_nonfinite=True)
        self.assertTrue(np.array_equal(allowed[0], omegascope.estimate("softmax", q, k, v)[0]))
        self.assertFalse(np.isfinite(allowed[1]).all())

    def test_draw_is_a_number_or_the_option(self):
        q, k, v = arrays()
        plain, third = (omegascope.estimate("rfa", q, k, v, draw=draw) for draw in (0, 3))
        orthogonal = omegascope.estimate("rfa", q, k, v, draw="orthogonal")
        self.assertFalse(np.array_equal(plain, third) or np.array_equal(plain, orthogonal))
        self.assertTrue(np.array_equal(orthogonal, omegascope.estimate("rfa", q, k, v, opt={"draw": "orthogonal"})))
        self.assertTrue(np.array_equal(third, omegascope.estimate("rfa", q, k, v, draw="3")))
        both = omegascope.estimate("rfa", q, k, v, draw=3, opt={"draw": "orthogonal"})
        with tempfile.TemporaryDirectory() as folder:
            np.savez(Path(folder, "seq.npz"), Q=q, K=k, V=v)
            omega("estimate", "--method", "rfa", "--input", Path(folder, "seq.npz"), "--draw", 3, "--opt", "draw=orthogonal",
                  "--output", Path(folder, "out.npz"))
            self.assertEqual(both.tobytes(), np.load(Path(folder, "out.npz"))["y"].tobytes())

    def test_threads_give_the_same_bits(self):
        q, k, v = arrays(heads=4, tokens=200)
        methods = ("softmax", "rfa", "lara", "eva")
        expected = {method: omegascope.estimate(method, q, k, v, seed=5, threads=1).tobytes() for method in methods}
        with ThreadPoolExecutor(32) as pool:
            for method, y in pool.map(lambda i: (methods[i % 4], omegascope.estimate(methods[i % 4], q, k, v, seed=5)), range(128)):
                self.assertEqual(y.tobytes(), expected[method])

    def test_nothing_leaks(self):
        q, k, v = arrays(heads=8, tokens=256, dim=32)  # 256 KiB each, as much as y

        def call(number):
            omegascope.estimate("local", q, k, v, seed=number, window=8)
            with self.assertRaises(ValueError):
                omegascope.estimate("local", q, k[:1], v)

        for number in range(50):
            call(number)
        gc.collect()
        before, held = resident(), [sys.getrefcount(array) for array in (q, k, v)]
        for number in range(CALLS):
            call(number)
        gc.collect()
        self.assertEqual([sys.getrefcount(array) for array in (q, k, v)], held)
        self.assertLess(resident() - before, min(48 << 20, CALLS * (96 << 10)))  # one array a call is 256 KiB

    def test_ctrl_c_stops_it(self):
        q = np.ones((400000, 64), np.float32)  # minutes of work
        another = threading.Thread(target=lambda: (time.sleep(0.3), os.kill(os.getpid(), signal.SIGINT)))
        another.start()  # and it runs: nobody holds the interpreter's lock
        begun = time.process_time()
        with self.assertRaises(KeyboardInterrupt):
            omegascope.estimate("softmax", q, q, q, threads=1)
        self.assertLess(time.process_time() - begun, 60)  # or it went on to the end, and was told then
        another.join()
        self.assertEqual(omegascope.estimate("softmax", q[:4], q[:4], q[:4]).tolist(), q[:4].tolist())


class Manual(unittest.TestCase):
    def test_its_examples_run(self):
        page = (SOURCE / "assets" / "manual" / "python.md").read_text(encoding="utf-8")
        blocks = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
        self.assertGreater(len(blocks), 2)
        with contextlib.redirect_stdout(io.StringIO()) as said:
            exec("\n".join(blocks), {})  # each goes on with what the one before it made
        self.assertIn("rfa", said.getvalue())
        named = set(re.findall(r"`(\w+)\(", page)) - {"run", "help"}
        classes = {"Answer", "Captured", "Figure", "Layer", "Outputs"}
        self.assertEqual(named, set(omegascope.__all__) - classes)


class Arguments(unittest.TestCase):
    """What is given twice, to nobody, or as what it cannot be."""

    def says(self, call, *words, without="\n", dashes=r"--[a-z]"):
        with self.assertRaises(ValueError) as caught:
            call()
        self.assertNotIsInstance(caught.exception, UnicodeError)
        said = str(caught.exception)
        for word in words:
            self.assertIn(word, said)
        self.assertNotIn(without, said)
        self.assertNotRegex(said, dashes + r"|\n")
        self.assertLess(len(said), 500, said)

    def test_what_would_not_be_read_is_refused(self):
        q, k, v = arrays()
        captured = omegascope.Captured([omegascope.Layer(q, k, v, 8 ** -0.5)])
        for call in (lambda: omegascope.compare("m.npz", k, v), lambda: omegascope.heads("m.npz", k, v), lambda: omegascope.study("bridge", "m.npz", k, v),
                     lambda: omegascope.figure("m.npz", k, v), lambda: omegascope.show("m.npz", k, v)):
            self.says(call, "the path of a file was given in place of q, k and v", "leave them out")
        for call in (lambda: omegascope.estimate("rfa", captured, k * 0), lambda: omegascope.estimate("rfa", captured[0], v=v),
                     lambda: omegascope.compare(captured, k), lambda: omegascope.heads(captured[0], k), lambda: omegascope.figure(captured, k)):
            self.says(call, "what was captured was given in place of q, k and v", "leave it out")
        for call in (lambda: omegascope.compare(k=k, v=v), lambda: omegascope.estimate("rfa", None, k, v), lambda: omegascope.figure(None, k, v)):
            self.says(call, "q, k and v are needed")
        self.says(lambda: omegascope.study(size="toy"), "would not read size")
        self.says(lambda: omegascope.study(sizee="toy"), "would not read sizee")
        self.says(lambda: omegascope.study(None, q, k, v), "would not read q")
        self.assertTrue(omegascope.study(None, size=None).rows)

    def test_a_list_is_no_option_and_an_option_no_array(self):
        q, k, v = arrays()
        self.says(lambda: omegascope.estimate("lara", q, k, v, landmarks=[4]), 'option landmarks of lara is "[4]", but must be a whole number')
        self.says(lambda: omegascope.estimate("lara", q, k, v, landmarks=np.full((100, 100), 4)), "option landmarks of lara is")
        self.says(lambda: omegascope.estimate("local", q, k, v, grid=(5, 8)), 'option grid of local is "(5, 8)"')
        self.says(lambda: omegascope.compare(q, k, v, methods="lara", landmarks=[4], draws=1), 'option landmarks of lara is "[4]"')
        self.says(lambda: omegascope.estimate("rfa", q, k, v, foo=q), "rfa takes no array foo")
        self.says(lambda: omegascope.estimate("lara", q, k, v, muu=q), "lara takes no array muu (did you mean mu?)")
        self.says(lambda: omegascope.heads(q, k, v, methods="lara", mu=q), "heads() takes no array mu")

    def test_compare_takes_the_arrays_of_estimate(self):
        q, k, v = arrays(heads=1)
        mu = np.array([[0.5] * 8, [-1.0] * 8], np.float32)
        asked = {"methods": "lara", "proposals": "given", "landmarks": 2, "draws": 2}
        by_itself, in_given = (omegascope.compare(q, k, v, **asked, **more) for more in ({"mu": mu}, {"given": {"mu": mu}}))
        self.assertEqual(by_itself.rows[0]["mse"], in_given.rows[0]["mse"])
        self.assertNotEqual(by_itself.rows[0]["mse"], omegascope.compare(q, k, v, **asked, mu=-mu).rows[0]["mse"])
        self.says(lambda: omegascope.compare(q, k, v, **asked, mu=mu, given={"mu": mu}), "given gives \"mu\" twice")
        for call in (lambda: omegascope.compare(q, k, v, **asked, given={"mu": mu * np.nan}), lambda: omegascope.compare(q, k, v, **asked, mu=mu * np.inf),
                     lambda: omegascope.estimate("lara", q, k, v, proposals="given", landmarks=2, mu=mu * np.nan)):
            self.says(call, "16 of 16 values of mu are not finite; noise and parameters must be")
        self.says(lambda: omegascope.compare(q, k, v, **asked, given={"mu": {1}}), "mu holds object")
        self.says(lambda: omegascope.compare(q, k, v, **asked, mu=[[1], [1, 2]]), "mu is no array of numbers")

    def test_several_are_whatever_can_be_gone_through(self):
        q, k, v = arrays()
        expected = ["rfa", "softmax"]
        for methods in (np.array(expected), set(expected), dict.fromkeys(expected).keys(), (name for name in expected), tuple(expected)):
            found = omegascope.compare(q, k, v, methods=methods, draws=1)
            self.assertEqual(sorted(row["method"] for row in found.rows), expected)
        self.says(lambda: omegascope.compare(q, k, v, methods=set()), "methods is an empty list")
        self.says(lambda: omegascope.compare(q, k, v, methods={"rfa": 1}), "methods is a dict")
        self.assertEqual(omegascope.compare(q, k, v, methods="rfa", draws=np.array(2))["draws"], 2)

    def test_what_is_no_name_or_number_is_one_sentence(self):
        q, k, v = arrays()
        captured = omegascope.Captured([omegascope.Layer(q, k, v, 8 ** -0.5, causal=True)] * 2)
        self.says(lambda: omegascope.heads(captured, layer=9, methods="rfa"), "layer 9; there are 2 layers, from 0 to 1")
        self.says(lambda: omegascope.heads(captured, layer="x", methods="rfa"), "layer is \"x\", but must be")
        self.says(lambda: omegascope.compare(captured, layer=-1, methods="rfa"), "layer is")
        self.says(lambda: omegascope.estimate(["rfa"], q, k, v), "method is ['rfa']")
        self.says(lambda: omegascope.compare(q, k, v, opt=5), "opt is 5, but must be a dict")
        self.says(lambda: omegascope.compare(q, k, v, move=5), "move is 5, but must be a text")
        self.says(lambda: omegascope.compare(q, k, v, given=5), "given is 5, but must be a dict")
        self.says(lambda: omegascope.estimate("rfa", q, k, v, features="\ud800"), "half a character")
        self.says(lambda: omegascope.estimate("rfa", q, k, v, want="\ud800"), "half a character")
        self.says(lambda: omegascope.describe("--help"), "name is '--help', and no name begins with a dash", without="caught", dashes="`omega")
        self.says(lambda: omegascope.study("--help"), "name is '--help', and no name begins with a dash", without="caught", dashes="`omega")

    def test_what_was_captured_is_causal_unless_it_is_asked_otherwise(self):
        q, k, v = arrays()
        layer = omegascope.Layer(q, k, v, 8 ** -0.5, causal=True)
        causal, full = (omegascope.estimate("softmax", q, k, v, causal=causal) for causal in (True, False))
        self.assertFalse(np.array_equal(causal, full))
        for more, expected in (({}, causal), ({"causal": None}, causal), ({"causal": True}, causal), ({"causal": False}, full), ({"opt": {"causal": False}}, full)):
            self.assertTrue(np.array_equal(omegascope.estimate("softmax", layer, **more), expected), more)
        full = omegascope.estimate("nystrom", q, k, v)
        self.assertTrue(np.array_equal(omegascope.estimate("nystrom", layer, causal=False), full))
        self.says(lambda: omegascope.estimate("nystrom", layer), "nystrom has no option causal")

        def is_causal(methods, **more):
            return [row["options"].get("causal", False) for row in omegascope.compare(layer, methods=methods, draws=1, **more).rows]

        for more in ({"opt": {"causal": False}}, {"causal": False}, {"opt": "causal=false"}, {"opt": ["causal=false"]},
                     {"opt": {"causal=false"}}, {"opt": (one for one in ["causal=false"])}):
            self.assertEqual(is_causal("softmax,rfa", **more), [False, False], more)
            if not isinstance(more.get("opt"), type(one for one in ())):  # that one is spent
                self.assertEqual(is_causal("softmax,nystrom", **more), [False, False], more)
        self.says(lambda: is_causal("rfa", causal=False, opt={"causal": True}), "twice")
        for more in ({}, {"opt": {"causal": True}}, {"causal": None}, {"opt": {"rfa.samples": 8}}):
            self.assertEqual(is_causal("softmax,rfa", **more), [True, True], more)
        self.assertEqual(is_causal("softmax,rfa", opt={"rfa.causal": False}), [True, False])
        self.assertEqual(is_causal("softmax,nystrom", causal=False), [False, False])

    def test_a_study_is_not_causal(self):
        q, k, v = arrays()
        layer = omegascope.Layer(q, k, v, 8 ** -0.5, causal=True)
        self.says(lambda: omegascope.study("bridge", q, k, v, size="toy", causal=True), "causal must be left out", without="captured")
        self.says(lambda: omegascope.study("bridge", layer, size="toy"), "what was captured is")
        for given in ((q, k, v), (layer,)):
            self.assertTrue(omegascope.study("bridge", *given, size="toy", causal=False).rows)

    def test_a_file_of_a_causal_model_says_so_everywhere(self):
        q, k, v = arrays(tokens=16)
        captured = omegascope.Captured([omegascope.Layer(q, k, v, 8 ** -0.5, causal=True)])
        with tempfile.TemporaryDirectory() as folder:
            path = captured.save(os.path.join(folder, "allc.safetensors"))
            found = [call(path) for call in (lambda path: omegascope.compare(path, methods="rfa", draws=1), lambda path: omegascope.heads(path, methods="rfa", draws=1),
                                             lambda path: omegascope.study("bridge", path, size="toy"))]
            asked = [function(path, methods="rfa", draws=1, causal=True) for function in (omegascope.compare, omegascope.heads)]
        of_model = omegascope.heads(captured, methods="rfa", draws=1)
        for one in found:
            self.assertEqual(repr(one).count("# in the model no token sees later ones (all layers)"), 1)
            self.assertEqual(sum("no token sees later ones" in sentence for sentence in one["input"]["how"]), 1)
            self.assertIn("no token sees later ones", one._repr_html_())
        for one in (*asked, of_model):
            self.assertNotIn("no token sees", repr(one) + json.dumps(one))
        self.assertEqual(asked[1].rows[0]["entropy"], of_model.rows[0]["entropy"])


class Answers(unittest.TestCase):
    def test_list_and_describe_say_what_the_command_says(self):
        self.assertEqual(repr(omegascope.list()), omega("list").stdout.rstrip("\n"))
        self.assertEqual(omegascope.list(), json.loads(omega("list", "--json").stdout))
        for name in ("lara", "bias"):
            self.assertEqual(repr(omegascope.describe(name)), omega("describe", name).stdout.rstrip("\n"))
        self.assertEqual(omegascope.describe("lara").rows[0]["name"], json.loads(omega("describe", "lara", "--json").stdout)["options"][0]["name"])

    def test_compare(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "arrays.safetensors")
            q, k, v = arrays()
            _input.write_tensors(path, {"q": q, "k": k, "v": v}, {})
            found = omegascope.compare(q, k, v, methods=["softmax", "rfa", "lara"], budget=8, draws=12, opt={"lara.beta": 1}, scale=0.5)
            said = omega("compare", "--input", path, "--methods", "softmax,rfa,lara", "--budget", 8, "--draws", 12, "--opt", "lara.beta=1", "--opt",
                         "scale=0.5", "--json")
            of_file = omegascope.compare(path, methods="softmax,rfa,lara", budget=8, draws=12, opt=["lara.beta=1", "scale=0.5"])
        expected = json.loads(said.stdout)["methods"]
        for rows in (found.rows, of_file.rows):
            self.assertEqual([without(row, "milliseconds", "peak_bytes") for row in rows],
                             [without(row, "milliseconds", "peak_bytes") for row in expected])
        self.assertEqual(found["methods"][1]["method"], "rfa")
        self.assertRegex(repr(found), r"(?m)^rfa .*samples=8")
        self.assertIn("<td>rfa</td>", found._repr_html_())
        self.assertEqual(omegascope.compare(preset="three_clusters", methods="softmax", draws=1)["input"]["preset"], "three_clusters")
        with self.assertRaisesRegex(ValueError, "^nystrom has no option causal"):
            omegascope.compare(q, k, v, methods="softmax,nystrom", draws=2, causal=True)

    def test_files_of_earlier_versions_open(self):
        q, k, v = arrays()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "qkv.safetensors")
            _input.write_tensors(path, {f"layers.1.{part}": array for part, array in zip("qkv", (q, k[:1], v[:1]))},
                                 {"made_by": "dump_qkv.py of Omegascope"})
            found = omegascope.compare(path, layer=1, methods="softmax", draws=1)
        self.assertEqual((found["heads"], found["N"]), (2, 48))
        self.assertNotIn("causal", repr(found))

    def test_heads(self):
        q, k, v = arrays(heads=3)
        found = omegascope.heads(q, k, v, methods="rfa", budget=8, draws=2, sort="entropy")
        entropies = [row["entropy"] for row in found.rows]
        self.assertEqual((len(entropies), entropies), (3, sorted(entropies, reverse=True)))
        self.assertIn("<svg", found.figure)
        self.assertTrue(found["said"])
        for part in ("<svg", "<th>entropy</th>", "<p>"):
            self.assertIn(part, found._repr_html_())

    def test_study(self):
        self.assertIn("bridge", [row["name"] for row in omegascope.study().rows])
        with tempfile.TemporaryDirectory() as folder:
            found = omegascope.study("bridge", size="toy", output=os.path.join(folder, "rows"))
            plotted = json.loads(omega("study", "plot", os.path.join(folder, "rows"), "--json").stdout)
        self.assertEqual(dict(found), plotted)
        self.assertIn("<svg", found._repr_html_())
        self.assertTrue(found.rows)
        with self.assertRaisesRegex(TypeError, "did you mean size?"):
            omegascope.study("bridge", sizes="toy")

    def test_help_is_the_commands(self):
        for name in ("list", "describe", "estimate", "compare", "heads", "study"):
            self.assertTrue(getattr(omegascope, name).__doc__)
        self.assertIn("\ndraws: ", omegascope.compare.__doc__)
        self.assertIn("\nwant: The outputs to return", omegascope.estimate.__doc__)
        self.assertIn("\nallow_nonfinite: ", omegascope.estimate.__doc__)
        for name in ("estimate", "compare", "heads", "study"):
            self.assertNotRegex(getattr(omegascope, name).__doc__, r"may be repeated|`omega (list|synth)|\brun: |plot: |refusing the file")
        self.assertNotIn("--", omegascope.compare.__doc__ + omegascope.heads.__doc__ + omegascope.study.__doc__)

    def test_signatures(self):
        stub = Path(omegascope.__file__).with_suffix(".pyi").read_text(encoding="utf-8")
        compile(stub, "__init__.pyi", "exec")  # knows what ast.parse lets pass: one name for two arguments
        self.assertRegex(stub, r"\bdraw: int \| Literal\['iid', 'orthogonal'")
        tree = ast.parse(stub)
        overloads = {}
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name == "estimate":
                overloads[ast.literal_eval(node.args.args[0].annotation.slice)] = {argument.arg for argument in node.args.kwonlyargs}
        self.assertEqual(list(overloads), [row["name"] for row in omegascope.list().rows])
        for method, names in overloads.items():
            self.assertLessEqual({row["name"] for row in omegascope.describe(method).rows} | {"seed", "want", "opt", "zero_nonfinite"}, names)
        named = {node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        named |= {alias.asname for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names}
        self.assertLessEqual(set(omegascope.__all__), named)

    def test_version(self):
        self.assertIn(omegascope.__version__, omega("--version").stdout)


if __name__ == "__main__":
    unittest.main()
