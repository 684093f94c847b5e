// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/events/sampling_stops.h"

#include "core/import/events/document_facts.h"
#include "core/model/json/members.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <vector>

namespace kernline::chrome {

namespace {

/// Takes a number off the beginning of `text`.
template <typename Number>
std::optional<Number> takeNumber(std::string_view& text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) {
    return std::nullopt;
  }
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool take(std::string_view& text, std::string_view word) {
  const bool isThere = text.starts_with(word);
  text.remove_prefix(isThere ? word.size() : 0);
  return isThere;
}

/// A recorder's note on how it sampled a GPU's counters.
struct NotedSampling {
  std::uint64_t samples = 0;  // includes those that are missing
  Duration interval;

  /// Returns when sampling ended, by the first and the last sample that were written; one that equals the one before is
  /// not, so the last sample may have been later. At most `lastTime`, the end of the file's data, as a file may be cut.
  Time end(Time first, Time last, Time lastTime) const {
    const double length = static_cast<double>(samples) * static_cast<double>(interval.ns);
    const bool isInside = length < static_cast<double>((lastTime - first).ns);
    return std::max(isInside ? first + Duration{static_cast<std::int64_t>(length)} : lastTime, last + interval);
  }
};

/// Reads "counters of GPU 0: 936 samples, one every 20 us; 3 missing".
std::optional<NotedSampling> readNote(std::string_view note, std::int32_t device) {
  constexpr double maxMicroseconds = 1e9;
  if (!take(note, fmt::format("counters of GPU {}: ", device))) {
    return std::nullopt;
  }
  const auto samples = takeNumber<std::uint32_t>(note);
  if (!samples || !(take(note, " samples") || take(note, " sample")) || !take(note, ", one every ")) {
    return std::nullopt;
  }
  const auto interval = takeNumber<double>(note);
  if (!interval || !(*interval > 0 && *interval < maxMicroseconds) || !take(note, " us")) {
    return std::nullopt;
  }
  NotedSampling noted{.samples = *samples, .interval = Duration{std::llround(*interval * 1000)}};
  if (take(note, "; ")) {
    noted.samples += takeNumber<std::uint32_t>(note).value_or(0);
  }
  return noted;
}

/// Reads the notes in the document's footer.
std::optional<NotedSampling> notedSampling(const DocumentFacts& facts, std::int32_t device) {
  for (const MetadataEntry& entry : facts.entries) {
    if (entry.key != "kernlineFooter") {
      continue;
    }
    for (MemberWalk walk(findMember(entry.value, "notes").text); walk.next();) {
      if (const auto noted = readNote(walk.value().unescaped(), device)) {
        return noted;
      }
    }
  }
  return std::nullopt;
}

/// Returns the times from which samples are missing, by device, ascending.
std::map<std::int32_t, std::vector<Time>> notedStops(const StringPool& strings, std::span<const WordedBatch> batches) {
  std::unordered_map<StringId, std::int32_t> deviceOf;
  for (std::uint32_t i = 0; i < strings.size(); ++i) {
    if (const std::int32_t device = deviceNotSampled(strings[StringId{i}]); device >= 0) {
      deviceOf[StringId{i}] = device;
    }
  }
  std::map<std::int32_t, std::vector<Time>> stops;
  if (deviceOf.empty()) {
    return stops;
  }
  for (const WordedBatch& worded : batches) {
    for (const SpanRecord& span : worded.batch.spans) {
      if (const auto found = deviceOf.find(span.name); found != deviceOf.end()) {
        stops[found->second].push_back(span.start);
      }
    }
  }
  for (auto& [device, times] : stops) {
    std::ranges::sort(times);
  }
  return stops;
}

Time lastEnd(std::span<const WordedBatch> batches) {
  Time last{std::numeric_limits<std::int64_t>::min()};
  for (const WordedBatch& worded : batches) {
    for (const SpanRecord& span : worded.batch.spans) {
      last = std::max(last, span.start + span.duration);
    }
  }
  return last;
}

}  // namespace

std::int32_t deviceNotSampled(std::string_view spanName) {
  if (!take(spanName, "GPU ")) {
    return -1;
  }
  const auto device = takeNumber<std::int32_t>(spanName);
  return device && spanName == ": counters not sampled" ? *device : -1;
}

void addSamplingStops(TraceBuilder& builder, std::span<const PlacedCounter> counters,
                      std::span<const WordedBatch> batches, const DocumentFacts& facts) {
  std::map<std::int32_t, std::vector<PlacedCounter>> ofDevice;
  for (const PlacedCounter& counter : counters) {
    if (counter.process != ProcessId::none && builder.process(counter.process).device >= 0) {
      ofDevice[builder.process(counter.process).device].push_back(counter);
    }
  }
  if (ofDevice.empty()) {
    return;
  }
  std::map<std::int32_t, std::vector<Time>> stops = notedStops(builder.strings(), batches);
  for (const auto& [device, own] : ofDevice) {
    std::vector<Time>& ends = stops[device];
    const Time last = std::ranges::max_element(own, {}, &PlacedCounter::last)->last;
    if (const auto noted = notedSampling(facts, device); noted && (ends.empty() || ends.back() <= last)) {
      const Time first = std::ranges::min_element(own, {}, &PlacedCounter::first)->first;
      ends.push_back(noted->end(first, last, lastEnd(batches)));
    }
    for (const PlacedCounter& counter : own) {
      for (const Time end : ends) {
        if (counter.first < end) {
          builder.addSample(counter.id, end, std::numeric_limits<double>::quiet_NaN());
        }
      }
    }
  }
}

}  // namespace kernline::chrome
