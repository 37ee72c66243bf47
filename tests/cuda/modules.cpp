#include "modules.h"

#include <dlfcn.h>

#include <catch2/catch.hpp>

#include "cuda/device.h"

namespace omega::test {

namespace {

std::string& path() {
  static std::string one;
  return one;
}

void* symbol(const char* name) {
  void* handle = dlopen(module_path().c_str(), RTLD_NOW | RTLD_LOCAL);
  REQUIRE(handle != nullptr);
  void* found = dlsym(handle, name);
  REQUIRE(found != nullptr);
  return found;
}

}  // namespace

const std::string& module_path() { return path(); }
void set_module_path(const std::string& to) { path() = to; }

bool use_module(bool guarded) {
  cuda::Device::get().use_module(module_path(), guarded);
  return cuda::Device::get().available();
}

cuda::Ways ways() {
  const cuda::Session session = cuda::Device::get().borrow();  // the context of the run before
  cuda::Ways found{};
  session.module().ways(session.context(), &found);
  return found;
}

Arranged::Arranged(const emulator::Faults& faults) {
  arrange(faults);
  cuda::Device::get().use_module(module_path(), true);
}

Arranged::~Arranged() {
  arrange({});
  cuda::Device::get().use_module(module_path(), true);
}

void Arranged::arrange(const emulator::Faults& faults) {
  reinterpret_cast<emulator::Arrange>(symbol("omega_emulator_arrange"))(faults);
}
emulator::Counts Arranged::counts() {
  emulator::Counts counts;
  reinterpret_cast<emulator::Count>(symbol("omega_emulator_counts"))(counts);
  return counts;
}

}  // namespace omega::test
