// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace_builder.h"

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace kernline {

/// The process that holds the tracks of a GPU, where a format has none of its own for that.
inline ProcessId addGpuProcess(TraceBuilder& builder, std::int32_t device) {
  return builder.addProcess({.pid = builder.intern(std::to_string(device)),
                             .labels = builder.intern(fmt::format("GPU {}", device)),
                             .device = device});
}

}  // namespace kernline
