// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/kernel_metrics.h"

#include <cupti.h>

#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace kernline::recorder {

/// Looks at every launch of a kernel in this process, and may count its work. The results wait for the thread that
/// reads the records.
class LaunchWatcher {
 public:
  /// News of launches for the reader of the records, in any order of correlation ids: a record may come before or after
  /// its counts.
  struct News {
    std::vector<std::uint32_t> awaited;  ///< launches for which something will have been counted, if all goes well
    std::vector<std::uint32_t> ignored;  ///< these were only run to count more
    std::vector<CountedLaunch> counted;
  };

  LaunchWatcher() = default;
  LaunchWatcher(const LaunchWatcher&) = delete;
  LaunchWatcher& operator=(const LaunchWatcher&) = delete;
  virtual ~LaunchWatcher() = default;

  /// Asks CUPTI for the calls that it needs; called() gets them then, and others.
  void subscribe(CUpti_SubscriberHandle subscriber);
  /// Called by CUPTI, in the thread that calls the driver.
  void called(CUpti_CallbackId id, const CUpti_CallbackData& call);
  News take();
  /// Sentences about what was counted and what was not.
  [[nodiscard]] virtual std::vector<std::string> notes() const = 0;

 protected:
  enum class Call : std::uint8_t { Other, Launch, BeginCapture, EndCapture };

  virtual void launching(CUpti_CallbackId id, const CUpti_CallbackData& launch) = 0;
  virtual void launched(const CUpti_CallbackData& launch) = 0;
  virtual void captureBegins() {}
  virtual void captureEnds() {}

  void await(std::uint32_t correlation);
  void ignore(std::uint32_t correlation);
  void tell(CountedLaunch launch);

 private:
  std::vector<Call> m_calls;  // indexed by id; complete before the first callback
  std::mutex m_newsMutex;
  News m_news;
};

/// Whether the launch is only captured into a graph, and runs later, if ever.
[[nodiscard]] bool isCaptured(CUpti_CallbackId id, const CUpti_CallbackData& launch);

/// Waits until all activity before this has ended. Returns false on a CUDA error.
bool waitForContext();

}  // namespace kernline::recorder
