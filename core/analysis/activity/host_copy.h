// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

namespace kernline {

/// Returns true if device activity is a memcpy from or to the host by its name.
[[nodiscard]] bool isHostCopy(const Trace& trace, SpanId activity);

}  // namespace kernline
