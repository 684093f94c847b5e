// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/sqlite/database_bytes.h"
#include "core/model/trace/event_source.h"

#include <memory>

namespace kernline::recording {

/// Spans of an export, with their args if it was written with them. An offset is the one that the span had
/// in its profile, or the number of its row.
[[nodiscard]] std::shared_ptr<const EventSource> recordedEvents(std::shared_ptr<const sqlite::DatabaseBytes> bytes,
                                                                bool offsetsAreRowNumbers);

}  // namespace kernline::recording
