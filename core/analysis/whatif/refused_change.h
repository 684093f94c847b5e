// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/whatif/what_if_change.h"
#include "core/model/base/message.h"

namespace kernline {

/// Whether it selects calls of the host, not activities of a device.
[[nodiscard]] bool isOfHost(WhatIfTarget target);

/// Returns why such a change cannot be made to what it selects, in any trace; empty if it can.
[[nodiscard]] Message whyRefused(const WhatIfChange& change);

/// Returns why a change that selected nothing may have done so.
[[nodiscard]] Message whyNothingMatches(const WhatIfChange& change);

}  // namespace kernline
