"""run.sh and test.sh in good and bad luck, with a system that is played: its package manager, compiler and card are scripts that
do what the file of their name in the folder $PLAYED says. The checkout lies in a folder with spaces and other letters.

    scripts_test.py ROOT
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(sys.argv.pop(1)).resolve()

PLAYERS = {
    "id": "echo 1000",
    "dpkg": ":",
    "dpkg-query": r"""
for name in "${@:4}"; do grep -qxF -- "$name" "$PLAYED/installed" && echo "ii :$name"; done; :""",
    "apt-cache": 'grep -qxF -- "${@: -1}" "$PLAYED/known"',
    "sudo": '[ ! -e "$PLAYED/no sudo" ] || exit 1; while [[ $1 == -* || $1 == *=* ]]; do shift; done; exec "$@"',
    "apt-get": r"""
echo "apt-get $*" >>"$PLAYED/calls"
[[ $* != *update* ]] || { [ ! -e "$PLAYED/offline" ] || echo "W: Failed to fetch http://debian Temporary failure resolving"
  [ ! -e "$PLAYED/locked" ] || { echo "E: Could not get lock"; exit 100; }
  exit 0; }
wanted=(); seen=
for word in "$@"; do
  [ -z "$seen" ] || [[ $word == -* ]] || wanted+=("$word")
  [ "$word" != install ] || seen=yes
done
[[ $* != *--simulate* ]] || { printf 'Inst %s\n' "${wanted[@]}"; exit 0; }
echo "Need to get 12.3 MB of archives."
[ ! -e "$PLAYED/offline" ] || { echo "E: Unable to fetch some archives"; exit 100; }
for name in "${wanted[@]}"; do echo "Get:1 http://debian $name [1 kB]"; done
for name in "${wanted[@]}"; do echo "Unpacking $name (1.0) ..."; done
for name in "${wanted[@]}"; do echo "Setting up $name (1.0) ..."; echo "$name" >>"$PLAYED/installed"; done""",
    "cmake": r"""
echo "cmake $*" >>"$PLAYED/calls"
if [ "$1" = --preset ]; then
  [ ! -e "$PLAYED/cannot configure" ] || { echo "Could not find Catch2" >&2; exit 1; }
  mkdir -p "build/$2/bin"; touch "build/$2/build.ninja"
  [ -e "build/$2/CMakeCache.txt" ] || echo "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" >"build/$2/CMakeCache.txt"
else
  [ ! -e "$PLAYED/slow" ] || { touch "$PLAYED/building"; sleep 20; }
  [ ! -e "$PLAYED/cannot build" ] || exit 1
  printf '#!/bin/sh\necho ran "$@"\n[ "$1" != where ] || pwd\n' >build/release/bin/omega; chmod +x build/release/bin/omega
fi""",
    "ctest": "echo '100% tests passed, 0 tests failed out of 3'",
    "ninja": r"""
