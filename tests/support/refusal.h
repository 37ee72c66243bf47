// The sentence with which something is refused. What must be accepted is asked for by CHECK_NOTHROW.
#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "core/error.h"

namespace omega::test {

/// Fails the test where the action is accepted, throws anything but an Error of the kind, or says more than one line.
template <class Action>
std::string refusal_of(Action&& action, Error::Kind kind = Error::Kind::input) {
  try {
    action();
  } catch (const Error& error) {
    const std::string sentence = error.what();
    CHECK(error.kind() == kind);
    CHECK(sentence.find('\n') == std::string::npos);
    return sentence;
  } catch (const std::exception& other) {
    FAIL_CHECK("threw something else: " << other.what());
    return "";
  }
  FAIL_CHECK("was accepted");
  return "";
}

}  // namespace omega::test
