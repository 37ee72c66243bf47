"""For CMake: where the headers of this Python and of pybind11 are, and how its modules end; or it fails."""
import sys
import sysconfig
from pathlib import Path

import numpy  # noqa: F401  # the module and its signatures need it

headers = sysconfig.get_path("include")
try:
    import pybind11
    folders = [pybind11.get_include()]
except ImportError:
    folders = [headers, "/usr/include"]
binding = next((folder for folder in folders if Path(folder, "pybind11", "numpy.h").exists()), None)
if binding is None:
    sys.exit("pybind11 is missing")
if not Path(headers, "Python.h").exists():
    sys.exit(f"there is no {Path(headers, 'Python.h')}")
print(headers, binding, sysconfig.get_config_var("EXT_SUFFIX"), sep=";")
