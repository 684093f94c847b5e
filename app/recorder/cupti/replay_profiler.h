// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/cupti/launch_watcher.h"

#include <cstddef>
#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace kernline::recorder {

/// Counts all that the card of a kernel shows, by launching it as often as that needs. Watches a timeline that is
/// recorded meanwhile: the first launch, before anything is counted, is in it, the others are not.
class ReplayProfiler : public LaunchWatcher {
 public:
  /// Makes a profiler for the GPU of this ordinal. The error is a sentence.
  static std::expected<std::unique_ptr<ReplayProfiler>, std::string> make(std::uint32_t device);

  /// Returns how often all kernels of the launch will run.
  [[nodiscard]] virtual std::size_t passes() const = 0;
  /// `launch` may be called again and again and then does the same; `before` runs before each call and is not counted.
  /// Both end what they began. Returns the counts of each kernel, in launch order; empty if it failed, see notes().
  /// `run` describes the launch as a JSON object, which goes with all of it.
  virtual std::vector<CountedLaunch> count(const std::string& run, const std::function<void()>& before,
                                           const std::function<void()>& launch) = 0;
};

}  // namespace kernline::recorder
