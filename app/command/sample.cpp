#include "sample.h"

#include <iostream>
#include <nlohmann/json.hpp>

#include "core/named.h"
#include "core/text.h"
#include "io/atomic_file.h"
#include "io/image_reader.h"
#include "io/writers.h"
#include "json_text.h"
#include "synthetic/samples.h"

namespace omega::command {

namespace {

constexpr std::int64_t kUsualSide = 256, kUsualWords = 200;
constexpr std::int64_t kLargestSide = 4096, kMostWords = 1000000;

std::string write_picture(const std::string& output, int side, std::uint32_t seed) {
  write_png(output, {side, side, sample_picture(side, seed)});
  return "a PNG picture of " + std::to_string(side) + "x" + std::to_string(side) + " pixels";
}

std::string write_text(const std::string& output, int words, std::uint32_t seed) {
  write_file(output, sample_text(words, seed));
  return "a text of about " + count_text(words, "word");
}

}  // namespace

const std::vector<SampleHelp>& samples() {
  static const std::vector<SampleHelp> list = {
      {"image",
       "A landscape as a PNG file, for --input: sky, ridges, a striped field and equal trees that attend to each "
       "other.",
       "pixels along a side", kUsualSide},
      {"text", "Sentences as a text file, for --input: the same few names and things come back.", "words",
       kUsualWords}};
  return list;
}

bool is_sample(const std::string& name) { return named(samples(), name) != nullptr; }

void write_sample(const std::string& name, const std::map<std::string, std::optional<std::string>>& options,
                  std::uint32_t seed, const std::string& output, const Settings& settings) {
  const bool picture = name == "image";
  if (picture)
    check_ending(output, {".png"}, "a PNG picture");
  else
    check_ending(output, {".txt", ".md"}, "a text");
  std::int64_t size = picture ? kUsualSide : kUsualWords;
  for (const auto& [option, text] : options) {
    if (!text) continue;
    if (option != "n")
      throw Error::input("--" + option + " means nothing for synth " + name + "; it takes --n and --seed");
    size = whole_number("--n", *text, 1, picture ? kLargestSide : kMostWords);
  }
  const std::string what =
      picture ? write_picture(output, static_cast<int>(size), seed) : write_text(output, static_cast<int>(size), seed);
  if (settings.json)
    std::cout << json_text({{"output", output}, {"sample", name}, {"n", size}, {"seed", seed}});
  else if (!settings.quiet)
    std::cout << shown(output) << ": " << what << ", seed " << seed << "\n";
}

}  // namespace omega::command
