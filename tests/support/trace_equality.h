// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <string>

namespace kernline::test {

/// The first thing in which two traces differ, for people; "" if they are equal. Everything counts except where the
/// text came from: names, times, kinds, flags, offsets, tracks, lanes, links, counters, steps, issues, bounds.
[[nodiscard]] std::string firstDifference(const Trace& left, const Trace& right);

}  // namespace kernline::test
