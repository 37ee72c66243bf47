// Words for people: quoting, joining, numbers, and the nearest known name to a mistyped one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace omega {

std::string join(const std::vector<std::string>& words, std::string_view separator);
/// The shortest text that reads back as the same number: "0.5", "1e-08", "64".
std::string number_text(double value);
/// In double quotes, control characters and bytes that are not UTF-8 escaped, cut where very long.
std::string quoted(std::string_view text);
/// " (did you mean `x`?)" for a near miss, else nothing.
std::string closest_hint(std::string_view given, const std::vector<std::string>& known);

}  // namespace omega
