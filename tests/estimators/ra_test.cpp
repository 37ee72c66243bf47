#include "estimators/small_problem.h"

using namespace omega;
using namespace omega::test;

// Logits up to 1, to 10, of some hundreds, and beyond what a double's exponential holds.
TEST_CASE("ra draws the keys that the definition draws, whatever the norms", "[identity][ra]") {
  const double factor = GENERATE(0.3, 1.0, 8.0, 60.0);
  const Index keys = GENERATE(1001, 20000);  // 20000: in larger blocks
  const auto sequence =
      Sequence::make(normals({150, 4}, 1, factor).as(Dtype::f32), normals({keys, 4}, 2, factor).as(Dtype::f32),
                     normals({keys, 3}, 3).as(Dtype::f32));
  Array u(Dtype::f64, {150, 1}), eps(Dtype::f64, {150, 1, 4});
  draw_uniforms({9, 0, 0, 0, 0}, u.data<double>(), 150);
  std::fill_n(eps.data<double>(), eps.count(), 0.0);
  const Array exact_q = sequence->q.as(Dtype::f64);
  const double root = std::pow(4.0, -0.25);
  for (const Precision precision : {Precision::f64, Precision::f32}) {
    const Array omega = estimate(sequence, "ra", {}, {{"u", u}, {"eps", eps}}, precision, {{"omega"}}).at("omega");
    for (Index n = 0; n < 150; ++n) {
      const double* q = exact_q.data<double>() + n * 4;
      const Index key = key_by_definition(q, sequence->k, 4, root * root, u.at(static_cast<std::size_t>(n)));
      for (Index d = 0; d < 4; ++d)
        CHECK(omega.at(static_cast<std::size_t>(n * 4 + d)) ==
              Approx(root * (q[d] + sequence->k.at(static_cast<std::size_t>(key * 4 + d))))
                  .epsilon(0)
                  .margin(2e-6 * factor));
    }
  }
}

TEST_CASE("a mixture shared by all queries draws the keys that the definition draws", "[identity][lara]") {
  const double factor = GENERATE(1.0, 60.0);
  const auto sequence =
      Sequence::make(normals({40, 4}, 1, factor), normals({1500, 4}, 2, factor), normals({1500, 3}, 3));
  Array u(Dtype::f64, {3, 20}), eps(Dtype::f64, {3, 20, 4});
  draw_uniforms({9, 0, 0, 0, 0}, u.data<double>(), 60);
  std::fill_n(eps.data<double>(), eps.count(), 0.0);
  const Array omega = estimate(sequence, "lara", {{"proposals", "single"}, {"landmarks", "3"}, {"per_proposal", "20"}},
                               {{"u", u}, {"eps", eps}}, Precision::f64, {{"omega"}})
                          .at("omega");
  double mean[4] = {};
  for (Index n = 0; n < 40; ++n)
    for (Index d = 0; d < 4; ++d) mean[d] += sequence->q.at(static_cast<std::size_t>(n * 4 + d)) / 40;
  const double root = std::pow(4.0, -0.25);
  for (Index s = 0; s < 60; ++s) {
    const Index key = key_by_definition(mean, sequence->k, 4, root * root, u.at(static_cast<std::size_t>(s)));
    for (Index d = 0; d < 4; ++d)
      CHECK(omega.at(static_cast<std::size_t>(s * 4 + d)) ==
            Approx(root * (mean[d] + sequence->k.at(static_cast<std::size_t>(key * 4 + d))))
                .epsilon(0)
                .margin(1e-12 * factor));
  }
}
