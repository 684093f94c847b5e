// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/joined_memory.h"

#include "core/analysis/memory/snapshot_place.h"
#include "core/analysis/memory/trace_memory.h"
#include "ui/kit/language/core_text.h"

#include <expected>
#include <string>
#include <utility>

namespace kernline::ui {

Expected<std::shared_ptr<const JoinedMemory>> joinedMemory(const Trace& trace, std::span<const Step> steps,
                                                           const std::vector<MemorySource>& snapshots,
                                                           const std::stop_token& stop) {
  auto joined = std::make_shared<JoinedMemory>();
  const std::shared_ptr<MemoryHistory> history = traceMemory(trace, steps, stop);
  for (const MemorySource& source : history ? snapshots : std::vector<MemorySource>()) {
    Progress progress;
    const std::string name = source.title.toStdString();
    const auto snapshot = historyOf(source, stop, progress);
    const auto place = snapshot ? placeOn(trace, **snapshot)
                                : std::expected<SnapshotPlace, Message>(std::unexpected(snapshot.error().message));
    joined->notes << coreText(placeText(name, place));
    if (place) {
      addSnapshot(*history, **snapshot, place->later, name);
    }
  }
  if (!history || stop.stop_requested()) {
    return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
  }
  joined->history = history;
  return joined;
}

}  // namespace kernline::ui