if [[ $* == *"-t commands"* ]]; then cat "$PLAYED/commands" 2>/dev/null; else cat "$PLAYED/ninja" 2>/dev/null || echo "ninja: no work to do."; fi; :""",
    "df": r"""echo "Filesystem 1024-blocks Used Available Capacity Mounted"; echo "/dev/x 9 9 $(cat "$PLAYED/free ${@: -1}" 2>/dev/null || cat "$PLAYED/free" 2>/dev/null || echo 99999999) 9% /" """,
    "nvidia-smi": 'cat "$PLAYED/cards" 2>/dev/null || exit 9',
    "nvcc": 'if [ "$1" = --version ]; then echo "Cuda compilation tools, release $(cat "$PLAYED/cuda"), V1"; else cat "$PLAYED/known cards"; fi',
}


class Scripts(unittest.TestCase):
    def setUp(self):
        self.top = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.top)
        self.folder = self.top / "Größe und Ω"
        self.played = self.top / "played"
        (self.folder / ".ci").mkdir(parents=True)
        (self.folder / "engine").mkdir()
        (self.folder / "app").mkdir()
        (self.folder / "tests").mkdir()
        for number in range(40):
            (self.folder / f"engine/{number}.cpp").touch()
        for name in ("run.sh", "test.sh", ".ci/setup.sh", "CMakePresets.json"):
            shutil.copy(ROOT / name, self.folder / name)
        (self.played / "bin").mkdir(parents=True)
        for name, text in PLAYERS.items():
            if name not in ("nvidia-smi", "nvcc"):
                self.player(name, text)
        # All that setup.sh lists is installed, as the first of its names.
        lists = re.findall(r"^omega_packages\w*=\((.*?)\)", (ROOT / ".ci/setup.sh").read_text(), re.MULTILINE | re.DOTALL)
        self.packages = [word.strip("'").split("|") for words in lists for word in words.split()]
        self.put("installed", "\n".join(names[0] for names in self.packages) + "\n")
        self.put("known", "\n".join(names[0] for names in self.packages) + "\n")

    def put(self, name, text=""):
        (self.played / name).write_text(text)

    def player(self, name, text):
        path = self.played / "bin" / name
        path.write_text("#!/bin/bash\n" + text + "\n")
        path.chmod(0o755)

    def uninstall(self, *gone):
        kept = (self.played / "installed").read_text().split()
        self.put("installed", "\n".join(name for name in kept if name not in gone) + "\n")

    def calls(self):
        path = self.played / "calls"
        return path.read_text() if path.exists() else ""

    def environment(self):
        return {"PATH": f"{self.played}/bin:/usr/bin:/bin", "PLAYED": str(self.played), "HOME": str(self.top), "LC_ALL": "C.UTF-8",
                "TMPDIR": "/nowhere"}  # they need no temporary files

    def run_script(self, *words, status=0, before=(), where=None):
        done = subprocess.run([*before, f"{self.folder}/{words[0]}", *words[1:]], cwd=where or self.folder, env=self.environment(),
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def test_runs_in_any_folder_and_says_how_far(self):
        done = self.run_script("run.sh", "list", "a b")
        self.assertEqual(done.stdout, "ran list a b\n")
        for words in ("packages to install: 0, files to build: 40 with", "about ", "1 of 3: packages", "2 of 3: configure", "3 of 3: build"):
            self.assertIn(words, done.stderr)
        again = self.run_script("run.sh", "list")
        self.assertIn("nothing to install and nothing to build", again.stderr)
        self.assertNotIn("apt-get", self.calls())

    def test_files_are_named_from_where_the_caller_is(self):
        done = self.run_script("run.sh", "where", where=self.played)
        self.assertEqual(done.stdout, f"ran where\n{self.played}\n")

    def test_builds_what_is_configured(self):
        self.run_script("run.sh", "--build-only")
        self.assertTrue(self.calls().endswith(" --target omega\n"))
        (self.folder / "build/release/build.ninja").write_text("build omegascope: phony x\nbuild omega_python: phony y\n")
        self.run_script("run.sh", "--build-only")
        self.assertTrue(self.calls().endswith(" --target omega omegascope omega_python\n"))

    def test_a_checkout_that_cannot_be_written_runs_what_is_built(self):
        nobody = ["setpriv", "--reuid=65534", "--clear-groups"] if os.geteuid() == 0 else []
        self.top.chmod(0o755)
        places = [self.folder, self.folder / "build", self.folder / "build/release"]
        for script in ("run.sh", "test.sh"):
            self.folder.chmod(0o555)
            said = self.run_script(script, status=1, before=nobody).stderr
            self.assertIn(f"Nothing can be written to {self.folder}/build/release\n", said)
            self.assertNotIn("cmake", said + self.calls())
            self.folder.chmod(0o755)
        self.run_script("run.sh", "--build-only")
        self.put("calls")
        for place in places:
            place.chmod(0o555)
        self.uninstall("cmake")
        done = self.run_script("run.sh", "list", before=nobody)
        self.run_script("run.sh", "--build-only", status=1, before=nobody)
        for place in places:
            place.chmod(0o755)
        self.assertEqual(done.stdout, "ran list\n")
        self.assertIn(f"Nothing can be written to {self.folder}/build/release\n== what was built there runs as it is\n", done.stderr)
        self.assertEqual(self.calls(), "")

    def test_estimates_by_what_an_earlier_build_took(self):
        self.run_script("run.sh", "--build-only")
        (self.folder / "build/release/.ninja_log").write_text("# ninja log v5\n" + "1\t60001\t1\tx\th\n" * 200)
        self.put("ninja", "[1/10] a\n[10/10] b\n")
        (self.played / "bin/nproc").write_text("#!/bin/sh\necho 1\n")
        (self.played / "bin/nproc").chmod(0o755)
        self.assertIn("steps to build: 10 with 1 at a time: about 10 minutes", self.run_script("run.sh", "--build-only").stderr)

    def test_estimates_by_the_files_of_a_step_after_an_interruption(self):
        self.run_script("run.sh", "--build-only")
        self.put("commands", "g++\n" * 4)
        self.put("ninja", "[1/3] a\n[3/3] b\n")
        self.player("nproc", "echo 1")
        self.assertIn("steps to build: 3 with 1 at a time: about 45 seconds", self.run_script("run.sh", "--build-only").stderr)

    def test_says_how_long_tests_take(self):
        self.player("nproc", "echo 2")
        self.assertIn("then the tests: about 7 minutes", self.run_script("test.sh").stdout)
        costs = self.folder / "build/release/Testing/Temporary/CTestCostData.txt"
        costs.parent.mkdir(parents=True)
        costs.write_text("app 3 50\nengine 1 70.5\n---\n")
        self.assertIn("then the tests: about 60 seconds", self.run_script("test.sh").stdout)

    def test_counts_the_packages_that_it_installs(self):
        self.uninstall("g++", "cmake", "python3")
        done = self.run_script("test.sh")
        self.assertIn("packages to install: 3,", done.stdout)
        self.assertIn("fetched 3 of 3, unpacked 0 of 3, ready 0 of 3\n   fetched 3 of 3, unpacked 1 of 3", done.stdout)
        self.assertIn("unpacked 3 of 3, ready 3 of 3", done.stdout)
        self.assertIn("1 of 4: install", done.stdout)
        self.assertIn("4 of 4: test", done.stdout)
        self.assertNotIn("apt-get", self.calls().split("cmake --preset")[-1])

    def test_no_network_is_one_sentence_and_the_next_run_goes_on(self):
        self.uninstall("cmake")
        self.put("offline")
        said = self.run_script("run.sh", "--build-only", status=1).stderr
        self.assertEqual(said.count("servers cannot be reached, and cmake must be fetched"), 1)
        (self.played / "offline").unlink()
        self.run_script("run.sh", "--build-only")
        # Without any list of packages apt knows no name at all.
        self.uninstall("cmake")
        self.put("offline")
        self.put("known")
        self.assertIn("servers cannot be reached", self.run_script("run.sh", status=1).stderr)
        self.assertFalse((self.folder / "build/packages.absent").exists())

    def test_lists_that_another_apt_holds_make_no_package_absent(self):
        self.uninstall("cmake")
        self.put("known")
        self.put("locked")
        said = self.run_script("run.sh", status=1).stderr
        self.assertIn("apt-get could not install cmake: E: Could not get lock; when that is put right, run this again", said)
        self.assertFalse((self.folder / "build/packages.absent").exists())

    def test_no_root_says_the_line_to_run(self):
        self.uninstall("cmake", "qt6-svg-dev")
        self.put("no sudo")
        said = self.run_script("run.sh", status=1).stderr
        self.assertIn("Packages are missing (2), and installing them needs root", said)
        self.assertIn("apt-get install --no-install-recommends cmake qt6-svg-dev\n", said)
        self.assertNotIn("apt-get", self.calls())

    def test_a_password_that_is_not_accepted_is_no_root(self):
        self.uninstall("cmake")
        self.put("no sudo")
        ours, terminal = os.openpty()
        self.addCleanup(os.close, ours)
        self.addCleanup(os.close, terminal)
        done = subprocess.run(["./run.sh"], cwd=self.folder, env=self.environment(), stdin=terminal, capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("Packages are missing (1), and installing them needs root", done.stderr)

    def test_a_package_of_another_name_is_taken(self):
        first, second = next(names for names in self.packages if len(names) > 1 and names[0].startswith("libjpeg"))
        self.uninstall(first)
        self.put("known", second + "\n")
        self.run_script("run.sh", "--build-only")
        self.assertIn(f"{second}\n", (self.played / "installed").read_text())

    def test_a_package_that_does_not_exist_is_said_and_not_asked_for_again(self):
        self.uninstall("libqcustomplot-dev")
        self.put("known")
        said = self.run_script("run.sh", "--build-only").stderr
        self.assertIn("This system has no package libqcustomplot-dev; going on without", said)
        before = self.calls().count("apt-get")
        self.put("cannot configure")
        said = self.run_script("run.sh", "--build-only", status=1).stderr
        self.assertEqual(self.calls().count("apt-get"), before)
        self.assertIn("cmake could not configure release, for the reason above; this system has no package libqcustomplot-dev", said)

    def test_a_package_that_came_to_exist_is_installed(self):
        self.uninstall("libqcustomplot-dev")
        self.put("known")
        self.run_script("run.sh", "--build-only")
        self.put("known", "libqcustomplot-dev\n")
        self.run_script("run.sh", "--build-only")
        self.assertIn("libqcustomplot-dev\n", (self.played / "installed").read_text())

    def test_a_folder_that_cannot_be_written_is_named(self):
        self.uninstall("cmake")
        (self.folder / "build").touch()
        self.assertIn(f"Nothing can be written to {self.folder}/build", self.run_script("run.sh", status=1).stderr)

    def test_a_full_disk_is_named(self):
        self.put("cannot build")
        self.assertNotIn("full", self.run_script("run.sh", status=1).stderr)
        self.put("free", "5120")
        self.assertIn("is full (5 MiB left", self.run_script("run.sh", status=1).stderr)
        (self.played / "free").unlink()
        self.put("free build", "5120")
        self.assertIn(f"{self.folder}/build is full (5 MiB left", self.run_script("run.sh", status=1).stderr)

    def test_interrupted_it_says_so_and_goes_on(self):
        self.put("slow")
        for script in ("run.sh", "test.sh"):
            with subprocess.Popen([f"./{script}"], cwd=self.folder, env=self.environment(), stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True) as running:
                for _ in range(400):
                    if (self.played / "building").exists():
                        break
                    time.sleep(0.05)
                os.killpg(running.pid, signal.SIGINT)
                said, _ = running.communicate(timeout=30)
                self.assertEqual(running.returncode, 130, said)
                self.assertIn(f"{script}: interrupted; run it again", said)
            (self.played / "building").unlink()
        (self.played / "slow").unlink()
        self.assertEqual(self.run_script("run.sh", "list").stdout, "ran list\n")

    def test_a_moved_checkout_is_built_anew(self):
        self.run_script("run.sh", "--build-only")
        left = self.folder / "build/release/left"
        left.touch()
        self.run_script("run.sh", "--build-only")
        self.assertTrue(left.exists())
        self.folder = self.folder.rename(self.top / "moved")
        self.assertIn("was made in another place", self.run_script("run.sh", "--build-only").stderr)
        self.assertFalse((self.folder / "build/release/left").exists())

    def configured(self, *words):
        self.put("calls")
        self.run_script(*words)
        return next(line for line in self.calls().splitlines() if line.startswith("cmake --preset"))

    @unittest.skipIf(Path("/proc/driver/nvidia/version").exists(), "this machine has an NVIDIA driver")
    def test_cuda_without_a_driver_is_for_tests_only(self):
        self.assertIn("-DOMEGASCOPE_CUDA=OFF", self.configured("run.sh", "--build-only"))
        self.assertIn("-UOMEGASCOPE_CUDA", self.configured("test.sh"))
        # and what the tests have configured stays
        self.assertNotIn("OMEGASCOPE_CUDA", self.configured("run.sh", "--build-only"))
        self.assertNotIn("OMEGASCOPE_CUDA", self.configured("test.sh", "--preset", "no-cuda"))

    def with_cards(self, cards, cuda="13.0", known=(75, 80, 86, 90, 120)):
        for name in ("nvidia-smi", "nvcc"):
            self.player(name, PLAYERS[name])
        self.put("cards", cards)
        self.put("cuda", cuda)
        self.put("known cards", "".join(f"sm_{number}\n" for number in known))

    def test_cuda_is_for_the_cards_there_are(self):
        self.with_cards("9.0\n8.6\n9.0\n")
        for script in (["run.sh", "--build-only"], ["test.sh"]):
            line = self.configured(*script)
            self.assertIn("-UOMEGASCOPE_CUDA ", line)
            self.assertIn("-DOMEGASCOPE_CUDA_ARCHITECTURES=86;90", line)

    def test_cuda_is_for_what_the_compiler_knows(self):
        for cards, targets in (("7.0\n8.6\n", "86"), ("8.9\n", "86-virtual"), ("12.1\n9.0\n", "90;120-virtual")):
            self.with_cards(cards)
            self.assertTrue(self.configured("run.sh", "--build-only").endswith(f"-DOMEGASCOPE_CUDA_ARCHITECTURES={targets}"), cards)

    def test_cuda_is_left_out_with_a_reason(self):
        for cards, cuda, said in (("7.0\n6.1\n", "13.0", "compiles nothing for compute capability 6.1, 7.0; the CPU"),
                                  ("8.6\n", "11.8", "is of CUDA 11, and C++20 needs 12.0 or later; the CPU")):
            self.with_cards(cards, cuda)
            self.assertIn(said, self.run_script("run.sh", "--build-only").stderr)
            self.assertTrue(self.configured("run.sh", "--build-only").endswith("-DOMEGASCOPE_CUDA=OFF"))
        self.assertTrue(self.configured("test.sh").endswith("-DOMEGASCOPE_CUDA=OFF"))
        # Tests need no card, and so nothing that runs on one.
        self.with_cards("7.0\n")
        self.assertTrue(self.configured("test.sh").endswith("-UOMEGASCOPE_CUDA -UOMEGASCOPE_CUDA_ARCHITECTURES"))


if __name__ == "__main__":
    unittest.main()
