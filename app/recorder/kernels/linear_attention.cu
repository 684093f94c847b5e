// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "app/recorder/blocks/bundled_blocks.cuh"
#include "app/recorder/kernels/bundled.h"
#include "app/recorder/kernels/linear_attention_hopper.cuh"
#include "app/recorder/kernels/recurrent_problem.h"
#include "app/recorder/kernels/state_launch.h"
#include "app/recorder/kernels/state_tile.cuh"

namespace kernline::recorder {

namespace {

/// A block's shared memory.
template <typename T>
struct LinearTiles {
  T query[StateTile::stages][StateTile::wideSize];
  T key[StateTile::stages][StateTile::wideSize];
  T value[StateTile::stages][StateTile::narrowSize];
  T scores[StateTile::wideSize];
  T state[2][StateTile::narrowSize];  // state before the chunk, and before the next one
};

template <typename T>
struct LinearInputs {
  const T* query;
  const T* key;
  const T* value;
  T* output;
  int length;
  float scale;
};

template <typename T>
__device__ void copyChunk(LinearTiles<T>& tiles, const LinearInputs<T>& inputs, int chunk) {
  constexpr int side = StateTile::side;
  const int rows = inputs.length - chunk * side;
  if (rows > 0) {
    const std::size_t token = static_cast<std::size_t>(blockIdx.x / StateTile::halves) * inputs.length + chunk * side;
    const int stage = chunk % StateTile::stages;
    copyRows<side, StateTile::step>(tiles.query[stage], inputs.query + token * side, side, rows);
    copyRows<side, StateTile::step>(tiles.key[stage], inputs.key + token * side, side, rows);
    copyRows<StateTile::columns, StateTile::narrow>(
        tiles.value[stage], inputs.value + token * side + blockIdx.x % StateTile::halves * StateTile::columns, side,
        rows);
  }
  closeCopies();
}

/// Chunks of 64 tokens in their order: inside a chunk the masked product of queries and keys, from all chunks before it
/// the state, a sum of keys times values.
template <typename T>
__global__ void __launch_bounds__(StateTile::threads, 2) linearAttentionKernel(const LinearInputs<T> inputs) {
  KERNLINE_BLOCK();
  constexpr int side = StateTile::side;
  constexpr int step = StateTile::step;
  constexpr int narrow = StateTile::narrow;
  extern __shared__ __align__(128) unsigned char shared[];
  LinearTiles<T>& tiles = *reinterpret_cast<LinearTiles<T>*>(shared);
  const WarpPlace place;
  const int column = place.half * 16;  // column of the values
  float state[2][4] = {};              // keys from place.row by values from column
  for (int i = static_cast<int>(threadIdx.x); i < StateTile::narrowSize; i += StateTile::threads) {
    tiles.state[0][i] = fromFloat<T>(0);
  }
  for (int chunk = 0; chunk < StateTile::stages - 1; ++chunk) {
    copyChunk(tiles, inputs, chunk);
  }
  for (int chunk = 0; chunk * side < inputs.length; ++chunk) {
    awaitCopies<StateTile::stages - 2>();
    __syncthreads();
    copyChunk(tiles, inputs, chunk + StateTile::stages - 1);
    const int stage = chunk % StateTile::stages;
    std::uint32_t query[4][4];
    std::uint32_t value[4][4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      loadLeft(query[k], tiles.query[stage], step, place.row, k * 16, place.lane);
      loadRight(value[k], tiles.value[stage], narrow, k * 16, column, place.lane);
    }
    // Scores of 16 tokens with 32; those of later ones are not asked for.
    for (int n = place.half * 32; n < min(place.half * 32 + 32, place.row + 16); n += 16) {
      float scores[2][4] = {};
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        std::uint32_t key[4];
        loadRightTransposed(key, tiles.key[stage], step, k * 16, n, place.lane);
        multiplyAdd<T>(scores[0], query[k], key[0], key[1]);
        multiplyAdd<T>(scores[1], query[k], key[2], key[3]);
      }
#pragma unroll
      for (int part = 0; part < 2; ++part) {
        forSum(scores[part], place.row, n + part * 8, place.lane,
               [](int row, int other, float& score) { score = other <= row ? score : 0; });
        storeSum(tiles.scores, step, scores[part], place.row, n + part * 8, place.lane);
      }
    }
    // The state takes this chunk's keys and values.
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      std::uint32_t key[4];
      loadLeftTransposed(key, tiles.key[stage], step, place.row, k * 16, place.lane);
      multiplyAdd<T>(state[0], key, value[k][0], value[k][1]);
      multiplyAdd<T>(state[1], key, value[k][2], value[k][3]);
    }
    for (int part = 0; part < 2; ++part) {
      storeSum(tiles.state[(chunk + 1) % 2], narrow, state[part], place.row, column + part * 8, place.lane);
    }
    __syncthreads();
    float result[2][4] = {};
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      std::uint32_t before[4];
      loadRight(before, tiles.state[chunk % 2], narrow, k * 16, column, place.lane);
      multiplyAdd<T>(result[0], query[k], before[0], before[1]);
      multiplyAdd<T>(result[1], query[k], before[2], before[3]);
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      if (k * 16 <= place.row) {
        std::uint32_t scores[4];
        loadLeft(scores, tiles.scores, step, place.row, k * 16, place.lane);
        multiplyAdd<T>(result[0], scores, value[k][0], value[k][1]);
        multiplyAdd<T>(result[1], scores, value[k][2], value[k][3]);
      }
    }
    storeResult(inputs.output, inputs.length, chunk, result, inputs.scale);
  }
}

