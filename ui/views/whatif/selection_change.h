// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <QString>

namespace kernline::ui {

/// Returns a change of all that is like `span`, as for kernline whatif, up to the "=": "kernel:^gemm$=". Whole for a
/// call that waits for the device, which has no time of its own: "sync:^cudaDeviceSynchronize$=none". Empty if no
/// selector has such spans.
[[nodiscard]] QString changeOfSelection(const Trace& trace, SpanId span);

}  // namespace kernline::ui
