"""What is installed works from wherever it is moved to.

    install_test.py CMAKE SOURCE BUILD
"""

import gzip
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import zipfile
from pathlib import Path

CMAKE, SOURCE, BUILD = sys.argv.pop(1), Path(sys.argv.pop(1)), Path(sys.argv.pop(1))
ID = "org.omegascope.Omegascope"
TOP = Path(tempfile.mkdtemp())
PREFIX = TOP / "moved to Ω" / "usr"
SIDES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
VERSION = re.search(r"^project\(Omegascope VERSION ([\d.]+)", (SOURCE / "CMakeLists.txt").read_text(), re.MULTILINE)[1]


def environment():
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    return {**kept, "PATH": f"{PREFIX}/bin:{os.environ['PATH']}", "HOME": str(TOP), "LC_ALL": "C.UTF-8",
            "XDG_CONFIG_HOME": str(TOP / "config"), "XDG_DATA_HOME": str(TOP / "data"), "XDG_CACHE_HOME": str(TOP / "cache"),
            "XDG_DATA_DIRS": f"{PREFIX}/share:/usr/share", "XDG_CURRENT_DESKTOP": "GNOME", "OMEGASCOPE_CUDA_MODULE": ""}


def run(*words, **others):
    return subprocess.run([str(word) for word in words], env=environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          check=False, **others)


def needs(tool):
    return unittest.skipUnless(shutil.which(tool), f"{tool} is not installed")


def setUpModule():
    first = TOP / "first"
    done = run(CMAKE, "--install", BUILD, "--prefix", first / "usr", "--component", "app")
    assert done.returncode == 0, done.stdout + done.stderr
    PREFIX.parent.mkdir()
    (first / "usr").rename(PREFIX)


def tearDownModule():
    shutil.rmtree(TOP)


def has_app():
    return (PREFIX / "bin/omegascope").exists()


class Programs(unittest.TestCase):
    def answer(self, *words):
        done = run(*words, cwd=TOP)
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        return done.stdout

    def test_the_command(self):
        self.assertIn("softmax", self.answer("omega", "list"))

    def test_every_program_says_which_one_it_is(self):
        for program in ("omega", "omegascope") if has_app() else ("omega",):
            lines = self.answer(program, "--version").splitlines()
            self.assertEqual(lines[0], f"{program} {VERSION}")
            facts = dict(line.split(":", 1) for line in lines[1:])
            self.assertEqual(list(facts), ["Commit", "Compiler", "Vectors", "CUDA"])
            self.assertRegex(facts["Compiler"], r"(GCC|Clang) \d+")
            self.assertRegex(facts["CUDA"], "none: .")
            commit = facts["Commit"].strip()
            if (SOURCE / ".git").exists() and commit != "unknown":
                self.assertEqual(subprocess.run(["git", "cat-file", "-e", commit], cwd=SOURCE, check=False).returncode, 0, commit)

    def test_the_app_draws_everything(self):
        if not has_app():
            self.skipTest("this build has no desktop app")
        self.answer("omegascope", "--gallery", "gallery")
        self.assertIn("<img", (TOP / "gallery/index.html").read_text())
        # and the command finds it
        self.answer("omega", "synth", "clusters", "--n", "32", "--output", "seq.npz")
        self.answer("omega", "render", "seq.npz", "--panel", "weights", "--output", "weights.csv")
        self.assertTrue((TOP / "weights.csv").stat().st_size)

    def test_the_page_finds_the_pages_that_it_names(self):
        folder = PREFIX / "share/doc/omegascope"
        pages = re.findall(r"\]\(([\w./]+)\)", (folder / "README.md").read_text())
        self.assertIn("CONTRIBUTING.md", pages)
        for page in pages:
            self.assertTrue((folder / page).is_file(), page)

    def test_what_is_said_about_rights(self):
        text = (PREFIX / "share/doc/omegascope/copyright").read_text()
        for part in ("GPL-3", "assets/fonts", "Bitstream Vera", "assets/colour_maps", "cividis"):
            self.assertIn(part, text)
        if Path("/usr/share/doc/libcli11-dev/copyright").exists():
            for part in ("Niels Lohmann", "University of Cincinnati", "highway", "eigen", "D. E. Shaw Research"):
                self.assertIn(part, text)


