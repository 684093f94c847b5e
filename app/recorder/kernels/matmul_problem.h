// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/recorder/cuda/matmul.h"
#include "app/recorder/cuda/tensor.h"
#include "app/recorder/kernels/kernel.h"

namespace kernline::recorder {

/// c[m][n] = a[m][k] b[k][n].
struct MatmulProblem {
  MatmulProblem(const Values& values, Element element);

  std::size_t m;
  std::size_t n;
  std::size_t k;
  Tensor a;
  Tensor b;
  Tensor c;

  MatmulShape shape(bool tf32) const;
  void fill(std::uint64_t seed);
  Comparison compare(double tolerance) const;
  Work work(const std::string& rate) const;
};

std::vector<Parameter> matmulParameters();

}  // namespace kernline::recorder
