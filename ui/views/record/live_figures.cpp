// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/live_figures.h"

#include "core/analysis/activity/device_activity.h"
#include "core/analysis/counters/counter_value.h"

#include <nlohmann/json.hpp>

namespace kernline::ui {

std::optional<RecordingEnd> recordingEnd(const Trace& trace) {
  for (const MetadataEntry& entry : trace.metadata()) {
    if (entry.key != "kernlineFooter") {
      continue;
    }
    RecordingEnd end;
    const auto footer = nlohmann::json::parse(entry.value, nullptr, false);
    if (footer.is_object()) {
      const auto why = footer.find("ended");
      const auto dropped = footer.find("dropped");
      end.why = why != footer.end() && why->is_string() ? why->get<std::string>() : std::string();
      end.dropped = dropped != footer.end() && dropped->is_number_unsigned() ? dropped->get<std::uint64_t>() : 0;
    }
    return end;
  }
  return std::nullopt;
}

LiveFigures liveFigures(const Trace& trace, const std::stop_token& stop) {
  LiveFigures figures;
  figures.records = trace.spanCount() + trace.instants().size() + sampledValueCount(trace);
  figures.end = recordingEnd(trace);
  Duration busy{};
  Duration window{};
  for (const DeviceActivity& device : deviceActivity(trace, {}, stop)) {
    figures.kernels += device.kernels;
    busy = busy + device.times.busy;
    window = window + device.window.length();
  }
  figures.hasDevice = window.ns > 0;
  figures.busyShare = figures.hasDevice ? static_cast<double>(busy.ns) / static_cast<double>(window.ns) : 0;
  return figures;
}

}  // namespace kernline::ui
