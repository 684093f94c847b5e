// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cupti/replay_profiler.h"

#include "app/recorder/cupti/range_profiler.h"
#include "app/recorder/cupti/untouched_kernels.h"
#include "app/recorder/io/counted.h"
#include "app/recorder/io/profile_request.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>

namespace kernline::recorder {

#ifdef KERNLINE_HAVE_PM_SAMPLING

namespace {

constexpr std::size_t maxKernels = 64;  // kernels per launch
constexpr std::size_t maxPasses = 64;

/// Metrics that are counted together.
struct CountedSet {
  RangePlan plan;
  RangeProfiler::Ranges ranges = RangeProfiler::Ranges::Pushed;
};

class SetReplay final : public ReplayProfiler {
 public:
  explicit SetReplay(std::vector<CountedSet> sets) : m_sets(std::move(sets)) {}

  [[nodiscard]] std::size_t passes() const override {
    std::size_t passes = 0;
    for (const CountedSet& set : m_sets) {
      passes += set.plan.passes();
    }
    return passes;
  }

  [[nodiscard]] std::vector<std::string> notes() const override {
    return m_problem.empty() ? std::vector<std::string>() : std::vector<std::string>{m_problem};
  }

  std::vector<CountedLaunch> count(const std::string& run, const std::function<void()>& before,
                                   const std::function<void()>& launch) override {
    m_launches.clear();
    m_problem.clear();
    m_state = State::Ignoring;
    before();
    list(launch);
    if (m_launches.empty() || m_launches.size() > maxKernels) {
      m_problem = fmt::format("not counted: a launch has {}", counted(m_launches.size(), "kernel"));
    }
    if (m_problem.empty()) {
      countSets(before, launch);
    }
    m_state = State::Idle;
    for (CountedLaunch& one : m_launches) {
      one.run = run;
      tell(one);
    }
    return m_launches;
  }

 private:
  enum class State : std::uint8_t { Idle, Ignoring, Listing, Counting };

  /// The launch that the recording has of those that are counted.
  void list(const std::function<void()>& launch) {
    waitForContext();
    const UntouchedKernels untouched(UntouchedKernels::Traced::OneByOne);
    m_state = State::Listing;
    launch();
    m_state = State::Ignoring;
    waitForContext();
  }

  void countSets(const std::function<void()>& before, const std::function<void()>& launch) {
    waitForContext();
    const UntouchedKernels untouched(UntouchedKernels::Traced::No);
    for (CountedSet& set : m_sets) {
      if (m_problem.empty()) {
        countSet(set, before, launch);
      }
    }
    waitForContext();
  }

  void countSet(CountedSet& set, const std::function<void()>& before, const std::function<void()>& launch) {
    RangeProfiler profiler(m_context, set.plan, maxKernels, set.ranges);
    for (std::size_t pass = 0; pass < maxPasses && !profiler.isDone() && profiler.problem().empty(); ++pass) {
      before();
      profiler.start();
      m_next = 0;
      m_profiler = set.ranges == RangeProfiler::Ranges::Pushed ? &profiler : nullptr;
      m_state = State::Counting;
      launch();
      m_state = State::Ignoring;
      m_profiler = nullptr;
      profiler.stop();
    }
    std::vector<CountedRange> ranges = profiler.counted(m_launches.size());
    for (std::size_t i = 0; i < m_launches.size(); ++i) {
      m_launches[i].ranges.push_back(std::move(ranges[i]));
    }
    m_problem = profiler.problem();
  }

  void launching(CUpti_CallbackId /*id*/, const CUpti_CallbackData& launch) override {
    if (m_state == State::Listing) {
      m_context = launch.context;
      m_launches.push_back({.correlation = launch.correlationId, .ranges = {}});
      await(launch.correlationId);
    } else if (m_state != State::Idle) {
      ignore(launch.correlationId);
    }
    if (m_profiler != nullptr) {
      waitForContext();
      m_profiler->push(m_next++);
    }
  }

  void launched(const CUpti_CallbackData& /*launch*/) override {
    if (m_profiler != nullptr) {
      waitForContext();
      m_profiler->pop();
    }
  }

  std::vector<CountedSet> m_sets;
  std::vector<CountedLaunch> m_launches;
  State m_state = State::Idle;
  CUcontext m_context = nullptr;
  RangeProfiler* m_profiler = nullptr;  // ranges of the launch that runs
  std::size_t m_next = 0;
  std::string m_problem;
};

}  // namespace

std::expected<std::unique_ptr<ReplayProfiler>, std::string> ReplayProfiler::make(std::uint32_t device) {
  const auto chip = chipOf(device);
  if (!chip) {
    return std::unexpected(chip.error());
  }
  std::vector<CountedSet> sets;
  const auto add = [&](std::vector<std::string> metrics, RangeProfiler::Ranges ranges) -> std::string {
    auto plan = RangePlan::make(*chip, std::move(metrics), RangePlan::Unknown::LeftOut);
    if (plan) {
      sets.push_back({std::move(*plan), ranges});
    }
    return plan ? std::string() : plan.error();
  };
  for (std::vector<std::string>& metrics : cardMetrics()) {
    if (const std::string problem = add(std::move(metrics), RangeProfiler::Ranges::Pushed); !problem.empty()) {
      return std::unexpected(problem);
    }
  }
  add(flopMetrics(), RangeProfiler::Ranges::Kernels);  // not everywhere
  return std::make_unique<SetReplay>(std::move(sets));
}

#else

std::expected<std::unique_ptr<ReplayProfiler>, std::string> ReplayProfiler::make(std::uint32_t /*device*/) {
  return std::unexpected("this recorder was built with a CUDA toolkit that cannot count; 12.6 can");
}

#endif

}  // namespace kernline::recorder
