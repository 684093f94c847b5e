// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "app/recorder/cuda/tensor.h"
#include "app/recorder/kernels/kernel.h"

namespace kernline::recorder {

struct RowCheck {
  std::size_t rows;
  std::size_t columns;
  double tolerance;
  std::size_t maxRows = 64;
};

/// Compares rows of `output` with those of `reference`, which is called on every core at once.
Comparison compareRows(const Tensor& output, const RowCheck& check,
                       const std::function<std::vector<double>(std::size_t row)>& reference);

/// The worse of two outputs of one kernel.
Comparison worse(const Comparison& one, const Comparison& other);

}  // namespace kernline::recorder
