// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>

#include "app/recorder/kernels/bundled.h"
#include "app/recorder/kernels/gated_delta_rule.cuh"
#include "app/recorder/kernels/gated_delta_rule_hopper.cuh"
#include "app/recorder/kernels/recurrent_problem.h"
#include "app/recorder/kernels/state_launch.h"

namespace kernline::recorder {

namespace {

class GatedDeltaRule : public PreparedKernel {
 public:
  explicit GatedDeltaRule(const Values& values)
      : m_problem(values),
        m_decay(Element::fp32, m_problem.planes * m_problem.length),
        m_beta(Element::fp32, m_decay.size()),
        m_chunks((m_problem.length + side - 1) / side),
        m_hopper(m_problem, values, reinterpret_cast<const void*>(deltaHopperKernel<__nv_bfloat16>)) {
    if (m_hopper) {
      allowShared(deltaHopperKernel<__nv_bfloat16>, deltaSharedBytes);
      allowShared(deltaHopperKernel<__half>, deltaSharedBytes);
      return;
    }
    m_inverse.emplace(m_problem.query.element(), m_problem.planes * m_chunks * side * side);
    m_factors.emplace(Element::fp32, m_problem.planes * m_chunks * factorsOfChunk);
    allowShared(gatedDeltaKernel<__nv_bfloat16>, sizeof(DeltaTiles<__nv_bfloat16>));
    allowShared(gatedDeltaKernel<__half>, sizeof(DeltaTiles<__half>));
  }

  void fill(std::uint64_t seed) override {
    m_problem.fill(seed);
    m_decay.randomize({.seed = seed + 3, .scale = 0.01F, .offset = -0.05F});  // four deviations below zero
    m_beta.randomize({.seed = seed + 4, .scale = 0.1F, .offset = 0.5F});
  }

  void launch(cudaStream_t stream) override {
    m_problem.query.element() == Element::bf16 ? launchOf<__nv_bfloat16>(stream) : launchOf<__half>(stream);
    checkLaunch("gated delta rule");
  }

  Comparison compare() override {
    return m_problem.compare(m_problem.query.element() == Element::bf16 ? 5e-2 : 8e-3,
                             [this](std::vector<double>& state, std::size_t plane, std::size_t position) {
                               step(state, plane * m_problem.length + position);
                             });
  }

  Work work() const override {
    constexpr double headDim = RecurrentProblem::headDim;
    const auto tokens = static_cast<double>(m_problem.planes * m_problem.length);
    // A token: the state read twice and added to, half a chunk of products of keys, of scores, and of u twice.
    return {.bytes = m_problem.bytes() + static_cast<double>(m_decay.bytes() + m_beta.bytes()),
            .flops = tokens * (6 * headDim * headDim + 4 * side * headDim),
            .rate = m_problem.query.element() == Element::bf16 ? "bf16" : "fp16"};
  }

 private:
  void step(std::vector<double>& state, std::size_t token) const {
    constexpr std::size_t headDim = RecurrentProblem::headDim;
    const double kept = std::exp(m_decay.input(token));
    const double beta = m_beta.input(token);
    std::vector<double> correction(headDim);
    for (std::size_t d = 0; d < headDim; ++d) {
      correction[d] = m_problem.value.input(token * headDim + d);
    }
    std::vector<double> key(headDim);
    for (std::size_t i = 0; i < headDim; ++i) {
      key[i] = m_problem.key.input(token * headDim + i);
      for (std::size_t d = 0; d < headDim; ++d) {
        state[i * headDim + d] *= kept;
        correction[d] -= key[i] * state[i * headDim + d];
      }
    }
    for (std::size_t i = 0; i < headDim * headDim; ++i) {
      state[i] += key[i / headDim] * beta * correction[i % headDim];
    }
  }

  template <typename T>
  void launchOf(cudaStream_t stream) const {
    if (m_hopper) {
      const HopperDelta inputs{.decay = m_decay.as<float>(), .beta = m_beta.as<float>()};
      deltaHopperKernel<T><<<m_hopper.blocks(), HopperState::threads, deltaSharedBytes, stream>>>(
          m_hopper.query(), m_hopper.key(), m_hopper.value(), m_hopper.output(), inputs, m_hopper.heads());
      return;
    }
    const DeltaInputs<T> inputs{.query = m_problem.query.as<T>(),
                                .key = m_problem.key.as<T>(),
                                .value = m_problem.value.as<T>(),
                                .decay = m_decay.as<float>(),
                                .beta = m_beta.as<float>(),
                                .inverse = m_inverse->as<T>(),
                                .factors = m_factors->as<float>(),
                                .output = m_problem.output.as<T>(),
                                .length = static_cast<int>(m_problem.length),
                                .chunks = static_cast<unsigned int>(m_chunks),
                                .scale = static_cast<float>(RecurrentProblem::scale())};
    const auto planes = static_cast<unsigned int>(m_problem.planes);
    invertChunks<T><<<planes * inputs.chunks, inverseThreads, 0, stream>>>(inputs);
    gatedDeltaKernel<T><<<planes * StateTile::halves, StateTile::threads, sizeof(DeltaTiles<T>), stream>>>(inputs);
  }

  RecurrentProblem m_problem;
  Tensor m_decay;
  Tensor m_beta;
  std::size_t m_chunks;
  StateLaunch m_hopper;
  std::optional<Tensor> m_inverse;  // inverse between the two kernels, where there are two
  std::optional<Tensor> m_factors;
};

}  // namespace

Kernel gatedDeltaRuleEntry() {
  return {
      .name = "gated_delta_rule",
      .title = "Gated delta rule, chunked",
      .group = "Linear attention",
      .shows =
          "A state with decay and correction: triangular systems inverted first, latency-bound in many small steps.",
      .parameters = recurrentParameters(),
      .presets = {{"training", {{"batch", "128"}, {"heads", "4"}, {"seq_len", "256"}}}},
      .prepare = [](const Values& values) -> std::unique_ptr<PreparedKernel> {
        return std::make_unique<GatedDeltaRule>(values);
      }};
}

}  // namespace kernline::recorder
