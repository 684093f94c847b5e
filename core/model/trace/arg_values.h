// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/cell.h"
#include "core/model/trace/trace.h"

#include <string>
#include <string_view>

namespace kernline::sql {

/// A value of an event's args: numbers as numbers where they fit, texts without quotes, lists and objects as JSON.
/// Rewritten text goes to `scratch`.
[[nodiscard]] Cell cellOf(const ArgNode& node, std::string& scratch);

/// The value of `key` in the args of a span, read from the file; NULL if it has none. Words are separated by `.` on
/// the way into objects: "Collective.name".
[[nodiscard]] Cell argValue(const Trace& trace, SpanId span, std::string_view key, std::string& scratch);

/// Formats the node as JSON.
[[nodiscard]] std::string toJson(const ArgNode& node);

}  // namespace kernline::sql
