// In the emulated module this file is left out: tests/cuda/emulator_blas.cpp has the same function.
#include "cuda/device/blas.h"

#include <dlfcn.h>

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
    void* library = nullptr;
    for (const char* name : {"libcublas.so.13", "libcublas.so.12", "libcublas.so"})
      if ((library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) != nullptr) break;
    return library != nullptr && find(library, "cublasCreate_v2", blas.create) &&
           find(library, "cublasDestroy_v2", blas.destroy) && find(library, "cublasSetStream_v2", blas.set_stream) &&
           find(library, "cublasSgemmStridedBatched", blas.product);
  }();
  return found ? &blas : nullptr;
}

}  // namespace omega::cuda
