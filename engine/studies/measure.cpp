#include "studies/measure.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <mutex>

#include "bench/forecast.h"
#include "core/digest.h"
#include "core/named.h"
#include "core/text.h"
#include "cpu/parallel.h"
#include "diagnostics/error_metrics.h"
#include "diagnostics/head_facts.h"
#include "estimators/registry.h"
#include "io/reader.h"
#include "run/pooled_map.h"
#include "run/request_facts.h"
#include "run/some_queries.h"
#include "synthetic/synthetic.h"
#include "weightings/optimal.h"

namespace omega::studies {

namespace {

std::optional<Index> whole_option(const Options& options, const std::string& name) {
  if (!options.has(name)) return std::nullopt;
  return options.integer(name);
}

/// Every point asks for them; a file is read anew only when it has changed.
Sizes sizes_of_file(const StudyInput& input) {
  static std::mutex mutex;
  static std::map<std::string, std::pair<FileMark, Sizes>> known;
  const std::filesystem::path file = input.file;
  const FileMark mark = mark_of(file);
  {
    const std::scoped_lock lock(mutex);
    if (const auto found = known.find(input.text());
        mark != FileMark() && found != known.end() && found->second.first == mark)
      return found->second.second;
  }
  const Sizes sizes = load_sequence(file, input.reading()).sequence->sizes;
  const std::scoped_lock lock(mutex);
  known[input.text()] = {mark, sizes};
  return sizes;
}

}  // namespace

Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Sizes sizes_of(const StudyInput& input) {
  if (input.preset.empty()) return input.file.empty() ? Sizes{} : sizes_of_file(input);
  const Synthetic& preset = find_synthetic(input.preset);
  const Options options(preset.name, preset.options, input.options);
  Sizes sizes;
  sizes.heads = whole_option(options, "heads").value_or(1);
  if (sizes.heads > 1) sizes.lead = {sizes.heads};
  sizes.N = sizes.M = options.integer("n");
  sizes.D = preset.dim > 0 ? preset.dim : options.integer("dim");
  sizes.Dv = preset.value_dim > 0 ? preset.value_dim : sizes.D;
  return sizes;
}

namespace {

/// A point that stands for a number of parts of the tokens that there are not would have the numbers of fewer. Whether
/// an estimator makes no more of them its cost tells: one less changes nothing.
void check_parts(const StudyPoint& point, const Request& request) {
  const std::string& budget = info_of(request).budget;
  const Sizes& sizes = request.sequence->sizes;
  if (budget.empty() || !option_named(info_of(request).options, budget)->of_tokens) return;
  if (request.options.has("grid") && request.options.grid()) return;  // windows that do not tile it are refused
  const std::int64_t asked = request.options.integer(budget);
  const bool stands_for_it = is_among(point.varied, budget) || point.field("x") == std::to_string(asked);
  if (!stands_for_it || asked <= std::min(sizes.N, sizes.M)) return;
  Request less = request;
  less.options.set(request.method, info_of(request).options, budget, asked - 1);
  if (omega::cost_of(less).flops == omega::cost_of(request).flops)
    throw Error::input(budget + " is " + std::to_string(asked) + ", more parts than " +
                       (sizes.N == sizes.M
                            ? std::to_string(sizes.N) + " tokens have"
                            : std::to_string(sizes.N) + " queries and " + std::to_string(sizes.M) + " keys have"));
}

}  // namespace

Index queries_of(const StudyPoint& point, const Sizes& sizes) {
  return point.parameters.value("queries", queries_by_work(sizes));
}

void check_queries(const StudyPoint& point) {
  const auto given = point.parameters.find("queries");
  if (given == point.parameters.end()) return;
  if (!given->is_number_integer() || (*given != 0 && *given < kFewestQueries))
    throw Error::input("queries is " + given->dump() + ", but must be a whole number from " +
                       std::to_string(kFewestQueries) + ", or 0 for all of them");
}

double arithmetic(const StudyPoint& point, const Sizes& sizes) {
  const Options options = point.what.all_options();
  const Arrays none;
  return ordinary_flops(omega::cost_of(point.what.method, {sizes, options, none}));
}

double exact_arithmetic(const StudyPoint& point, const Sizes& sizes) {
  StudyPoint exact = point;
  exact.what = {"softmax", {}};
  return arithmetic(exact, sizes);
}

namespace {

/// An estimate with these options, from which predictions may be wanted.
double seconds_with(const StudyPoint& point, const Options& options, const std::set<std::string>& predictions,
                    int threads) {
  constexpr double kLongerByQuadrature = 4;  // 3 to 10 measured: it goes from node to node, number by number
  const Sizes sizes = sizes_of(point.input);
  const Arrays none;
  const double seconds =
      ordinary_seconds(omega::cost_of(point.what.method, {sizes, options, none, &predictions}), threads);
  const bool by_quadrature = options.has("predict") && (is_optimal(options) || !predictions.empty());
  return by_quadrature ? kLongerByQuadrature * seconds : seconds;
}

}  // namespace

double estimate_seconds(const StudyPoint& point, int threads) {
  return seconds_with(point, point.what.all_options(), {}, threads);
}

double seconds_of_draws(const StudyPoint& point, int threads) {
  return static_cast<double>(point.draws) * estimate_seconds(point, threads);
}

double seconds_of_errors(const StudyPoint& point, int threads) {
  const EstimatorInfo& info = find_estimator(point.what.method).info;
  const Options options = point.what.all_options();
  const Sizes sizes = sizes_of(point.input);
  const Arrays none;
  const std::vector<OutputSpec> outputs = info.outputs({sizes, options, none});
  const Index draws = info.traits(options).deterministic ? 1 : point.draws,
              for_ess = named(outputs, "ess") ? std::min(draws, kDrawsForEss) : 0;
  const double seconds = static_cast<double>(draws + for_ess) * estimate_seconds(point, threads);
  if (!options.has("predict") || !options.flag("predict")) return seconds;
  Options best = options;
  best.set(point.what.method, info.options, "weighting", std::string("optimal"));
  const std::set<std::string> predictions = {"predicted_variance"};
  return seconds + seconds_with(point, options, predictions, threads) + seconds_with(point, best, predictions, threads);
}

Progress MeasureJob::part_of_run(Index number, Index all) const {
  const auto runs = static_cast<double>(all);
  return part(static_cast<double>(number) / runs, static_cast<double>(number + 1) / runs);
}

std::string digest_of(const Sequence& sequence, const Arrays& others) {
  Arrays all = others;
  all.insert_or_assign("Q", sequence.q);
  all.insert_or_assign("K", sequence.k);
  all.insert_or_assign("V", sequence.v);
  return digest(all);
}

ChangedFile::ChangedFile(const std::string& file)
    : Error(Error::failure(
          omega::quoted(file) +
          " has changed since this study began, whose rows so far are of what it was and are safe; put that file back "
          "and give --resume, or run the study of the new one into another folder")) {}

void SharedInputs::take(const StudyInput& input, Index seed) {
  if (!input.preset.empty()) {
    sequence_ = make_synthetic(input.preset, input.options, kDefaultDataSeed + static_cast<std::uint32_t>(seed));
    given_.clear();
    return;
  }
  if (sequence_ && latest_ == input) return;  // all seeds of a file are the same sequence
  Loaded loaded = load_sequence(std::filesystem::path(input.file), input.reading());
  const std::string now = digest_of(*loaded.sequence, loaded.contents.others);
  if (digests_.emplace(input.text(), now).first->second != now) throw ChangedFile(input.file);
  sequence_ = loaded.sequence;
  given_ = std::move(loaded.contents.others);
}

const std::shared_ptr<const Sequence>& SharedInputs::sequence(const StudyInput& input, Index seed) {
  if (sequence_ && latest_ == input && latest_seed_ == seed) return sequence_;
  take(input, seed);
  latest_ = input;
  latest_seed_ = seed;
  truths_ = std::make_unique<Truths>(sequence_, threads_);
  roundings_.clear();
  spreads_.clear();
  norms_.clear();
  return sequence_;
}

Sizes SharedInputs::sizes(const StudyInput& input, Index seed) {
  return input.file.empty() ? sizes_of(input) : sequence(input, seed)->sizes;
}

Request SharedInputs::request(const StudyPoint& point, Index seed) {
  Request request = make_request(sequence(point.input, seed), point.what.method, point.what.options);
  request.given = given_of_file(request, given_);
  request.precision = precision_;
  request.backend = Backend::cpu;  // rows depend on no card, and times are of one kind
  request.stream.seed = static_cast<std::uint32_t>(seed);
  check_fit(request);
  check_parts(point, request);
  drop_noise(request);
  return request;
}

const Truth& SharedInputs::truth(const StudyPoint& point, const Request& request, Progress& progress) {
  return truths_->of(request, progress, queries_of(point, request.sequence->sizes));
}

const Truth& SharedInputs::truth_of_all(const Request& request, Progress& progress) {
  return truths_->of(request, progress, 0);
}

/// Where exact attention happens to be right to the last digit, estimates are not: three units of the last place.
static double least_rounding(const Truth& truth, Precision precision) {
  constexpr double kUnits = 3;
  const double unit = kUnits * (precision == Precision::f32 ? std::numeric_limits<float>::epsilon()
                                                            : std::numeric_limits<double>::epsilon());
  double squares = 0;
  for (std::size_t i = 0; i < truth.y.count(); ++i) squares += truth.y.at(i) * truth.y.at(i);
  return truth.y.count() == 0 ? 0 : unit * unit * squares / static_cast<double>(truth.y.count());
}

double SharedInputs::rounding(const Truth& truth, const Request& request, Progress& progress) {
  const auto known = roundings_.find(&truth);
  if (known != roundings_.end()) return known->second;
  Array rounded;
  if (truth.sample)
    with_threads(threads_, [&] {
      const auto rows = request.precision == Precision::f32 ? exact_rows<float> : exact_rows<double>;
      rounded = rows(*sequence_, truth.sample->rows(), scale_of(request), request.options.is_causal(), progress);
    });
  else
    rounded = run(exact_request(request), {&progress, threads_}).at("y");
  const double rounding = std::max(error_metrics(rounded, truth).mse, least_rounding(truth, request.precision));
  return roundings_.emplace(&truth, rounding).first->second;
}

void SharedInputs::add_causes(Json& values, const Truth& truth, const Request& request, Progress& progress) {
  constexpr double kMostPairs = 1 << 20;  // that are all looked at for a diagnostic
  const auto [norm, is_new_scale] = norms_.emplace(scale_of(request), 0);
  if (is_new_scale) norm->second = mean_square_of_sums(request);
  values["norm2"] = norm->second;
  const Sizes& sizes = request.sequence->sizes;
  const auto pairs = static_cast<double>(sizes.heads) * static_cast<double>(sizes.N) * static_cast<double>(sizes.M);
  if (pairs > kMostPairs) return;
  const auto [known, is_new] = spreads_.emplace(&truth, 0);
  if (is_new) with_threads(threads_, [&, &spread = known->second] { spread = head_facts(request, progress).keys; });
  values["spread"] = known->second;
}

const std::vector<Measure>& measures() {
  static const std::vector<Measure> all = {error_measure(),        bias_measure(), time_measure(),   step_measure(),
                                           learning_measure(),     law_measure(),  kernel_measure(), coverage_measure(),
                                           conditioning_measure(), head_measure()};
  return all;
}

const Measure* find_measure(const std::string& name) { return named(measures(), name); }

}  // namespace omega::studies
