// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/recorder/cuda/tensor.h"
#include "app/recorder/kernels/kernel.h"

namespace kernline::recorder {

/// Shape and buffers that the attention kernels share: queries are [batch][heads][queries][headDim], keys and values
/// [batch][kvHeads][keys][headDim]; several heads of the queries may share one of the keys.
struct AttentionProblem {
  explicit AttentionProblem(const Values& values);

  std::size_t batch;
  std::size_t heads;
  std::size_t kvHeads;
  std::size_t length;
  std::size_t headDim;
  bool causal;
  Tensor query;
  Tensor key;
  Tensor value;
  Tensor output;

  double scale() const;
  void fill(std::uint64_t seed);
  Comparison compare(double tolerance) const;
  Work work() const;
};

std::vector<Parameter> attentionParameters(std::vector<std::string> types);
std::vector<Preset> attentionPresets();

/// One row of attention in double precision: `score(i)` is the i-th key's score before the softmax.
template <typename Score, typename ValueAt>
std::vector<double> attentionRow(std::size_t keys, std::size_t headDim, const Score& score, const ValueAt& valueAt) {
  std::vector<double> weights(keys);
  for (std::size_t i = 0; i < keys; ++i) {
    weights[i] = score(i);
  }
  const double maxWeight = *std::max_element(weights.begin(), weights.end());
  double sum = 0;
  for (double& weight : weights) {
    weight = std::exp(weight - maxWeight);
    sum += weight;
  }
  std::vector<double> row(headDim);
  for (std::size_t i = 0; i < keys; ++i) {
    for (std::size_t d = 0; d < headDim; ++d) {
      row[d] += weights[i] / sum * valueAt(i, d);
    }
  }
  return row;
}

}  // namespace kernline::recorder
