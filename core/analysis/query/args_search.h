// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/query/search.h"
#include "core/model/base/error.h"
#include "core/model/base/parallel.h"
#include "core/model/base/progress.h"
#include "core/model/trace/trace.h"

#include <functional>
#include <stop_token>
#include <vector>

namespace kernline {

/// Looks through the args of all spans, which are read from the file again, as `plainArgs` has them: `grid:[128` finds
/// what the file spells `"grid": [128, 1, 1]`; in plain text `key=value` means `key:value` too. `found` is called
/// with some hits at a time, in no order, each span once, from one worker after another. `progress` counts bytes of
/// text. Costs about as much as reading the file; a plain text with a word that is rare costs a fraction of that.
/// Errors: Usage with what is wrong with the expression; Unreadable if the file is no longer what was loaded;
/// Canceled. Earlier hits count.
[[nodiscard]] Expected<void> searchArgs(const Trace& trace, const SearchQuery& query,
                                        const std::function<void(std::vector<SpanId>)>& found, Progress& progress,
                                        std::stop_token stop = {}, unsigned threads = defaultThreads());

}  // namespace kernline
