// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/statistics/family_coverage.h"
#include "core/model/base/error.h"
#include "core/model/trace/trace.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace kernline::ui {

/// Rules tried on the kernels of a trace. Made by a worker, then immutable.
struct FamilyTrial {
  std::shared_ptr<const Trace> trace;                         ///< nullptr if there is nothing to try them on
  std::shared_ptr<const std::vector<KernelsOfName>> kernels;  ///< cached between trials
  std::vector<FamilyCoverage> catches;  ///< one for each rule, the last for names that none matches
};

/// `before` may be nullptr.
[[nodiscard]] Expected<std::shared_ptr<const FamilyTrial>> tryFamilies(std::shared_ptr<const Trace> trace,
                                                                       std::shared_ptr<const FamilyTrial> before,
                                                                       std::vector<FamilyRule> own,
                                                                       const std::stop_token& stop);

}  // namespace kernline::ui
