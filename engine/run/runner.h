// The runner: from a Request to a Result. It checks what is asked, chooses the backend, hands each head
// to the estimator, and measures. The only door to the estimators for the command, the app, the studies and the tests.
#pragma once

#include "core/estimator.h"
#include "core/pooling.h"
#include "core/progress.h"
#include "core/request.h"
#include "core/result.h"

namespace omega {

struct RunContext {
  Progress* progress = nullptr;  // none: not watched, not stoppable
  int threads = 0;               // 0: all
  Arrays* into = nullptr;        // arrays that nobody needs any more: those that fit a result are taken for it
  Pooling pool = {};             // of an estimator that pools, on the CPU: y alone, [.., blocks of queries, of keys]
};

Result run(const Request& request, const RunContext& context = {});

/// A request with every option at its default but those given as text, all checked.
Request make_request(std::shared_ptr<const Sequence> sequence, const std::string& method,
                     const Options::Given& options = {});

/// τ of a request: its option, or 1/√D.
double scale_of(const Request& request);

/// What one output array would be: its whole shape, leading axes included.
Shape output_shape(const OutputSpec& output, const Sizes& sizes);

}  // namespace omega
