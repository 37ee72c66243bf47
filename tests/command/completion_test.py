"""Completion of the omega command in bash, asked as bash asks it.

    completion_test.py OMEGA SCRIPT
"""

import json
import subprocess
import sys
import unittest
from pathlib import Path

OMEGA, SCRIPT = sys.argv.pop(1), sys.argv.pop(1)

ASK = r"""
source "$1"
COMP_LINE=$2 COMP_POINT=${#2}
read -ra COMP_WORDS <<<"${2//=/ = }"
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_omega
printf '%s\n' "${COMPREPLY[@]}"
"""


def complete_lines(line):
    line = OMEGA + " " + line
    asked = subprocess.run(["bash", "-c", ASK, "bash", SCRIPT, line], capture_output=True, text=True, check=True)
    assert not asked.stderr, asked.stderr
    return asked.stdout.splitlines()


def complete(line):
    return " ".join(complete_lines(line)).split()


def answer(*arguments):
    return json.loads(subprocess.run([OMEGA, *arguments, "--json"], capture_output=True, text=True, check=True).stdout)


def names(entries):
    return [entry["name"] for entry in entries]


class Completion(unittest.TestCase):
    methods = names(answer("list")["methods"])

    def test_subcommands(self):
        self.assertIn("estimate", complete(""))
        self.assertEqual(complete("desc"), ["describe"])
        self.assertEqual(complete("--precision f64 desc"), ["describe"])

    def test_options_of_a_subcommand(self):
        self.assertEqual(complete("estimate --meth"), ["--method"])
        self.assertIn("--threads", complete("estimate --"))
        self.assertNotIn("--method", complete("list --"))
        self.assertIn("--json", complete("list --js"))
        self.assertEqual(complete("render --js"), [])  # which draws a file

    def test_methods(self):
        self.assertEqual(complete("describe "), self.methods)
        self.assertEqual(complete("estimate --method "), self.methods)
        self.assertEqual(complete("estimate --method soft"), ["softmax"])
        self.assertEqual(complete("describe ess"), ["ess"])  # a word of the glossary
        self.assertEqual(complete("estimate --method ess"), [])

    def test_games(self):
        self.assertEqual(complete("chance --preset "), names(answer("chance", "--list")["presets"]))

    def test_alternatives(self):
        self.assertEqual(complete("estimate --precision "), ["f32", "f64"])
        self.assertEqual(complete("estimate --backend c"), ["cpu", "cuda"])

    def test_every_option_of_every_method(self):
        for method in self.methods:
            with self.subTest(method):
                options = names(answer("describe", method)["options"])
                self.assertEqual(complete(f"estimate --method {method} --opt "), [name + "=" for name in options])

    def test_values_of_options(self):
        start = "estimate --method lara --input a.npz --opt "
        self.assertEqual(complete(start + "weighting=de"), ["decoupled"])
        self.assertEqual(complete(start + "antithetic="), ["true", "false"])
        self.assertEqual(complete(start + "landmarks="), [])

    def test_lists_keep_what_is_there(self):
        outputs = names(answer("describe", "rfa")["outputs"])
        self.assertEqual(complete("estimate --method rfa --want y,"), ["y," + name for name in outputs])

        self.assertEqual(complete("compare --methods softmax,rf"), ["softmax,rfa"])

    def test_studies(self):
        studies = names(answer("study", "list")["studies"])
        self.assertEqual(complete("study "), ["list", "describe", "run", "merge", "plot"])
        self.assertEqual(complete("study ru"), ["run"])
        self.assertEqual(complete("study run "), studies)
        self.assertEqual(complete("study describe conv"), ["convergence"])
        self.assertEqual(complete("study run convergence --size "), ["toy", "small", "paper"])
        self.assertEqual(complete("study plot "), [])  # bash goes on with file names
        self.assertEqual(complete("lesson "), ["list", "show", "check", "handout", "exam", "play"])
        self.assertIn("one-cloud", complete("lesson handout "))
        self.assertIn("one-cloud", complete("lesson check "))
        self.assertEqual(complete("lesson check my"), [])  # of no lesson's name: the shell offers files

    def test_cases(self):
        self.assertEqual(complete("bench --case softmax,lara6"), ["softmax,lara64", "softmax,lara64-adaptive"])
        self.assertEqual(complete("bench --case clust"), ["clustered"])  # every method is a case
        self.assertEqual(complete("bench --case lara --opt bl"), ["blend="])
        self.assertEqual(complete("bench --case lara --opt weighting=b"), ["balance"])
        self.assertEqual(complete("bench --case lara64-adaptive --opt bl"), ["blend="])  # a case has a method
        self.assertEqual(complete("bench --case softmax,lara48 --opt weighting=b"), ["balance"])
        self.assertEqual(complete("bench train --case gm"), ["gmm"])
        self.assertNotIn("sdpa", complete("bench train --case "))

    def test_presets(self):
        presets = names(answer("synth", "--list")["presets"])
        self.assertEqual(complete("synth "), presets + names(answer("synth", "--list")["samples"]))
        self.assertEqual(complete("synth im"), ["image"])
        self.assertEqual(complete("compare --preset "), presets)  # a file is no preset
        self.assertEqual(complete("compare --preset three"), ["three_clusters"])
        self.assertEqual(complete("synth clusters --order "), ["blocks", "turns"])

    def test_options_of_compared_methods(self):
        start = "compare --methods rfa,lara --opt "
        self.assertEqual(complete(start + "rfa.fe"), ["rfa.features="])
        self.assertEqual(complete(start + "lara.bl"), ["lara.blend="])
        self.assertEqual(complete(start + "lara.weighting=b"), ["balance"])

    def test_training(self):
        tasks = answer("train", "--list")["tasks"]
        self.assertEqual(complete("train "), [*names(tasks), "all", "report"])
        self.assertEqual(complete("train copy "), [])  # bash goes on with file names
        self.assertEqual(complete("bench "), ["train"])
        attentions = complete("train sparsity --attention ")
        self.assertIn("gmm", attentions)
        self.assertLessEqual(set(attentions), set(self.methods))
        self.assertEqual(complete("train sparsity --features r"), ["rks"])
        for task in tasks:
            self.assertEqual(complete(f"train {task['name']} --preset "), names(task["presets"]))
        self.assertEqual(complete("train all --tasks copy,nee"), ["copy,needle"])

    def test_panels_and_orders(self):
        self.assertEqual(complete("heads --sort nor"), ["norm2"])
        self.assertEqual(complete_lines("heads --methods ra --sort err"), ["error\\ ra"])
        self.assertIn("entropy", complete("heads --sort "))
        if Path(OMEGA).with_name("omegascope").exists():
            self.assertIn("weights", complete("render seq.npz --panel "))
            self.assertEqual(complete("render seq.npz --panel atten"), ["attention"])

    def test_unknown_words_offer_nothing(self):
        self.assertEqual(complete("estimate --method nonsense --opt "), [])
        self.assertEqual(complete("estimate --seed "), [])


if __name__ == "__main__":
    unittest.main()
