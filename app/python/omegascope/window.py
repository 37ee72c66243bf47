"""Arrays and captured models in the window, and its panels as pictures."""
import os
import shutil
import subprocess
import tempfile
import warnings
from pathlib import Path

from ._engine import without_dashes
from ._input import check_alone, is_path, without_file, written
from .capture import Captured

PATIENCE = 4  # seconds in which a program either hands a file to the window that is there, fails, or is a window itself
PICTURES = ("svg", "png")
windows = []  # those that were started from here, to be waited for when they end


class Figure:
    """A picture that notebooks show; `data` are its bytes."""

    def __init__(self, data, kind):
        self.data, self.kind = data, kind

    def __repr__(self):
        return f"a figure, {self.kind}, {len(self.data)} bytes"

    def _repr_svg_(self):
        return self.data.decode() if self.kind == "svg" else None

    def _repr_png_(self):
        return self.data if self.kind == "png" else None

    def save(self, path):
        Path(path).write_bytes(self.data)


def show(q, k=None, v=None):
    """Opens arrays, a captured layer or model, or a file, in the window that is there or a new one; returns its path.

    Arrays are written to a folder of their own among the temporary files, where the window goes on to read them.
    """
    if is_path(q):
        return opened(path_of(q, k, v, None))
    folder = tempfile.mkdtemp(prefix="omegascope-")
    try:
        return opened(path_of(q, k, v, folder))
    except BaseException:
        shutil.rmtree(folder)
        raise


def opened(path):
    with tempfile.TemporaryFile() as said:
        started = subprocess.Popen([program("omegascope", "show"), str(path)], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=said, start_new_session=True)
        try:
            status = started.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            windows[:] = [one for one in windows if one.poll() is None] + [started]
            return path
        if status != 0:
            said.seek(0)
            raise RuntimeError("the window did not open: " + complaint(said.read(), status))
    return path


def figure(q, k=None, v=None, *, panel="attention", format="svg", size=None, dpi=None, dark=False):
    """A panel of the window as a picture, svg or png: of arrays, a captured layer or model, a session or another file.

    size is "960x600" in pixels or "84x63mm" on paper, dpi for png. It is drawn by `omega render`, without a display.
    """
    if format not in PICTURES:
        raise ValueError(f"format is {format!r}, but must be one of {', '.join(PICTURES)}")
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, f"figure.{format}")
        path = path_of(q, k, v, folder)
        drawn = q[0] if isinstance(q, Captured) else q
        if getattr(drawn, "causal", False) and panel != "model_view":  # which says so itself
            warnings.warn("in the model no token sees later ones, and in this picture they do; show() it, set causal for its "
                          "methods there, and give the path of the session that is saved then", stacklevel=2)
        words = [program("omega", "figure"), "render", str(path)]
        words += [f"--panel={panel}", f"--output={output}"]
        words += [f"--{name}={value}" for name, value in (("size", size), ("dpi", dpi)) if value is not None]
        words += ["--dark"] if dark else []
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if done.returncode != 0:
            said = without_dashes(complaint(done.stderr, done.returncode))
            said = without_file(said, str(path)) if path.parent == Path(folder) else said
            raise (ValueError if done.returncode == 2 else RuntimeError)(said)
        return Figure(output.read_bytes(), format)


def path_of(q, k, v, folder):
    if not is_path(q):
        return Path(written(q, k, v, folder))
    check_alone("the path of a file", k, v)
    return Path(os.fsdecode(q)).absolute()


def program(name, who):
    found = shutil.which(name)
    if found is None:
        raise RuntimeError(f"{who}() needs the program {name}, and there is none on the path; install the package "
                           "omegascope, or put build/release/bin on the path")
    return found


def complaint(said, status):
    """The last line that a program said in its own name."""
    lines = said.decode(errors="replace").splitlines()
    own = [line.split(": ", 1)[1] for line in lines if line.startswith(("omega: ", "omegascope: "))]
    return own[-1] if own else f"it ended with status {status} without saying why; is there a display?"
