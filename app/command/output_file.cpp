#include "output_file.h"

#include <filesystem>

#include "core/error.h"
#include "core/text.h"

namespace omega::command {

bool is_one_file(const std::string& a, const std::string& b) {
  std::error_code failed;
  if (a == b || std::filesystem::equivalent(a, b, failed)) return true;
  const auto place = [&](const std::string& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, failed), failed);
  };
  const auto one = place(a), other = place(b);
  return !one.empty() && one == other;
}

void check_output(const std::string& output, const std::string& input, const std::string& said) {
  if (output == "-")
    throw Error::input("--output is \"-\", but nothing here is written to standard output; give the name of a file");
  if (output.empty() || input.empty() || !is_one_file(output, input)) return;
  throw Error::input("--output is " + omega::quoted(output) + ", the very file of " + said +
                     ", whose data would be lost; give another file");
}

void check_table_output(const Settings& settings, const std::string& subcommand, const std::string& output,
                        const std::string& input, const std::string& what) {
  check_output(output, input);
  if (output.empty() && settings.quiet && !settings.json && settings.answer == nullptr)
    throw Error::input(subcommand + " with --quiet shows nothing and without --output keeps nothing; give --output " +
                       what + ", or leave out --quiet");
}

}  // namespace omega::command