class PythonModule(unittest.TestCase):
    def test_it_is_imported(self):
        if not (BUILD / "python").exists():
            self.skipTest("this build has no Python module")
        done = run(CMAKE, "--install", BUILD, "--prefix", PREFIX, "--component", "python")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        python = re.search(r"^OMEGASCOPE_PYTHON_PROGRAM:\w+=(.*)$", (BUILD / "CMakeCache.txt").read_text(), re.MULTILINE)[1]
        done = subprocess.run([python, "-c", "import omegascope; print(omegascope.list()); print(omegascope.__file__)"], capture_output=True, text=True,
                              check=False, cwd=TOP, env={**environment(), "PYTHONPATH": f"{PREFIX}/lib/python3/dist-packages"})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, run("omega", "list").stdout + f"{PREFIX}/lib/python3/dist-packages/omegascope/__init__.py\n")


    @needs("lintian")
    @needs("dpkg-deb")
    def test_its_package(self):
        if not (BUILD / "python").exists():
            self.skipTest("this build has no Python module")
        made = TOP / "packages"
        done = run(Path(CMAKE).with_name("cpack"), "-G", "DEB", "--config", BUILD / "CPackConfig.cmake", "-B", made,
                   "-D", "CPACK_COMPONENTS_ALL=python", "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        package = next(made.glob("python3-omegascope_*.deb"))
        done = run("lintian", "--fail-on", "error", package)  # among others: it is stripped, and for the Python it was compiled for
        self.assertEqual(done.returncode, 0, done.stdout)
        # Removed, it leaves nothing, also of what Python compiles beside it.
        self.assertIn("dist-packages/omegascope/__pycache__", run("dpkg-deb", "-I", package, "prerm").stdout)


class Packing(unittest.TestCase):
    def test_no_package_is_made_without_what_finds_its_libraries(self):
        cpack, made = Path(CMAKE).with_name("cpack"), TOP / "unpacked"
        if not cpack.exists():
            self.skipTest("there is no cpack")
        done = run(cpack, "-G", "DEB", "--config", BUILD / "CPackConfig.cmake", "-B", made,
                   "-D", "CMAKE_IGNORE_PATH=" + os.environ["PATH"].replace(":", ";") + ";/usr/bin;/bin")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("install the package dpkg-dev", " ".join(done.stderr.split()))
        self.assertEqual(list(made.glob("*.deb")), [])


class ManPages(unittest.TestCase):
    folder = PREFIX / "share/man/man1"

    def subcommands(self):
        return re.findall(r"^    ([a-z]+) ", re.search(r"\nSUBCOMMANDS\n(.*?)\n\n", run("omega", "--help").stdout, re.DOTALL)[1], re.MULTILINE)

    def test_there_is_one_of_everything(self):
        expected = ["omega"] + [f"omega-{name}" for name in self.subcommands()] + (["omegascope"] if has_app() else [])
        self.assertGreater(len(expected), 8)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), sorted(f"{name}.1.gz" for name in expected))

    def test_they_say_what_help_says(self):
        for name in self.subcommands():
            page = gzip.open(self.folder / f"omega-{name}.1.gz", "rt", encoding="utf-8").read().replace("\\-", "-").replace("\\(aq", "'")
            for option in re.findall(r"^    (--[a-z0-9-]+)", run("omega", name, "--help").stdout, re.MULTILINE):
                self.assertRegex(page, rf"(?m)^\.B {option}\b", name)
        if has_app():
            page = gzip.open(self.folder / "omegascope.1.gz", "rt", encoding="utf-8").read().replace("\\-", "-")
            options = re.findall(r"^  (?:-\w, )?(--[a-z0-9-]+)", run("omegascope", "--help").stdout, re.MULTILINE)
            self.assertGreater(len(options), 15)
            for option in options:
                self.assertRegex(page, rf"(?m)^\.B .*{option}\b")

    @needs("man")
    def test_they_render(self):
        for path in sorted(self.folder.iterdir()):
            done = subprocess.run(["man", "--warnings", "-l", str(path)], env={**environment(), "MANWIDTH": "100", "MAN_KEEP_FORMATTING": ""},
                                  capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""), path.name)
            for part in ("NAME", "SYNOPSIS", "OPTIONS", "SEE ALSO", path.name.split(".")[0]):
                self.assertIn(part, done.stdout, path.name)


