// Every broken or hostile file gives one good sentence, soon and in little memory; nothing crashes, nothing is run.
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <ctime>

#include "core/memory.h"
#include "io/builders.h"
#include "io/hostile_cases.h"
#include "io/reader.h"
#include "support/folder.h"
#include "support/refusal.h"
#include "support/sanitized.h"

using namespace omega;
using namespace omega::test;

namespace {

#ifdef OMEGA_SANITIZED
constexpr int kSeconds = 20;
#else
constexpr int kSeconds = 1;
#endif

void check_one_sentence(const std::string& sentence, const std::string& file) {
  CHECK_THAT(sentence, Catch::Contains(file));
  CHECK(sentence.find(". ") == std::string::npos);
  CHECK(sentence.size() < 600);
  for (const char c : sentence) CHECK(static_cast<unsigned char>(c) >= 0x20);
}

}  // namespace

TEST_CASE("every broken or hostile file is refused with one sentence that says what is wrong", "[unit][io][hostile]") {
  const Folder scratch;
  std::filesystem::remove(kOwned);
  std::vector<HostileCase> cases = hostile_cases();
  for (const HostileCase& large : hostile_by_number()) cases.push_back(large);
  CHECK(cases.size() >= 200);
  for (const HostileCase& hostile : cases) {
    INFO(hostile.file << ": " << hostile.what);
    const auto path = scratch.write(hostile.file, hostile.bytes);
    const std::clock_t start = std::clock();
    const memory::Peak peak;
    const std::string sentence = refusal_of([&] {
      ReadOptions options;
      for (const auto& [name, value] : hostile.options) options.set(name, value);
      load_sequence(path, options);
    });
    INFO(sentence);
    check_one_sentence(sentence, hostile.file);
    CHECK_THAT(sentence, Catch::Contains(hostile.says));
    CHECK(std::clock() - start < kSeconds * CLOCKS_PER_SEC);  // of the processor: what else runs here does not matter
    CHECK(peak.bytes() < (std::size_t{1} << 20) + 20 * hostile.bytes.size());
    std::filesystem::remove(path);
  }
  CHECK_FALSE(std::filesystem::exists(kOwned));
}

TEST_CASE("what is no regular file is refused before anything is read", "[unit][io][hostile]") {
  const Folder scratch;
  ::mkfifo((scratch / "pipe.npz").c_str(), 0600);
  std::filesystem::create_symlink(scratch / "b.npz", scratch / "a.npz");
  std::filesystem::create_symlink(scratch / "a.npz", scratch / "b.npz");
  scratch.write("file.npz", "x");
  scratch.write("empty.npz", "");
  for (const auto& [path, says] :
       std::vector<std::pair<std::string, std::string>>{{scratch.path(), "a folder"},
                                                        {scratch / "pipe.npz", "a pipe"},
                                                        {"/dev/zero", "a device"},
                                                        {scratch / "a.npz", "circle"},
                                                        {scratch / "none.npz", "no such file"},
                                                        {scratch / "file.npz/x.npz", "not a folder"},
                                                        {scratch / "empty.npz", "empty"},
                                                        {scratch / std::string(300, 'x'), "longer"},
                                                        {"", "empty file name"}}) {
    INFO(path);
    const std::string sentence = refusal_of([&p = path] { load_sequence(std::filesystem::path(p)); });
    CHECK_THAT(sentence, Catch::Contains(says));
  }
}

TEST_CASE("names that are not UTF-8 or hold control characters are shown harmlessly", "[unit][io][hostile]") {
  const Folder scratch;
  const std::string sentence = refusal_of([&] { load_sequence(scratch.write("a\xff\x1b[31m\n.npz", "x")); });
  CHECK_THAT(sentence, Catch::Contains("a\\xff\\x1b[31m\\x0a.npz"));
  const std::string q = npy_floats({2, 2});
  CHECK(load_sequence(scratch.write("\xff.npz", qkv_npz(q, q, q))).sequence->sizes.N == 2);
}

TEST_CASE("input options are checked", "[unit][io][hostile]") {
  for (const auto& [name, value] : std::vector<std::pair<std::string, std::string>>{{"layer", "x"},
                                                                                    {"layer", "-1"},
                                                                                    {"head", "1.5"},
                                                                                    {"heads", "0"},
                                                                                    {"dim", ""},
                                                                                    {"patch", "99999999999999999999"},
                                                                                    {"tokens", "letters"},
                                                                                    {"max-tokens", "0"},
                                                                                    {"embedding-seed", "4294967296"},
                                                                                    {"q", ""},
                                                                                    {"layr", "1"}}) {
    INFO(name << " " << value);
    const std::string sentence = refusal_of([&n = name, &v = value] { ReadOptions().set(n, v); });
    CHECK_THAT(sentence, Catch::Contains("--" + name));
  }
}
