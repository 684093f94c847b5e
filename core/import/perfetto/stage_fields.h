// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::perfetto {

/// A GpuRenderStageEvent's fields as they are in its packet.
struct StageFields {
  bool hasId = false;
  bool hasDuration = false;
  std::uint64_t id = 0;
  std::uint64_t duration = 0;  ///< ns
  std::uint64_t gpu = 0;
  std::uint64_t lane = 0;     ///< place among specifications that are not interned
  std::uint64_t laneIid = 0;  ///< 0 if not interned
  std::uint64_t stage = 0;
  std::uint64_t stageIid = 0;
  std::uint64_t nameIid = 0;
  std::uint64_t kernelIid = 0;
  std::uint64_t context = 0;
  std::string_view name;
  std::string_view specifications;
  std::string_view launch;  ///< PyTorch's: grid, block and arguments
  std::vector<std::pair<std::string_view, std::string_view>> extra;

  /// Throws protobuf::DamagedMessage.
  void read(std::string_view payload);
  /// 0 where it has none.
  [[nodiscard]] std::uint64_t correlation() const;
};

}  // namespace kernline::perfetto
