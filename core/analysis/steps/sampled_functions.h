// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

namespace kernline {

/// Whether the Python functions of a trace are from sampled stacks (`kernline record --torch=stacks`): a span may be
/// several calls, and its ends are off by up to a millisecond.
[[nodiscard]] bool hasSampledFunctions(const Trace& trace);

}  // namespace kernline
