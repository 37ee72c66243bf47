// write_corpus FOLDER: the seed corpus as files, FOLDER/READER/NUMBER, for libFuzzer.
#include <filesystem>
#include <fstream>
#include <iostream>

#include "fuzz/corpus.h"

int main(int count, char** words) {
  if (count != 2) {
    std::cerr << "write_corpus: give the folder to write to\n";
    return 2;
  }
  std::size_t number = 0;
  for (const omega::test::Seed& seed : omega::test::seed_corpus()) {
    const auto folder = std::filesystem::path(words[1]) / seed.reader;
    std::filesystem::create_directories(folder);
    std::ofstream(folder / std::to_string(number++), std::ios::binary) << seed.bytes;
  }
}
