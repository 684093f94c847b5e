// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/heat_layout.h"
#include "core/compare/ranks/heat_map.h"
#include "core/compare/ranks/unusual_ranks.h"

#include <QString>

namespace kernline::ui {

/// "Waiting", "Idle: host-bound", …
[[nodiscard]] QString titleOf(const HeatSubject& subject);
/// Returns the definition of a subject in a sentence.
[[nodiscard]] QString definitionOf(const HeatSubject& subject);

/// "Node", "Tensor parallel (tp)", or the kind as the program describes it.
[[nodiscard]] QString titleOf(const HeatGrouping& grouping);
[[nodiscard]] QString groupText(const HeatGroup& group);

/// "waiting −12.3 ms, compute +11.9 ms": how a rank differs from the median of all, a few figures.
[[nodiscard]] QString wordsFor(const UnusualRank& rank);

}  // namespace kernline::ui