class LinearAttention : public PreparedKernel {
 public:
  explicit LinearAttention(const Values& values)
      : m_problem(values),
        m_hopper(m_problem, values, reinterpret_cast<const void*>(linearHopperKernel<__nv_bfloat16>)) {
    allowShared(linearAttentionKernel<__nv_bfloat16>, sizeof(LinearTiles<__nv_bfloat16>));
    allowShared(linearAttentionKernel<__half>, sizeof(LinearTiles<__half>));
    if (m_hopper) {
      allowShared(linearHopperKernel<__nv_bfloat16>, linearSharedBytes);
      allowShared(linearHopperKernel<__half>, linearSharedBytes);
    }
  }

  void fill(std::uint64_t seed) override { m_problem.fill(seed); }

  void launch(cudaStream_t stream) override {
    m_problem.query.element() == Element::bf16 ? launchOf<__nv_bfloat16>(stream) : launchOf<__half>(stream);
    checkLaunch("linear attention");
  }

  Comparison compare() override {
    constexpr std::size_t headDim = RecurrentProblem::headDim;
    return m_problem.compare(m_problem.query.element() == Element::bf16 ? 4e-2 : 6e-3,
                             [this](std::vector<double>& state, std::size_t plane, std::size_t position) {
                               const std::size_t row = (plane * m_problem.length + position) * headDim;
                               for (std::size_t i = 0; i < headDim * headDim; ++i) {
                                 state[i] +=
                                     m_problem.key.input(row + i / headDim) * m_problem.value.input(row + i % headDim);
                               }
                             });
  }

  Work work() const override {
    constexpr double headDim = RecurrentProblem::headDim;
    const auto tokens = static_cast<double>(m_problem.planes * m_problem.length);
    // A token: into the state and out of it, and half a chunk of scores and values.
    return {.bytes = m_problem.bytes(),
            .flops = tokens * (4 * headDim * headDim + 2 * StateTile::side * headDim),
            .rate = m_problem.query.element() == Element::bf16 ? "bf16" : "fp16"};
  }

 private:
  template <typename T>
  void launchOf(cudaStream_t stream) const {
    if (m_hopper) {
      linearHopperKernel<T><<<m_hopper.blocks(), HopperState::threads, linearSharedBytes, stream>>>(
          m_hopper.query(), m_hopper.key(), m_hopper.value(), m_hopper.output(), m_hopper.heads());
      return;
    }
    const LinearInputs<T> inputs{.query = m_problem.query.as<T>(),
                                 .key = m_problem.key.as<T>(),
                                 .value = m_problem.value.as<T>(),
                                 .output = m_problem.output.as<T>(),
                                 .length = static_cast<int>(m_problem.length),
                                 .scale = static_cast<float>(RecurrentProblem::scale())};
    const auto blocks = static_cast<unsigned int>(m_problem.planes * StateTile::halves);
    linearAttentionKernel<T><<<blocks, StateTile::threads, sizeof(LinearTiles<T>), stream>>>(inputs);
  }

  RecurrentProblem m_problem;
  StateLaunch m_hopper;
};

}  // namespace

Kernel linearAttentionEntry() {
  return {
      .name = "linear_attention",
      .title = "Linear attention, chunked",
      .group = "Linear attention",
      .shows = "Attention without softmax: a state of fixed size instead of all keys, in chunks, memory-bound.",
      .parameters = recurrentParameters(),
      .presets = {{"training", {{"batch", "128"}, {"heads", "4"}, {"seq_len", "256"}}}},
      .prepare = [](const Values& values) -> std::unique_ptr<PreparedKernel> {
        return std::make_unique<LinearAttention>(values);
      }};
}

}  // namespace kernline::recorder
