// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/digest/digest_subject.h"

#include <nlohmann/json.hpp>

#include <cstddef>

namespace kernline {

/// The limits of a digest's contents besides the data for comparing ranks.
struct DetailLimits {
  std::size_t names = 64;  ///< kernel names, and operator names
  std::size_t steps = 10'000;
  std::size_t buckets = 1024;  ///< time buckets
};

/// Steps with their accounts, kernels, operators, work, memory, streams, devices, issues: "details" of digest.json.
[[nodiscard]] nlohmann::ordered_json digestDetails(DigestSubject& subject, const DetailLimits& limits);

}  // namespace kernline
