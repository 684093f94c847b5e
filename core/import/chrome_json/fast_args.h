// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/events/event.h"

#include <cstdint>

namespace kernline::chrome {

/// Reads the args object at `p` of an event whose category is known if it stood before: its extent and the ids that
/// link calls, ops and device activity. Adds to `nonFinite` how many of its values are NaN or infinite. Returns the
/// byte after its `}`, or nullptr if it is not clean JSON.
[[nodiscard]] const char* readFastArgs(const char* p, const char* end, Event& event, std::uint32_t& nonFinite);

}  // namespace kernline::chrome
