// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/kinds.h"

#include <string_view>

namespace kernline::chrome {

/// What spans of a category are: kineto's ActivityType names of every generation ("Operator" of 2021, "cpu_op"
/// since), case-insensitive. Other for categories no profiler of GPUs writes.
[[nodiscard]] SpanKind kindOfCategory(std::string_view category);

/// What a span on a device row is when its category does not say: by its name ("Memcpy HtoD", "Memset (Device)").
[[nodiscard]] SpanKind kindOnDevice(std::string_view name);

}  // namespace kernline::chrome
