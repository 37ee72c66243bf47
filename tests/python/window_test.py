"""Panels as pictures, arrays in the window, and what is said where there is neither: window_test.py OMEGA SOURCE"""
import os
import subprocess
import sys
import tempfile
import time
import unittest
import warnings
from pathlib import Path
from unittest import mock

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)
import omegascope
from omegascope import window

PROGRAMS = Path(sys.argv.pop(1)).parent
sys.argv.pop(1)
needs_app = unittest.skipUnless((PROGRAMS / "omegascope").exists(), "this build has no desktop app")
Q = np.random.default_rng(3).standard_normal((2, 24, 4)).astype(np.float32)


class Programs(unittest.TestCase):
    """A folder that is the whole path, and settings that are nobody's."""

    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.enterContext(mock.patch.dict(os.environ, {"PATH": str(self.folder), "XDG_CONFIG_HOME": str(self.folder / "config"),
                                                       "XDG_DATA_HOME": str(self.folder / "data"), "TMPDIR": str(self.folder),
                                                       "QT_QPA_PLATFORM": "offscreen", "HOME": str(self.folder)}))
        self.enterContext(mock.patch.object(tempfile, "tempdir", None))

    def play(self, name, script):
        """A program that does what the script says."""
        path = self.folder / name
        path.write_text("#!/bin/sh\n" + script)
        path.chmod(0o755)

    def folders(self):
        """Those that were made for what is shown."""
        return list(self.folder.glob("omegascope-*"))


class Without(Programs):
    def test_no_program(self):
        for call, name in ((lambda: omegascope.show(Q, Q, Q), "omegascope"), (lambda: omegascope.figure(Q, Q, Q), "omega")):
            with self.assertRaisesRegex(RuntimeError, f"needs the program {name}, and there is none on the path"):
                call()
        self.assertEqual(self.folders(), [])

    def test_a_window_that_does_not_open(self):
        self.play("omegascope", "echo other >&2; echo 'omegascope: the file cannot be read' >&2; exit 1\n")
        with self.assertRaisesRegex(RuntimeError, "^the window did not open: the file cannot be read$"):
            omegascope.show(Q, Q, Q)
        self.play("omegascope", "kill -ABRT $$\n")  # as Qt does where there is no display
        with self.assertRaisesRegex(RuntimeError, "is there a display"):
            omegascope.show(Q, Q, Q)
        with self.assertRaisesRegex(ValueError, "q, k and v are needed"):
            omegascope.show(Q)
        self.assertEqual(self.folders(), [])

    def test_a_window_gets_what_is_shown(self):
        self.play("omegascope", f'echo "$1" >"{self.folder}/opened"\n')
        path = omegascope.show(Q, Q, Q)
        self.assertEqual((self.folder / "opened").read_text(), f"{path}\n")
        self.assertTrue(path.exists())
        self.assertEqual(omegascope.show(os.fsencode(path)), path)
        self.assertEqual(self.folders(), [path.parent])
        some = omegascope.Captured([omegascope.Layer(Q, Q, Q, 0.5, causal=causal) for causal in (True, False)])
        self.assertTrue(omegascope.show(some).exists())  # a model of both kinds, as one that translates
        self.play("omegascope", f'while [ -d "{self.folder}" ]; do /bin/sleep 0.1; done\n')  # a window of its own stays
        with mock.patch.object(window, "PATIENCE", 0.3):
            self.assertEqual(omegascope.show("/some/seq.npz"), Path("/some/seq.npz"))

    def test_a_panel_that_is_not_drawn(self):
        self.play("omega", "echo 'omega: there is no panel \"x\"' >&2; exit 2\n")
        with self.assertRaisesRegex(ValueError, "^there is no panel \"x\"$"):
            omegascope.figure(Q, Q, Q, panel="x")
        self.play("omega", "echo 'omega: --size is \"(300, 200)\", and --dpi as well' >&2; exit 2\n")
        with self.assertRaisesRegex(ValueError, "^size is .*, and dpi as well$"):
            omegascope.figure(Q, Q, Q, size=(300, 200))
        self.play("omega", 'echo "omega: $*" >&2; exit 2\n')  # a value that means nothing is told, too
        with self.assertRaisesRegex(ValueError, "size=0.* dpi=0"):
            omegascope.figure(Q, Q, Q, size=0, dpi=0)
        with self.assertRaisesRegex(ValueError, "svg, png"):
            omegascope.figure(Q, Q, Q, format="bmp")


@needs_app
class WithApp(Programs):
    def setUp(self):
        super().setUp()
        os.environ["PATH"] = f"{PROGRAMS}:/usr/bin:/bin"

    def test_figures(self):
        drawn = omegascope.figure(Q, Q, Q, panel="attention", size="400x300")
        self.assertIn("<svg", drawn._repr_svg_())
        self.assertIsNone(drawn._repr_png_())
        drawn = omegascope.figure(Q, Q, Q, panel="weights", format="png", dark=True)
        self.assertTrue(drawn._repr_png_().startswith(b"\x89PNG"))
        drawn.save(self.folder / "weights.png")
        self.assertEqual((self.folder / "weights.png").read_bytes(), drawn.data)
        with self.assertRaisesRegex(ValueError, "wei"):
            omegascope.figure(Q, Q, Q, panel="wei")

    def test_a_picture_of_a_causal_layer_is_not_causal_and_says_so(self):
        first, other = (omegascope.Layer(Q, Q, Q, 0.5, causal=causal) for causal in (True, False))
        for given in (first, omegascope.Captured([first, other])):
            with self.assertWarnsRegex(UserWarning, "no token sees later ones, and in this picture they do"):
                omegascope.figure(given, size="400x300")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            omegascope.figure(omegascope.Captured([other, first]), size="400x300")
            omegascope.figure(first, panel="model_view")

    def test_the_running_window_opens_it(self):
        started, real = [], subprocess.Popen

        def start(*words, **more):
            started.append(real(*words, **more))
            self.addCleanup(started[-1].kill)
            return started[-1]

        running = subprocess.Popen(["omegascope"], stderr=subprocess.DEVNULL)
        try:
            for _ in range(300):  # until it listens, a second start would be a window of its own
                if any(path.is_socket() for path in self.folder.iterdir()):
                    break
                time.sleep(0.1)
            with mock.patch.object(window, "PATIENCE", 60), mock.patch.object(window.subprocess, "Popen", start):
                omegascope.show(Q, Q, Q)
            self.assertEqual([process.returncode for process in started], [0])
        finally:
            running.kill()
            running.wait()


if __name__ == "__main__":
    unittest.main()
