// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <optional>

namespace kernline {

/// Returns how long a copy between pageable memory and a device takes from pinned memory: only that can be copied while
/// the host goes on. std::nullopt if its bytes are not in the trace. An H100 copies 55 GB/s of pinned memory over PCIe
/// 5, measured; devices before it are taken for half as quick.
[[nodiscard]] std::optional<Duration> pinnedCopyTime(const Trace& trace, SpanId copy);

}  // namespace kernline
