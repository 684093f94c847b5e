// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <cstddef>
#include <limits>
#include <string>

namespace kernline::test {

struct DumpOptions {
  static constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
  std::size_t spansPerLane = 8;
  std::size_t others = 8;   ///< samples a counter, instants, flows, launches, steps
  bool withOffsets = true;  ///< byte offsets of spans and issues
  bool withSource = false;  ///< format, sizes: what differs between a file and its gzip
};

/// A trace as stable, readable text: two equal dumps without limits are two equal traces.
[[nodiscard]] std::string dump(const Trace& trace, const DumpOptions& options = {});

}  // namespace kernline::test
