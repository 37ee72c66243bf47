#include "bench/cases.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/error.h"
#include "core/philox.h"
#include "core/text.h"
#include "cpu/parallel.h"
#include "estimators/registry.h"
#include "run/request_facts.h"
#include "run/runner.h"

namespace omega {

namespace {

constexpr std::int64_t kMostOfName = 1000000;
constexpr Index kRow = 1 << 16;  // numbers of one row of noise

/// The numbers that stand where `pattern` has #, if `name` matches it.
std::optional<std::vector<std::int64_t>> match(const std::string& pattern, const std::string& name) {
  std::vector<std::int64_t> numbers;
  const char* at = name.data();
  const char* const end = at + name.size();
  for (const char c : pattern) {
    if (c != '#') {
      if (at == end || *at++ != c) return std::nullopt;
      continue;
    }
    std::int64_t number = 0;
    const auto [next, problem] = std::from_chars(at, end, number);
    if (problem != std::errc{} || *at < '1' || *at > '9' || number > kMostOfName) return std::nullopt;
    numbers.push_back(number);
    at = next;
  }
  if (at != end) return std::nullopt;
  return numbers;
}

/// "#1" and "#1/4" by the numbers of the name; anything else as it is.
std::string filled(const std::string& name, const std::string& value, const std::vector<std::int64_t>& numbers) {
  if (value.front() != '#') return value;
  const std::int64_t number = numbers.at(static_cast<std::size_t>(value[1] - '1'));
  const std::int64_t divisor = value.size() > 3 ? value[3] - '0' : 1;
  if (number % divisor != 0)
    throw Error::input("case " + quoted(name) + " has " + std::to_string(number) +
                       " features, but must have a multiple of " + std::to_string(divisor));
  return std::to_string(number / divisor);
}

std::vector<std::string> known_names() {
  std::vector<std::string> names;
  for (const CaseFamily& family : case_families())
    names.insert(names.end(), family.examples.begin(), family.examples.end());
  for (const Estimator& estimator : estimators()) names.push_back(estimator.info.name);
  return names;
}

void add_options(BenchCase& found, const Options::Given& options) {
  for (const auto& option : options) {
    const auto same = [&](const auto& own) { return own.first == option.first; };
    if (std::any_of(found.options.begin(), found.options.end(), same))
      throw Error::input("case " + quoted(found.name) + " says what " + option.first + " is; use --case " +
                         found.method + " to choose it with --opt");
    found.options.push_back(option);
  }
}

/// Numbers of one array, whose stream no estimator uses.
Array normals(const Shape& shape, std::uint32_t seed, std::uint32_t stream, float factor = 1) {
  Array array(Dtype::f32, shape);
  auto* out = array.data<float>();
  parallel_tiles(static_cast<Index>(array.count()), kRow, Progress(), [&](Range row) {
    draw_normals({seed, 0, 0xFFFF0000U + stream, static_cast<std::uint32_t>(row.begin / kRow), 0}, out + row.begin,
                 row.size());
    for (Index i = row.begin; i < row.end; ++i) out[i] *= factor;
  });
  return array;
}

/// Parameters of a layer as initialised: linear maps of size 1/√D, layer norms of gain 1, small means.
void add_parameters(Request& request, const ArraySpec& spec, std::uint32_t stream) {
  const float small = 1.0F / std::sqrt(static_cast<float>(request.sequence->sizes.D));
  Array array = normals(spec.shape, request.stream.seed, stream, small);
  if (spec.name.find("gamma") != std::string::npos) std::fill_n(array.data<float>(), array.count(), 1.0F);
  request.given.emplace(spec.name, std::move(array));
}

bool is_one_per_query(const ArraySpec& spec, const Sizes& sizes) {
  return spec.shape.size() > 1 && spec.shape.front() == sizes.N;
}

}  // namespace

const std::vector<CaseFamily>& case_families() {
  static const std::vector<CaseFamily> families = {
      {"softmax", {"softmax"}, "softmax", {}, "Exact attention, in tiles."},
      {"sdpa", {"sdpa"}, "softmax", {}, "The same: PyTorch's name for its own exact attention, to compare with it."},
      {"softmax-chunk",
       {"softmax-chunk"},
       "softmax",
       {},
       "The same, to compare with exact attention in blocks of queries."},
      {"rfa#",
       {"rfa16", "rfa64", "rfa128"},
       "rfa",
       {{"samples", "#1"}},
       "Positive random features, as many as the number says."},
      {"ra",
       {"ra"},
       "ra",
       {},
       "Randomized attention, one sample for each query, its noise drawn as part of the estimate."},
      {"lara#",
       {"lara16", "lara49", "lara64"},
       "lara",
       {{"landmarks", "#1"}, {"evaluate", "true"}},
       "LARA with that many landmarks, samples at the proposals' means."},
      {"lara#-adaptive",
       {"lara64-adaptive"},
       "lara",
       {{"landmarks", "#1"}, {"evaluate", "true"}},
       "The same, with learned maps of the means of segments.",
       true},
      {"eva-w#-c#",
       {"eva-w64-c49", "eva-w64-c64", "eva-w256-c64"},
       "eva",
       {{"window", "#1"}, {"groups", "#2"}, {"proposals", "half"}, {"evaluate", "true"}},
       "EVA: window, groups; learned maps of the means of groups, samples at the proposals' means.",
       true},
      {"local#", {"local64"}, "local", {{"window", "#1"}}, "Exact attention in blocks of that many keys."},
      {"scatter-w#-s#",
       {"scatter-w64-s16"},
       "scatterbrain",
       {{"window", "#1"}, {"samples", "#2"}},
       "Scatterbrain: window, features."},
      {"nystrom#",
       {"nystrom16", "nystrom64"},
       "nystrom",
       {{"landmarks", "#1"}},
       "Nyström with that many landmarks and six steps towards the inverse."},
      {"linformer#",
       {"linformer16", "linformer64"},
       "linformer",
       {{"projected", "#1"}},
       "Linformer with that many projected keys; the heads share the projection."},
      {"keys#", {"keys64"}, "key_sampling", {{"samples", "#1"}}, "Uniform key sampling: that many draws a query."},
      {"keys-lsh-l#-k#",
       {"keys-lsh-l16-k8"},
       "key_sampling",
       {{"sampler", "lsh"}, {"tables", "#1"}, {"bits", "#2"}},
       "Key sampling by hash tables: tables, bits of each."},
      {"hyper-b#-s#",
       {"hyper-b64-s64"},
       "hyper",
       {{"block", "#1"}, {"samples", "#2"}},
       "HyperAttention: keys of a block, shared columns."},
      {"gmm-rks#",
       {"gmm-rks64"},
       "gmm",
       {{"features", "rks"}, {"components", "2"}, {"frequencies", "#1/4"}},
       "Learned kernel: sines and cosines of two components, as many features as the number says.",
       false,
       true},
      {"gmm-prf#",
       {"gmm-prf64"},
       "gmm",
       {{"features", "prf"}, {"components", "1"}, {"frequencies", "#1"}},
       "Learned kernel: exponentials of one component, as many features as the number says.",
       false,
       true},
  };
  return families;
}

BenchCase find_case(const std::string& name, const Options::Given& options) {
  BenchCase found{name, name, {}};
  bool known = false;
  for (const CaseFamily& family : case_families()) {
    const auto numbers = match(family.pattern, name);
    if (!numbers) continue;
    known = true;
    found.method = family.method;
    found.adapted = family.adapted;
    found.spectral = family.spectral;
    for (const auto& [option, value] : family.options)
      found.options.emplace_back(option, filled(name, value, *numbers));
    break;
  }
  const auto& all = estimators();
  if (!known && std::none_of(all.begin(), all.end(), [&](const Estimator& e) { return e.info.name == name; }))
    throw Error::input("there is no case " + quoted(name) + closest_hint(name, known_names()) +
                       "; `omega bench --list` shows them, and every method of `omega list` is one");
  add_options(found, options);
  return found;
}

Request case_request(const BenchCase& what, Index n, Index heads, Index dim, std::uint32_t seed) {
  const Shape shape{heads, n, dim};
  const auto sequence =
      Sequence::make(normals(shape, seed, 0), normals(shape, seed, 1), normals(shape, seed, 2), what.name);
  Request request = make_request(sequence, what.method, what.options);
  request.stream.seed = seed;
  request.want = std::set<std::string>{"y"};
  check_fit(request);
  std::uint32_t stream = 3;
  for (const ArraySpec& spec : arrays_of(request)) {
    ++stream;
    const bool adapter = spec.name.rfind("adapt_", 0) == 0, spectrum = spec.name == "mu" || spec.name == "S";
    if (spec.source == Source::normal && !is_one_per_query(spec, sequence->sizes))
      request.given.emplace(spec.name, normals(spec.shape, seed, stream));
    else if (spec.source == Source::parameter && ((what.adapted && adapter) || (what.spectral && spectrum)))
      add_parameters(request, spec, stream);
  }
  return request;
}

}  // namespace omega
