// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cupti/kernel_profiler.h"

#include "app/recorder/cupti/cuda_driver.h"
#include "app/recorder/cupti/range_profiler.h"
#include "app/recorder/cupti/untouched_kernels.h"
#include "app/recorder/io/counted.h"
#include "app/recorder/io/quoted_names.h"

#include <fmt/format.h>

#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <regex>
#include <thread>
#include <unordered_map>
#include <utility>

namespace kernline::recorder {

#ifdef KERNLINE_HAVE_PM_SAMPLING

namespace {

constexpr std::size_t maxCountedLaunches = 10'000;  // launches per process

std::string launches(std::size_t number) {
  return counted(number, "launch", "es");
}

class KernelProfiler final : public LaunchWatcher {
 public:
  explicit KernelProfiler(ProfileRequest request) : m_request(std::move(request)), m_pattern(m_request.pattern) {}

  [[nodiscard]] std::vector<std::string> notes() const override {
    const std::scoped_lock lock(m_mutex);
    std::vector<std::string> notes;
    if (!m_problem.empty()) {
      notes.push_back("kernels were not counted: " + m_problem);
    }
    if (m_counted > 0) {
      notes.push_back(fmt::format("counted {} of {} that match {}, one by one and at the real clock",
                                  launches(m_counted), counted(m_matching, "kernel"), m_request.pattern));
    } else if (m_problem.empty()) {
      notes.push_back(fmt::format("no launch that matches {} was counted", m_request.pattern));
    }
    if (m_onlyLoaded > 0) {
      notes.push_back(
          fmt::format("not counted, for their only launch loads them: {}", counted(m_onlyLoaded, "kernel")));
    }
    if (m_captured > 0) {
      notes.push_back(fmt::format("not counted, for a graph was being captured: {}", launches(m_captured)));
    }
    if (m_disturbed > 0) {
      notes.push_back(fmt::format("not counted, for other threads launched meanwhile: {}", launches(m_disturbed)));
    }
    return notes;
  }

 private:
  struct Kernel {
    bool matches = false;
    bool isLoaded = false;
    std::size_t launches = 0;
  };
  /// The launch that is being counted.
  struct Open {
    std::uint32_t correlation = 0;
    std::unique_ptr<UntouchedKernels> untouched;
    std::unique_ptr<RangeProfiler> profiler;
  };

  void launching(CUpti_CallbackId id, const CUpti_CallbackData& launch) override {
    if (m_isOpen) {
      m_isDisturbed = m_isDisturbed || m_openThread != std::this_thread::get_id();
      return;
    }
    // Does not wait for a thread that waits for the GPU: its work may wait for this launch.
    const std::unique_lock lock(m_mutex, std::try_to_lock);
    if (!lock) {
      m_isDisturbed = true;
      return;
    }
    if (m_isOpen || !m_problem.empty() || launch.symbolName == nullptr || !isWanted(launch.symbolName)) {
      return;
    }
    if (m_captures > 0 || isCaptured(id, launch)) {
      ++m_captured;
      return;
    }
    RangePlan* plan = planOfDevice();
    if (plan == nullptr || !waitForContext()) {
      return;
    }
    m_isDisturbed = false;
    auto untouched = std::make_unique<UntouchedKernels>(UntouchedKernels::Traced::OneByOne);
    auto profiler = std::make_unique<RangeProfiler>(launch.context, *plan, 1);
    if (!profiler->start() || !profiler->push(0)) {
      m_problem = profiler->problem();
      return;
    }
    await(launch.correlationId);
    m_openThread = std::this_thread::get_id();
    m_open = Open{launch.correlationId, std::move(untouched), std::move(profiler)};
    m_isOpen = true;
  }

