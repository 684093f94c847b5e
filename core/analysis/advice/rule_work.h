// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/advice/advice_remedy.h"
#include "core/analysis/advice/advice_subject.h"
#include "core/analysis/advice/device_timeline.h"
#include "core/model/base/ids.h"

#include <cstdint>
#include <span>
#include <vector>

namespace kernline {

/// Device activity, and the call of a rule that launched it.
struct LaunchedPiece {
  TimelinePiece* piece = nullptr;  ///< piece of a timeline of the subject
  SpanId call = SpanId::none;
};

/// Returns the activity that these calls or their callees launched and no row has taken as a whole: by device and
/// start.
[[nodiscard]] std::vector<LaunchedPiece> launchedIn(AdviceSubject& subject, std::span<const SpanId> calls);

/// Collectives that could be part of the next one.
struct MergedCollectives {
  std::vector<SpanId> calls;
  std::vector<AdviceRemedy::MergedActivity> work;
  std::vector<std::int64_t> bytes;  ///< bytes of all, merged or not
};

/// Collectives of one kind that follow each other in a step are one as soon as they have `bucket` bytes. The first of a
/// step stays as it is: it is small so that the rest of backward hides more.
[[nodiscard]] MergedCollectives mergedUpTo(AdviceSubject& subject, std::span<const LaunchedPiece> launched,
                                           std::int64_t bucket);

}  // namespace kernline
