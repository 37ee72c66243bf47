// In the emulated module this file is left out: tests/cuda/emulator_blas.cpp has the same function.
#include "cuda/device/blas.h"

#include <dlfcn.h>

#include <string>

namespace omega::cuda {

namespace {

template <class Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

}  // namespace

const Blas* find_blas() {
  static Blas blas{};
  static const bool found = [] {
    // That of the module's own CUDA first: one that is newer than the driver does not start.
    const std::string own = "libcublas.so." + std::to_string(CUDART_VERSION / 1000);
    void* library = nullptr;
    for (const char* name : {own.c_str(), "libcublas.so.12", "libcublas.so"})
      if ((library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) != nullptr) break;
    return library != nullptr && find(library, "cublasCreate_v2", blas.create) &&
           find(library, "cublasDestroy_v2", blas.destroy) && find(library, "cublasSetStream_v2", blas.set_stream) &&
           find(library, "cublasSgemmStridedBatched", blas.product);
  }();
  return found ? &blas : nullptr;
}

}  // namespace omega::cuda
