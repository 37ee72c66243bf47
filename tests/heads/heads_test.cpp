// A model as layers and heads: exact attention in numbers with known answers, errors that are those of a comparison,
// and what happens to heads that cannot be looked at.
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>

#include "diagnostics/draws.h"
#include "heads/measure.h"
#include "heads/table.h"
#include "io/npz.h"
#include "io/safetensors.h"
#include "support/folder.h"
#include "synthetic/synthetic.h"

using namespace omega;
using namespace omega::heads;

namespace {

const std::filesystem::path kModelFile = std::filesystem::path(OMEGA_SOURCE_DIR) / "assets/data/minilm_l6.safetensors";

std::shared_ptr<const Sequence> sequence_of(Index tokens, const std::function<float(Index, Index)>& q) {
  Array x(Dtype::f32, {tokens, tokens});
  for (Index n = 0; n < tokens; ++n)
    for (Index d = 0; d < tokens; ++d) x.data<float>()[n * tokens + d] = q(n, d);
  return Sequence::make(x, x, x);
}

HeadFacts facts_of(const std::shared_ptr<const Sequence>& sequence, bool causal = false) {
  return head_facts(make_request(sequence, "softmax", {{"causal", causal ? "true" : "false"}}));
}

Question of_methods(std::vector<Method> methods) {
  Question question;
  question.methods = std::move(methods);
  return question;
}

}  // namespace

TEST_CASE("even attention has the entropy of all keys, and far keys are as near as near ones", "[unit][heads]") {
  const auto even = sequence_of(10, [](Index, Index) { return 0.0F; });
  const HeadFacts facts = facts_of(even);
  CHECK(facts.entropy == Approx(std::log(10.0)));
  CHECK(facts.keys == Approx(10));
  CHECK(facts.largest == Approx(0.1));
  CHECK(facts.distance == Approx(1));
  CHECK(facts.norm2 == 0);
  // Query n of a causal head sees n + 1 keys.
  double entropy = 0, largest = 0;
  for (int n = 1; n <= 10; ++n) entropy += std::log(n) / 10, largest += 0.1 / n;
  CHECK(facts_of(even, true).entropy == Approx(entropy));
  CHECK(facts_of(even, true).largest == Approx(largest));
  CHECK(facts_of(even, true).keys == Approx(5.5));
}

TEST_CASE("attention to the token itself has no entropy and goes nowhere", "[unit][heads]") {
  const HeadFacts facts = facts_of(sequence_of(8, [](Index n, Index d) { return n == d ? 40.0F : 0.0F; }));
  CHECK(facts.entropy == Approx(0).margin(1e-9));
  CHECK(facts.keys == Approx(1));
  CHECK(facts.largest == Approx(1));
  CHECK(facts.distance == Approx(0).margin(1e-9));
  // ‖q_n + k_m‖² is (80² + 7·2·40²)/8 on average, times τ = 1/√8.
  CHECK(facts.norm2 == Approx((6400 + 7 * 3200) / 8.0 / std::sqrt(8.0)));
}

TEST_CASE("the norms of causal attention are those of the pairs that it sees", "[unit][heads]") {
  const auto sequence = [](Shape shape, const std::vector<float>& q, const std::vector<float>& k) {
    return Sequence::make(Array::from(q, shape), Array::from(k, shape), Array::from(k, shape));
  };
  const std::vector<float> q{1, 0, 0, 1, 2, 0}, k{0, 0, 0, 0, 10, 0};
  const auto one = sequence({3, 2}, q, k);
  CHECK(facts_of(one).norm2 == Approx((121 + 101 + 144 + 2 * (1 + 1 + 4)) / 9.0 / std::sqrt(2.0)));
  CHECK(facts_of(one, true).norm2 == Approx((1 + 2 * 1 + 4 + 4 + 144) / 6.0 / std::sqrt(2.0)));
  const std::vector<float> zeros(6, 0.0F);
  std::vector<float> both_q = q, both_k = k;
  both_q.insert(both_q.end(), zeros.begin(), zeros.end());
  both_k.insert(both_k.end(), zeros.begin(), zeros.end());
  const auto two = sequence({2, 3, 2}, both_q, both_k);
  for (const bool causal : {false, true}) CHECK(facts_of(two, causal).norm2 == Approx(facts_of(one, causal).norm2 / 2));
}

