// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_work.h"
#include "core/model/base/message.h"

#include <cstddef>
#include <string>
#include <vector>

namespace kernline {

// Texts for the reasons why runs differ, by their work.

/// "-12.30 ms per step in attention: -9.00 ms from less work (68 % fewer bytes), -3.30 ms from higher efficiency
/// (61.0 % instead of 14.0 % of roofline)": parts by size, without tiny ones; empty without a change, or if all GPU
/// work changed for no other reason than work that is not modeled.
[[nodiscard]] Message sentenceOn(const WorkReason& reason);

/// Returns sentences on all GPU work of a step, then on the families that change most, `limit` at most; one sentence if
/// no call has its work.
[[nodiscard]] std::vector<Message> workSentences(const RunComparison& comparison, const ComparedWork& work,
                                                 std::size_t run, std::size_t limit = 3);

/// "-9.00 ms" of calls, work, efficiency and what is not modeled; empty where the split has no such part.
struct SplitTexts {
  std::string calls;
  std::string work;
  std::string efficiency;
  std::string unmodeled;
};
[[nodiscard]] SplitTexts textsOf(const ChangeSplit& split);

/// "14.0 % → 61.0 %": the shares of the roofline of a row over the whole recordings; empty if it has none.
[[nodiscard]] std::string rooflineText(const ComparedWork& work, std::size_t row, std::size_t run);

}  // namespace kernline
