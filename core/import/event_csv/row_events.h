// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/event_csv/columns.h"
#include "core/import/source/input.h"
#include "core/model/trace/event_source.h"

#include <memory>
#include <string>
#include <string_view>

namespace kernline::csv {

/// The text of a table: mapped, or a copy of what had to be decoded.
struct TableText {
  std::shared_ptr<const Input> input;  ///< keeps the mapping
  std::string copy;
  std::string_view view;
};

/// The rows of a table as events, by the byte at which each begins. Args go by kineto's names where it has some.
[[nodiscard]] std::shared_ptr<const EventSource> rowsAsEvents(std::shared_ptr<const TableText> text, Columns columns);

}  // namespace kernline::csv
