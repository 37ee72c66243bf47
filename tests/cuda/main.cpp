// Catch2's main with --module FILE: the module to test. Without a device behind it the tests are skipped, which ctest
// knows by 77.
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#include <iostream>

#include "cuda/device.h"
#include "modules.h"

int main(int count, char** words) {
  Catch::Session session;
  std::string module;
  session.cli(session.cli() | Catch::clara::Opt(module, "FILE")["--module"]("the CUDA module to test"));
  if (const int wrong = session.applyCommandLine(count, words)) return wrong;
  omega::test::set_module_path(module);
  if (!omega::test::use_module()) {
    std::cout << "skipped: " << omega::cuda::Device::get().why() << "\n";
    return 77;
  }
  return session.run();
}
