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

}  // namespace

std::string device_bench_text(const DeviceReport& report) {
  Table table({"case"}, {"N", "median ms", "min", "p10–p90", "TFLOP/s", "GB/s"});
  for (const BenchRow& row : report.rows) {
    const Timing& t = row.timing;
    table.add({row.what.name, std::to_string(row.n), short_number(t.median_ms), short_number(t.min_ms),
               short_number(t.p10_ms) + "–" + short_number(t.p90_ms),
               short_number(1e-12 * per_second(row.cost.flops, row)),
               short_number(1e-9 * per_second(row.cost.bytes, row))});
  }
  const BenchRow& any = report.rows.front();
  return std::string(report.facts.name) + "; " + count_text(any.heads, "head") + ", D " + std::to_string(any.dim) +
         ", f32\n\n" + table.text() + "\n" +
         wrapped(
             "median, fastest and spread of one estimate of y by the device's events, copies left out; TFLOP/s and "
             "GB/s: the cost of the equations over the median. Beside them, in the same program: a copy reaches " +
                 short_number(1e-9 * report.rates.bytes_per_second) + " GB/s, a product of matrices by " +
                 product_by() + " " + short_number(1e-12 * report.rates.flops_per_second) + " TFLOP/s.",
             0, kWidth);
}

Json device_bench_json(const DeviceReport& report) {
  Json rows = Json::array();
  for (const BenchRow& row : report.rows) {
    const Timing& t = row.timing;
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
                    {"flops", row.cost.flops},
                    {"bytes", row.cost.bytes},
                    {"flops_per_second", per_second(row.cost.flops, row)},
                    {"bytes_per_second", per_second(row.cost.bytes, row)}});
  }
  return {{"device", report.facts.name},
          {"copy_bytes_per_second", report.rates.bytes_per_second},
          {"product_flops_per_second", report.rates.flops_per_second},
          {"product_by", product_by()},
          {"results", rows}};
}

}  // namespace omega::command
