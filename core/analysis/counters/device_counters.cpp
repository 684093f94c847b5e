// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/device_counters.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace kernline {

namespace {

struct NamedCounter {
  std::string_view series;
  std::string_view unit;
  std::optional<CounterId> DeviceCounters::* place;
};

constexpr std::array namedCounters{
    NamedCounter{"SM active", "%", &DeviceCounters::smActive},
    NamedCounter{"tensor pipe", "%", &DeviceCounters::tensorPipe},
    NamedCounter{"DRAM read", "bytes/s", &DeviceCounters::dramRead},
    NamedCounter{"DRAM write", "bytes/s", &DeviceCounters::dramWrite},
};

}  // namespace

DeviceCounters deviceCounters(const Trace& trace, ProcessId device) {
  DeviceCounters found;
  for (std::uint32_t i = 0; i < trace.counters().size(); ++i) {
    const Counter& counter = trace.counters()[i];
    if (counter.process != device || counter.sampleCount == 0) {
      continue;
    }
    for (const auto& [series, unit, place] : namedCounters) {
      if (trace.text(counter.series) == series && trace.text(counter.unit) == unit && !(found.*place)) {
        found.*place = CounterId{i};
      }
    }
  }
  return found;
}

}  // namespace kernline
