// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/blocks/bundled_blocks.cuh"
#include "app/recorder/cuda/elements.cuh"
#include "app/recorder/cuda/matmul.h"
#include "app/recorder/kernels/bundled.h"
#include "app/recorder/kernels/matmul_problem.h"

namespace kernline::recorder {

namespace {

// A block makes 128 x 128 results, each of its 256 threads 8 x 8 of them in registers; tiles 8 deep pass through
// shared memory, and the next one is on its way from memory while this one is multiplied.
constexpr int side = 128;
constexpr int depth = 8;
constexpr int threads = 256;

__device__ float4 rowPiece(const float* matrix, int row, int rows, int column, int columns) {
  const bool inside = row < rows && column < columns;
  return inside ? *reinterpret_cast<const float4*>(matrix + static_cast<std::size_t>(row) * columns + column)
                : make_float4(0, 0, 0, 0);
}

__global__ void __launch_bounds__(threads)
    sgemmKernel(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int m, int n, int k) {
  KERNLINE_BLOCK();
  __shared__ float tileA[2][depth][side];  // transposed, so that a thread's rows lie together
  __shared__ float tileB[2][depth][side];
  const int thread = static_cast<int>(threadIdx.x);
  const int firstRow = static_cast<int>(blockIdx.y) * side;
  const int firstColumn = static_cast<int>(blockIdx.x) * side;
  const int rowA = thread / 2;
  const int pieceA = thread % 2 * 4;
  const int rowB = thread / 32;
  const int pieceB = thread % 32 * 4;
  const int row = thread / 16 * 4;  // rows, and those 64 below: two groups of four keep the shared memory's banks apart
  const int column = thread % 16 * 4;

  float4 nextA = rowPiece(a, firstRow + rowA, m, pieceA, k);
  float4 nextB = rowPiece(b, rowB, k, firstColumn + pieceB, n);
  float sums[8][8] = {};
  int stage = 0;
  for (int start = 0; start < k; start += depth) {
    tileA[stage][pieceA][rowA] = nextA.x;
    tileA[stage][pieceA + 1][rowA] = nextA.y;
    tileA[stage][pieceA + 2][rowA] = nextA.z;
    tileA[stage][pieceA + 3][rowA] = nextA.w;
    *reinterpret_cast<float4*>(&tileB[stage][rowB][pieceB]) = nextB;
    __syncthreads();
    if (start + depth < k) {
      nextA = rowPiece(a, firstRow + rowA, m, start + depth + pieceA, k);
      nextB = rowPiece(b, start + depth + rowB, k, firstColumn + pieceB, n);
    }
#pragma unroll
    for (int i = 0; i < depth; ++i) {
      float left[8];
      float right[8];
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        *reinterpret_cast<float4*>(left + 4 * half) =
            *reinterpret_cast<const float4*>(&tileA[stage][i][row + 64 * half]);
        *reinterpret_cast<float4*>(right + 4 * half) =
            *reinterpret_cast<const float4*>(&tileB[stage][i][column + 64 * half]);
      }
#pragma unroll
      for (int y = 0; y < 8; ++y) {
#pragma unroll
        for (int x = 0; x < 8; ++x) {
          sums[y][x] += left[y] * right[x];
        }
      }
    }
    stage ^= 1;
  }
#pragma unroll
  for (int y = 0; y < 8; ++y) {
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const int toRow = firstRow + row + y / 4 * 64 + y % 4;
      const int toColumn = firstColumn + column + 64 * half;
      if (toRow < m && toColumn < n) {
        *reinterpret_cast<float4*>(c + static_cast<std::size_t>(toRow) * n + toColumn) =
            make_float4(sums[y][4 * half], sums[y][4 * half + 1], sums[y][4 * half + 2], sums[y][4 * half + 3]);
      }
    }
  }
}

class Sgemm : public PreparedKernel {
 public:
  explicit Sgemm(const Values& values)
      : m_problem(values, Element::fp32), m_implementation(values.choice("implementation")) {
    if (m_implementation != "tiled") {
      m_library.emplace(m_problem.shape(m_implementation == "cublaslt_tf32"));
    }
  }

  void fill(std::uint64_t seed) override { m_problem.fill(seed); }

  void launch(cudaStream_t stream) override {
    if (m_library) {
      m_library->launch(m_problem.a.data(), m_problem.b.data(), m_problem.c.data(), 1, stream);
      return;
    }
    const dim3 grid(static_cast<unsigned int>((m_problem.n + side - 1) / side),
                    static_cast<unsigned int>((m_problem.m + side - 1) / side));
    sgemmKernel<<<grid, threads, 0, stream>>>(m_problem.a.as<float>(), m_problem.b.as<float>(), m_problem.c.as<float>(),
                                              static_cast<int>(m_problem.m), static_cast<int>(m_problem.n),
                                              static_cast<int>(m_problem.k));
    checkLaunch("SGEMM");
  }

  Comparison compare() override { return m_problem.compare(m_implementation == "cublaslt_tf32" ? 5e-3 : 1e-4); }

  Work work() const override { return m_problem.work(m_implementation == "cublaslt_tf32" ? "tf32" : "fp32"); }

 private:
  MatmulProblem m_problem;
  std::string m_implementation;
  std::optional<Matmul> m_library;
};

}  // namespace

Kernel sgemmEntry() {
  std::vector<Parameter> parameters = matmulParameters();
  parameters.push_back(choice("implementation", {"tiled", "cublaslt", "cublaslt_tf32"},
                              "Simple tiled kernel, cuBLASLt, or cuBLASLt with TF32 on tensor cores"));
  return {.name = "sgemm",
          .title = "SGEMM",
          .group = "Matrix multiplication",
          .shows = "Matrix multiplication in FP32 without tensor cores: tiles in shared memory, sums in registers.",
          .parameters = std::move(parameters),
          .presets = {},
          .prepare = [](const Values& values) -> std::unique_ptr<PreparedKernel> {
            return std::make_unique<Sgemm>(values);
          }};
}

}  // namespace kernline::recorder
