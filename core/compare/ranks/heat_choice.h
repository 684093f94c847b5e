// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/heat_map.h"
#include "core/compare/ranks/rank_set.h"
#include "core/model/base/error.h"

#include <string_view>

namespace kernline {

/// Finds a subject that the ranks have by its `heatName`. The error names what they have instead, the nearest first.
[[nodiscard]] Expected<HeatSubject> heatSubjectNamed(const RankSet& set, std::string_view name);

}  // namespace kernline
