// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/ids.h"
#include "core/model/trace/trace.h"

#include <memory>
#include <vector>

namespace kernline {

/// The collectives of several ranks in one trace. Each has its device activity, one piece a rank: no piece ends before
/// all of them have begun.
using Collectives = std::vector<std::vector<SpanId>>;

/// Returns the same trace. As long as it lives, `collectivesOf` finds them.
[[nodiscard]] std::shared_ptr<const Trace> withCollectives(std::shared_ptr<const Trace> trace, Collectives collectives);
/// Returns the collectives of a trace of several ranks; nullptr if unknown. From any thread.
[[nodiscard]] std::shared_ptr<const Collectives> collectivesOf(const Trace& trace);

}  // namespace kernline
