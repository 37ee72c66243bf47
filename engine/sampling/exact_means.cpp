#include "sampling/exact_means.h"

#include <cmath>

#include "cpu/segment_means.h"
#include "math/matrices.h"

namespace omega {

namespace {

template <class T>
Matrix<double> scaled_means(const Call<T>& call, View<const float> single, View<const double> full,
                            const std::vector<Runs>& segments) {
  Matrix<double> means = single ? exact_segment_means(single, segments) : exact_segment_means(full, segments);
  scale_by(means, std::sqrt(call.scale));
  return means;
}

}  // namespace

template <class T>
Matrix<double> exact_query_means(const Call<T>& call, const std::vector<Runs>& segments) {
  return scaled_means(call, call.template stored_queries<float>(), call.template stored_queries<double>(), segments);
}

template <class T>
Matrix<double> exact_key_means(const Call<T>& call, const std::vector<Runs>& segments) {
  return scaled_means(call, call.template stored_keys<float>(), call.template stored_keys<double>(), segments);
}

template Matrix<double> exact_query_means<float>(const Call<float>&, const std::vector<Runs>&);
template Matrix<double> exact_query_means<double>(const Call<double>&, const std::vector<Runs>&);
template Matrix<double> exact_key_means<float>(const Call<float>&, const std::vector<Runs>&);
template Matrix<double> exact_key_means<double>(const Call<double>&, const std::vector<Runs>&);

}  // namespace omega
