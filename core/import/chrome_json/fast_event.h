// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/chrome_json/event.h"

#include <string>

namespace kernline::chrome {

/// Texts of an event that are not a part of the source as they stand. One a reader, reused.
struct EventScratch {
  std::string name, category, pid, tid, id, bindId, scope, stackFrame;
};

/// Reads the event whose `{` is at `p` if it is clean JSON with members in any order. Returns behind its `}`, or
/// nullptr if anything about it is unclean: then nothing has been counted, and the careful reader takes over.
[[nodiscard]] const char* readFastEvent(const char* p, const char* end, Event& event, EventScratch& scratch,
                                        ImportReport& report);

}  // namespace kernline::chrome
