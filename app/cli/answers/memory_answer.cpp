// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/memory_answer.h"

#include "app/cli/answers/memory_moment.h"
#include "app/cli/kit/captured_answer.h"
#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/row_columns.h"
#include "app/cli/kit/text_table.h"
#include "core/analysis/memory/failed_allocation.h"
#include "core/analysis/memory/memory_moments.h"
#include "core/analysis/memory/relevant_frames.h"
#include "core/model/format/csv_cell.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace kernline::cli {

namespace {

/// The curves of a device in the requested range.
class ShownCurves {
 public:
  ShownCurves(const MemoryAnswer& answer, const MemoryDevice& device) : m_device(device) {
    if (answer.range) {
      m_allocated = device.allocated.within(*answer.range);
      m_reserved = device.reserved.within(*answer.range);
    }
  }

  [[nodiscard]] const MemoryCurve& allocated() const { return m_allocated ? *m_allocated : m_device.allocated; }
  [[nodiscard]] const MemoryCurve& reserved() const { return m_reserved ? *m_reserved : m_device.reserved; }

 private:
  const MemoryDevice& m_device;
  std::optional<MemoryCurve> m_allocated;
  std::optional<MemoryCurve> m_reserved;
};

/// Returns the number of blocks that were live at some time of the requested range.
std::size_t shownBlocks(const MemoryAnswer& answer, const MemoryDevice& device) {
  if (!answer.range) {
    return device.blocks.size();
  }
  const auto isInRange = [range = *answer.range](const MemoryBlock& block) {
    return block.begin < range.end && range.begin < block.end;
  };
  return static_cast<std::size_t>(std::ranges::count_if(device.blocks, isInRange));
}

TimeRange shownRange(const MemoryAnswer& answer) {
  return answer.range.value_or(answer.history->bounds);
}

/// Returns the requested moment, else that of the peak.
Time momentOf(const MemoryAnswer& answer, const MemoryCurve& allocated) {
  const std::optional<std::size_t> peak = allocated.peak();
  return answer.moment.value_or(peak ? allocated.times[*peak] : shownRange(answer).begin);
}

bool isShown(const MemoryAnswer& answer, const OutOfMemory& failure) {
  return !answer.range || answer.range->contains(failure.time);
}

/// Returns the time, or the number of the record if records have no times.
std::int64_t momentValue(const MemoryAnswer& answer, Time moment) {
  return isNumbered(*answer.history) ? (moment - answer.history->bounds.begin).ns : moment.ns;
}

void addTime(Json& json, const std::string& name, const MemoryAnswer& answer, Time moment) {
  addMoment(json, name, momentValue(answer, moment), isNumbered(*answer.history));
}

Json rangeJson(const MemoryAnswer& answer, TimeRange range) {
  Json json = Json::object();
  addTime(json, "start", answer, range.begin);
  addTime(json, "end", answer, range.end);
  return json;
}

Json groupsJson(const LiveSet& set) {
  Json groups = Json::array();
  for (const LiveGroup& group : set.groups) {
    groups.push_back({{"name", textValue(group.name)}, {"bytes", group.bytes}, {"count", group.count}});
  }
  return groups;
}

Json failuresJson(const MemoryAnswer& answer, const MemoryDevice& device) {
  const MemoryHistory& history = *answer.history;
  Json failures = Json::array();
  for (const OutOfMemory& failure : device.failures) {
    if (!isShown(answer, failure)) {
      continue;
    }
    const FailedAllocation failed = failedAllocation(device, failure);
    Json stack = Json::array();
    for (const StringId call : history.stacks.calls(failure.stack)) {
      stack.push_back(textValue(history.text(call)));
    }
    failures.push_back({{"requested_bytes", failure.bytes},
                        {"device_free_bytes", failure.deviceFree},
                        {"segment_free_bytes", jsonOf(failed.segmentFree)},
                        {"largest_free_bytes", jsonOf(failed.largestFree)},
                        {"is_fragmentation", jsonOf(failed.isFragmentation())},
                        {"stack", std::move(stack)}});
    addTime(failures.back(), "time", answer, failure.time);
  }
  return failures;
}

Json deviceJson(const MemoryAnswer& answer, const MemoryDevice& device) {
  const ShownCurves curves(answer, device);
  const MemoryCurve& allocated = curves.allocated();
  const LiveSet live = liveSet(*answer.history, device, momentOf(answer, allocated), answer.grouping, stopOfAnswer());
  Json json{{"device", device.device < 0 ? Json{} : Json(device.device)},
            {"device_name", textValue(device.model.empty() ? device.title : device.model)},
            {"device_title", textValue(device.title)},
            {"rank", device.rank < 0 ? Json{} : Json(device.rank)},
            {"samples", allocated.size()},
            {"blocks", shownBlocks(answer, device)},
            {"is_integrated", device.isIntegrated},
            {"sizes", device.isRequested ? "requested" : "allocated"},
            {"peak_allocated_bytes", nullptr},
            {"peak_reserved_bytes", nullptr},
            {"start_allocated_bytes", nullptr},
            {"end_allocated_bytes", nullptr}};
  const auto peak = allocated.peak();
  addMoment(json, "peak_allocated", peak ? std::optional(momentValue(answer, allocated.times[*peak])) : std::nullopt,
            isNumbered(*answer.history));
  if (peak) {
    json["peak_allocated_bytes"] = allocated.bytes[*peak];
    json["start_allocated_bytes"] = allocated.bytes.front();
    json["end_allocated_bytes"] = allocated.bytes.back();
  }
  if (const auto reserved = curves.reserved().peak()) {
    json["peak_reserved_bytes"] = curves.reserved().bytes[*reserved];
  }
  addTime(json, "live", answer, live.time);
  json["live_bytes"] = live.bytes;
  json[answer.moment ? "live" : "live_at_peak"] = groupsJson(live);
  json["never_freed"] = neverFreed(device).size();
  json["out_of_memory"] = failuresJson(answer, device);
  json["segments"] = device.segments.size();
  return json;
}

std::string sinceStart(const MemoryAnswer& answer, Time time) {
  return momentText(*answer.history, time).english();
}

std::string failureText(const MemoryAnswer& answer, const MemoryDevice& device, const OutOfMemory& failure) {
  constexpr std::size_t shownCalls = 8;
  const MemoryHistory& history = *answer.history;
  std::string text =
      fmt::format("  out of memory at {}: {} requested, {} free on the device\n", sinceStart(answer, failure.time),
                  formatBytes(failure.bytes), formatBytes(failure.deviceFree));
  if (const Message verdict = verdictOn(failedAllocation(device, failure)); !verdict.isEmpty()) {
    text += "    " + verdict.english() + "\n";
  }
  const std::vector<StringId> calls = relevantFrames(history, failure.stack, shownCalls);
  for (const StringId call : calls) {
    text += fmt::format("    at {}\n", printable(history.text(call)));
  }
  if (const std::size_t more = history.stacks.calls(failure.stack).size() - calls.size(); more > 0) {
    text += fmt::format("    … and {} more; --json shows all\n", formatCount(more));
  }
  return text;
}

/// "GPU 0: peak 136.07 GiB at 5.28 ms · peak reserved 136.08 GiB".
std::string deviceLine(const MemoryAnswer& answer, const MemoryDevice& device) {
  const ShownCurves curves(answer, device);
  const MemoryCurve& allocated = curves.allocated();
  const auto peak = allocated.peak();
  if (!peak) {
    return fmt::format("{}: no records\n", printable(device.title));
  }
  std::string line = fmt::format("{}: peak {} at {}", printable(device.title), formatBytes(allocated.bytes[*peak]),
                                 sinceStart(answer, allocated.times[*peak]));
  if (const auto reserved = curves.reserved().peak()) {
    line += fmt::format(" · peak reserved {}", formatBytes(curves.reserved().bytes[*reserved]));
  }
  line += fmt::format(" · {} at the start, {} at the end · {}, {}", formatBytes(allocated.bytes.front()),
                      formatBytes(allocated.bytes.back()), counted(allocated.size(), "sample"),
                      counted(shownBlocks(answer, device), "block"));
  if (device.isIntegrated) {
    line += " · summed from allocations and frees; the file has no totals";
  }
  if (device.isRequested) {
    line += " · requested sizes; the allocator rounds them up";
  }
  line += '\n';
  for (const OutOfMemory& failure : device.failures) {
    line += isShown(answer, failure) ? failureText(answer, device, failure) : std::string{};
  }
  return line;
}

std::string liveText(const MemoryAnswer& answer, const MemoryDevice& device, std::size_t limit) {
  constexpr std::size_t maxOwnerWidth = 80;
  const Time moment = momentOf(answer, ShownCurves(answer, device).allocated());
  const LiveSet live = liveSet(*answer.history, device, moment, answer.grouping, stopOfAnswer());
  const std::string heading =
      answer.moment
          ? fmt::format("live at {time}, {bytes}, by {grouping}", fmt::arg("time", sinceStart(answer, live.time)),
                        fmt::arg("bytes", formatBytes(live.bytes)), fmt::arg("grouping", toText(answer.grouping)))
          : fmt::format("live at peak, by {}", toText(answer.grouping));
  TextTable table({{heading, TextTable::Align::Left, maxOwnerWidth},
                   {"bytes", TextTable::Align::Right},
                   {"share", TextTable::Align::Right},
                   {"blocks", TextTable::Align::Right}});
  const std::size_t shown = std::min(limit, live.groups.size());
  for (const LiveGroup& group : std::span{live.groups}.first(shown)) {
    const std::optional<double> share = live.share(group);
    table.add({printable(group.name), formatBytes(group.bytes), share ? formatShare(*share) : "",
               group.count > 0 ? formatCount(group.count) : ""});
  }
  if (table.isEmpty()) {
    return {};
  }
  return table.text(2, 0) + cutNotice(live.groups.size() - shown, "--limit 0");
}

template <typename Tell>
void forEachIssue(const MemoryReport& report, Tell tell) {
  for (std::size_t i = 0; i < memoryIssueKindCount; ++i) {
    const auto kind = static_cast<MemoryIssueKind>(i);
    if (report[kind].count > 0) {
      tell(memoryIssueText(kind), report[kind]);
    }
  }
}

}  // namespace

