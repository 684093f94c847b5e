// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"
#include "core/model/names/family_rules.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace kernline {

/// The kernels of one name, on all devices.
struct KernelsOfName {
  StringId name = StringId::empty;
  std::uint64_t count = 0;
  Duration total;
};

/// Returns the kernels by total, longest first. One pass over the spans.
[[nodiscard]] std::vector<KernelsOfName> kernelsByName(const Trace& trace, const std::stop_token& stop = {});

/// The kernels of a trace that one rule matches; the last entry has those that no rule matches.
struct FamilyCoverage {
  std::vector<StringId> names;  ///< sorted by total, longest first
  std::uint64_t count = 0;      ///< number of kernels
  Duration total;
};

/// One for each rule, and one more for what no rule catches.
[[nodiscard]] std::vector<FamilyCoverage> familyCoverage(const Trace& trace, const std::vector<KernelsOfName>& kernels,
                                                         const FamilyRules& rules, const std::stop_token& stop = {});

}  // namespace kernline
