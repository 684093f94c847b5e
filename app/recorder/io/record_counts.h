// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace kernline::recorder {

/// Kind of an event in a recording; its name there is its category ("cat").
enum class RecordKind : std::uint8_t {
  Kernel,
  Memcpy,
  Memset,
  RuntimeCall,
  DriverCall,
  Synchronization,
  Overhead,
  Annotation,
  Memory,
  MemoryPool,
  Counter,
  Block,
  BlockMark,
  KernelMetrics,
  Source,
  Operator,
  PythonFunction,
};

inline constexpr std::array<std::string_view, 17> recordNames{
    "kernel",     "gpu_memcpy",      "gpu_memset",    "cuda_runtime", "cuda_driver",    "cuda_sync",
    "overhead",   "user_annotation", "memory",        "memory_pool",  "counter",        "block",
    "block_mark", "kernel_metrics",  "kernel_source", "cpu_op",       "python_function"};

/// The number of events of each kind.
struct RecordCounts {
  std::array<std::uint64_t, recordNames.size()> of{};

  std::uint64_t& operator[](RecordKind kind) { return of[static_cast<std::size_t>(kind)]; }
  std::uint64_t operator[](RecordKind kind) const { return of[static_cast<std::size_t>(kind)]; }

  [[nodiscard]] std::uint64_t sum() const {
    std::uint64_t all = 0;
    for (const std::uint64_t count : of) {
      all += count;
    }
    return all;
  }

  RecordCounts& operator+=(const RecordCounts& other) {
    for (std::size_t i = 0; i < of.size(); ++i) {
      of[i] += other.of[i];
    }
    return *this;
  }

  RecordCounts& operator-=(const RecordCounts& other) {
    for (std::size_t i = 0; i < of.size(); ++i) {
      of[i] -= other.of[i];
    }
    return *this;
  }

  bool operator==(const RecordCounts&) const = default;
};

}  // namespace kernline::recorder
