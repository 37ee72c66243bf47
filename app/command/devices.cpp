// omega devices: what this program can compute on.
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "bench/machine.h"
#include "commands.h"
#include "core/memory.h"
#include "cpu/parallel.h"
#include "cpu/vector_math.h"
#include "cuda/device_text.h"
#include "json_text.h"
#include "table.h"

namespace omega::command {

namespace {

/// What the CUDA device is, or why there is none.
struct CudaState {
  std::string why;  // there is none
  cuda::DeviceFacts facts{};

  CudaState() {
    auto& device = cuda::Device::get();
    try {
      if (device.available())
        facts = device.facts();
      else
        why = device.why();
    } catch (const cuda::Fault& fault) {
      why = fault.what();
    }
  }
  Json json() const {
    if (!why.empty()) return {{"backend", "cuda"}, {"available", false}, {"why", why}};
    return {{"backend", "cuda"},
            {"available", true},
            {"name", facts.name},
            {"compute_capability", cuda::capability_words(facts)},
            {"processors", facts.processors},
            {"cublas", cuda::Device::get().finds_blas()},
            {"driver", cuda::version_words(facts.driver)},
            {"runtime", cuda::version_words(facts.runtime)},
            {"total_bytes", facts.total_bytes},
            {"available_bytes", facts.free_bytes}};
  }
};

void devices(const Settings& settings) {
  const std::string name = processor_name();
  const double gib = static_cast<double>(memory::available_bytes()) / (1 << 30);
  if (settings.json) {
    std::cout << json_text({{"devices",
                             {{{"backend", "cpu"},
                               {"available", true},
                               {"name", name},
                               {"threads", hardware_threads()},
                               {"instructions", vector_target()},
                               {"available_bytes", memory::available_bytes()}},
                              CudaState().json()}}});
    return;
  }
  Table table({"backend", "device"}, {});
  table.add({"cpu", (name.empty() ? "processor" : name) + ", " + count_text(hardware_threads(), "thread") + ", " +
                        vector_target() + " instructions, " + formatted("%.1f", gib) + " GiB of memory free"});
  table.add({"cuda", cuda::device_text()});
  std::cout << table.text();
}

}  // namespace

Subcommand devices_command() {
  Manual manual;
  manual.synopsis = {"devices [--json]"};
  manual.description = {
      "Shows each backend and the device behind it: name, threads, vector instructions in use and free memory, or why "
      "there is none. --backend chooses among them; auto takes CUDA where there is a device, its free memory is enough "
      "and the method "
      "is computed there (`omega list --json` tells), else the CPU. With cuda, the command fails instead.",
      "The environment variable OMEGASCOPE_SIMD, one of sse2, ssse3, avx2 and avx512, keeps the program from any "
      "vector instructions beyond those; results then agree but for rounding."};
  manual.examples = {{"omega devices", "The table."}, {"omega devices --json", "The same for programs."}};
  return {"devices", "what this program can compute on", manual, [](Arguments&) { return devices; }};
}

}  // namespace omega::command
