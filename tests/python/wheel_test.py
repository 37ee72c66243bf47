"""A wheel is made of what is built, and imported in a fresh virtual environment: wheel_test.py OMEGA SOURCE"""
import importlib.util
import os
import subprocess
import sys
import tempfile
from pathlib import Path

for name in ("pip", "setuptools", "wheel", "venv", "ensurepip"):
    if importlib.util.find_spec(name) is None:
        print(f"skipped: this Python has no {name}")
        sys.exit(77)

SOURCE, BUILD = Path(sys.argv[2]), os.environ["OMEGASCOPE_BUILD"]
CALL = """
import numpy, omegascope
q = numpy.ones((4, 2), numpy.float32)
assert omegascope.estimate("softmax", q, q, q).tolist() == q.tolist()
print(omegascope.__file__)
"""

with tempfile.TemporaryDirectory() as folder:
    def run(*words):
        done = subprocess.run([str(word) for word in words], cwd=folder, env={"PATH": "/usr/bin:/bin", "HOME": folder, "OMEGASCOPE_BUILD": BUILD}, capture_output=True,
                              text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run(sys.executable, "-m", "pip", "wheel", SOURCE / "app" / "python", "--no-deps", "--no-build-isolation", "--wheel-dir", folder)
    wheel, = Path(folder).glob("omegascope-*.whl")
    assert "none-any" not in wheel.name, wheel.name
    run(sys.executable, "-m", "venv", "--system-site-packages", "fresh")
    run("fresh/bin/python", "-m", "pip", "install", "--no-deps", "--no-index", wheel)
    assert run("fresh/bin/python", "-c", CALL).startswith(str(Path(folder).resolve() / "fresh")), "another one was imported"
    print(f"1 passed: {wheel.name}")
