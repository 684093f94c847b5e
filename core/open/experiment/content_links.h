// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/open/experiment/experiment.h"

#include <optional>

namespace kernline {

/// Result of matching the contents of two files.
struct ContentMatch {
  JoinReason reason = JoinReason::Contents;
  double share = 0;  ///< share of what can agree that does; more is better
  Message why;
};

/// Returns the match if `beside` belongs to `trace` by its contents.
[[nodiscard]] std::optional<ContentMatch> contentMatch(const FoundFile& beside, const FileContents& besideSeen,
                                                       const FoundFile& trace, const FileContents& traceSeen);

/// Returns true if it does not by its contents: both have kernels, and share none.
[[nodiscard]] bool isContradicted(const FileContents& besideSeen, const FileContents& traceSeen);

}  // namespace kernline
