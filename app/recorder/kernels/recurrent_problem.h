// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "app/recorder/cuda/tensor.h"
#include "app/recorder/kernels/kernel.h"

namespace kernline::recorder {

/// Common data of attentions with a state: queries, keys and values are [batch][heads][length][64].
struct RecurrentProblem {
  static constexpr std::size_t headDim = 64;

  explicit RecurrentProblem(const Values& values);

  std::size_t planes;  // batch times heads
  std::size_t length;
  Tensor query;
  Tensor key;
  Tensor value;
  Tensor output;

  static double scale() { return 1 / std::sqrt(static_cast<double>(headDim)); }
  void fill(std::uint64_t seed);

  /// Compares whole heads with the recurrence step by step in double precision. `update` turns the state [64][64] (of
  /// keys by values) into the next: (state, plane, position).
  using Update = std::function<void(std::vector<double>& state, std::size_t plane, std::size_t position)>;
  Comparison compare(double tolerance, const Update& update) const;

  double bytes() const;
};

std::vector<Parameter> recurrentParameters();

}  // namespace kernline::recorder
