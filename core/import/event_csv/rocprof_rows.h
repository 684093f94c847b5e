// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace kernline::csv {

/// Returns the one of two agents that a copy of rocprofv3's memory_copy_trace ("MEMORY_COPY_HOST_TO_DEVICE") belongs
/// to: the device.
[[nodiscard]] std::string_view agentOfCopy(std::string_view direction, std::string_view source,
                                           std::string_view target);

/// Agents as devices: rocprofv3 numbers processors along with them, so they get numbers of their own, by when they
/// come.
class Agents {
 public:
  /// "Agent 4", "4".
  [[nodiscard]] std::int32_t deviceOf(std::string_view agent);

 private:
  std::map<std::string, std::int32_t, std::less<>> m_devices;
};

/// Rows of counter_collection: one for each counter of a dispatch, of which the first is the kernel.
class Dispatches {
 public:
  /// Whether this is the first row of a dispatch, as far as one knows.
  [[nodiscard]] bool isNew(std::string_view process, std::string_view dispatch) {
    return m_seen.try_emplace({std::string(process), std::string(dispatch)}, true).second;
  }

 private:
  std::map<std::pair<std::string, std::string>, bool> m_seen;
};

}  // namespace kernline::csv
