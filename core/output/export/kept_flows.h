// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/events/interner.h"
#include "core/model/trace/trace.h"
#include "core/model/trace/trace_builder.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace kernline {

/// Flow records of a cut: of each arrow as many ends from its first on as bind to spans that the cut keeps, and
/// at least two, so that none dangles.
class KeptFlows {
 public:
  KeptFlows(const Trace& trace, TimeRange range);

  void add(const FlowEnd& end, const chrome::Interner& words);
  /// The offsets of the records to keep.
  void appendKept(std::vector<std::uint64_t>& offsets);

 private:
  [[nodiscard]] bool bindsToKept(const FlowEnd& end) const;

  const Trace& m_trace;
  TimeRange m_range;
  std::map<std::pair<std::string_view, std::string_view>, TrackId> m_tracks;  // keyed by pid and tid
  std::vector<FlowEnd> m_ends;
};

}  // namespace kernline
