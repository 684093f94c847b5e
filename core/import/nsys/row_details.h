// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/nsys/string_ids.h"
#include "core/import/nsys/target_info.h"
#include "core/import/sqlite/database_bytes.h"
#include "core/model/trace/event_source.h"

#include <memory>

namespace kernline::nsys {

/// The rows of an export as events, with args as RowArgs makes them.
[[nodiscard]] std::shared_ptr<const EventSource> rowsAsEvents(std::shared_ptr<const sqlite::DatabaseBytes> bytes,
                                                              std::shared_ptr<const StringIds> strings,
                                                              std::shared_ptr<const TargetInfo> info);

}  // namespace kernline::nsys
