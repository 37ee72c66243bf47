// omega estimate: one method on one input, everything it returns into an .npz file.
#include <memory>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "core/error.h"
#include "core/text.h"
#include "estimate_request.h"
#include "input.h"
#include "io/atomic_file.h"
#include "io/writers.h"
#include "json_text.h"
#include "output_file.h"
#include "progress_meter.h"
#include "provenance.h"
#include "run/runner.h"

namespace omega::command {

namespace {

constexpr std::size_t kAllOutputs = 2;  // without --want there are several; how many does not matter

Json summary_json(const Request& request, const Input& input, const std::string& output, const Result& result) {
  Json json{{"output", output},
            {"command", command_of(request, input.origin)},
            {"input", origin_json(input.origin, input.said)},
            {"data", input.digest},
            {"seed", request.stream.seed},
            {"draw", request.stream.draw}};
  for (const auto& [name, array] : result.outputs)
    json["arrays"][name] = {{"type", to_string(array.type())}, {"shape", array.shape()}};
  const Stats& s = result.stats;
  json["stats"] = {{"milliseconds", s.milliseconds}, {"peak_bytes", s.peak_bytes}, {"clamped", s.clamped},
                   {"nonpositive", s.nonpositive},   {"backend", s.backend},       {"why", s.why}};
  return json;
}

/// "3.21 ms", "74.5 s"
std::string time_text(double milliseconds) {
  return milliseconds < 1000 ? formatted("%.3g ms", milliseconds) : formatted("%.4g s", milliseconds / 1000);
}

/// "262 MiB", "16.0 GiB"
std::string memory_text(double bytes) {
  return bytes < (1 << 30) ? formatted("%.3g MiB", bytes / (1 << 20)) : formatted("%.1f GiB", bytes / (1 << 30));
}

std::string result_text(const std::string& output, const Result& result) {
  std::string text = shown(output) + ": ";
  for (const auto& [name, array] : result.outputs) text += shown(name) + " (" + to_string(array.shape()) + "), ";
  text += time_text(result.stats.milliseconds) + ", " + memory_text(static_cast<double>(result.stats.peak_bytes)) +
          " at the peak, on the " + result.stats.backend;
  if (result.stats.clamped > 0) text += ", " + count_text(result.stats.clamped, "weight") + " clamped";
  if (result.stats.nonpositive > 0)
    text += ", " + count_text(result.stats.nonpositive, "denominator") + " not positive";
  return text + "\n";
}

void estimate(const EstimateWords& words, const Settings& settings) {
  require(!words.method.empty(), "estimate", "--method METHOD");
  require(words.input.is_given(), "estimate", "--input FILE or --preset PRESET");
  require(!words.output.empty(), "estimate", "--output FILE");
  check_output(words.output, words.input.file);
  make_request(nullptr, words.method);  // a wrong name is reported before a large file is read
  ProgressMeter loading(loading_word(words.input), settings.quiet);
  Input input = load_input(words.input, loading.part(0, 1));
  loading.clear();
  refuse_words(input, {words.method});
  const Request request = request_of(words, settings, input);
  refuse_unread(input, {request});
  leave_out_causal_advice(input, {request});
  check_writable(words.output, request.want ? request.want->size() : kAllOutputs);
  { const AtomicFile probe(words.output); }  // an unwritable output is reported before a long run

  ProgressMeter meter(words.method, settings.quiet);
  Progress progress = meter.part(0, 1);
  const Result result = naming_file(input.origin, [&] { return run(request, {&progress, settings.threads}); });
  meter.clear();
  progress.check();
  ProgressMeter writing("writing", settings.quiet);
  write_arrays(words.output, result.outputs, provenance(request, input, result.stats.backend), writing.part(0, 1));
  writing.clear();
  sum_up(
      settings, [&] { return said_text(input.said) + result_text(words.output, result); },
      [&] { return summary_json(request, input, words.output, result); });
}

Manual manual_of_estimate() {
  Manual manual;
  manual.synopsis = {
      "estimate --method METHOD (--input FILE | --preset PRESET) [--opt NAME=VALUE ...] [--seed N] [--draw N] [--want "
      "A,B] --output FILE"};
  manual.description = {
      "Computes one estimate of softmax attention. Queries, keys and values are the members Q, K and V of the input. "
      "Its other numeric members are noise (eps, u) and parameters (mu, S, ...) by name: one that is there is used as "
      "it is, one that is missing is drawn from the seed or has its default, one that the method does not know is "
      "ignored. --given gives one on the command line, and --move puts single tokens elsewhere; the lines that the app "
      "copies have both where something was dragged there.",
      "The output holds y and every other output of the method, or those of --want, in the working precision and with "
      "the "
      "leading axes of Q. The same input, options, seed and draw give the same bytes, whatever the number of threads."};
  manual.examples = {{"omega estimate --method lara --input seq.npz --opt landmarks=64 --seed 1 --output out.npz",
                      "LARA with 64 landmarks."},
                     {"omega estimate --method rfa --input seq.npz --want y,ess --precision f64 --output out.npz",
                      "Two outputs in double precision."},
                     {"omega estimate --method softmax --input seq.npz --output exact.npz --json",
                      "Exact attention; time and memory as JSON."},
                     {"omega estimate --method lara --preset three_clusters --opt proposals=given --opt landmarks=2 "
                      "--given 'mu=[[2,0],[-1,1]]' --move q:0:12=0.5,1 --output out.npz",
                      "A built-in sequence with query 12 elsewhere, and two proposals of one's own."}};
  manual.files = {{"FILE.npz",
                   "NumPy's archive; written beside its name and renamed, so it is whole or not there. The text member "
                   "`provenance` is JSON: version, command, options, seed, draw and a digest of the input."}};
  return manual;
}

}  // namespace

Subcommand estimate_command() {
  return {"estimate", "one method on your arrays, all its outputs into a file", manual_of_estimate(),
          [](Arguments& arguments) {
            const auto words = std::make_shared<EstimateWords>();
            arguments.option(words->method, "--method", "METHOD", "One of the names that `omega list` shows.");
            add_input_options(arguments, words->input);
            arguments.repeated(words->options, "--opt", "NAME=VALUE",
                               "An option of the method; may be repeated. `omega describe METHOD` lists them.");
            arguments.option(words->seed, "--seed", "N", "Seed of the noise, 32 bits. Default 0.");
            arguments.option(words->draw, "--draw", "N", "Number of the draw with this seed, 32 bits. Default 0.");
            arguments.option(words->want, "--want", "A,B",
                             "Only these outputs, with commas between them. Default: all.");
            arguments.option(words->output, "--output", "FILE",
                             "The file to write: .npz, or .json; with one output in --want also .npy or .csv.");
            return [words](const Settings& settings) { estimate(*words, settings); };
          }};
}

}  // namespace omega::command
