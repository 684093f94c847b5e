// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/message.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace kernline {

/// The place of a trace in its job, as PyTorch writes it into the trace of each rank ("distributedInfo").
struct DistributedInfo {
  /// A process group ("pg_config").
  struct Group {
    std::string description;            ///< "default_pg", "undefined"; may be empty
    std::int64_t size = -1;             ///< -1 if not recorded
    std::vector<std::int32_t> members;  ///< ranks in order; empty if not recorded or shortened
  };

  std::int32_t rank = -1;       ///< -1 if not recorded
  std::int32_t worldSize = -1;  ///< -1 if not recorded
  std::vector<Group> groups;

  /// Reads the metadata of `trace`; everything is absent if it has none.
  [[nodiscard]] static DistributedInfo of(const Trace& trace);
};

/// Returns the number of ranks that collectives of this trace wait for and that are not in it; 0 if all are there, or
/// no collective runs on a device.
[[nodiscard]] std::uint64_t missingRanks(const Trace& trace);

/// Returns what that means for predictions; empty if none is missing.
[[nodiscard]] Message warningOfMissingRanks(const Trace& trace);

}  // namespace kernline
