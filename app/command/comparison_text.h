// A comparison as a table for people, as CSV and as JSON.
#pragma once

#include <string>
#include <vector>

#include "comparison.h"
#include "json_text.h"

namespace omega::command {

struct ComparisonHead {
  std::string title;  // of the sequence
  std::string digest;
  Sizes sizes;
  Index draws = 0;
  std::uint32_t seed = 0;
  Precision precision = Precision::f32;
};

std::string comparison_text(const ComparisonHead& head, const std::vector<ComparisonRow>& rows);
std::string comparison_csv(const std::vector<ComparisonRow>& rows);
Json comparison_json(const ComparisonHead& head, const std::vector<ComparisonRow>& rows);

/// Three digits: "0.0821", "8.21e-5", "123".
std::string short_number(double value);
/// Three digits and a unit of thousands: "1.21M".
std::string short_count(double value);

}  // namespace omega::command
