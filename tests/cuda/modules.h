// Which module the tests run on, and what the emulated one can be told.
#pragma once

#include <string>

#include "cuda/module.h"
#include "faults.h"

namespace omega::test {

/// The module of this run of the tests; main sets it.
const std::string& module_path();
void set_module_path(const std::string& path);

/// The process's device becomes that of the module, with every array poisoned and guarded, or all in one arena as in
/// daily use. Says whether there is one.
bool use_module(bool guarded = true);

/// Which ways the launches of the run before went.
cuda::Ways ways();

/// Tells the emulated device what to do for as long as this lives; the module is loaded afresh before and after.
class Arranged {
 public:
  explicit Arranged(const emulator::Faults& faults);
  ~Arranged();
  Arranged(const Arranged&) = delete;

  /// From now on, without loading the module again.
  static void arrange(const emulator::Faults& faults);
  static emulator::Counts counts();
};

}  // namespace omega::test
