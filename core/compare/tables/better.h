// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"

#include <cstdint>
#include <string_view>

namespace kernline {

/// The better one of two values of a metric.
enum class Better : std::uint8_t { Unknown, Less, More };
[[nodiscard]] std::string_view toText(Better better);  ///< "unknown", "less", "more"

/// Returns which values are better, by the words of the metric's key first: less loss, perplexity, error, latency,
/// stall and idle; more accuracy, speed-up, throughput, bandwidth, utilization and score. Then by the quantity: less
/// time and memory, a higher rate. Sizes, counts, FLOPs and shares of unknown meaning are neither: none of them is
/// marked as best.
[[nodiscard]] Better betterOf(Quantity quantity, std::string_view key);

}  // namespace kernline
