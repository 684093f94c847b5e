// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/memory/memory_history.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <optional>

namespace kernline {

/// Returns the fault of a `[memory]` record of a trace: InvalidSize of its allocation or of a total, NegativeTotal or
/// ImpossibleTotal. std::nullopt for nearly all.
[[nodiscard]] std::optional<MemoryIssueKind> faultOf(const MemoryEvent& event);

[[nodiscard]] constexpr bool isInvalidSize(std::int64_t bytes) {
  return bytes > maxMemorySize || bytes < -maxMemorySize;
}

}  // namespace kernline
