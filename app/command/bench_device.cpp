#include "bench_device.h"

#include <nlohmann/json.hpp>

#include "comparison_text.h"
#include "core/text.h"
#include "manual.h"
#include "table.h"

namespace omega::command {

namespace {

/// What multiplies: the rate is that of a library where there is one.
std::string product_by() { return cuda::Device::get().finds_blas() ? "cuBLAS" : "the module's own kernel"; }

double per_second(double count, const BenchRow& row) { return count / (1e-3 * row.timing.median_ms); }

/// Milliseconds below which the cost of the equations does not go at the rates that were measured.
struct DeviceFloors {
  std::optional<double> memory, products;

  DeviceFloors(const DeviceReport& report, const Cost& cost) {
    if (!report.rates) return;
    memory = 1e3 * cost.bytes / report.rates->bytes_per_second;
    products = 1e3 * cost.flops / report.rates->flops_per_second;
  }
};

std::string text_or_dash(const std::optional<double>& number) { return number ? short_number(*number) : "-"; }
Json json_or_null(const std::optional<double>& number) { return number ? Json(*number) : Json(); }

std::string rates_text(const DeviceReport& report) {
  if (!report.rates)
    return "The rates of this device, and so the floors, could not be measured: " + report.why_no_rates + ".";
  return "Floors are the cost of the equations at what the same program reaches beside them: a copy " +
         short_number(1e-9 * report.rates->bytes_per_second) + " GB/s, a product of matrices in float32 by " +
         product_by() + " " + short_number(1e-12 * report.rates->flops_per_second) + " TFLOP/s.";
}

}  // namespace

std::string device_bench_text(const DeviceReport& report) {
  Table table({"case"}, {"N", "median ms", "min", "p10–p90", "memory floor", "product floor", "TFLOP/s", "GB/s"});
  for (const BenchRow& row : report.rows) {
    const Timing& t = row.timing;
    const DeviceFloors floors(report, row.cost);
    table.add({row.what.name, std::to_string(row.n), short_number(t.median_ms), short_number(t.min_ms),
               short_number(t.p10_ms) + "–" + short_number(t.p90_ms), text_or_dash(floors.memory),
               text_or_dash(floors.products), short_number(1e-12 * per_second(row.cost.flops, row)),
               short_number(1e-9 * per_second(row.cost.bytes, row))});
  }
  const BenchRow& any = report.rows.front();
  return std::string(report.facts.name) + "; " + count_text(any.heads, "head") + ", D " + std::to_string(any.dim) +
         ", f32\n\n" + table.text() + "\n" +
         wrapped(
             "median, fastest and spread of one estimate of y by the device's events, copies left out, and its two "
             "floors, in ms; TFLOP/s and GB/s: the cost of the equations over the median. " +
                 rates_text(report),
             0, kWidth);
}

Json device_bench_json(const DeviceReport& report) {
  Json rows = Json::array();
  for (const BenchRow& row : report.rows) {
    const Timing& t = row.timing;
    const DeviceFloors floors(report, row.cost);
    rows.push_back({{"case", row.what.name},
                    {"method", row.what.method},
                    {"n", row.n},
                    {"heads", row.heads},
                    {"dim", row.dim},
                    {"median_ms", t.median_ms},
                    {"min_ms", t.min_ms},
                    {"p10_ms", t.p10_ms},
                    {"p90_ms", t.p90_ms},
                    {"repeats", t.repeats},
                    {"memory_floor_ms", json_or_null(floors.memory)},
                    {"product_floor_ms", json_or_null(floors.products)},
                    {"flops", row.cost.flops},
                    {"bytes", row.cost.bytes},
                    {"flops_per_second", per_second(row.cost.flops, row)},
                    {"bytes_per_second", per_second(row.cost.bytes, row)}});
  }
  Json json = {{"device", report.facts.name},
               {"copy_bytes_per_second", report.rates ? Json(report.rates->bytes_per_second) : Json()},
               {"product_flops_per_second", report.rates ? Json(report.rates->flops_per_second) : Json()},
               {"product_by", product_by()},
               {"results", rows}};
  if (!report.rates) json["why_no_rates"] = report.why_no_rates;
  return json;
}

}  // namespace omega::command
