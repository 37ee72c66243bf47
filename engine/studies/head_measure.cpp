// head: what exact attention of one head is like, and how far a method is from it. Asked of a given input, it is
// asked of every layer and head in it.
#include "heads/measure.h"

#include <cmath>

#include "core/error.h"
#include "heads/table.h"
#include "studies/measure.h"

namespace omega::studies {

namespace {

/// The error for which a sample size is looked for; 0: for none.
double target_of(const StudyPoint& point) { return point.parameters.value("target", 0.0); }

heads::Question question_of(const MeasureJob& job, const Request& request) {
  heads::Question question;
  question.precision = request.precision;
  question.backend = request.backend;
  question.methods = {{job.point.what.method, job.point.what.options}};
  question.draws = job.point.draws;
  question.seed = static_cast<std::uint32_t>(job.seed);
  question.target = target_of(job.point);
  question.threads = job.threads;
  return question;
}

MeasuredRow measure_one_head(const MeasureJob& job) {
  const Request request = job.inputs.request(job.point, job.seed);
  if (request.sequence->sizes.heads != 1)
    throw Error::input("the measure head is about one head, but " + job.point.input.text() + " has " +
                       std::to_string(request.sequence->sizes.heads) +
                       "; choose with \"layer\" and \"head\" of the input, which can be lists");
  const heads::Question question = question_of(job, request);
  Progress progress = job.part(0, 1);
  const heads::Head head = heads::measure_head(request.sequence, request.given, question, progress);
  if (!head.problem.empty()) throw Error::input(head.problem);
  if (const std::string& problem = head.estimates.front().problem; !problem.empty()) throw Error::input(problem);
  MeasuredRow row;
  const std::string of_method = " " + job.point.what.method;
  for (const heads::Quantity& quantity : heads::quantities(question.methods, question.target > 0)) {
    std::string name = quantity.name;
    if (name.ends_with(of_method)) name.resize(name.size() - of_method.size());
    if (const auto value = quantity.value(head)) row.values[name] = finite(*value);
  }
  row.values["mse_error"] = finite(head.estimates.front().mse_error.value_or(NAN));
  row.values["draws"] = head.estimates.front().draws;
  if (question.target > 0) row.values["most"] = head.estimates.front().most;
  for (const char* place : {"layer", "head"})
    if (const auto field = job.point.fields.find(place); field != job.point.fields.end() && field->second.is_number())
      row.values[place] = field->second;
  return row;
}

}  // namespace

Measure head_measure() {
  Measure measure;
  measure.name = "head";
  measure.summary = "Exact attention of one head in numbers, and the relative error of a method on it.";
  measure.parameters = {"target"};
  measure.values = {"entropy",   "keys",  "largest", "distance", "norm2", "error", "mse",
                    "mse_error", "draws", "ess",     "samples",  "most",  "layer", "head"};
  measure.without = {{"samples", "none within the budgets tried"}};
  measure.of_heads = true;
  measure.check = [](const StudyPoint& point) {
    if (const double target = target_of(point); !(target >= 0 && target <= 1))
      throw Error::input("the target is a share of 1, such as 0.1; 0 asks for none");
  };
  measure.seconds = [](const StudyPoint& point, int threads) {
    const double estimates = target_of(point) > 0 ? 12 : 1;  // about so many sizes
    try {
      return estimates * seconds_of_draws(point, threads);
    } catch (const Error&) {
      return 0.0;  // a head that cannot be read; its row says why
    }
  };
  measure.run = measure_one_head;
  return measure;
}

}  // namespace omega::studies
