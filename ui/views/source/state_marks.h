// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/source/kernel_sources.h"
#include "ui/kit/style/figure_marks.h"
#include "ui/kit/tables/part_bar_delegate.h"

#include <QString>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace kernline::ui {

/// The look of a warp state wherever it appears, by CUPTI's word for it: states that are waits of one kind have hues
/// next to each other. Unknown states are gray.
[[nodiscard]] const FigureMark& markOfState(std::string_view word);

/// Returns the name of a state, by the same word.
[[nodiscard]] QString stateName(std::string_view word);
/// Returns the name of a state in the recording.
[[nodiscard]] QString stateText(const KernelSources& sources, std::uint32_t state);

/// The pieces of a bar that is as long as `all` samples.
[[nodiscard]] std::vector<BarPiece> statePieces(const KernelSources& sources, std::span<const StateSamples> states,
                                                std::uint64_t all);

/// "1,234 samples" and the share of each state in them, a line each, most frequent first.
[[nodiscard]] QString statesTip(const KernelSources& sources, std::span<const StateSamples> states);

/// "62.1 %"; without any samples there are no shares.
[[nodiscard]] QString samplesShare(std::uint64_t part, std::uint64_t all);

}  // namespace kernline::ui
