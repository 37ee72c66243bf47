// What the emulated device can be told to do. The module exports this beside its interface.
#pragma once

#include <cstdint>

namespace omega::emulator {

struct Faults {
  int driver = 13000;  // its CUDA version; 0: none is installed
  int devices = 1;
  std::uint64_t memory = std::uint64_t{1} << 30;
  unsigned most_blocks = 65535;   // of a grid, along its second and third axis
  int fail_launch = -1;           // the launch with this number fails (counted from 0), −1: none
  bool fails_for_memory = false;  // and says that memory ran out
  int break_captures = 0;         // so many captures come to nothing
  int lose_at_launch = -1;        // what this launch starts breaks the device: from then on nothing works any more
  int loses_with = 700;           // and this is the error that CUDA repeats
  int fail_open = 0;              // so many streams cannot be made
  int fail_copy = -1;
  bool blas = true;                         // whether cuBLAS is found
  int blas_status = 0;                      // what it says when it is made
  int capability = 90;                      // of the card
  bool code = true;                         // whether the module has code that runs on it,
  int ptx = 90;                             // and what that was compiled for
  std::uint32_t order_seed = 0;             // in which order threads and blocks run; 0: as they are numbered
  void (*at_launch)(int number) = nullptr;  // called before each launch
};

/// What happened since the last arrange().
struct Counts {
  int launches = 0, allocations = 0, copies = 0;
  std::uint64_t blocks = 0;  // of threads, that ran
  int blas_made = 0;
  std::uint64_t zeros_multiplied = 0;  // terms of its products with a zero
  int late_uploads = 0;                // copies to the device after the first launch
  std::uint64_t allocated = 0;         // bytes now
};

using Arrange = void (*)(const Faults&);
using Count = void (*)(Counts&);

}  // namespace omega::emulator

extern "C" {
void omega_emulator_arrange(const omega::emulator::Faults&);
void omega_emulator_counts(omega::emulator::Counts&);
bool omega_emulator_has_blas();
int omega_emulator_make_blas();
void omega_emulator_multiplied(std::uint64_t zeros);
}
