// Catch2's main with --module FILE first: the module to test. Without a device behind it the tests are skipped, which
// ctest knows by 77.
#include <iostream>
#include <string_view>

#include "cuda/device.h"
#include "modules.h"
#include "support/session.h"

int main(int count, char** words) {
  constexpr int kOwn = 2;  // words of our own, before Catch2's
  if (count <= kOwn || std::string_view(words[1]) != "--module") {
    std::cerr << "test_cuda: the first words are --module FILE, the CUDA module to test\n";
    return 2;
  }
  omega::test::set_module_path(words[kOwn]);
  if (!omega::test::use_module()) {
    std::cout << "skipped: " << omega::cuda::Device::get().why() << "\n";
    return 77;
  }
  words[kOwn] = words[0];
  return omega::test::run_session(count - kOwn, words + kOwn);
}
