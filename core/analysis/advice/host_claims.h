// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/advice/advice_subject.h"
#include "core/model/base/ids.h"
#include "core/model/base/time.h"

#include <unordered_set>

namespace kernline {

/// Claims the idle time that goes once the host does not spend `time` in `calls`: gaps in which it is in one of them,
/// and then those in which it is slow to launch, for it would be ahead by as much. At most `time`.
[[nodiscard]] AdviceDraft claimHostTime(AdviceSubject& subject, const std::unordered_set<SpanId>& calls, Duration time);

/// Adds idle time in which launches reached an empty queue, at most `time`.
void claimEmptyQueue(AdviceSubject& subject, Duration time, AdviceDraft& draft);

}  // namespace kernline
