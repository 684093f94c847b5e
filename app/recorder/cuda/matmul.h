// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>

#include "app/recorder/cuda/element.h"

namespace kernline::recorder {

/// C[m][n] = scale * A[m][k] B[k][n] with every matrix in row-major order, sums in fp32. A transposed matrix is stored
/// the other way round: A as [k][m], B as [n][k].
struct MatmulShape {
  Element element = Element::bf16;
  bool tf32 = false;  // fp32 elements, cut to tf32 on their way into the tensor cores
  bool fp8 = false;   // A and B of e4m3, C of `element`; B is transposed
  std::size_t m = 0;
  std::size_t n = 0;
  std::size_t k = 0;
  bool transposedA = false;
  bool transposedB = false;
  std::size_t batch = 1;  // matrices lie one after the other
};

/// cuBLASLt's product of one shape, by the algorithm that its heuristic puts first.
class Matmul {
 public:
  explicit Matmul(const MatmulShape& shape);
  Matmul(Matmul&&) noexcept;
  Matmul& operator=(Matmul&&) noexcept;
  ~Matmul();

  void launch(const void* a, const void* b, void* c, float scale, cudaStream_t stream) const;

 private:
  struct Plan;
  std::unique_ptr<Plan> m_plan;
};

}  // namespace kernline::recorder
