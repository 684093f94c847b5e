// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "app/recorder/blocks/bundled_blocks.cuh"
#include "app/recorder/kernels/attention_problem.h"
#include "app/recorder/kernels/attention_tile.cuh"
#include "app/recorder/kernels/bundled.h"
#include "app/recorder/kernels/flash_attention_hopper.cuh"
#include "app/recorder/kernels/tensor_map.h"
#include "app/recorder/kernels/warpgroup_choice.h"

namespace kernline::recorder {

namespace {

struct FlashShape {
  int length;
  int groups;  // heads of the queries to one of the keys
  bool causal;
  float scale;  // times log2(e)
};

template <typename T, int headDim>
__global__ void __launch_bounds__(AttentionTile::threads)
    flashKernel(const T* query, const T* key, const T* value, T* output, FlashShape shape) {
  KERNLINE_BLOCK();
  const std::size_t plane = static_cast<std::size_t>(blockIdx.z) * gridDim.y + blockIdx.y;
  const std::size_t rows = plane * shape.length;
  const T* keys = key + plane / shape.groups * shape.length * headDim;
  const T* values = value + plane / shape.groups * shape.length * headDim;
  const int tile = static_cast<int>(shape.causal ? gridDim.x - 1 - blockIdx.x : blockIdx.x);
  const TileProblem<T> problem{.query = query + rows * headDim,
                               .output = output + rows * headDim,
                               .logSumExp = nullptr,
                               .rowStep = headDim,
                               .firstQuery = tile * AttentionTile::queries,
                               .queries = shape.length,
                               .keys = shape.length,
                               .causal = shape.causal,
                               .scale = shape.scale};
  attendTile<T, headDim>(
      problem, [&](int row) { return keys + static_cast<std::size_t>(row) * headDim; },
      [&](int row) { return values + static_cast<std::size_t>(row) * headDim; });
}

class FlashAttention : public PreparedKernel {
 public:
  explicit FlashAttention(const Values& values) : m_problem(values) {
    m_hopper = usesWarpgroups(values.choice("tensor_cores"),
                              reinterpret_cast<const void*>(flashHopperKernel<__nv_bfloat16, 64>));
    m_scale = static_cast<float>(m_problem.scale() * 1.4426950408889634);
    everyShape([this](auto tag, auto headDim) { prepareShape<typename decltype(tag)::Type, headDim()>(); });
  }

  void fill(std::uint64_t seed) override { m_problem.fill(seed); }

  void launch(cudaStream_t stream) override {
    everyShape([&](auto tag, auto headDim) {
      using T = typename decltype(tag)::Type;
      m_hopper ? launchHopper<T, headDim()>(stream) : launchPlain<T, headDim()>(stream);
    });
    checkLaunch("flash attention");
  }

  Comparison compare() override { return m_problem.compare(m_problem.output.element() == Element::bf16 ? 2e-2 : 3e-3); }

  Work work() const override { return m_problem.work(); }

 private:
  template <int number>
  struct Constant {
    constexpr int operator()() const { return number; }
  };

  template <typename Function>
  void everyShape(const Function& function) {
    const bool narrow = m_problem.headDim == 64;
    if (m_problem.query.element() == Element::bf16) {
      narrow ? function(Tag<__nv_bfloat16>{}, Constant<64>{}) : function(Tag<__nv_bfloat16>{}, Constant<128>{});
    } else {
      narrow ? function(Tag<__half>{}, Constant<64>{}) : function(Tag<__half>{}, Constant<128>{});
    }
  }

  template <typename T, int headDim>
  void prepareShape() {
    if (!m_hopper) {
      check(cudaFuncSetAttribute(flashKernel<T, headDim>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 AttentionTile::sharedBytes<headDim>()),
            "setting the shared memory size");
      return;
    }
    using Tile = HopperTile<headDim>;
    check(cudaFuncSetAttribute(flashHopperKernel<T, headDim>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               Tile::sharedBytes),
          "setting the shared memory size");
    const std::size_t planes = m_problem.batch * m_problem.heads;
    const std::size_t kvPlanes = m_problem.batch * m_problem.kvHeads;
    m_queryMap = tensorMap(m_problem.query, planes, m_problem.length, headDim, Tile::queries);
    m_keyMap = tensorMap(m_problem.key, kvPlanes, m_problem.length, headDim, Tile::keys);
    m_valueMap = tensorMap(m_problem.value, kvPlanes, m_problem.length, headDim, Tile::keys);
  }

  dim3 grid(int queries) const {
    const auto length = static_cast<unsigned int>(m_problem.length);
    return {(length + queries - 1) / queries, static_cast<unsigned int>(m_problem.heads),
            static_cast<unsigned int>(m_problem.batch)};
  }

  template <typename T, int headDim>
  void launchPlain(cudaStream_t stream) const {
    const FlashShape shape{.length = static_cast<int>(m_problem.length),
                           .groups = static_cast<int>(m_problem.heads / m_problem.kvHeads),
                           .causal = m_problem.causal,
                           .scale = m_scale};
    flashKernel<T, headDim>
        <<<grid(AttentionTile::queries), AttentionTile::threads, AttentionTile::sharedBytes<headDim>(), stream>>>(
            m_problem.query.as<T>(), m_problem.key.as<T>(), m_problem.value.as<T>(), m_problem.output.as<T>(), shape);
  }

  template <typename T, int headDim>
  void launchHopper(cudaStream_t stream) const {
    using Tile = HopperTile<headDim>;
    const HopperProblem problem{.output = m_problem.output.data(),
                                .queries = static_cast<int>(m_problem.length),
                                .keys = static_cast<int>(m_problem.length),
                                .groups = static_cast<int>(m_problem.heads / m_problem.kvHeads),
                                .causal = m_problem.causal,
                                .scale = m_scale};
    flashHopperKernel<T, headDim>
        <<<grid(Tile::queries), Tile::threads, Tile::sharedBytes, stream>>>(m_queryMap, m_keyMap, m_valueMap, problem);
  }

  AttentionProblem m_problem;
  bool m_hopper = false;
  float m_scale = 1;
  CUtensorMap m_queryMap{};
  CUtensorMap m_keyMap{};
  CUtensorMap m_valueMap{};
};

}  // namespace

Kernel flashAttentionEntry() {
  std::vector<Parameter> parameters = attentionParameters({"bf16", "fp16"});
  parameters.push_back(tensorCoresParameter());
  return {.name = "flash_attention",
          .title = "Flash attention, forward",
          .group = "Attention",
          .shows = "Attention without a stored score matrix: one compute-bound kernel on tensor cores.",
          .parameters = std::move(parameters),
          .presets = attentionPresets(),
          .prepare = [](const Values& values) -> std::unique_ptr<PreparedKernel> {
            return std::make_unique<FlashAttention>(values);
          }};
}

}  // namespace kernline::recorder
