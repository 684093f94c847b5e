// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/overlap_text.h"

namespace kernline {

Message shownName(StepOverlap overlap) {
  return overlap == StepOverlap::LaunchedElsewhere ? Phrase::tr("other GPU work during the step")
                                                   : Phrase::tr("minus GPU work outside the step's time");
}

Message definitionOf(StepOverlap overlap) {
  return overlap == StepOverlap::LaunchedElsewhere
             ? Phrase::tr("GPU work that ran during the steps but was launched before or between them.")
             : Phrase::tr(
                   "Rows count all GPU work that a step launches. What ran outside the step's time is subtracted "
                   "here.");
}

}  // namespace kernline
