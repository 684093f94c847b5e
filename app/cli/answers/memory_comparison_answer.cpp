// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/memory_comparison_answer.h"

#include "app/cli/answers/memory_moment.h"
#include "app/cli/kit/json_document.h"
#include "core/analysis/memory/memory_moments.h"
#include "core/model/format/csv_cell.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace kernline::cli {

namespace {

std::string_view alignmentKey(MemoryAlignment alignment) {
  constexpr std::array<std::string_view, static_cast<std::size_t>(MemoryAlignment::Count_)> keys{
      "first_step", "each_step", "stretched_steps", "first_sample"};
  return keys[static_cast<std::size_t>(alignment)];
}

/// "ProfilerStep#3", or "ProfilerStep#3 and ProfilerStep#7" where the runs begin differently.
std::string firstMarks(const MemoryHistory& base, const MemoryHistory& other) {
  const std::string ofBase = printable(base.text(base.marks.front().name));
  const std::string ofOther = printable(other.text(other.marks.front().name));
  return ofBase == ofOther ? ofBase : fmt::format("{} and {}", ofBase, ofOther);
}

/// "steps aligned: 5, the shorter one waits".
std::string alignmentText(const MemoryComparison& comparison, const MemoryHistory& base, const MemoryHistory& other) {
  switch (comparison.alignment) {
    case MemoryAlignment::EachStep:
      return fmt::format("steps aligned: {}; the run that finishes first waits", comparison.alignedSteps);
    case MemoryAlignment::StretchedSteps:
      return fmt::format("steps aligned: {}; the shorter step is stretched", comparison.alignedSteps);
    case MemoryAlignment::FirstStep:
      return fmt::format("times count from the start of {} in each run", firstMarks(base, other));
    default:
      return comparison.isNumbered ? "records count from the first of each run"
                                   : "times count from the first record of each run";
  }
}

std::optional<std::int64_t> timeOf(const MemoryCurve& curve, std::optional<std::size_t> place) {
  return place ? std::optional(curve.times[*place].ns) : std::nullopt;
}

Json runJson(const MemoryComparison& comparison, const MemoryComparison::Run& run) {
  Json json{{"peak_allocated_bytes", nullptr}, {"peak_reserved_bytes", nullptr}};
  addMoment(json, "peak_allocated", timeOf(run.allocated, run.peak), comparison.isNumbered);
  if (run.peak) {
    json["peak_allocated_bytes"] = run.allocated.bytes[*run.peak];
  }
  if (run.peakReserved > 0) {
    json["peak_reserved_bytes"] = run.peakReserved;
  }
  return json;
}

Json deviceJson(const MemoryDevice& device, const MemoryComparison& comparison) {
  Json json{{"device", device.device < 0 ? Json{} : Json(device.device)},
            {"device_name", textValue(device.model.empty() ? device.title : device.model)},
            {"device_title", textValue(device.title)},
            {"aligned_by", alignmentKey(comparison.alignment)},
            {"aligned_steps", comparison.alignedSteps},
            {"base", runJson(comparison, comparison.base)},
            {"other", runJson(comparison, comparison.other)},
            {"peak_delta_bytes", nullptr},
            {"furthest_delta_bytes", nullptr}};
  if (comparison.base.peak && comparison.other.peak) {
    json["peak_delta_bytes"] = comparison.peakDifference();
  }
  const auto furthest = comparison.furthest();
  addMoment(json, "furthest_delta", timeOf(comparison.difference, furthest), comparison.isNumbered);
  if (furthest) {
    json["furthest_delta_bytes"] = comparison.difference.bytes[*furthest];
  }
  return json;
}

std::string signedBytes(std::int64_t bytes) {
  return (bytes > 0 ? "+" : "") + formatBytes(bytes);
}

std::string peakText(const MemoryComparison& comparison, const MemoryComparison::Run& run) {
  return run.peak ? fmt::format("{} at {}", formatBytes(comparison.peakOf(run)),
                                momentText(comparison, run.allocated.times[*run.peak]).english())
                  : "no records";
}

/// "GPU 0: peak 7.25 GiB at 12.85 ms, baseline 6.00 GiB at 12.00 ms: +1.25 GiB (+20.8 %)".
std::string deviceLine(const std::string& title, const MemoryComparison& comparison) {
  std::string line = fmt::format("  {}: peak {}, baseline {}", printable(title), peakText(comparison, comparison.other),
                                 peakText(comparison, comparison.base));
  if (comparison.base.peak && comparison.other.peak) {
    line += ": " + signedBytes(comparison.peakDifference());
    if (const std::int64_t base = comparison.peakOf(comparison.base); base > 0) {
      constexpr double percent = 100;
      line += fmt::format(" ({:+.1f} %)",
                          percent * static_cast<double>(comparison.peakDifference()) / static_cast<double>(base));
    }
  }
  if (comparison.base.peakReserved > 0 && comparison.other.peakReserved > 0) {
    line += fmt::format(" · reserved {}, baseline {}: {}", formatBytes(comparison.other.peakReserved),
                        formatBytes(comparison.base.peakReserved),
                        signedBytes(comparison.other.peakReserved - comparison.base.peakReserved));
  }
  if (const auto furthest = comparison.furthest(); furthest && comparison.difference.bytes[*furthest] != 0) {
    line += fmt::format(" · largest difference at {}: {}",
                        momentText(comparison, comparison.difference.times[*furthest]).english(),
                        signedBytes(comparison.difference.bytes[*furthest]));
  }
  return line + '\n';
}

template <typename Tell>
void forEachDevice(const MemoryHistory& base, const MemoryHistory& other, MemoryAlignment alignment, Tell tell) {
  for (const auto& [ofBase, ofOther] : matchDevices(base, other)) {
    tell(other.devices[ofOther], compareMemory(base, ofBase, other, ofOther, alignment));
  }
}

}  // namespace