TEST_CASE("facts of several heads are means over all their queries", "[unit][heads]") {
  Array x(Dtype::f32, {2, 8, 8});  // even, and to the token itself
  std::fill_n(x.data<float>(), x.count(), 0.0F);
  for (Index n = 0; n < 8; ++n) x.data<float>()[64 + 9 * n] = 40;
  const HeadFacts facts = facts_of(Sequence::make(x, x, x));
  CHECK(facts.entropy == Approx(std::log(8.0) / 2));
  CHECK(facts.keys == Approx(4.5));
  CHECK(facts.largest == Approx((0.125 + 1) / 2));
  CHECK(facts.distance == Approx(0.5));
}

TEST_CASE("a model's heads are those of the preset and of its file, in the same order", "[unit][heads]") {
  const Model preset = Model::of_preset("minilm", {}, 7), file = Model::of_file(kModelFile);
  REQUIRE(preset.layers() == std::vector<Index>{0, 1, 2, 3, 4, 5});
  CHECK(file.layers() == preset.layers());
  CHECK(preset.heads_of(3) == 12);
  CHECK(file.heads_of(3) == 12);
  const Layer a = preset.layer(3), b = file.layer(3);
  CHECK(a.sequence->sizes.heads == 12);
  for (std::size_t i = 0; i < a.sequence->k.count(); i += 97) REQUIRE(a.sequence->k.at(i) == b.sequence->k.at(i));
  CHECK(preset.options_of(3, 5) == Options::Given{{"layer", "3"}, {"head", "5"}});
  CHECK(Model::of_file(kModelFile, {{"layer", "4"}}).layers() == std::vector<Index>{4});
  const Model one = Model::of_file(kModelFile, {{"layer", "4"}, {"head", "9"}});
  CHECK(one.heads_of(4) == 1);
  CHECK(one.first_head() == 9);
  CHECK(Model::of_preset("minilm", {{"layer", "2"}, {"head", "3"}}, 7).heads_of(2) == 1);
  CHECK(Model::of_preset("minilm", {{"head", "-1"}}, 7).heads_of(2) == 12);
  const Model first = Model::of_preset("minilm", {{"heads", "2"}}, 7);  // and not two from the seventh on
  CHECK(first.heads_of(3) == 2);
  CHECK(first.layer(3).sequence->k.at(0) == a.sequence->k.at(0));
  CHECK(Model::of_preset("three_clusters", {{"heads", "3"}}, 7).layers() == std::vector<Index>{kNoLayer});
}

TEST_CASE("a file without an axis of heads is one head", "[unit][heads]") {
  const test::Folder folder;
  const Array rows = Array::from<double>({0, 1, 2, 3, 4, 5}, {3, 2});
  write_npz((folder.path() / "flat.npz").string(), {{"q", rows}, {"k", rows}, {"v", rows}}, {});
  const Model model = Model::of_file((folder.path() / "flat.npz").string());
  CHECK_FALSE(model.chooses_heads());
  CHECK(model.layers().size() == 1);
  CHECK(model.heads_of(model.layers().front()) == 1);
}

TEST_CASE("heads of a batch are counted on, and one that is chosen keeps its number", "[unit][heads]") {
  const test::Folder folder;
  Array q(Dtype::f32, {2, 3, 6, 4});
  for (std::size_t i = 0; i < q.count(); ++i) q.data<float>()[i] = std::sin(static_cast<float>(i * i));
  const std::string file = (folder.path() / "batch.npz").string();
  write_npz(file, {{"Q", q}, {"K", q}, {"V", q}}, {});
  const Model model = Model::of_file(file), one = Model::of_file(file, {{"head", "4"}});
  CHECK(model.heads_of(kNoLayer) == 6);
  CHECK(one.heads_of(kNoLayer) == 1);
  const std::vector<Head> all = measure_model(model, {}), chosen = measure_model(one, {});
  REQUIRE(all.size() == 6);
  REQUIRE(chosen.size() == 1);
  CHECK(chosen[0].head == 4);
  CHECK(chosen[0].facts.entropy == all[4].facts.entropy);
}

