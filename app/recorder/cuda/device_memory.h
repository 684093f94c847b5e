// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "app/recorder/cuda/check.h"

namespace kernline::recorder {

/// `count` Ts in the memory of the device that is current when it is made.
template <typename T>
class DeviceMemory {
 public:
  DeviceMemory() = default;
  explicit DeviceMemory(std::size_t count) : m_count(count) {
    if (count > 0) {
      check(cudaMalloc(reinterpret_cast<void**>(&m_data), count * sizeof(T)), "allocating device memory");
    }
  }
  explicit DeviceMemory(std::span<const T> values) : DeviceMemory(values.size()) {
    check(cudaMemcpy(m_data, values.data(), values.size_bytes(), cudaMemcpyHostToDevice), "copying to the device");
  }
  DeviceMemory(DeviceMemory&& other) noexcept
      : m_data(std::exchange(other.m_data, nullptr)), m_count(std::exchange(other.m_count, 0)) {}
  DeviceMemory& operator=(DeviceMemory&& other) noexcept {
    std::swap(m_data, other.m_data);
    std::swap(m_count, other.m_count);
    return *this;
  }
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  ~DeviceMemory() { cudaFree(m_data); }

  T* data() const { return m_data; }
  std::size_t size() const { return m_count; }

  std::vector<T> read(std::size_t first, std::size_t count) const {
    std::vector<T> values(count);
    check(cudaMemcpy(values.data(), m_data + first, count * sizeof(T), cudaMemcpyDeviceToHost),
          "copying from the device");
    return values;
  }

 private:
  T* m_data = nullptr;
  std::size_t m_count = 0;
};

}  // namespace kernline::recorder
