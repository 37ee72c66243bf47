// The corpus of broken and hostile files: each must be refused with one sentence. Also the seeds of the fuzzers.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace omega::test {

/// A file that would be there if what stands in a file were run.
constexpr const char* kOwned = "/tmp/omegascope-test-owned";

struct HostileCase {
  std::string what;  // what is wrong, for people
  std::string file;  // the name it comes under
  std::string bytes;
  std::string says;  // what the sentence must mention
  std::vector<std::pair<std::string, std::string>> options = {};
};

std::vector<HostileCase> hostile_npy();
std::vector<HostileCase> hostile_npz();
std::vector<HostileCase> misfitting_npz();
std::vector<HostileCase> hostile_safetensors();
std::vector<HostileCase> hostile_images();
std::vector<HostileCase> hostile_tables_and_texts();
/// Too large to be seeds of the fuzzers, and in order but for their names.
std::vector<HostileCase> hostile_by_number();
std::vector<HostileCase> hostile_sharing();
std::vector<HostileCase> hostile_names();
std::vector<HostileCase> hostile_tables();
std::vector<HostileCase> hostile_pictures();
std::vector<HostileCase> hostile_cases();  // all of them but those by number

/// The smallest valid JPEG: 8x8 pixels of one grey.
std::string small_jpeg();

}  // namespace omega::test
