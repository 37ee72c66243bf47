#include "run/runner.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/named.h"
#include "core/out_of_memory.h"
#include "cpu/parallel.h"
#include "cuda/run.h"
#include "estimators/registry.h"
#include "run/backend.h"
#include "run/range_checks.h"
#include "run/rows_as.h"
#include "weightings/optimal.h"

namespace omega {

namespace {

std::string shape_text(const Shape& shape) {
  std::string text;
  for (const Index n : shape)
    text += (text.empty()                  ? ""
             : n < 0 || text.back() == 's' ? " x "
                                           : "x") +
            (n < 0 ? std::string("any number of rows") : std::to_string(n));
  return shape.empty() ? "scalar" : text;
}

bool fits(const Shape& given, const Shape& wanted) {
  return given.size() == wanted.size() && std::equal(given.begin(), given.end(), wanted.begin(),
                                                     [](Index a, Index b) { return b < 0 ? a > 0 : a == b; });
}

void check_uniform(const std::string& name, const Array& array) {
  for (std::size_t i = 0; i < array.count(); ++i)
    if (const double u = array.at(i); !(0 <= u && u < 1))
      throw Error::input(name + " holds " + number_text(u) + " at " + place_text(array.shape(), i) +
                         ", but uniforms must be at least 0 and below 1");
}

/// A noise or parameter array has the shape of one head, or the leading axes of Q before it.
void check_given(const std::string& method, const ArraySpec& spec, const Array& array, const Sizes& sizes,
                 Precision precision) {
  const Shape per_head = sizes.of_heads(spec.shape);
  if (!fits(array.shape(), spec.shape) && !fits(array.shape(), per_head))
    throw Error::input(spec.name + " is " + to_string(array.shape()) + ", but " + method +
                       " with these options needs " + shape_text(spec.shape) +
                       (sizes.lead.empty() ? "" : ", or " + shape_text(per_head) + " for one per head"));
  if (const NonFinite bad = find_nonfinite(array); bad.count > 0)
    throw Error::input(std::to_string(bad.count) + " of " + std::to_string(array.count()) + " values of " + spec.name +
                       (bad.count == 1 ? " is" : " are") + " not finite; noise and parameters must be");
  check_range(spec.name, array, precision);
  if (spec.source == Source::uniform) check_uniform(spec.name, array);
}

std::vector<ArraySpec> checked_arrays(const EstimatorInfo& info, const Problem& problem, Precision precision) {
  std::vector<ArraySpec> specs = info.arrays(problem);
  for (const ArraySpec& spec : specs) {
    const auto found = problem.given.find(spec.name);
    if (found != problem.given.end())
      check_given(info.name, spec, found->second, problem.sizes, precision);
    else if (spec.source == Source::required)
      throw Error::input(info.name + " with these options needs the array " + spec.name + " (" +
                         shape_text(spec.shape) + ": " + spec.help.substr(0, spec.help.find_last_not_of('.') + 1) +
                         "), which was not given");
  }
  return specs;
}

std::vector<OutputSpec> wanted_outputs(const EstimatorInfo& info, const Problem& problem, const Request& request,
                                       const Pooling& pool) {
  if (pool) {
    OutputSpec map = output_y(problem.sizes);
    map.shape = {pool.rows(problem.sizes.N), blocks_of(problem.sizes.M, pool.keys)};
    return {map};
  }
  std::vector<OutputSpec> outputs = info.outputs(problem);
  if (!request.want) return outputs;
  const std::vector<std::string> names = names_of(outputs);
  for (const std::string& name : *request.want)
    if (!is_among(names, name))
      throw Error::input(info.name + " with these options has no output " + omega::quoted(name) +
                         closest_hint(name, names) + "; it has " + join(names, ", "));
  std::erase_if(outputs, [&](const OutputSpec& o) { return request.want->count(o.name) == 0; });
  return outputs;
}

/// "lara on 1024 queries and 1024 keys of 64 dimensions in 8 heads"
std::string what_runs(const Request& request) {
  const Sizes& s = request.sequence->sizes;
  return request.method + " on " + std::to_string(s.N) + (s.N == 1 ? " query and " : " queries and ") +
         count_text(s.M, "key") + " of " + count_text(s.D, "dimension") +
         (s.heads > 1 ? " in " + count_text(s.heads, "head") : "");
}

/// Asked before anything is allocated, so that a map too large is a sentence and not a machine that swaps.
void check_memory(const Request& request, const std::vector<OutputSpec>& outputs) {
  constexpr double kAlwaysThere = 64 << 20;  // asking the system takes as long as a small estimate
  double bytes = 0;
  const OutputSpec* largest = nullptr;
  double largest_bytes = 0;
  for (const OutputSpec& output : outputs) {
    const double own = static_cast<double>(element_count(output_shape(output, request.sequence->sizes))) *
                       (request.precision == Precision::f32 ? 4 : 8);
    bytes += own;
    if (own > largest_bytes) {
      largest_bytes = own;
      largest = &output;
    }
  }
  if (bytes < kAlwaysThere) return;
  const double available = static_cast<double>(memory::available_bytes()), most = 0.9 * available;
  const auto gib = [](double b) { return number_text(std::round(b / (1 << 30) * 10) / 10) + " GiB"; };
  if (bytes > most)
    throw Error::failure(what_runs(request) + ": the outputs need " + gib(bytes) + " (" + largest->name + " alone " +
                         gib(largest_bytes) + "), but at most " + gib(most) + " of the " + gib(available) +
                         " that are free are taken; ask for fewer, such as y alone");
}

template <class T>
void run_head(const Estimator& estimator, RunState& state, Index head, const Progress& progress) {
  const Sequence& s = state.sequence;
  const Index N = s.sizes.N, M = s.sizes.M;
  const RowsAs<T> q(s.q, head * N, N), k(s.k, head * M, M), v(s.v, head * M, M);
  const Call<T> call(state, head, q.view, k.view, v.view, progress);
  if constexpr (std::is_same_v<T, float>)
    estimator.compute_f32(call);
  else
    estimator.compute_f64(call);
}

/// Whether all of y is finite. Several heads are reported as they are done; one, where its method tells.
bool run_heads(const Estimator& estimator, RunState& state, Precision precision, const Progress& progress) {
  std::atomic<Index> done{0};
  std::atomic<bool> finite{true};
  const Index heads = state.sequence.sizes.heads;
  const Progress unreported(progress.stop());
  const Progress rising(progress.stop(), [&progress, most = 0.0](double fraction) mutable {
    if (fraction > most) progress.report(most = fraction);  // threads end in any order
  });
  const Progress& inside = heads == 1 ? rising : unreported;
  parallel_tiles(heads, 1, progress, [&](Range one) {
    if (precision == Precision::f32)
      run_head<float>(estimator, state, one.begin, inside);
    else
      run_head<double>(estimator, state, one.begin, inside);
    if (!is_finite(state.outputs.at("y"), one.begin, heads, unreported)) finite = false;
    rising.report(static_cast<double>(++done) / static_cast<double>(heads));
  });
  return finite;
}

/// An array for a result: one of `context.into` where it fits, so that repeated runs need no fresh memory.
Array array_for(const RunContext& context, const std::string& name, Dtype type, const Shape& shape) {
  if (context.into == nullptr) return {type, shape};
  const auto found = context.into->find(name);
  if (found == context.into->end() || found->second.type() != type || found->second.shape() != shape)
    return {type, shape};
  Array array = std::move(found->second);
  context.into->erase(found);
  return array;
}

std::int64_t counted(const RunState& state, const char* name) {
  const auto found = state.counters.find(name);
  return found == state.counters.end() ? 0 : found->second.load();
}

/// What rests on quadrature is computed in double and then rounded.
Precision working_precision(const Request& request) {
  const bool may_need = option_for(find_estimator(request.method).info.options, OptionRole::weighting) != nullptr;
  return may_need && needs_quadrature(request.options) ? Precision::f64 : request.precision;
}

/// On the device where that was chosen; what fails there is done again on the CPU, unless the request insists. What the
/// device began to write is written anew. Returns whether y is known to be finite.
bool compute(const Request& request, const Estimator& estimator, RunState& state, BackendChoice& choice,
             double& device_milliseconds, const Progress& progress) {
  if (choice.cuda) {
    try {
      cuda::Session session = cuda::Device::get().borrow();
      device_milliseconds = cuda::Run(session, state, progress).compute(estimator.cuda);
      progress.report(1);
      return false;
    } catch (const cuda::Fault& fault) {
      if (request.backend == Backend::cuda)
        throw Error::failure(std::string(fault.what()) + "; backend auto would have gone on with the CPU");
      choice = {false, fault.what()};
      for (auto& [name, counted] : state.counters) counted = 0;
    }
  }
  return run_heads(estimator, state, working_precision(request), progress);
}

/// y, unless it is known to be finite, and the other outputs.
void check_results(const Request& request, const Result& result, const std::vector<OutputSpec>& outputs, bool finite_y,
                   const Progress& progress) {
  const std::int64_t nonpositive = result.stats.nonpositive;
  if (!finite_y) check_finite(request, result.at("y"), nonpositive);
  for (const OutputSpec& output : outputs)
    if (!output.counter && output.name != "y")
      check_finite(request, output, result.at(output.name), nonpositive, progress);
}

Result run_in_memory(const Request& request, const RunContext& context) {
  const Estimator& estimator = find_estimator(request.method);
  const Sizes& sizes = request.sequence->sizes;
  const Problem problem{sizes, request.options, request.given};
  Result result;
  estimator.info.check(problem);
  check_inputs(request, scale_of(request));
  const std::vector<ArraySpec> arrays = checked_arrays(estimator.info, problem, request.precision);
  OMEGA_ASSERT(!context.pool || (estimator.info.pools(request.options) && request.backend == Backend::cpu));
  const std::vector<OutputSpec> outputs = wanted_outputs(estimator.info, problem, request, context.pool);
  check_memory(request, outputs);
  BackendChoice choice = choose_backend(request, estimator, outputs);

  const memory::Peak peak;
  RunState state{*request.sequence, request.options,   request.given, arrays,
                 request.stream,    scale_of(request), context.pool};
  const auto type_of = [](Precision precision) { return precision == Precision::f32 ? Dtype::f32 : Dtype::f64; };
  const Dtype type = type_of(working_precision(request));
  for (const OutputSpec& output : estimator.info.outputs(problem))
    if (output.counter) state.counters[output.name] = 0;
  for (const OutputSpec& output : outputs)
    if (!output.counter)
      state.outputs.emplace(output.name, array_for(context, output.name, type, output_shape(output, sizes)));
  // y is always computed: the counters speak of it. It is dropped again where nobody wants it.
  if (state.outputs.count("y") == 0)
    state.outputs.emplace("y", array_for(context, "y", type, output_shape(output_y(sizes), sizes)));

  const Progress unwatched;
  const Progress& progress = context.progress ? *context.progress : unwatched;
  double device_milliseconds = 0;
  const auto start = std::chrono::steady_clock::now();
  bool finite = false;
  with_threads(context.threads,
               [&] { finite = compute(request, estimator, state, choice, device_milliseconds, progress); });
  const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;

  result.stats.milliseconds = choice.cuda ? device_milliseconds : elapsed.count();
  result.stats.peak_bytes = peak.bytes();
  result.stats.backend = choice.cuda ? "cuda" : "cpu";
  result.stats.why = choice.why;
  progress.check();
  result.outputs = std::move(state.outputs);
  for (auto& [name, array] : result.outputs) array = array.as(type_of(request.precision));
  if (type != type_of(request.precision)) finite = false;  // as it was, before it was rounded
  result.stats.clamped = counted(state, "clamped");
  result.stats.nonpositive = counted(state, "nonpositive");
  with_threads(context.threads, [&] { check_results(request, result, outputs, finite, Progress(progress.stop())); });
  if (request.want && request.want->count("y") == 0) result.outputs.erase("y");
  for (const OutputSpec& output : outputs)
    if (output.counter) result.outputs.emplace(output.name, Array::scalar<std::int64_t>(state.counters[output.name]));
  return result;
}

}  // namespace

Shape output_shape(const OutputSpec& output, const Sizes& sizes) {
  return output.counter ? Shape{} : sizes.of_heads(output.shape);
}

double scale_of(const Request& request) {
  const double* given = request.options.has("scale") ? std::get_if<double>(&request.options.value("scale")) : nullptr;
  return given ? *given : 1.0 / std::sqrt(static_cast<double>(request.sequence->sizes.D));
}

Request make_request(std::shared_ptr<const Sequence> sequence, const std::string& method,
                     const Options::Given& options) {
  Request request;
  request.sequence = std::move(sequence);
  request.method = method;
  request.options = options_of(find_estimator(method).info, options);
  return request;
}

Result run(const Request& request, const RunContext& context) {
  return with_memory_for(what_runs(request), [&] { return run_in_memory(request, context); });
}

}  // namespace omega
