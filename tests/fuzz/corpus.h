// The seed corpus: small valid files of every format and all hostile ones, made by the tests' own builders.
#pragma once

#include <string>
#include <vector>

namespace omega::test {

struct Seed {
  std::string reader;  // the format it is meant for
  std::string bytes;
};

std::vector<Seed> seed_corpus();

}  // namespace omega::test
