#include "heads/measure.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "cpu/parallel.h"
#include "diagnostics/draws.h"
#include "estimators/registry.h"
#include "estimators/windows.h"

namespace omega::heads {

namespace {

/// The root mean square of its numbers.
double size_of(const Array& array) {
  double sum = 0;
  for (std::size_t i = 0; i < array.count(); ++i) sum += array.at(i) * array.at(i);
  return std::sqrt(sum / static_cast<double>(array.count()));
}

/// Measures one head: exact attention first, then each method against it.
class HeadMeasurement {
 public:
  HeadMeasurement(const std::shared_ptr<const Sequence>& head, const Arrays& given, const Question& question,
                  Progress& progress)
      : sequence_(head),
        given_(given),
        question_(question),
        progress_(progress),
        truths_(sequence_, question.threads) {}

  void exact(Head& head) {
    const Request exact = make_request(sequence_, "softmax", {{kCausal, question_.causal ? "true" : "false"}});
    with_threads(question_.threads, [&] { head.facts = head_facts(exact, progress_); });
    if (question_.side > 0) head.map = pooled_map(exact, 0, question_.side, {&progress_, question_.threads}).values;
  }

  Estimate estimate(const Method& method) {
    Estimate found;
    try {
      const DrawsSummary summary = measured(method.name, method.options);
      found.mse = summary.error.mse;
      found.mse_error = summary.deterministic ? 0 : summary.error.mse_error;
      found.draws = question_.draws;
      found.share_of_one = summary.deterministic ? 0 : summary.error.share_of_one;
      found.error = relative(summary);
      found.ess = summary.ess;
      const Options options(method.name, find_estimator(method.name).info.options, method.options);
      found.sees_most = sees_most_pairs({sequence_->sizes, options, given_});
      if (question_.target > 0) ask_samples(method, found);
    } catch (const Error& error) {
      found.problem = error.what();
    }
    return found;
  }

 private:
  DrawsSummary measured(const std::string& method, const Options::Given& options) {
    Request request = make_request(sequence_, method, options);
    request.given = given_of_file(request, given_);
    request.stream.seed = question_.seed;
    request.precision = question_.precision;
    request.backend = question_.backend;
    find_estimator(method).info.check({sequence_->sizes, request.options, request.given});
    drop_noise(request);
    truth_ = &truths_.of(request, progress_);
    const auto watch = [this](Index, Index) {
      progress_.check();
      return Progress(progress_.stop());
    };
    return measure_draws(request, {question_.draws, question_.threads, watch}, *truth_);
  }

  /// Throws where exact attention gives nothing: its values cancel up to rounding.
  double relative(const DrawsSummary& summary) const {
    constexpr double rounding = 1e-6;  // of single precision, in which estimates are made
    const double size = size_of(truth_->y);
    if (!(size > rounding * size_of(sequence_->v)))
      throw Error::input("exact attention of this head gives 0, and no error can be told relative to that");
    return std::sqrt(summary.error.mse) / size;
  }

  /// Twice as many each time, until the error is small enough or the method refuses.
  void ask_samples(const Method& method, Estimate& found) {
    const EstimatorInfo& info = find_estimator(method.name).info;
    const std::string& budget = info.budget;
    if (budget.empty()) return;
    const bool is_of_tokens = option_named(info.options, budget)->of_tokens;  // then more than there are mean nothing
    const Index limit = is_of_tokens ? std::min(kMostSamples, sequence_->sizes.M) : kMostSamples;
    for (Index samples = 1; samples <= limit && !found.needed; samples *= 2) {
      Options::Given options = method.options;
      options.emplace_back(budget, std::to_string(samples));  // the last of a name wins
      try {
        const double error = relative(measured(method.name, options));
        found.most = samples;
        if (error <= question_.target) found.needed = samples;
      } catch (const Error&) {
        if (found.most > 0) return;  // this head has no room for more
      }
    }
  }

  std::shared_ptr<const Sequence> sequence_;
  const Arrays& given_;
  const Question& question_;
  Progress& progress_;
  Truths truths_;
  const Truth* truth_ = nullptr;
};

/// Empty where all values of the head are finite.
std::string not_finite(const Sequence& head) {
  for (const auto& [name, array] :
       {std::pair("queries", &head.q), std::pair("keys", &head.k), std::pair("values", &head.v)})
    if (const NonFinite found = find_nonfinite(*array); found.count > 0)
      return count_text(static_cast<long long>(found.count), "value") + " of its " + name +
             (found.count == 1 ? " is not finite, at " : " are not finite, the first at ") +
             place_text(array->shape(), found.first);
  return {};
}

/// Before what is said of layers by Remarks, which names the arrays of one.
std::string layers_text(const std::vector<Index>& layers) {
  return std::to_string(layers.size()) + " layers, from " + std::to_string(layers.front()) + " to " +
         std::to_string(layers.back()) + "; what is said of several alike names the arrays of the first";
}

std::vector<Head> measure_layer(const Model& model, Index number, const Question& question, const Watch& watch,
                                Remarks& remarks, const std::function<void(double)>& fraction) {
  std::vector<Head> heads;
  const auto add = [&](Head head) {
    head.layer = number;
    head.head = model.first_head() + static_cast<Index>(heads.size());
    heads.push_back(std::move(head));
    watch.found(heads.back());
  };
  Layer layer;
  try {
    layer = model.layer(number, Progress(watch.stop));
  } catch (const Error& error) {
    Head head;
    head.problem = error.what();
    add(std::move(head));
    return heads;
  }
  for (const std::string& sentence : layer.said) {
    const bool is_first = remarks.all().empty();
    if (!remarks.add(sentence)) continue;
    if (is_first && model.layers().size() > 1) watch.said(layers_text(model.layers()));
    watch.said(sentence);
  }
  const Index count = layer.sequence->sizes.heads;
  for (Index h = 0; h < count; ++h) {
    watch.pause();
    Progress progress(watch.stop);
    progress.check();
    add(measure_head(one_head(*layer.sequence, h), layer.given, question, progress));
    fraction(static_cast<double>(h + 1) / static_cast<double>(count));
  }
  return heads;
}

}  // namespace

Head measure_head(const std::shared_ptr<const Sequence>& sequence, const Arrays& given, const Question& question,
                  Progress& progress) {
  Head head;
  head.problem = not_finite(*sequence);
  head.is_nonfinite = !head.problem.empty();
  if (head.is_nonfinite) return head;
  HeadMeasurement measurement(sequence, given, question, progress);
  try {
    measurement.exact(head);
    for (const Method& method : question.methods) head.estimates.push_back(measurement.estimate(method));
  } catch (const Error& error) {
    head.problem = error.what();
  }
  return head;
}

std::vector<Head> measure_model(const Model& model, const Question& question, const Watch& watch) {
  std::vector<Head> all;
  const auto layers = static_cast<double>(model.layers().size());
  double done = 0;
  Remarks remarks;
  for (const Index number : model.layers()) {
    std::vector<Head> heads = measure_layer(model, number, question, watch, remarks,
                                            [&](double part) { watch.fraction((done + part) / layers); });
    std::move(heads.begin(), heads.end(), std::back_inserter(all));
    watch.fraction(++done / layers);
  }
  return all;
}

}  // namespace omega::heads