TEST_CASE("a layer that cannot be read is one head, also as the first; where none can, that is said", "[unit][heads]") {
  const test::Folder folder;
  const std::filesystem::path file = folder.path() / "model.safetensors";
  Array good(Dtype::f32, {3, 6, 4}), bad(Dtype::f32, {3, 6, 3});
  std::fill_n(good.data<float>(), good.count(), 1.0F);
  std::fill_n(bad.data<float>(), bad.count(), 1.0F);
  Arrays arrays = {{"layers.0.q", good}, {"layers.0.k", bad},  {"layers.0.v", good},
                   {"layers.1.q", good}, {"layers.1.k", good}, {"layers.1.v", good}};
  write_safetensors(file, arrays, {});
  const Model model = Model::of_file(file);
  CHECK(model.chooses_heads());
  CHECK(model.heads_of(0) == 1);
  CHECK(model.heads_of(1) == 3);
  const std::vector<Head> heads = measure_model(model, {});
  REQUIRE(heads.size() == 4);
  CHECK_THAT(heads[0].problem, Catch::Contains("keys have 3"));
  CHECK(heads[1].problem.empty());
  arrays["layers.1.k"] = bad;
  write_safetensors(file, arrays, {});
  CHECK_THROWS_WITH(Model::of_file(file), Catch::StartsWith("layer 0: ") && Catch::Contains("keys have 3"));
}

TEST_CASE("a causal method makes no other method causal", "[unit][heads]") {
  const auto sequence = make_synthetic("three_clusters", {{"n", "24"}}, 7);
  Question question = of_methods({{"rfa", {{"causal", "true"}}}, {"lara", {}}, {"nystrom", {}}});
  question.causal = true;
  Progress progress;
  const Head head = measure_head(sequence, {}, question, progress),
             plain = measure_head(sequence, {}, of_methods({{"rfa", {}}, {"lara", {}}}), progress);
  CHECK(head.facts.keys < plain.facts.keys);
  CHECK(head.estimates[0].mse != plain.estimates[0].mse);
  CHECK(head.estimates[1].mse == plain.estimates[1].mse);
  CHECK(head.estimates[2].problem.empty());
}

TEST_CASE("what is said of how layers were read is told once, and what differs of each", "[unit][heads]") {
  const test::Folder folder;
  Arrays arrays;
  for (const auto& [layer, width] : {std::pair("0", Index{2}), std::pair("1", Index{2}), std::pair("2", Index{4})})
    for (const char* part : {"q", "k", "v"}) {
      Array rows(Dtype::f32, {3, width});
      std::fill_n(rows.data<float>(), rows.count(), 1.0F);
      arrays.emplace("layers." + std::string(layer) + "." + part, rows);
    }
  write_safetensors(folder.path() / "model.safetensors", arrays, {{"causal", "0, 1"}});
  const Model model = Model::of_file(folder.path() / "model.safetensors");
  std::vector<std::string> told;
  Watch watch;
  watch.said = [&](const std::string& sentence) { told.push_back(sentence); };
  CHECK(measure_model(model, of_methods({}), watch).size() == 3);
  const auto count = [&](const std::string& part) {
    return std::count_if(told.begin(), told.end(),
                         [&](const std::string& sentence) { return sentence.find(part) != std::string::npos; });
  };
  REQUIRE_FALSE(told.empty());
  CHECK(told.front() == "3 layers, from 0 to 2; what is said of several alike names the arrays of the first");
  CHECK(count("no token sees later ones (layers 0, 1)") == 1);
  CHECK(count("layers.0.q") == 1);  // layer 1 is read alike
  CHECK(count("layers.1.q") == 0);
  CHECK(count("layers.2.q") == 1);
  Remarks remarks;
  CHECK(remarks.add("2 values were read as 0"));
  CHECK(remarks.add("3 values were read as 0"));
  CHECK_FALSE(remarks.add("3 values were read as 0"));
  CHECK(remarks.add("k is \"layer_2.attn1.k\" (12x8)"));
  CHECK_FALSE(remarks.add("k is \"layer_1.attn1.k\" (12x8)"));
  CHECK_FALSE(remarks.add("k is \"layer_12.attn1.k\" (12x8)"));
  CHECK(remarks.all().size() == 3);
}

