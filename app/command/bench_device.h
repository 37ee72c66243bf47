// What `omega bench --backend cuda` found, for people and for programs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench_text.h"
#include "cuda/device.h"
#include "cuda/rates.h"

namespace omega::command {

struct DeviceReport {
  cuda::DeviceFacts facts{};
  std::vector<BenchRow> rows;
  std::optional<cuda::Rates> rates = std::nullopt;
  std::string why_no_rates = "";
};

std::string device_bench_text(const DeviceReport& report);
Json device_bench_json(const DeviceReport& report);

}  // namespace omega::command
