// The one error type of the engine, and the one way to say that the caller is wrong.
//
// An Error is one sentence that says what is wrong, where, and what would be right. Its kind decides the exit code of
// the command: `input` (bad usage, options, files, shapes) is 2, `failure` (the run itself failed) is 1.
// OMEGA_ASSERT is for our own bugs only: it names the broken expression and becomes a `failure`, so that a bug in one
// estimator never takes down the app around it.
#pragma once

#include <stdexcept>
#include <string>

namespace omega {

class Error : public std::runtime_error {
 public:
  enum class Kind { input, failure };

  static Error input(const std::string& sentence) { return {Kind::input, sentence}; }
  static Error failure(const std::string& sentence) { return {Kind::failure, sentence}; }

  Kind kind() const { return kind_; }
  int exit_code() const { return kind_ == Kind::input ? 2 : 1; }

 private:
  Error(Kind kind, const std::string& sentence) : std::runtime_error(sentence), kind_(kind) {}
  Kind kind_;
};

/// Thrown by a long call once its stop token was asked to stop. Not an Error: nothing went wrong.
class Cancelled : public std::exception {
 public:
  const char* what() const noexcept override { return "cancelled"; }
};

[[noreturn]] inline void assertion_failed(const char* expression, const char* file, int line) {
  throw Error::failure(std::string("internal error: ") + expression + " does not hold (" + file + ":" +
                       std::to_string(line) + ")");
}

#define OMEGA_ASSERT(expression) \
  ((expression) ? static_cast<void>(0) : ::omega::assertion_failed(#expression, __FILE__, __LINE__))

}  // namespace omega
