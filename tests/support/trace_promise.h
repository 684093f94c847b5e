// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <string>

namespace kernline::test {

/// What lanes, columns and links of a trace promise; "" if it holds, else the first breach.
[[nodiscard]] std::string brokenPromise(const Trace& trace);

}  // namespace kernline::test
