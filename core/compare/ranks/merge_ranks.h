// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline {

/// The trace of one rank as a part of the trace of all.
struct RankPart {
  std::int32_t rank = -1;
  std::shared_ptr<const Trace> trace;
  Duration shift;  ///< added to all of its times; events at time 0 among later ones stay there
};

/// Message from a span of one part to a span of another one.
struct RankArrow {
  std::size_t fromPart = 0;
  SpanId from = SpanId::none;
  std::size_t toPart = 0;
  SpanId to = SpanId::none;

  bool operator==(const RankArrow&) const = default;
};

/// Returns the amounts to add to the offsets of each part in the merged trace, ascending.
[[nodiscard]] std::vector<std::uint64_t> firstOffsets(std::span<const RankPart> parts);

/// One trace with the rows of all parts on one time axis. Everything of a part stays as it was read (launches, flows,
/// instants, counters, memory, what its import counted) and stays among itself; args stay in the files. `arrows`
/// become flows of the category "send". `whole` describes the origin of all and has no text, as no file has the times
/// of this trace; the parts' own sources follow it. If all of them have texts, an offset is one into these, a byte
/// between each two. The base time is that of the first part. Null if stopped.
[[nodiscard]] std::shared_ptr<const Trace> mergeRanks(const SourceFile& whole, std::span<const RankPart> parts,
                                                      std::span<const RankArrow> arrows, unsigned threads = 1,
                                                      std::stop_token stop = {});

}  // namespace kernline
