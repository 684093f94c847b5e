// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/event_csv/columns.h"
#include "core/import/source/whole_text.h"
#include "core/model/trace/event_source.h"

#include <memory>

namespace kernline::csv {

/// The rows of a table as events, by the byte at which each begins. Args go by kineto's names where it has some.
[[nodiscard]] std::shared_ptr<const EventSource> rowsAsEvents(std::shared_ptr<const WholeText> text, Columns columns);

}  // namespace kernline::csv
