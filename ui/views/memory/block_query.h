// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memory/live_set.h"
#include "core/model/base/error.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

namespace kernline::ui {

/// The blocks of a table.
enum class BlockChoice : std::uint8_t {
  AliveThen,      ///< blocks alive at a moment
  NeverFreed,     ///< made in the recording and still there at its end
  KeptAfterMark,  ///< made during a mark and still there after it
  MadeBySpan      ///< made by a span of the timeline or what it calls
};

struct BlockQuery {
  std::shared_ptr<const MemoryHistory> history;
  std::size_t device = 0;
  BlockChoice choice = BlockChoice::AliveThen;
  MemoryGrouping grouping = MemoryGrouping::Op;
  Time moment;                         ///< moment for AliveThen
  std::size_t mark = 0;                ///< index of the mark for KeptAfterMark
  std::shared_ptr<const Trace> trace;  ///< trace for MadeBySpan
  SpanId span = SpanId::none;          ///< span for MadeBySpan

  [[nodiscard]] const MemoryDevice& of() const { return history->devices[device]; }
};

struct BlockAnswer {
  BlockQuery query;
  LiveSet set;
  std::vector<std::uint32_t> blocks;  ///< all of them, largest first
};

/// Linear in the blocks of the device. Errors: stopped.
[[nodiscard]] Expected<std::shared_ptr<const BlockAnswer>> answer(const BlockQuery& query,
                                                                  const std::stop_token& stop = {});

}  // namespace kernline::ui
