// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/run/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "app/recorder/cuda/event_timer.h"

namespace kernline::recorder {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

constexpr double warmUpSeconds = 0.2;  // clocks rise from idle within about 0.1 s
constexpr double batchSeconds = 0.04;  // short enough for 20 reports a second

/// Number of launches that fill a batch.
int batchOf(double nanosecondsEach) {
  const double fitting = batchSeconds / std::max(nanosecondsEach * 1e-9, 1e-9);
  return static_cast<int>(std::clamp(fitting, 1.0, static_cast<double>(EventTimer::maxPending)));
}

class ClockWatch {
 public:
  ClockWatch(const Nvml& nvml, Progress& progress) : m_nvml(nvml), m_progress(progress) {}

  void look(std::optional<ClockRange>& range) {
    if (Clock::now() - m_last < std::chrono::milliseconds(100)) {
      return;
    }
    m_last = Clock::now();
    const std::optional<ClockReading> reading = m_nvml.read();
    if (!reading) {
      return;
    }
    m_progress.clock(*reading);
    if (!range) {
      range = ClockRange{.min = reading->smMegahertz, .max = reading->smMegahertz};
    }
    range->min = std::min(range->min, reading->smMegahertz);
    range->max = std::max(range->max, reading->smMegahertz);
    if (reading->throttle != "none") {
      range->throttle = reading->throttle;
    }
  }

 private:
  const Nvml& m_nvml;
  Progress& m_progress;
  Clock::time_point m_last;
};

}  // namespace

Comparison checkResult(PreparedKernel& kernel, std::uint64_t seed) {
  kernel.fill(seed);
  check(cudaDeviceSynchronize(), "filling the inputs");
  const Stream stream;
  kernel.launch(stream.get());
  stream.wait();
  check(cudaDeviceSynchronize(), "running the kernel");
  const Comparison comparison = kernel.compare();
  if (comparison.unwritten > 0) {
    throw Failure(ExitCode::kernelFailed,
                  comparison.unwritten == 1
                      ? std::string("wrong result: 1 element is NaN or unwritten")
                      : fmt::format("wrong result: {} elements are NaN or unwritten", comparison.unwritten));
  }
  if (!(comparison.maximumError <= comparison.tolerance)) {
    throw Failure(ExitCode::kernelFailed,
                  fmt::format("wrong result: max relative error {:.3e} in {}, limit {:.0e}", comparison.maximumError,
                              comparison.compared, comparison.tolerance));
  }
  return comparison;
}

Samples takeSamples(PreparedKernel& kernel, const DeviceFacts& facts, const Sampling& sampling, const Nvml& nvml,
                    Progress& progress, std::optional<ClockRange>& clocks) {
  const Stream stream;
  EventTimer timer;
  const QuietQueue before(facts.l2Bytes, sampling.flushL2);
  const auto launch = [&kernel](cudaStream_t on) { kernel.launch(on); };
  progress.stage("warming", "Warming up");
  const Clock::time_point warm = Clock::now();
  int batch = batchOf(timer.time(1, before, launch, stream)[0]);
  do {
    batch = batchOf(timer.time(batch, before, launch, stream).back());
  } while (secondsSince(warm) < std::min(warmUpSeconds, sampling.stop.seconds));
  progress.stage("sampling",
                 sampling.flushL2 ? "Sampling, L2 cache flushed before each sample" : "Sampling, L2 cache warm");
  Samples samples;
  ClockWatch watch(nvml, progress);
  const Clock::time_point start = Clock::now();
  while (!enough(samples, sampling.stop, secondsSince(start))) {
    const auto left = static_cast<int>(std::min<std::size_t>(sampling.stop.maxSamples - samples.size(), 1U << 20));
    for (const double nanoseconds : timer.time(std::min(batch, left), before, launch, stream)) {
      samples.add(nanoseconds);
    }
    progress.sample(samples);
    watch.look(clocks);
  }
  return samples;
}

}  // namespace kernline::recorder
