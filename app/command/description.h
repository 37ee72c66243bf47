// The description of an estimator as text and as JSON.
#pragma once

#include <string>

#include "core/info.h"
#include "json_text.h"

namespace omega::command {

std::string description_text(const EstimatorInfo& info);
Json description_json(const EstimatorInfo& info);

}  // namespace omega::command
