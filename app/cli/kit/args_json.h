// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/json_document.h"
#include "core/model/trace/event_details.h"

namespace kernline::cli {

/// An argument tree as JSON. Numbers stay exact: integers beyond 64 bits become texts, NaN and infinities null.
[[nodiscard]] Json toJson(const ArgNode& node);

/// The args of an event: always an object, with `items` for files that have a list there.
[[nodiscard]] Json argsObject(const ArgNode& args);

}  // namespace kernline::cli
