// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/blocks/bundled_blocks.cuh"
#include "app/recorder/kernels/bundled.h"
#include "app/recorder/kernels/matmul_problem.h"
#include "app/recorder/kernels/tensor_core.cuh"

namespace kernline::recorder {

namespace {

// A block makes 128 x 128 results with eight warps, each 64 x 32 of them; tiles 64 deep come through shared memory
// three deep by cp.async, so that copies of the next two are under way while one is multiplied.
struct GemmTile {
  static constexpr int rows = 128;
  static constexpr int columns = 128;
  static constexpr int depth = 64;
  static constexpr int stages = 3;
  static constexpr int threads = 256;
  static constexpr int stageElements = (rows + columns) * depth;
  static constexpr int sharedBytes = stages * stageElements * 2;
};

struct GemmShape {
  int m;
  int n;
  int k;
};

using Bf16 = __nv_bfloat16;

__device__ void loadStage(Bf16* stage, const Bf16* a, const Bf16* b, const GemmShape& shape, int start) {
  const int firstRow = static_cast<int>(blockIdx.y) * GemmTile::rows;
  const int firstColumn = static_cast<int>(blockIdx.x) * GemmTile::columns;
  Bf16* tileB = stage + GemmTile::rows * GemmTile::depth;
  for (int i = static_cast<int>(threadIdx.x); i < GemmTile::rows * GemmTile::depth / 8; i += GemmTile::threads) {
    const int row = i / 8;
    const bool inside = firstRow + row < shape.m && start + i % 8 * 8 < shape.k;
    const Bf16* from = inside ? a + static_cast<std::size_t>(firstRow + row) * shape.k + start + i % 8 * 8 : a;
    copyAsync(stage + swizzled<GemmTile::depth>(row, i % 8), from, inside);
  }
  for (int i = static_cast<int>(threadIdx.x); i < GemmTile::depth * GemmTile::columns / 8; i += GemmTile::threads) {
    const int row = i / 16;
    const bool inside = start + row < shape.k && firstColumn + i % 16 * 8 < shape.n;
    const Bf16* from = inside ? b + static_cast<std::size_t>(start + row) * shape.n + firstColumn + i % 16 * 8 : b;
    copyAsync(tileB + swizzled<GemmTile::columns>(row, i % 16), from, inside);
  }
  closeCopies();
}

__device__ void multiplyStage(float (&sums)[4][4][4], const Bf16* stage, int warpRow, int warpColumn) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const Bf16* tileB = stage + GemmTile::rows * GemmTile::depth;
#pragma unroll
  for (int k = 0; k < GemmTile::depth / 16; ++k) {
    std::uint32_t left[4][4];
    std::uint32_t right[2][4];
#pragma unroll
    for (int y = 0; y < 4; ++y) {
      loadMatrices<false>(left[y], stage + swizzled<GemmTile::depth>(warpRow + y * 16 + lane % 16, k * 2 + lane / 16));
    }
#pragma unroll
    for (int x = 0; x < 2; ++x) {
      const int row = k * 16 + lane / 8 % 2 * 8 + lane % 8;
      loadMatrices<true>(right[x], tileB + swizzled<GemmTile::columns>(row, warpColumn / 8 + x * 2 + lane / 16));
    }
#pragma unroll
    for (int y = 0; y < 4; ++y) {
#pragma unroll
      for (int x = 0; x < 2; ++x) {
        multiplyAdd<Bf16>(sums[y][2 * x], left[y], right[x][0], right[x][1]);
        multiplyAdd<Bf16>(sums[y][2 * x + 1], left[y], right[x][2], right[x][3]);
      }
    }
  }
}

__global__ void __launch_bounds__(GemmTile::threads)
    bf16GemmKernel(const Bf16* __restrict__ a, const Bf16* __restrict__ b, Bf16* __restrict__ c, GemmShape shape) {
  KERNLINE_BLOCK();
  extern __shared__ __align__(128) unsigned char shared[];
  Bf16* stages = reinterpret_cast<Bf16*>(shared);
  const int warp = static_cast<int>(threadIdx.x) / 32;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int warpRow = warp / 4 * 64;
  const int warpColumn = warp % 4 * 32;
  float sums[4][4][4] = {};
  for (int stage = 0; stage < GemmTile::stages - 1; ++stage) {
    loadStage(stages + stage * GemmTile::stageElements, a, b, shape, stage * GemmTile::depth);
  }
  const int steps = (shape.k + GemmTile::depth - 1) / GemmTile::depth;
  for (int step = 0; step < steps; ++step) {
    awaitCopies<GemmTile::stages - 2>();
    __syncthreads();  // this stage is here, and every warp is done with the one that is loaded next
    const int ahead = step + GemmTile::stages - 1;
    loadStage(stages + ahead % GemmTile::stages * GemmTile::stageElements, a, b, shape, ahead * GemmTile::depth);
    multiplyStage(sums, stages + step % GemmTile::stages * GemmTile::stageElements, warpRow, warpColumn);
  }
  awaitCopies<0>();
#pragma unroll
  for (int y = 0; y < 4; ++y) {
#pragma unroll
    for (int x = 0; x < 4; ++x) {
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        const int row = static_cast<int>(blockIdx.y) * GemmTile::rows + warpRow + y * 16 + lane / 4 + half * 8;
        const int column = static_cast<int>(blockIdx.x) * GemmTile::columns + warpColumn + x * 8 + lane % 4 * 2;
        if (row < shape.m && column < shape.n) {
          *reinterpret_cast<std::uint32_t*>(c + static_cast<std::size_t>(row) * shape.n + column) =
              packTwo<Bf16>(sums[y][x][2 * half], sums[y][x][2 * half + 1]);
        }
      }
    }
  }
}

