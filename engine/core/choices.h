// Options whose words the CPU, the device and diagnostics all read: an enum each, in the order of the words. Beside
// each stand the methods that have the option, and its name.
#pragma once

namespace omega {

enum class Products { f32, tf32, bf16 };                                   // softmax: products
enum class PseudoInverse { iterative, svd };                               // nystrom: pinv
enum class PooledKeys { random, pool };                                    // linformer: projection
enum class RandomFeatures { positive, hyperbolic, trig, cosine, hybrid };  // rfa: features
enum class FeatureMap { rks, prf };                                        // gmm, fastfood, generative: features
enum class RaVariant { exact, biased };                                    // ra: variant
enum class Normalise { self, none };                                       // lara: normalise
enum class GroupedKeys { all, complement };                                // eva: partition
enum class GroupMean { qk, half, q, zero, given };                         // eva: proposals
enum class GroupSummary { mean, max };                                     // eva: summary
enum class GroupWeight { paper, counted, exact };                          // eva: group_weight
enum class ProposalKind { qk, attend, mixed, q, standard, mixture, single, given };       // lara, mis: proposals
enum class WeightingKind { decoupled, constant, balance, power, coupled, own, optimal };  // lara, mis: weighting
enum class SimilarityKind { queries, proposals };                                         // lara, mis: similarity

inline bool is_mixture(ProposalKind kind) { return kind == ProposalKind::mixture || kind == ProposalKind::single; }
/// Whether a subset of the sequence stands behind each proposal.
inline bool has_landmarks(ProposalKind kind) { return kind != ProposalKind::standard && kind != ProposalKind::single; }
/// Whether each query has weights of its own, by r_nc.
inline bool depends_on_query(WeightingKind kind) {
  return kind == WeightingKind::coupled || kind == WeightingKind::decoupled;
}

}  // namespace omega
