// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <string>

namespace kernline::test {

/// Checks the promises of a trace on lanes, columns and links; returns the first breach, or an empty text.
[[nodiscard]] std::string brokenPromise(const Trace& trace);

}  // namespace kernline::test
