// SPDX-License-Identifier: Apache-2.0
// This folder holds CUDA's runtime and libraries: devices, memory, events, the L2 flush, matrix products, NVML.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/recorder/cuda/device_memory.h"
#include "app/recorder/cuda/element.h"

namespace kernline::recorder {

/// Random numbers of which each depends on its index and the seed alone: the CPU knows any of them without a copy.
/// About normal (a sum of four uniform ones) with deviation `scale` around `offset`.
struct RandomFill {
  std::uint64_t seed = 0;
  float scale = 1;
  float offset = 0;
};

/// Numbers of one type in device memory.
class Tensor {
 public:
  Tensor() = default;
  Tensor(Element element, std::size_t count);

  Element element() const { return m_element; }
  std::size_t size() const { return m_count; }
  std::size_t bytes() const { return m_count * bytesOf(m_element); }

  template <typename T>
  T* as() const {
    return reinterpret_cast<T*>(m_memory.data());
  }
  void* data() const { return m_memory.data(); }

  void randomize(const RandomFill& fill);
  /// The number that the last randomize() put at `index`, rounded to the type.
  double input(std::size_t index) const;

  void zero();
  /// Every element becomes NaN, so that one that is not written is seen.
  void fillWithNan();
  /// The number of elements that are NaN.
  std::size_t notNumbers() const;

  std::vector<double> read(std::size_t first, std::size_t count) const;

 private:
  Element m_element = Element::fp32;
  std::size_t m_count = 0;
  DeviceMemory<std::byte> m_memory;
  RandomFill m_fill;
};

}  // namespace kernline::recorder
