// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"

#include <cstddef>

namespace kernline {

/// Returns the kind of a row in a profiler's table. Only torch's tables record it for each row; those of nsys, nvprof,
/// rocprof and unitrace hold activity of the device (Kernel), calls of the host (Operator) or ranges of user code
/// (Annotation), which follows from their columns and names.
[[nodiscard]] RowKind rowKindOf(const Log& log, const LogTable& table, std::size_t row);

/// Whether the time of such a row passes on the device.
[[nodiscard]] constexpr bool isOnDevice(RowKind kind) {
  return kind == RowKind::Kernel || kind == RowKind::Plain;
}

}  // namespace kernline
