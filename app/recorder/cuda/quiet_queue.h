// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

#include "app/recorder/cuda/device_memory.h"

namespace kernline::recorder {

/// Work before each timed launch: either a read of twice the L2 cache's size, so that the kernel finds no data of its
/// own there (a read, not a write: lines to be written back would cost the kernel bandwidth), or a short wait on the
/// device. Both keep the device busy while the launch itself travels, so that the time between the events is the
/// kernel's alone.
class QuietQueue {
 public:
  QuietQueue(std::size_t l2Bytes, bool flush);

  void launch(cudaStream_t stream) const;

 private:
  DeviceMemory<uint4> m_memory;
  DeviceMemory<unsigned int> m_result;
};

}  // namespace kernline::recorder