Json memoryJson(const MemoryAnswer& answer) {
  Json devices = Json::array();
  for (const MemoryDevice& device : answer.history->devices) {
    devices.push_back(deviceJson(answer, device));
  }
  Json issues = Json::array();
  forEachIssue(answer.history->report, [&](const MemoryIssueText& text, const MemoryIssue& issue) {
    issues.push_back({{"kind", textValue(text.key)}, {"count", issue.count}, {"example", textValue(issue.example)}});
  });
  Json json{{"path", textValue(answer.path)}, {"format", textValue(answer.history->format)}};
  json.update(rangeJson(answer, answer.history->bounds));
  json["devices"] = std::move(devices);
  json["issues"] = std::move(issues);
  return json;
}

void writeMemoryJson(Output& output, const MemoryAnswer& answer) {
  const Json json = memoryJson(answer);
  JsonDocument document(output, "memory-1");
  for (const auto& [key, value] : json.items()) {
    if (value.is_array()) {
      document.array(key, value);
    } else {
      document.member(key, value);
    }
  }
  document.member("range", answer.range ? rangeJson(answer, *answer.range) : Json{});
  document.end();
}

void writeMemoryText(Output& output, const MemoryAnswer& answer, std::size_t limit) {
  const MemoryHistory& history = *answer.history;
  output.write(fmt::format("{} · {} · {}\n", printable(answer.path), history.format,
                           lengthText(history, history.bounds.length()).english()));
  if (answer.range) {
    output.write(
        fmt::format("from {} to {}\n", sinceStart(answer, answer.range->begin), sinceStart(answer, answer.range->end)));
  }
  for (const MemoryDevice& device : history.devices) {
    output.write("\n" + deviceLine(answer, device));
    output.write(liveText(answer, device, limit == 0 ? SIZE_MAX : limit));
  }
  forEachIssue(history.report, [&](const MemoryIssueText& text, const MemoryIssue& issue) {
    output.write(
        fmt::format("\n{} × {} (first: {})", formatCount(issue.count), text.description, printable(issue.example)));
  });
  if (!history.report.isEmpty()) {
    output.write("\n");
  }
}

void writeMemoryCsv(Output& output, const MemoryAnswer& answer) {
  output.write(
      fmt::format("device,{},allocated_bytes,reserved_bytes\n", isNumbered(*answer.history) ? "event" : "time_ns"));
  for (const MemoryDevice& device : answer.history->devices) {
    const std::string title = csvCell(device.title);
    const ShownCurves curves(answer, device);
    const MemoryCurve& allocated = curves.allocated();
    const MemoryCurve& reserved = curves.reserved();
    std::size_t r = 0;
    for (std::size_t i = 0; i < allocated.size() || r < reserved.size();) {
      const Time next = std::min(i < allocated.size() ? allocated.times[i] : MemoryBlock::never,
                                 r < reserved.size() ? reserved.times[r] : MemoryBlock::never);
      i += i < allocated.size() && allocated.times[i] == next ? 1 : 0;
      r += r < reserved.size() && reserved.times[r] == next ? 1 : 0;
      output.write(fmt::format("{},{},{},{}\n", title, momentValue(answer, next),
                               i > 0 ? fmt::to_string(allocated.bytes[i - 1]) : "",
                               r > 0 ? fmt::to_string(reserved.bytes[r - 1]) : ""));
    }
  }
}

}  // namespace kernline::cli
