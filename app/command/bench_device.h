// What `omega bench --backend cuda` found, for people and for programs.
#pragma once

#include <string>
#include <vector>

#include "bench/cases.h"
#include "bench/harness.h"
#include "cuda/device.h"
#include "cuda/rates.h"
#include "json_text.h"

namespace omega::command {

struct DeviceRow {
  BenchCase what;
  Index n = 0, heads = 0, dim = 0;
  Timing timing;
  Cost cost;  // of all heads
};

struct DeviceReport {
  cuda::DeviceFacts facts;
  cuda::Rates rates;
  std::vector<DeviceRow> rows;
};

std::string device_bench_text(const DeviceReport& report);
Json device_bench_json(const DeviceReport& report);

}  // namespace omega::command
