// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/json_document.h"
#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <optional>

namespace kernline::cli {

/// Says in JSON which time of a trace an answer is about: "range_ns", and "not_read" where only that time was read.
void addRange(JsonDocument& document, const std::optional<TimeRange>& range, const Trace& trace);
void addRange(Json& file, const std::optional<TimeRange>& range, const Trace& trace);

}  // namespace kernline::cli
