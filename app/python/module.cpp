// omegascope._engine: what Python needs of the engine and the command. Arrays are taken where they lie; all else is
// words, the same as those of `omega`, and what the command answers to them.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <future>
#include <regex>

#include "about/about.h"
#include "command/command_line.h"
#include "command/estimate_request.h"
#include "core/out_of_memory.h"
#include "cpu/vector_math.h"
#include "run/runner.h"

namespace py = pybind11;

namespace {

using namespace omega;
using namespace std::chrono_literals;

/// Does `work` in a thread of its own, without the interpreter's lock; this one hears Ctrl+C.
template <class Work>
auto watched(const Work& work) {
  const py::gil_scoped_release unlocked;
  std::stop_source stop;
  auto running = std::async(std::launch::async, work, stop.get_token());
  while (running.wait_for(50ms) == std::future_status::timeout) {
    const py::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() == 0) continue;
    stop.request_stop();
    {
      const py::gil_scoped_release waiting;
      running.wait();
    }
    throw py::error_already_set();
  }
  return running.get();
}

/// NumPy's array where it lies; it is let go under the interpreter's lock, whoever lets it go.
Array borrowed(const py::array& values) {
  const bool is_real = values.dtype().kind() == 'f';
  const auto size = values.attr("itemsize").cast<int>();  // where pybind11 looks for it, NumPy 2 has something else
  if ((values.flags() & py::array::c_style) == 0 || size < (is_real ? 4 : 8) || size > 8)
    throw py::type_error("an array must be contiguous float32, float64 or int64");
  auto let_go = [kept = std::make_shared<py::array>(values)](const std::byte*) mutable {
    const py::gil_scoped_acquire locked;
    kept.reset();
  };
  const std::shared_ptr<const std::byte> memory(static_cast<const std::byte*>(values.data()), std::move(let_go));
  const Dtype type = !is_real ? Dtype::i64 : size == 4 ? Dtype::f32 : Dtype::f64;
  return Array::over(type, Shape(values.shape(), values.shape() + values.ndim()), memory);
}

py::object handed_over(const Array& array) {
  if (array.rank() == 0 && array.type() == Dtype::i64) return py::int_(*array.data<std::int64_t>());
  const auto* kept = new Array(array);
  const py::capsule owner(kept, [](void* pointer) { delete static_cast<Array*>(pointer); });
  std::vector<py::ssize_t> strides(array.rank());
  auto bytes = static_cast<py::ssize_t>(array.type() == Dtype::f32 ? sizeof(float) : sizeof(double));
  for (std::size_t axis = array.rank(); axis-- > 0; bytes *= array.shape()[axis]) strides[axis] = bytes;
  return py::array(py::dtype(to_string(array.type())), array.shape(), strides, array.raw(), owner);
}

command::Input input_of(const py::array& q, const py::array& k, const py::array& v,
                        const std::map<std::string, py::array>& given, bool allow_nonfinite) {
  command::Input input;
  input.sequence = command::naming_nonfinite_options(
      [&] { return Sequence::make(borrowed(q), borrowed(k), borrowed(v), "arrays", allow_nonfinite); });
  for (const auto& [name, values] : given) {
    input.given.insert_or_assign(name, borrowed(values));
    input.said_given.insert(name);
  }
  return input;
}

/// All outputs that are wanted, and what the run says of itself. `words` are those of `omega estimate` without dashes.
py::tuple estimate(const py::array& q, const py::array& k, const py::array& v,
                   const std::map<std::string, py::array>& given, const std::map<std::string, std::string>& words,
                   const std::vector<std::string>& options, bool allow_nonfinite) {
  const command::Input input = input_of(q, k, v, given, allow_nonfinite);
  command::EstimateWords asked;
  asked.method = words.at("method");
  asked.seed = words.at("seed");
  asked.draw = words.at("draw");
  asked.options = options;
  if (const auto want = words.find("want"); want != words.end()) asked.want = want->second;
  command::SettingWords settings;
  settings.threads = words.at("threads");
  settings.precision = words.at("precision");
  settings.backend = words.at("backend");
  const Result result = watched([&](const std::stop_token& stop) {
    const command::Settings checked = settings.checked();
    const Request request = request_of(asked, checked, input);
    refuse_words(input, {asked.method});
    refuse_unread(input, {request});
    Progress progress(stop);
    return run(request, {&progress, checked.threads});
  });
  py::dict outputs, stats;
  for (const auto& [name, array] : result.outputs) outputs[py::str(name)] = handed_over(array);
  stats["milliseconds"] = result.stats.milliseconds;
  stats["peak_bytes"] = result.stats.peak_bytes;
  stats["backend"] = result.stats.backend;
  stats["why"] = result.stats.why;
  return py::make_tuple(outputs, stats);
}

py::tuple answer(const std::vector<std::string>& words) {
  const command::Answer found = watched([&](const std::stop_token& stop) { return command::answer_of(words, stop); });
  return py::make_tuple(found.text, found.json);
}

/// What a subcommand is for, its paragraphs and its options, each with its help.
py::tuple page(const std::string& subcommand) {
  const command::Page found = command::page_of(subcommand);
  py::list paragraphs, options;
  for (const auto& section : found.sections)
    for (const auto& item : section.items) {
      if (section.title == "DESCRIPTION") paragraphs.append(item.text);
      if (section.title.starts_with("OPTIONS")) options.append(py::make_tuple(item.term, item.text));
    }
  return py::make_tuple(found.purpose, paragraphs, options);
}

/// Sentences name the options of the command; arguments are called the same, without dashes before and with _ within.
/// What is to be typed in a shell, `omega synth --list`, stays.
std::string without_dashes(const std::string& sentence) {
  static const std::regex option("`omega [^`]*`|--([a-z][a-z0-9-]*)");
  std::string words;
  auto from = sentence.cbegin();
  for (std::sregex_iterator found(sentence.begin(), sentence.end(), option), none; found != none; ++found) {
    std::string name = (*found)[1].matched ? (*found)[1].str() : (*found)[0].str();
    if ((*found)[1].matched) std::replace(name.begin(), name.end(), '-', '_');
    words.append(from, (*found)[0].first).append(name);
    from = (*found)[0].second;
  }
  return words.append(from, sentence.cend());
}

void translate(std::exception_ptr problem) {
  try {
    if (problem) std::rethrow_exception(problem);
  } catch (const OutOfMemory& error) {
    PyErr_SetString(PyExc_MemoryError, error.what());
  } catch (const Error& error) {
    const bool is_input = error.kind() == Error::Kind::input;
    PyErr_SetString(is_input ? PyExc_ValueError : PyExc_RuntimeError, without_dashes(error.what()).c_str());
  } catch (const Cancelled&) {
    PyErr_SetNone(PyExc_KeyboardInterrupt);
  } catch (const std::exception& error) {
    const auto lack = command::lack_of_threads(error);
    if (!lack) throw;
    PyErr_SetString(PyExc_RuntimeError, without_dashes(lack->what()).c_str());
  }
}

}  // namespace

PYBIND11_MODULE(_engine, module) {
  py::register_exception_translator(translate);
  limit_vector_target(std::getenv(kVectorTargetVariable));
  module.attr("version") = program_version();
  module.def("estimate", estimate, py::arg("q"), py::arg("k"), py::arg("v"), py::arg("given"), py::arg("words"),
             py::arg("options"), py::arg("allow_nonfinite") = false);
  module.def("answer", answer);
  module.def("page", page);
  module.def("without_dashes", without_dashes);
}
