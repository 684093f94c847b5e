// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda.h>

#include <algorithm>

#include "app/recorder/cuda/check.h"
#include "app/recorder/kernels/recurrent_problem.h"
#include "app/recorder/kernels/state_hopper.cuh"
#include "app/recorder/kernels/tensor_map.h"
#include "app/recorder/kernels/warpgroup_choice.h"

namespace kernline::recorder {

template <typename Kernel>
void allowShared(Kernel* kernel, std::size_t bytes) {
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
        "setting the shared memory size");
}

/// Launch parameters of the Hopper kernels of attentions with a state, where they are used.
class StateLaunch {
 public:
  StateLaunch(const RecurrentProblem& problem, const Values& values, const void* kernel)
      : m_used(usesWarpgroups(values.choice("tensor_cores"), kernel)) {
    if (!m_used) {
      return;
    }
    constexpr std::size_t side = HopperState::side;
    int device = 0;
    int multiprocessors = 0;
    check(cudaGetDevice(&device), "querying the device");
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device), "querying the device");
    m_heads = {.planes = static_cast<int>(problem.planes),
               .chunks = static_cast<int>((problem.length + side - 1) / side),
               .length = static_cast<int>(problem.length),
               .scale = static_cast<float>(RecurrentProblem::scale())};
    m_blocks = static_cast<unsigned int>(std::min(m_heads.planes, multiprocessors));
    m_query = tensorMap(problem.query, problem.planes, problem.length, side, side);
    m_key = tensorMap(problem.key, problem.planes, problem.length, side, side);
    m_value = tensorMap(problem.value, problem.planes, problem.length, side, side);
    m_output = tensorMap(problem.output, problem.planes, problem.length, side, side);
  }

  explicit operator bool() const { return m_used; }
  unsigned int blocks() const { return m_blocks; }
  const HopperHeads& heads() const { return m_heads; }
  const CUtensorMap& query() const { return m_query; }
  const CUtensorMap& key() const { return m_key; }
  const CUtensorMap& value() const { return m_value; }
  const CUtensorMap& output() const { return m_output; }

 private:
  bool m_used;
  unsigned int m_blocks = 0;
  HopperHeads m_heads{};
  CUtensorMap m_query{};
  CUtensorMap m_key{};
  CUtensorMap m_value{};
  CUtensorMap m_output{};
};

}  // namespace kernline::recorder
