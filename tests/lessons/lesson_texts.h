// Lesson files for tests: the model file, and small ones made of pieces; exams.
#pragma once

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>
#include <string>

#include "core/error.h"
#include "lessons/exam.h"
#include "lessons/lesson_reader.h"
#include "support/replaced.h"

namespace omega::test {

inline std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE(file);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

inline std::string model_lesson() { return file_text(OMEGA_SOURCE_DIR "/tests/lessons/07-one-cloud.md"); }

/// A good lesson of two steps; `step` is the JSON of the second.
inline std::string small_lesson(const std::string& step = "{}") {
  return "# A title\n```json lesson\n"
         "{\"format\": 1, \"name\": \"small\", \"goal\": \"Something is understood.\", \"minutes\": 3,\n"
         " \"start\": {\"workload\": \"three_clusters\", \"cards\": [\"softmax\", {\"rfa\": {\"samples\": 16}}, "
         "{\"lara\": {\"landmarks\": 4}}]}}\n```\n"
         "## First\nLook at it.\n## Second\nDo something.\n```json step\n" +
         step + "\n```\n";
}

/// What the reader says of it; nothing where it is good.
inline std::string complaint_of(const std::string& text) {
  try {
    lessons::read_lesson("mine.md", text);
  } catch (const Error& error) {
    CHECK(error.kind() == Error::Kind::input);
    return error.what();
  }
  return "";
}

inline lessons::Exam exam_of(std::uint32_t seed, int threads = 0) {
  return lessons::make_exam(seed, threads, [](double, double) { return Progress(); });
}

}  // namespace omega::test
