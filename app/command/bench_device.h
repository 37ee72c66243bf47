// What `omega bench --backend cuda` found, for people and for programs.
#pragma once

#include <string>
#include <vector>

#include "bench_text.h"
#include "cuda/device.h"
#include "cuda/rates.h"

namespace omega::command {

struct DeviceReport {
  cuda::DeviceFacts facts;
  cuda::Rates rates;
  std::vector<BenchRow> rows;
};

std::string device_bench_text(const DeviceReport& report);
Json device_bench_json(const DeviceReport& report);

}  // namespace omega::command
