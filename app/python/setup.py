"""pip install ./app/python, or pip wheel ./app/python --no-deps --no-build-isolation with Debian's packages.

CMake builds the module with the preset engine-only, in build/engine-only-python; where OMEGASCOPE_BUILD names a build
folder that has it already, in that one.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parents[2]


class Build(build_py):
    def run(self):
        folder = os.environ.get("OMEGASCOPE_BUILD")
        if not folder:
            folder = str(ROOT / "build" / "engine-only-python")
            options = ["PYTHON=ON", "CUDA=OFF", "TESTS=OFF", f"PYTHON_PROGRAM={sys.executable}"]
            words = ["cmake", "--preset", "engine-only", "-B", folder, *(f"-DOMEGASCOPE_{one}" for one in options)]
            subprocess.run(words, cwd=ROOT, check=True)
        subprocess.run(["cmake", "--build", folder, "--target", "omega_python"], check=True)
        shutil.copytree(Path(folder, "python", "omegascope"), Path(self.build_lib, "omegascope"), dirs_exist_ok=True,
                        ignore=shutil.ignore_patterns("__pycache__"))


class Platform(Distribution):
    """Of one kind of machine and one version of Python."""

    def has_ext_modules(self):
        return True


(ROOT / "build").mkdir(exist_ok=True)
setup(
    name="omegascope",
    version=re.search(r"^project\(Omegascope VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)[1],
    description="Attention estimated by random projections: RFA, RA, LARA, EVA and their relatives on NumPy's arrays",
    license="GPL-3.0-or-later",
    python_requires=">=3.9",
    install_requires=["numpy"],
    packages=["omegascope"],
    distclass=Platform,
    cmdclass={"build_py": Build},
    options={"build": {"build_base": str(ROOT / "build" / "wheel")}, "egg_info": {"egg_base": str(ROOT / "build")}},
)
