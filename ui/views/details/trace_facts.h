// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/views/details/span_facts.h"

#include <vector>

namespace kernline::ui {

/// Returns facts of the whole file: format, sizes, length, when it began, devices, steps, ranks. Cheap.
[[nodiscard]] std::vector<Fact> traceFacts(const Trace& trace);

}  // namespace kernline::ui
