#include "support/cases.h"

#include <cmath>
#include <cstring>

#include "core/error.h"
#include "run/runner.h"
#include "support/golden.h"
#include "support/noise.h"

namespace omega::test {

namespace {

Array gaussian_array(Shape shape, std::uint32_t seed, std::uint32_t stream, double deviation) {
  return normals_at({seed, 0, stream, 0, 0}, std::move(shape), deviation);
}

Shape with_heads(Index heads, Shape shape) {
  if (heads > 0) shape.insert(shape.begin(), heads);
  return shape;
}

/// The sizes of 8 and more, made 4.
Options::Given small_defaults(const EstimatorInfo& info) {
  Options::Given given;
  for (const OptionSpec& spec : info.options) {
    const auto* value = std::get_if<std::int64_t>(&spec.default_value);
    if (value != nullptr && *value >= 8) given.emplace_back(spec.name, "4");
  }
  return given;
}

/// Other values for one option.
std::vector<std::string> alternatives(const OptionSpec& spec, const Sizes& sizes, Sizing sizing) {
  switch (spec.kind) {
    case OptionKind::choice: return {spec.words.begin() + 1, spec.words.end()};
    case OptionKind::flag: return {std::get<bool>(spec.default_value) ? "false" : "true"};
    case OptionKind::grid:
      for (const Index height : {3, 64})
        if (sizes.N % height == 0) return {to_string(OptionValue(Grid{height, sizes.N / height}))};
      return {};
    case OptionKind::integer:
      return sizing == Sizing::small ? std::vector<std::string>{"1", "2", "3"} : std::vector<std::string>{"3"};
    case OptionKind::real: {
      std::vector<std::string> values = spec.words;
      values.push_back("0.3");
      if (sizing == Sizing::small) values.push_back("0.9");
      return values;
    }
  }
  return {};
}

bool accepted(const Estimator& estimator, const Variant& variant, const std::shared_ptr<const Sequence>& sequence) {
  try {
    const Request request = make_request(sequence, estimator.info.name, variant.options);
    const Problem problem{sequence->sizes, request.options, request.given};
    estimator.info.check(problem);
    estimator.info.arrays(problem);
    return true;
  } catch (const Error& error) {
    if (error.kind() != Error::Kind::input) throw;
    return false;
  }
}

Options::Given changed(Options::Given options, const std::string& name, const std::string& value) {
  std::erase_if(options, [&](const auto& o) { return o.first == name; });
  options.emplace_back(name, value);
  return options;
}

}  // namespace

std::shared_ptr<const Sequence> gaussian_sequence(const Shapes& s, std::uint32_t seed, double deviation) {
  return Sequence::make(gaussian_array(with_heads(s.heads, {s.N, s.D}), seed, 100, deviation),
                        gaussian_array(with_heads(s.heads, {s.M, s.D}), seed, 101, deviation),
                        gaussian_array(with_heads(s.heads, {s.M, s.Dv}), seed, 102, 1.0));
}

std::vector<Variant> variants(const Estimator& estimator, const std::shared_ptr<const Sequence>& sequence,
                              Sizing sizing) {
  const EstimatorInfo& info = estimator.info;
  const Options::Given base = sizing == Sizing::small ? small_defaults(info) : Options::Given{};
  std::vector<Variant> all = {{info.name, base}};
  for (const OptionSpec& spec : info.options)
    for (const std::string& value : alternatives(spec, sequence->sizes, sizing)) {
      Variant variant{info.name + " " + spec.name + "=" + value, changed(base, spec.name, value)};
      if (!spec.shown_when_option.empty())
        variant.options = changed(variant.options, spec.shown_when_option, spec.shown_when_values.front());
      bool allowed = true;
      try {
        Options(info.name, info.options, variant.options);
      } catch (const Error&) {
        allowed = false;
      }
      if (allowed) all.push_back(std::move(variant));
    }
  std::erase_if(all, [&](const Variant& v) { return !accepted(estimator, v, sequence); });
  return all;
}

Request request_for(const Estimator& estimator, const Variant& variant, std::shared_ptr<const Sequence> sequence,
                    Precision precision, std::uint32_t seed) {
  Request request = make_request(std::move(sequence), estimator.info.name, variant.options);
  request.precision = precision;
  request.stream.seed = seed;
  const Problem problem{request.sequence->sizes, request.options, request.given};
  for (const ArraySpec& spec : estimator.info.arrays(problem))
    if (spec.source == Source::required) request.given.emplace(spec.name, gaussian_array(spec.shape, seed, 200, 0.7));
  return request;
}

std::optional<Arrays> drawn_noise(const Estimator& estimator, const Request& request, Index head) {
  Arrays noise;
  const Problem problem{request.sequence->sizes, request.options, request.given};
  for (const ArraySpec& spec : estimator.info.arrays(problem)) {
    if (spec.source == Source::derived) return std::nullopt;
    if (spec.source != Source::normal && spec.source != Source::uniform) continue;
    Array array(Dtype::f64, spec.shape);
    const Index cols = spec.shape.back(), rows = static_cast<Index>(array.count()) / cols;
    for (Index r = 0; r < rows; ++r) {
      // (row, sample, coordinate): rank 3 as it is; normal rank 2 is (0, s, d), uniform rank 2 (r, 0, s), rank 1 (0, 0,
      // s).
      const bool rank3 = spec.shape.size() == 3, by_sample = spec.source == Source::normal;
      const Index row = rank3       ? r / spec.shape[1]
                        : by_sample ? 0
                                    : r,
                  sample = rank3       ? r % spec.shape[1]
                           : by_sample ? r
                                       : 0;
      const NoiseAddress at{request.stream.seed, request.stream.draw,
                            static_cast<std::uint32_t>(16 * head + spec.stream), static_cast<std::uint32_t>(row),
                            static_cast<std::uint32_t>(sample)};
      if (spec.source == Source::normal)
        draw_normals(at, array.data<double>() + r * cols, cols);
      else
        draw_uniforms(at, array.data<double>() + r * cols, cols);
    }
    noise.emplace(spec.name, array);
  }
  return noise;
}

Array take_rows(const Array& array, const std::vector<Index>& order) {
  const Index cols = array.shape().back();
  Array taken(Dtype::f64, {static_cast<Index>(order.size()), cols});
  for (std::size_t r = 0; r < order.size(); ++r)
    array.copy_to(taken.data<double>() + static_cast<Index>(r) * cols, static_cast<std::size_t>(order[r] * cols),
                  static_cast<std::size_t>(cols));
  return taken;
}

Array take_head(const Array& array, Index head) {
  Array taken(array.type(), {array.shape().begin() + 1, array.shape().end()});
  std::memcpy(taken.raw(), array.raw() + static_cast<std::size_t>(head) * taken.bytes(), taken.bytes());
  return taken;
}

bool same_bytes(const Array& a, const Array& b) {
  return a.type() == b.type() && a.shape() == b.shape() && std::memcmp(a.raw(), b.raw(), a.bytes()) == 0;
}

double distance(const Array& a, const Array& b) { return relative_error(a, b); }

}  // namespace omega::test
