// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/chrome_json/event_starts.h"
#include "core/import/events/event.h"

#include <string>

namespace kernline::chrome {

/// Scratch buffers that a reader of events reuses. One per reader, for one text at a time.
struct EventScratch {
  /// Unescaped copies of texts that are not verbatim in the file.
  std::string name, category, pid, tid, id, bindId, scope, stackFrame;
  EventStarts starts;
};

/// Reads the event whose `{` is at `p` if it is clean JSON with members in any order. Returns the byte after its `}`,
/// or nullptr if anything about it is unclean: then there are no counts yet, and the careful reader takes over.
[[nodiscard]] const char* readFastEvent(const char* p, const char* end, Event& event, EventScratch& scratch,
                                        ImportReport& report);

}  // namespace kernline::chrome
