// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "app/recorder/blocks/block_records.h"
#include "app/recorder/cuda/device_memory.h"
#include "app/recorder/io/event_sink.h"
#include "app/recorder/kernels/kernel.h"

namespace kernline::recorder {

using PhaseNames = std::map<std::uint32_t, std::string>;

/// Buffers for the blocks of one launch on the current device (kernline_blocks.cuh): room for 262,144 blocks and
/// 2 million marks of each of four kernels, 80 MB.
class BlockRecording {
 public:
  /// Makes launches write into the buffers while it lives. Throws Failure where the kernel has no KERNLINE_BLOCK().
  explicit BlockRecording(const PreparedKernel& kernel);
  BlockRecording(const BlockRecording&) = delete;
  BlockRecording& operator=(const BlockRecording&) = delete;
  ~BlockRecording();

  /// Empties the buffers, for the launch that counts.
  void clear() const;
  /// Writes the blocks of the last launch of each kernel, by the activity records of all launches.
  BlockCounts write(std::span<const KernelRun> runs, const PhaseNames& phases, EventSink& sink) const;

 private:
  void pointTo(const kernline_blocks::Buffers& buffers) const noexcept;
  BlockCounts writePart(std::size_t part, std::span<const BlockTime> blocks, const KernelRun& run,
                        const PhaseNames& phases, EventSink& sink) const;

  std::vector<void*> m_symbols;
  DeviceMemory<kernline_blocks::Record> m_records;
  DeviceMemory<unsigned long long> m_marks;
};

}  // namespace kernline::recorder