TEST_CASE("each head's error is that of a comparison on it alone", "[unit][heads]") {
  Question question = of_methods({{"rfa", {{"samples", "16"}}}, {"lara", {{"landmarks", "8"}}}});
  question.draws = 4;
  question.seed = 3;
  question.side = 20;
  const std::vector<Head> heads = measure_model(Model::of_preset("minilm", {{"layer", "4"}}, 7), question);
  REQUIRE(heads.size() == 12);
  for (const Index h : {Index{0}, Index{7}, Index{11}}) {
    const Head& head = heads[static_cast<std::size_t>(h)];
    CHECK(name_of(head) == "layer 4, head " + std::to_string(h));
    CHECK(head.problem.empty());
    CHECK(head.map.shape() == Shape{17, 17});  // 66 tokens, 4 to a cell
    const auto alone = make_synthetic("minilm", {{"layer", "4"}, {"head", std::to_string(h)}}, 7);
    for (std::size_t m = 0; m < 2; ++m) {
      Request request = make_request(alone, question.methods[m].name, question.methods[m].options);
      request.stream.seed = 3;
      Progress progress;
      Truths truths(alone, 0);
      const Truth& exact = truths.of(request, progress);
      const Array& truth = exact.y;
      const DrawsSummary summary = measure_draws(request, {4, 0, [](Index, Index) { return Progress(); }}, exact);
      CHECK(head.estimates[m].mse == summary.error.mse);
      double size = 0;
      for (std::size_t i = 0; i < truth.count(); ++i) size += truth.at(i) * truth.at(i);
      CHECK(head.estimates[m].error == Approx(std::sqrt(summary.error.mse * double(truth.count()) / size)));
      CHECK(head.estimates[m].ess == summary.ess);
      CHECK(head.estimates[m].share_of_one == summary.error.share_of_one);
      CHECK(head.estimates[m].share_of_one > 0);
    }
  }
}

TEST_CASE("samples needed: the first power of two whose error is small enough", "[unit][heads]") {
  Question question = of_methods({{"rfa", {}}, {"softmax", {}}, {"nystrom", {}}});
  question.target = 0.3;
  const auto sequence = make_synthetic("three_clusters", {{"n", "24"}, {"radius", "0.5"}}, 7);
  Progress progress;
  const Head head = measure_head(sequence, {}, question, progress);
  const Estimate& rfa = head.estimates[0];
  REQUIRE(rfa.needed);
  CHECK(rfa.most == *rfa.needed);
  const auto error_at = [&](Index samples) {
    const Question one = of_methods({{"rfa", {{"samples", std::to_string(samples)}}}});
    return measure_head(sequence, {}, one, progress).estimates[0].error;
  };
  CHECK(error_at(*rfa.needed) <= 0.3);
  REQUIRE(*rfa.needed > 1);
  CHECK(error_at(*rfa.needed / 2) > 0.3);
  CHECK(head.estimates[1].most == 0);  // exact attention has no budget
  question.target = 1e-9;
  const Head hard = measure_head(sequence, {}, question, progress);
  CHECK_FALSE(hard.estimates[0].needed);
  CHECK(hard.estimates[0].most == kMostSamples);
  const auto all = quantities(question.methods, true);
  CHECK(value_text(find_quantity(all, "samples rfa"), hard) == "> 1024");
  CHECK(hard.estimates[2].most <= 24);  // no more landmarks than keys
  CHECK(hard.estimates[2].problem.empty());
}

