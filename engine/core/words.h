// Words that people write for values: numbers, lists and assignments, as command lines and files hold them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"

namespace omega {

/// "--draws is "x", but must be ..."
Error bad_value(const std::string& option, const std::string& text, const std::string& allowed);

// Words to values. Each throws one sentence naming `option`, what was given and what is allowed.
std::int64_t whole_number(const std::string& option, const std::string& text, std::int64_t minimum,
                          std::int64_t maximum);
std::uint32_t seed_number(const std::string& option, const std::string& text);
/// "a,b" to words; empty words and words given twice are errors. `allowed` says what may stand there.
std::vector<std::string> comma_list(const std::string& option, const std::string& text,
                                    const std::string& allowed = "names with commas between them, such as a,b");
/// Which of `words` it is.
std::size_t place_of(const std::string& option, const std::string& word, const std::vector<std::string>& words);
/// "name=value" to its two sides.
std::pair<std::string, std::string> assignment(const std::string& option, const std::string& text);

}  // namespace omega
