#include "support/session.h"

#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

namespace omega::test {

int run_session(int count, char** words) { return Catch::Session().run(count, words); }

}  // namespace omega::test