class Bf16Gemm : public PreparedKernel {
 public:
  explicit Bf16Gemm(const Values& values) : m_problem(values, Element::bf16) {
    if (values.choice("implementation") == "cublaslt") {
      m_library.emplace(m_problem.shape(false));
    } else {
      check(cudaFuncSetAttribute(bf16GemmKernel, cudaFuncAttributeMaxDynamicSharedMemorySize, GemmTile::sharedBytes),
            "setting the shared memory size");
    }
  }

  void fill(std::uint64_t seed) override { m_problem.fill(seed); }

  void launch(cudaStream_t stream) override {
    if (m_library) {
      m_library->launch(m_problem.a.data(), m_problem.b.data(), m_problem.c.data(), 1, stream);
      return;
    }
    const dim3 grid(static_cast<unsigned int>((m_problem.n + GemmTile::columns - 1) / GemmTile::columns),
                    static_cast<unsigned int>((m_problem.m + GemmTile::rows - 1) / GemmTile::rows));
    bf16GemmKernel<<<grid, GemmTile::threads, GemmTile::sharedBytes, stream>>>(
        m_problem.a.as<Bf16>(), m_problem.b.as<Bf16>(), m_problem.c.as<Bf16>(),
        {.m = static_cast<int>(m_problem.m), .n = static_cast<int>(m_problem.n), .k = static_cast<int>(m_problem.k)});
    checkLaunch("BF16 GEMM");
  }

  Comparison compare() override { return m_problem.compare(1e-2); }

  Work work() const override { return m_problem.work("bf16"); }

 private:
  MatmulProblem m_problem;
  std::optional<Matmul> m_library;
};

}  // namespace

Kernel bf16GemmEntry() {
  std::vector<Parameter> parameters = matmulParameters();
  parameters.push_back(choice("implementation", {"cublaslt", "tiled"}, "cuBLASLt or a simple tiled kernel"));
  return {.name = "bf16_gemm",
          .title = "BF16 GEMM",
          .group = "Matrix multiplication",
          .shows = "The matrix multiplication that dominates most models: cuBLASLt, or a simple tiled kernel.",
          .parameters = std::move(parameters),
          .presets = {{"MLP, prefill", {{"m", "16384"}, {"n", "28672"}, {"k", "4096"}}}},
          .prepare = [](const Values& values) -> std::unique_ptr<PreparedKernel> {
            return std::make_unique<Bf16Gemm>(values);
          }};
}

}  // namespace kernline::recorder
