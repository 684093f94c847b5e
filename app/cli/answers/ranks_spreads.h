// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/output.h"
#include "core/compare/ranks/collective_kinds.h"
#include "core/compare/ranks/expert_loads.h"
#include "core/compare/ranks/rank_set.h"
#include "core/model/format/columns.h"

#include <cstddef>

namespace kernline::cli {

/// Writers of these as JSON and text.
[[nodiscard]] Columns<CollectiveSpread> spreadColumns();
[[nodiscard]] Columns<ExpertLoad> loadColumns();
[[nodiscard]] Columns<StageWaiting> stageColumns();

/// Writes the spread of times and bandwidths of collectives, by kind and sort of group: text. At most `limit`; 0 for
/// all.
void writeSpreads(Output& output, const RankSet& set, std::size_t limit);

/// Writes the ranks that work on more of the bytes of all-to-alls than others: text; empty if all work on as much.
void writeExperts(Output& output, const RankSet& set, std::size_t limit);

/// Writes, as text, the waiting of ranks in sends and receives by pipeline stage; empty if there are no messages in
/// steps.
void writePipeline(Output& output, const RankSet& set);

}  // namespace kernline::cli
