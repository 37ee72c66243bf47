#include "support/golden.h"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "io/npz.h"

namespace omega::test {

using nlohmann::json;

namespace {

std::string option_text(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
  return value.dump();
}

std::optional<double> tolerance(const json& entry, const std::string& output, const char* precision) {
  const json& own = entry["output_tolerance"];
  const json& value = own.contains(output) ? own[output][precision] : entry["tolerance"][precision];
  return value.is_null() ? std::nullopt : std::optional<double>(value.get<double>());
}

GoldenCase read_case(const json& entry) {
  GoldenCase c;
  c.name = entry["name"];
  c.file = golden_folder() + "/" + entry["file"].get<std::string>();
  c.method = entry["method"];
  for (const auto& [name, value] : entry["options"].items()) c.options.emplace_back(name, option_text(value));
  c.inputs = entry["inputs"].get<std::vector<std::string>>();
  c.outputs = entry["outputs"].get<std::vector<std::string>>();
  for (const std::string& output : c.outputs) {
    c.tolerance_f32[output] = tolerance(entry, output, "f32");
    c.tolerance_f64[output] = tolerance(entry, output, "f64");
  }
  c.arrays = read_npz(c.file);
  return c;
}

}  // namespace

/// A program that was built elsewhere is told where they are.
std::string golden_folder() {
  const char* told = std::getenv("OMEGA_GOLDEN_FOLDER");
  return told != nullptr ? told : std::string(OMEGA_SOURCE_DIR) + "/tests/golden";
}

Arrays GoldenCase::given() const {
  Arrays noise;
  for (const std::string& name : inputs)
    if (name != "Q" && name != "K" && name != "V") noise.emplace(name, arrays.at(name));
  return noise;
}

std::vector<GoldenCase> golden_cases() {
  const char* prefix = std::getenv("OMEGA_GOLDEN");
  std::ifstream file(golden_folder() + "/manifest.json");
  std::vector<GoldenCase> cases;
  const json manifest = json::parse(file);
  for (const json& entry : manifest["cases"])
    if (prefix == nullptr || entry["name"].get<std::string>().rfind(prefix, 0) == 0) cases.push_back(read_case(entry));
  return cases;
}

double relative_error(const Array& got, const Array& expected) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  if (got.count() != expected.count() || (got.rank() > 0 && got.shape() != expected.shape())) return kInfinite;
  double difference = 0, norm = 0;
  for (std::size_t i = 0; i < got.count(); ++i) {
    const double a = got.at(i), b = expected.at(i);
    if (std::isfinite(b) != std::isfinite(a)) return kInfinite;
    if (!std::isfinite(b)) {
      if (a != b && !(std::isnan(a) && std::isnan(b))) return kInfinite;
      continue;
    }
    difference += (a - b) * (a - b);
    norm += b * b;
  }
  return std::sqrt(difference) / (norm > 0 ? std::sqrt(norm) : 1.0);
}

}  // namespace omega::test
