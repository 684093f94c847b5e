// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/advice/advice_subject.h"
#include "core/analysis/advice/device_timeline.h"
#include "core/model/base/ids.h"

#include <span>
#include <vector>

namespace kernline {

/// Device work, and the call of a rule that launched it.
struct LaunchedPiece {
  TimelinePiece* piece = nullptr;  ///< of a timeline of the subject
  SpanId call = SpanId::none;
};

/// Returns the work that these calls or their callees launched and no row has taken as a whole: by device and start.
[[nodiscard]] std::vector<LaunchedPiece> launchedIn(AdviceSubject& subject, std::span<const SpanId> calls);

}  // namespace kernline