void writeMemoryComparisonJson(Output& output, const std::vector<MemoryRun>& runs, MemoryAlignment alignment) {
  JsonDocument document(output, "memory-comparison-1");
  document.member("baseline", textValue(runs.front().path));
  document.beginArray("comparisons");
  for (const MemoryRun& run : std::span(runs).subspan(1)) {
    Json devices = Json::array();
    forEachDevice(*runs.front().history, *run.history, alignment,
                  [&](const MemoryDevice& device, const MemoryComparison& comparison) {
                    devices.push_back(deviceJson(device, comparison));
                  });
    document.element({{"path", textValue(run.path)}, {"devices", std::move(devices)}});
  }
  document.endArray();
  document.end();
}

void writeMemoryComparisonText(Output& output, const std::vector<MemoryRun>& runs, MemoryAlignment alignment) {
  output.write(fmt::format("baseline: {}\n", printable(runs.front().path)));
  for (const MemoryRun& run : std::span(runs).subspan(1)) {
    std::string lines;
    std::string aligned;
    forEachDevice(*runs.front().history, *run.history, alignment,
                  [&](const MemoryDevice& device, const MemoryComparison& comparison) {
                    lines += deviceLine(device.title, comparison);
                    aligned = alignmentText(comparison, *runs.front().history, *run.history);
                  });
    output.write(lines.empty() ? fmt::format("\n{} · no device in common\n", printable(run.path))
                               : fmt::format("\n{} · {}\n{}", printable(run.path), aligned, lines));
  }
}

void writeMemoryComparisonCsv(Output& output, const std::vector<MemoryRun>& runs, MemoryAlignment alignment) {
  const auto areNumbered = [](const MemoryRun& run) { return isNumbered(*run.history); };
  output.write(fmt::format("path,device,{},base_bytes,other_bytes,difference_bytes\n",
                           std::ranges::all_of(runs, areNumbered) ? "event" : "time_ns"));
  for (const MemoryRun& run : std::span(runs).subspan(1)) {
    forEachDevice(*runs.front().history, *run.history, alignment,
                  [&](const MemoryDevice& device, const MemoryComparison& comparison) {
                    const MemoryCurve& difference = comparison.difference;
                    std::size_t next = 0;  // index in the baseline
                    const MemoryCurve& base = comparison.base.allocated;
                    for (std::size_t i = 0; i < difference.size(); ++i) {
                      while (next < base.size() && base.times[next] <= difference.times[i]) {
                        ++next;
                      }
                      output.write(fmt::format("{},{},{},{},{},{}\n", csvCell(run.path), csvCell(device.title),
                                               difference.times[i].ns, base.bytes[next - 1],
                                               base.bytes[next - 1] + difference.bytes[i], difference.bytes[i]));
                    }
                  });
  }
}

}  // namespace kernline::cli
