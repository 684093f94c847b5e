// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/graphs/replayed_ops.h"
#include "core/analysis/statistics/input_shapes.h"
#include "core/model/base/message.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// The key that groups spans into rows: a number for each span, and what spans of that number have in common. Usable
/// from any thread, while its trace lives.
struct SpanKey {
  std::uint32_t count = 0;  ///< numbers are below
  std::function<std::uint32_t(SpanId)> of;
  /// Empty for spans without a label. Lives as long as the key.
  std::function<std::string_view(std::uint32_t)> label;
};

using SpanKeyPtr = std::shared_ptr<const SpanKey>;

[[nodiscard]] SpanKeyPtr byName(const Trace& trace);
/// Groups by the file's category.
[[nodiscard]] SpanKeyPtr byCategory(const Trace& trace);
/// The operator that made it (`Trace::opOf`); an operator counts as its own. Replayed activity of a graph belongs to
/// the operator that captured it, if `replayed` knows it, else to `graphReplayLabel`. nullptr if no operator is known.
[[nodiscard]] SpanKeyPtr byOp(const Trace& trace, std::shared_ptr<const ReplayedOps> replayed);
/// The track it is on; numbers are those of tracks.
[[nodiscard]] SpanKeyPtr byStream(const Trace& trace);
/// The kernel family; only device activity has one.
[[nodiscard]] SpanKeyPtr byFamily(const Trace& trace);
/// The operator that made it with the shapes it was called with: "aten::mm [[8, 4], [4, 2]]".
[[nodiscard]] SpanKeyPtr byShape(const Trace& trace, std::shared_ptr<const InputShapes> shapes);
/// Groups by a number for each span, below the count of `labels`; from there on the span has none.
[[nodiscard]] SpanKeyPtr byNumber(std::vector<std::uint32_t> ofSpan, std::vector<std::string> labels);

/// No trace records the operator of activity that a CUDA graph replays.
inline constexpr std::string_view graphReplayLabel = Phrase::tr("(CUDA graph replay)");

/// Result of `opKey` for a span that a CUDA graph replayed.
inline constexpr std::uint32_t graphReplayKey = UINT32_MAX - 1;

/// The name of the operator that made `span` as a number: StringId::none if none did, or graphReplayKey.
[[nodiscard]] std::uint32_t opKey(const Trace& trace, SpanId span);

}  // namespace kernline