class Desktop(unittest.TestCase):
    def setUp(self):
        if not has_app():
            self.skipTest("this build has no desktop app")

    def good(self, *words):
        done = run(*words)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout.strip()

    @needs("desktop-file-validate")
    def test_entry(self):
        self.assertEqual(self.good("desktop-file-validate", PREFIX / f"share/applications/{ID}.desktop"), "")

    @needs("appstreamcli")
    def test_metadata(self):
        self.good("appstreamcli", "validate", "--no-net", PREFIX / f"share/metainfo/{ID}.metainfo.xml")
        self.assertIn(f'version="{VERSION}"', (PREFIX / f"share/metainfo/{ID}.metainfo.xml").read_text())

    def test_icons(self):
        icons = PREFIX / "share/icons/hicolor"
        self.assertTrue((icons / f"scalable/apps/{ID}.svg").exists())
        if not shutil.which("rsvg-convert"):
            self.skipTest("rsvg-convert is not installed")
        for side in SIDES:
            header = (icons / f"{side}x{side}/apps/{ID}.png").read_bytes()[:24]
            self.assertEqual(struct.unpack(">II", header[16:24]), (side, side))

    @needs("update-mime-database")
    @needs("gio")
    @needs("xdg-open")
    @needs("update-desktop-database")
    def test_a_double_click_opens_a_session(self):
        self.good("update-mime-database", PREFIX / "share/mime")
        self.good("update-desktop-database", PREFIX / "share/applications")
        named, bare, other = TOP / "named Ω 1.omega", TOP / "bare", TOP / "other"
        for path, member in ((named, "other.json"), (bare, "session.json"), (other, "other.json")):
            with zipfile.ZipFile(path, "w") as archive:
                archive.writestr(member, '{"document": {}}')
        kinds = [re.search(r"content-type: (\S+)", self.good("gio", "info", "-a", "standard::content-type", path))[1]
                 for path in (named, bare, other)]
        self.assertEqual(kinds, ["application/x-omegascope", "application/x-omegascope", "application/zip"])
        with zipfile.ZipFile(named, "w") as archive:
            archive.writestr("session.json", '{"document": {}}')
        self.addCleanup(self.end_windows)
        self.double_click(named)
        self.assertEqual(len(self.windows()), 1)
        self.double_click(bare)  # the window that is there takes it
        self.assertEqual(len(self.windows()), 1)

    def has_opened(self, path):
        """As the app notes it in its settings."""
        settings = TOP / "config/omegascope/omegascope.conf"
        return settings.exists() and str(path) in settings.read_text()

    def double_click(self, path):
        done = subprocess.run(["xdg-open", path], env={**environment(), "QT_QPA_PLATFORM": "offscreen"}, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)  # the app would keep a pipe open
        self.assertEqual(done.returncode, 0)
        for _ in range(600):  # the program is started, not waited for
            if self.has_opened(path):
                return
            time.sleep(0.1)
        self.fail(f"{path.name} was not opened")

    def windows(self):
        """The processes of the installed app."""
        links = Path("/proc").glob("[0-9]*/exe")
        return [int(link.parent.name) for link in links if os.path.realpath(link) == str(PREFIX / "bin/omegascope")]

    def end_windows(self):
        for process in self.windows():
            os.kill(process, signal.SIGTERM)
        for _ in range(200):
            if not self.windows():
                return
            time.sleep(0.1)
        self.fail("the app did not end")


class Completion(unittest.TestCase):
    def test_bash_finds_it(self):
        for name in ("omega", "omegascope") if has_app() else ("omega",):
            script = PREFIX / f"share/bash-completion/completions/{name}"
            self.assertIn(f" {name}\n", run("bash", "-c", f'source "$1" && complete -p {name}', "bash", script).stdout)

    def test_options_of_the_app_in_bash(self):
        if not has_app():
            self.skipTest("this build has no desktop app")
        said = run("bash", "-c", 'source "$1"; COMP_WORDS=(omegascope --gal) COMP_CWORD=1; _omegascope; echo "${COMPREPLY[@]}"', "bash",
                   PREFIX / "share/bash-completion/completions/omegascope").stdout
        self.assertEqual(said, "--gallery\n")

    @needs("zsh")
    def test_zsh_offers_what_bash_does(self):
        def offered(*words):
            script = """fpath=($1 $fpath); autoload -Uz _omega; compadd() { print -l -- ${(P)@[-1]} }; _files() { print files }
                words=("${@[2,-1]}"); CURRENT=$#words; _omega"""
            return run("zsh", "-fc", script, "zsh", PREFIX / "share/zsh/vendor-completions", *words).stdout.split()
        self.assertEqual(offered("omega", "desc"), ["describe"])
        self.assertEqual(offered("omega", "estimate", "--precision", ""), ["f32", "f64"])
        self.assertEqual(offered("omega", "estimate", "--input", "x"), ["files"])
        self.assertEqual(offered("omega", "estimate", "--method", "lara", "--opt", "landm"), ["landmarks="])
        if has_app():
            self.assertEqual(offered("omegascope", "--workspace", "t"), ["train", "teach"])
            self.assertEqual(offered("omegascope", "--gal"), ["--gallery"])
            for option in ("--lesson", "--handout"):
                self.assertEqual(offered("omegascope", option, "game"), ["game-of-chance"])
            self.assertEqual(offered("omegascope", "--panel", "atten"), ["attention"])


if __name__ == "__main__":
    unittest.main()
