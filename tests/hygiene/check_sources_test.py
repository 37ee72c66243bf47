"""Each rule of check_sources.py is broken once, and close calls are left alone."""

import unittest

from check_sources import APP, ENGINE, MAX_FUNCTION_LINES, check, functions, without_comments_and_strings


def messages(path, text):
    return [message for _, message in check(path, text)]


class Rules(unittest.TestCase):
    def assert_broken(self, path, text, part):
        found = messages(path, text)
        self.assertEqual(len(found), 1, found)
        self.assertIn(part, found[0])

    def assert_fine(self, path, text):
        self.assertEqual(messages(path, text), [])

    def test_long_file(self):
        self.assert_broken("tests/a.cpp", "\n" * 601, "601 lines")
        self.assert_fine("tests/a.cpp", "\n" * 600)

    def test_long_comment(self):
        self.assert_broken("engine/a.cpp", "  // " + "x" * 116 + "\n", "121 columns")
        self.assert_fine("engine/a.cpp", "// " + "ω" * 117 + "\n")

    def test_long_function(self):
        body = "  f();\n" * (MAX_FUNCTION_LINES - 1)
        self.assert_broken("engine/a.cpp", "namespace a {\nvoid g(int x) {\n" + body + "}\n}\n", "81 lines")
        self.assert_fine("engine/a.cpp", "namespace a {\nclass B {\n void g() {\n" + body[7:] + "}\n};\n}\n")

    def test_long_table_is_no_function(self):
        self.assert_fine("engine/a.cpp", "const int kTable[] = {\n" + "  1,\n" * 200 + "};\n")

    def test_random_numbers(self):
        self.assert_broken("engine/a.cpp", "std::random_device d;\n", "random_device")
        self.assert_broken("app/a.cpp", "int x = rand();\n", "rand()")
        self.assert_broken("engine/a.cu", "curandState s;\n", "curand")
        self.assert_fine("engine/a.cpp", "int x = operand(1);  // rand() would be wrong\n")
        self.assert_fine("tests/a.cpp", "std::random_device d;\n")

    def test_threads(self):
        self.assert_broken("engine/cpu/a.cpp", "std::thread t;\n", "thread")
        self.assert_broken("app/views/a.cpp", "std::jthread t;\n", "thread")
        self.assert_broken("app/views/a.cpp", "QtConcurrent::run(f);\n", "thread")
        self.assert_fine("app/jobs/a.cpp", "std::thread t; QThread::create(f);\n")
        self.assert_fine("app/python/a.cpp", "std::async(f);\n")
        self.assert_fine("engine/cpu/a.cpp", "auto n = std::thread::hardware_concurrency(); std::this_thread::yield();\n")

    def test_ending_the_process(self):
        self.assert_broken("engine/a.cpp", "void f() { std::exit(1); }\n", "end the process")
        self.assert_fine("engine/a.cpp", "void f() { on_exit(1); scope.exit(2); }\n")
        self.assert_fine("app/command/main.cpp", "void f() { std::exit(1); }\n")

    def test_terminal(self):
        self.assert_broken("engine/a.cpp", "void f() { std::cout << 1; }\n", "terminal")
        self.assert_fine("engine/a.cpp", "void f() { std::snprintf(b, 9, s); }\n")

    def test_includes(self):
        self.assert_broken("engine/a.cpp", "#include <QString>\n", "Qt")
        self.assert_broken("app/command/a.cpp", "#include <QtCore/QString>\n", "Qt")
        self.assert_broken("app/python/a.cpp", "#include <QtCore/QString>\n", "Qt")
        self.assert_broken("engine/a.h", "#include <Eigen/Core>\n", "Eigen")
        self.assert_fine("engine/a.cpp", "#include <Eigen/Core>\n")
        self.assert_fine("app/views/a.cpp", "#include <QString>\n")

    def test_rooms(self):
        self.assert_broken("engine/proposals/a.h", '#include "weightings/b.h"\n', "knows nothing of weightings")
        self.assert_fine("engine/estimators/a.h", '#include "proposals/b.h"\n#include "estimators/c.h"\n#include <cmath>\n')
        self.assert_broken("app/views/mis/a.h", '#include "window/b.h"\n', "app/panels knows nothing of window")
        self.assert_broken("app/views/a.h", '#include "views/mis/b.h"\n', "app/views knows nothing of panels")
        self.assert_fine("app/views/registry.cpp", '#include "views/mis/b.h"\n#include "views/a.h"\n')
        self.assert_fine("app/main.cpp", '#include "window/a.h"\n#include "core/b.h"\n')
        self.assert_broken("engine/attic/a.h", "", "no rule")
        self.assert_broken("app/attic/a.h", "", "no rule")

    def test_names_of_rooms(self):
        self.assert_broken("engine/studies/a.h", "namespace omega::train {\n", "in the name of train")
        self.assert_fine("engine/train/a.h", "namespace omega::train {\n")
        self.assert_fine("engine/core/a.h", "namespace omega::memory {\nnamespace omega {\n")
        self.assert_fine("app/command/a.cpp", "namespace omega::command {\n")

    def test_every_room_is_kept_to_its_rule(self):
        broken = 0
        for rooms, others, folder in ((ENGINE, {}, "engine/{}"), (APP, ENGINE, "app/{}")):
            known = set(rooms) | set(others)
            for room, allowed in rooms.items():
                path = "app/views/mis/a.h" if room == "panels" else folder.format(room) + "/a.h"
                for included in sorted(known - {room}):
                    header = "views/mis/b.h" if included == "panels" else included + "/b.h"
                    text = f'#include "{header}"\n'
                    if included in allowed:
                        self.assert_fine(path, text)
                    else:
                        self.assert_broken(path, text, f"knows nothing of {included}")
                        broken += 1
        self.assertGreater(broken, 100)

    def test_rooms_have_an_order(self):
        """Following what rooms may include never leads back."""
        rules = {room: set(allowed) for room, allowed in (ENGINE | APP).items()}
        while rules:
            lowest = {room for room, allowed in rules.items() if not allowed & set(rules)}
            self.assertTrue(lowest, f"these include each other in a circle: {sorted(rules)}")
            for room in lowest:
                del rules[room]


class Reading(unittest.TestCase):
    def test_comments_and_strings_vanish_and_lines_stay(self):
        text = '/* {\n{ */ a("}{"); // {\nb(R"x({\n{)x"); c(\'{\'); d(1\'000);\n'
        code = without_comments_and_strings(text)
        self.assertNotIn("{", code)
        self.assertEqual(code.count("\n"), text.count("\n"))
        self.assertIn("1'000", code)

    def test_functions_of_every_kind(self):
        code = """
#define SHORT(x) \\
  { x }
namespace {
struct S : Base<int> {
  S(int a) : a_(a) { f(); }
  bool operator==(const S&) const = default;
  S() : a_{1}, b_{2} {
    f();
  }
  int a_ = 0;
};
enum class E { a, b };
template <class T>
auto g(T x) -> int {
  const auto h = [&](int i) {
    if (i) { return 1; }
    return 2;
  };
  return h(3);
}
}
"""
        self.assertEqual(functions(code), [(6, 6), (8, 8), (8, 8), (8, 10), (15, 21)])


if __name__ == "__main__":
    unittest.main()
