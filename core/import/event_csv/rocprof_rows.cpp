// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/event_csv/rocprof_rows.h"

namespace kernline::csv {

namespace {

/// "HOST" of "MEMORY_COPY_HOST_TO_DEVICE".
bool isFromHost(std::string_view direction) {
  constexpr std::string_view prefix = "MEMORY_COPY_";
  direction.remove_prefix(direction.starts_with(prefix) ? prefix.size() : 0);
  return direction.starts_with("HOST_TO_");
}

}  // namespace

std::string_view agentOfCopy(std::string_view direction, std::string_view source, std::string_view target) {
  return isFromHost(direction) ? target : source;
}

std::int32_t Agents::deviceOf(std::string_view agent) {
  if (const auto known = m_devices.find(agent); known != m_devices.end()) {
    return known->second;
  }
  const auto next = static_cast<std::int32_t>(m_devices.size());
  m_devices.emplace(agent, next);
  return next;
}

}  // namespace kernline::csv