TEST_CASE("a window that holds half of the keys or more is known", "[unit][heads]") {
  const std::vector<Head> heads = measure_model(
      Model::of_preset("three_clusters", {{"n", "48"}}, 7),
      of_methods(
          {{"eva", {{"window", "23"}}}, {"eva", {{"window", "24"}}}, {"local", {{"window", "48"}}}, {"rfa", {}}}));
  REQUIRE(heads.size() == 1);
  std::vector<bool> sees_most;
  for (const Estimate& estimate : heads[0].estimates) sees_most.push_back(estimate.sees_most);
  CHECK(sees_most == std::vector<bool>{false, true, true, false});
}

TEST_CASE("a head with values that are not finite, and a method that does not fit, say so alone", "[unit][heads]") {
  const test::Folder folder;
  Array q(Dtype::f32, {3, 6, 4});
  for (std::size_t i = 0; i < q.count(); ++i) q.data<float>()[i] = std::sin(static_cast<float>(i));
  const Array k = q.as(Dtype::f64).as(Dtype::f32);
  q.data<float>()[6 * 4 + 5] = NAN;
  write_npz((folder.path() / "nan.npz").string(),
            {{"layers.0.q", q},
             {"layers.0.k", k},
             {"layers.0.v", k},
             {"layers.1.q", k},
             {"layers.1.k", k},
             {"layers.1.v", Array(Dtype::f32, {3, 5, 4})}},
            {});
  const std::vector<Head> heads = measure_model(Model::of_file((folder.path() / "nan.npz").string()),
                                                of_methods({{"rfa", {}}, {"eva", {{"groups", "0"}}}}));
  REQUIRE(heads.size() == 4);
  CHECK(heads[0].problem.empty());
  CHECK(heads[1].problem == "1 value of its queries is not finite, at [1, 1]");
  CHECK(heads[1].estimates.empty());
  CHECK(heads[2].problem.empty());
  CHECK(heads[2].estimates[0].problem.empty());
  CHECK(heads[3].layer == 1);
  CHECK_THAT(heads[3].problem, Catch::Contains("nan.npz"));
}

TEST_CASE("no error is told relative to an output that is 0 but for rounding", "[unit][heads]") {
  for (const float mean : {0.0F, 1e-8F}) {
    Array q(Dtype::f32, {8, 4}), k(Dtype::f32, {8, 4}), v(Dtype::f32, {8, 2});
    std::fill_n(q.data<float>(), q.count(), 0.0F);
    for (std::size_t i = 0; i < k.count(); ++i) k.data<float>()[i] = static_cast<float>(i % 5) - 2;
    for (std::size_t i = 0; i < v.count(); ++i) v.data<float>()[i] = mean + (i % 4 < 2 ? 1.0F : -1.0F);
    Progress progress;
    const Head head = measure_head(Sequence::make(q, k, v), {}, of_methods({{"rfa", {}}}), progress);
    CHECK(head.problem.empty());
    CHECK_THAT(head.estimates.at(0).problem, Catch::Contains("gives 0"));
  }
}

TEST_CASE("a stop ends the job, and what was found was told before", "[unit][heads]") {
  std::stop_source stop;
  std::vector<Index> told;
  double last = 0;
  Watch watch;
  watch.stop = stop.get_token();
  watch.found = [&](const Head& head) {
    told.push_back(head.head);
    if (told.size() == 5) stop.request_stop();
  };
  watch.fraction = [&](double fraction) {
    CHECK(fraction >= last);
    last = fraction;
  };
  CHECK_THROWS_AS(measure_model(Model::of_preset("minilm", {}, 7), {}, watch), Cancelled);
  CHECK(told == std::vector<Index>{0, 1, 2, 3, 4});
}

TEST_CASE("heads are the same on any number of threads", "[unit][heads]") {
  Question one = of_methods({{"ra", {{"samples", "4"}}}}), many = one;
  one.threads = 1;
  many.threads = 3;
  const Model model = Model::of_preset("minilm", {{"layer", "1"}, {"n", "40"}}, 7);
  const std::vector<Head> a = measure_model(model, one), b = measure_model(model, many);
  REQUIRE((a.size() == 12 && b.size() == 12));
  for (std::size_t h = 0; h < a.size(); ++h) {
    CHECK(a[h].facts.entropy == b[h].facts.entropy);
    CHECK(a[h].estimates[0].mse == b[h].estimates[0].mse);
  }
}
