// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/chrome_json/fast_event.h"
#include "core/import/events/event.h"

namespace kernline::chrome {

inline constexpr int usualStarts = 8;

struct CarefulRead {
  bool isEvent = false;         ///< `event` has been filled
  bool reachedEnd = false;      ///< it is no event, but might be with more text after `end`
  const char* after = nullptr;  ///< byte at which reading goes on, always past the start
};

/// Reads the event whose `{` is at `p` and repairs common damage: quotes and backslashes that are not escaped,
/// control bytes, missing and superfluous commas, NaN, wrong UTF-8, keys that occur twice. Counts each repair once
/// an event and kind in `report`. An event that is beyond repair is counted and skipped up to the next one that
/// begins like an event; `offset` is the byte offset of `p`. It reaches to the next place that begins like one at the
/// latest, and where objects inside its args do, a few further, `maxStarts` in all.
[[nodiscard]] CarefulRead readCarefully(const char* p, const char* end, std::uint64_t offset, Event& event,
                                        EventScratch& scratch, ImportReport& report, int maxStarts = usualStarts);

/// The next place at or after `p` that begins like an event: `{`, a quote, one of the format's keys, a quote, a colon;
/// with a comma or bracket before it if `p` is not such a place itself. `end` if there is none.
[[nodiscard]] const char* findEventStart(const char* p, const char* end);

/// Returns true if an event begins at `p`, judged as above without the text before it.
[[nodiscard]] bool looksLikeEvent(const char* p, const char* end);

}  // namespace kernline::chrome
