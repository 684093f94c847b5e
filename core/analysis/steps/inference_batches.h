// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/inference_iteration.h"
#include "core/analysis/steps/step_stats.h"
#include "core/model/base/time.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace kernline {

/// Minimum and maximum.
struct Extent {
  std::int64_t least = 0;
  std::int64_t most = 0;
};

/// Iterations of one kind whose batches are about as large: where a figure decides, at most twice as large.
struct InferenceBatches {
  InferenceKind kind = InferenceKind::Decode;
  std::optional<Extent> requests;
  std::optional<Extent> tokens;  ///< tokens per iteration
  std::optional<Extent> kvPerRequest;
  std::size_t iterations = 0;
  Duration medianDuration;
  Duration maxDuration;
  Duration medianDevice;       ///< median of their device time
  Duration medianIdle;         ///< median of the idle time of devices that worked in them
  std::int64_t sumTokens = 0;  ///< sum over those that have a number
  Duration sumDevice;          ///< device time of the same
  Duration sumDuration;        ///< duration of the same, without what devices did from before the recording
  [[nodiscard]] std::optional<double> devicePerToken() const {
    return sumTokens == 0 ? std::optional<double>{}
                          : static_cast<double>(sumDevice.ns) / static_cast<double>(sumTokens);
  }
  [[nodiscard]] std::optional<double> durationPerToken() const {
    return sumTokens == 0 ? std::optional<double>{}
                          : static_cast<double>(sumDuration.ns) / static_cast<double>(sumTokens);
  }
};

/// Keys and values that a request of the iteration reads on average; nullopt if not recorded.
[[nodiscard]] std::optional<std::int64_t> kvPerRequest(const InferenceIteration& iteration);

/// Groups iterations by kind, then by size. Decode goes by requests and length, what reads prompts by tokens and
/// length.
[[nodiscard]] std::vector<InferenceBatches> inferenceBatches(const std::vector<StepStats>& steps);

}  // namespace kernline
