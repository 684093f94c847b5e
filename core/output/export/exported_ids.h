// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <set>
#include <string>
#include <string_view>

namespace kernline {

/// Ids of processes and rows as texts, each once.
class UniqueNames {
 public:
  std::string operator()(std::string_view wanted, std::string_view otherwise);

 private:
  std::set<std::string> m_used;
};

/// Ids of processes in a file that is written from the model: where the trace has several ranks, so that each is of its
/// rank when it is read again, by us or by others.
class ExportedIds {
 public:
  explicit ExportedIds(const Trace& trace);

  /// "rank 1: python". A process that names its rank is taken at its word; one without a name has none.
  [[nodiscard]] std::string nameOf(const Process& process) const;
  /// Its own, or "rank 1: 500" where ranks have the same one, each on a machine or in a container of its own.
  [[nodiscard]] std::string idOf(const Process& process) const;

 private:
  [[nodiscard]] bool isOfRank(const Process& process) const { return m_hasRanks && process.rank >= 0; }

  const Trace& m_trace;
  bool m_hasRanks = false;  // several
};

}  // namespace kernline
