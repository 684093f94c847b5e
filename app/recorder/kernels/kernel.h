// SPDX-License-Identifier: Apache-2.0
// This folder holds the bundled kernels, one file each.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/recorder/cuda/element.h"
#include "app/recorder/parameters/values.h"

namespace kernline::recorder {

/// Work that the algorithm needs, not what the code happens to do: each input read once, each output written once.
struct Work {
  double bytes = 0;
  double flops = 0;
  /// The type whose matrix products are the ceiling of `flops`.
  std::string rate = "fp32";  // "fp32", "tf32", "fp16" or "bf16"
  /// The number of GPUs that share the work: their ceiling is that of one times this.
  int devices = 1;
};

/// A result compared with its reference.
struct Comparison {
  double maximumError = 0;
  double tolerance = 0;
  /// Output elements that were not written, of `written` that should be.
  std::size_t unwritten = 0;
  /// The part of the result that was compared, in words.
  std::string compared;
};

/// A kernel with its buffers, ready to launch on the device that was current when it was made.
class PreparedKernel {
 public:
  virtual ~PreparedKernel() = default;

  /// Fresh random inputs, poisoned outputs.
  virtual void fill(std::uint64_t seed) = 0;
  /// Only launches: no waiting, no allocation, so that it can be timed and captured.
  virtual void launch(cudaStream_t stream) = 0;
  /// Compares the outputs with a reference computed on the CPU in double precision, after one fill() and one launch().
  virtual Comparison compare() = 0;
  virtual Work work() const = 0;
  /// The variables in which its kernels find the buffers of their blocks (kernline_blocks.cuh), on the current device.
  virtual std::vector<void*> blockSymbols() const;
};

/// One of the bundled kernels. Knows no device until it is prepared.
struct Kernel {
  std::string name;
  std::string title;
  std::string group;
  /// One sentence.
  std::string shows;
  std::vector<Parameter> parameters;
  std::vector<Preset> presets;
  int devices = 1;
  std::unique_ptr<PreparedKernel> (*prepare)(const Values& values) = nullptr;
};

}  // namespace kernline::recorder
