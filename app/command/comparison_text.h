// A comparison as a table for people, as CSV and as JSON.
#pragma once

#include <string>
#include <vector>

#include "comparison.h"
#include "input.h"
#include "json_text.h"

namespace omega::command {

struct ComparisonHead {
  std::string title;  // of the sequence
  std::string digest;
  Sizes sizes;
  Index draws = 0;
  Index queries = 0;  // of each head that errors are taken from; 0: all
  std::uint32_t seed = 0;
  Precision precision = Precision::f32;
  std::string command;
  Input input;
};

std::string comparison_text(const ComparisonHead& head, const std::vector<ComparisonRow>& rows);
/// A comment with what made it, as JSON, then a header and a line per method.
std::string comparison_csv(const ComparisonHead& head, const std::vector<ComparisonRow>& rows);
Json comparison_json(const ComparisonHead& head, const std::vector<ComparisonRow>& rows);

/// Three digits: "0.0821", "8.21e-5", "123".
std::string short_number(double value);
/// Three digits and a unit of thousands: "1.21M".
std::string short_count(double value);

}  // namespace omega::command
