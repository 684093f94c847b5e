// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/idle_without_profiler.h"

#include "core/analysis/replay/retimed_trace.h"
#include "core/model/base/parallel.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace kernline {

std::vector<DeviceIdle> idleWithoutProfiler(const ReplayedRun& run, const std::stop_token& stop) {
  const Undisturbed likely{.likely = run.withoutProfiler(), .low = {}, .high = {}};
  if (!likely.differsFrom(run.typicalRecorded())) {
    return {};
  }
  const RunReplay replay = run.run({}, KeptMoments::All, stop);
  const std::shared_ptr<const Trace> made =
      stop.stop_requested() ? nullptr : retimedTrace(run.graph(), run.steps(), replay, stop);
  if (made == nullptr) {
    return {};
  }
  std::vector<DeviceIdle> idle = idleCauses(*made, {}, stop);
  for (DeviceIdle& device : idle) {
    device.intervals = {};
  }
  return idle;
}

RunWithoutProfiler runWithoutProfiler(const ReplayedRun& run, const std::stop_token& stop) {
  RunWithoutProfiler made;
  inParallel([&] { made.idle = idleWithoutProfiler(run, stop); }, [&] { made.step = run.shorterStep(stop); });
  return made;
}

const DeviceIdle* ofSameDevice(std::span<const DeviceIdle> idle, const DeviceIdle& recorded) {
  const auto found = std::ranges::find(idle, recorded.process, &DeviceIdle::process);
  return found == idle.end() ? nullptr : &*found;
}

bool differs(const DeviceIdle& without, const DeviceIdle& recorded) {
  const auto isOff = [&](Duration one, Duration other) {
    constexpr std::int64_t percent = 3;
    return std::abs((one - other).ns) * 100 > recorded.idle.ns * percent;
  };
  bool isAny = isOff(without.idle, recorded.idle);
  for (std::size_t cause = 0; cause < idleCauseCount; ++cause) {
    isAny = isAny || isOff(without.sums[cause], recorded.sums[cause]);
  }
  return isAny;
}

}  // namespace kernline
