// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/export/exported_ids.h"

#include "core/import/events/device_name.h"

#include <fmt/format.h>

#include <algorithm>

namespace kernline {

std::string UniqueNames::operator()(std::string_view wanted, std::string_view otherwise) {
  const std::string name(wanted.empty() ? otherwise : wanted);
  std::string unique = name;
  for (int i = 2; !m_used.insert(unique).second; ++i) {
    unique = fmt::format("{} ({})", name, i);
  }
  return unique;
}

ExportedIds::ExportedIds(const Trace& trace) : m_trace(trace) {
  const auto isOther = [&](const Process& process) {
    return process.rank >= 0 && process.rank != trace.processes().front().rank;
  };
  m_hasRanks = std::ranges::any_of(trace.processes(), isOther);
}

std::string ExportedIds::nameOf(const Process& process) const {
  const std::string_view name = m_trace.text(process.name);
  const bool saysAll = !isOfRank(process) || name.empty() || chrome::rankOfProcessName(name) == process.rank;
  return saysAll ? std::string(name) : fmt::format("rank {}: {}", process.rank, name);
}

std::string ExportedIds::idOf(const Process& process) const {
  const std::string_view pid = m_trace.text(process.pid);
  const auto isSame = [&](const Process& other) { return &other != &process && other.pid == process.pid; };
  const bool isShared = std::ranges::any_of(m_trace.processes(), isSame);
  const bool saysRank = isOfRank(process) && (isShared || process.name == StringId::empty);
  return saysRank ? fmt::format("rank {}: {}", process.rank, pid) : std::string(pid);
}

}  // namespace kernline
