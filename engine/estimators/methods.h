// The estimators, one file each: at its top stands what the estimator estimates, and how. Those of learned kernels are
// in kernel_learning.
#pragma once

#include "core/estimator.h"

namespace omega {

Estimator softmax_estimator();
Estimator rfa_estimator();
Estimator is_estimator();
Estimator ra_estimator();
Estimator mis_estimator();
Estimator lara_estimator();
Estimator eva_estimator();
Estimator control_variates_estimator();
Estimator local_estimator();
Estimator scatterbrain_estimator();
Estimator nystrom_estimator();
Estimator linformer_estimator();
Estimator linear_elu_estimator();
Estimator linear_relu_estimator();
Estimator reformer_estimator();
Estimator clustered_estimator();
Estimator combiner_estimator();
Estimator longshort_estimator();
Estimator key_sampling_estimator();
Estimator hyper_estimator();

/// What no method can leave out; throws where it is missing. An empty function would not say which it is, nor whose.
void check_described(const EstimatorInfo& info);

}  // namespace omega
