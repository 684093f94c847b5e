// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/memory_moments.h"

#include "core/model/format/quantity.h"

#include <cstdint>

namespace kernline {

namespace {

Message momentSince(Duration since, bool areEvents) {
  return areEvents ? Phrase::tr("event %1").with(formatCount(since.ns)) : Message::name(formatDuration(since));
}

}  // namespace

bool isNumbered(const MemoryHistory& history) {
  const auto count = static_cast<std::int64_t>(history.report[MemoryIssueKind::NoTime].count);
  return count > 0 && history.bounds.length().ns <= count + 1;
}

Message momentText(const MemoryHistory& history, Time moment) {
  return momentSince(moment - history.bounds.begin, isNumbered(history));
}

Message momentText(const MemoryComparison& comparison, Time moment) {
  return momentSince(moment - Time{0}, comparison.isNumbered);
}

Message lengthText(const MemoryHistory& history, Duration length) {
  if (!isNumbered(history)) {
    return Message::name(formatDuration(length));
  }
  return length.ns == 1 ? Message(Phrase::tr("1 event")) : Phrase::tr("%1 events").with(formatCount(length.ns));
}

}  // namespace kernline