  void launched(const CUpti_CallbackData& launch) override {
    if (!m_isOpen || m_openThread != std::this_thread::get_id()) {
      return;
    }
    const std::scoped_lock lock(m_mutex);
    if (!m_open || m_open->correlation != launch.correlationId) {
      return;
    }
    waitForContext();
    RangeProfiler& profiler = *m_open->profiler;
    const bool isDisturbed = m_isDisturbed;
    if (profiler.pop() && profiler.stop() && !isDisturbed) {
      std::vector<CountedRange> ranges = profiler.counted(1);
      if (!ranges.front().values.empty()) {
        tell({.correlation = launch.correlationId, .ranges = std::move(ranges)});
        ++m_counted;
      }
    }
    m_disturbed += isDisturbed ? 1 : 0;
    m_problem = profiler.problem();
    m_open.reset();
    m_isOpen = false;
  }

  void captureBegins() override { ++m_captures; }
  void captureEnds() override { --m_captures; }

  /// Counts it. The first launch of a kernel may load it, and what that writes would be counted as well.
  bool isWanted(const char* name) {
    const auto [known, isNew] = m_kernels.try_emplace(name);
    Kernel& kernel = known->second;
    if (isNew) {
      kernel.matches = std::regex_search(name, m_pattern) || std::regex_search(demangled(name), m_pattern);
      m_matching += kernel.matches ? 1 : 0;
    }
    if (kernel.matches && !std::exchange(kernel.isLoaded, true)) {
      ++m_onlyLoaded;
      return false;
    }
    m_onlyLoaded -= kernel.matches && kernel.launches == 0 ? 1 : 0;
    return kernel.matches && m_counted < maxCountedLaunches && kernel.launches++ < m_request.launches;
  }

  RangePlan* planOfDevice() {
    CUdevice device = 0;
    if (cudaDriver().currentDevice == nullptr || cudaDriver().currentDevice(&device) != CUDA_SUCCESS) {
      return nullptr;
    }
    auto known = m_plans.find(device);
    if (known == m_plans.end()) {
      const auto chip = chipOf(static_cast<std::uint32_t>(device));
      auto plan = chip ? RangePlan::makeForOnePass(*chip, m_request.metrics)
                       : std::expected<RangePlan, std::string>(std::unexpected(chip.error()));
      if (!plan) {
        m_problem = plan.error();
        return nullptr;
      }
      known = m_plans.emplace(device, std::move(*plan)).first;
    }
    return &known->second;
  }

  ProfileRequest m_request;
  std::regex m_pattern;
  mutable std::mutex m_mutex;  // all below, up to the atomics
  std::unordered_map<std::string, Kernel> m_kernels;
  std::map<CUdevice, RangePlan> m_plans;
  std::optional<Open> m_open;
  std::size_t m_matching = 0;
  std::size_t m_counted = 0;
  std::size_t m_onlyLoaded = 0;
  std::size_t m_captured = 0;
  std::size_t m_disturbed = 0;
  std::string m_problem;
  std::atomic<bool> m_isOpen{false};
  std::atomic<std::thread::id> m_openThread;
  std::atomic<bool> m_isDisturbed{false};
  std::atomic<int> m_captures{0};
};

}  // namespace

std::unique_ptr<LaunchWatcher> makeKernelProfiler(const ProfileRequest& request) {
  return std::make_unique<KernelProfiler>(request);
}

std::string profileProblem(std::uint32_t device, const ProfileRequest& request) {
  const auto chip = chipOf(device);
  if (!chip) {
    return chip.error();
  }
  const auto plan = RangePlan::makeForOnePass(*chip, request.metrics);
  return plan ? std::string() : plan.error();
}

#else

std::unique_ptr<LaunchWatcher> makeKernelProfiler(const ProfileRequest& /*request*/) {
  return nullptr;
}

std::string profileProblem(std::uint32_t /*device*/, const ProfileRequest& /*request*/) {
  return "this recorder was built with a CUDA toolkit that cannot count; 12.6 can";
}

#endif

}  // namespace kernline::recorder
