// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/replay.h"

#include "core/import/events/decimal_time.h"
#include "core/open/load.h"
#include "core/output/export/event_texts.h"
#include "core/output/export/kept_events.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <thread>
#include <unordered_map>

namespace kernline::ui {

namespace {

using nlohmann::json;

std::string headerOf(const Trace& trace, const chrome::DocumentFacts& facts, const std::string& path) {
  json header{{"schemaVersion", 1}, {"displayTimeUnit", "ns"}, {"baseTimeNanoseconds", trace.baseTimeNs()}};
  for (const MetadataEntry& entry : facts.entries) {
    json value = json::parse(entry.value, nullptr, false);
    if (!value.is_discarded() && entry.key != "kernlineFooter") {
      header[entry.key] = std::move(value);
    }
  }
  header["kernlineRecording"] = {{"version", 1}, {"replayOf", std::filesystem::path(path).filename().string()}};
  std::string text = header.dump(-1, ' ', false, json::error_handler_t::replace);
  text.pop_back();
  return text + ",\n\"traceEvents\":[\n";
}

/// Returns the end of each event of the trace, by its position in the text.
std::unordered_map<std::uint64_t, Time> endsOf(const Trace& trace) {
  std::unordered_map<std::uint64_t, Time> ends;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    ends.emplace(trace.offset(SpanId{i}), trace.end(SpanId{i}));
  }
  for (const Instant& instant : trace.instants()) {
    ends.emplace(instant.offset, instant.time);
  }
  for (const MemoryEvent& event : trace.memoryEvents()) {
    ends.emplace(event.offset, event.time);
  }
  return ends;
}

/// Returns the own time of an event without a position in the model (a flow, a counter); nullopt if it only names
/// something.
std::optional<Time> timeIn(const std::string& text) {
  const json event = json::parse(text, nullptr, false);
  const auto time = event.is_object() ? event.find("ts") : event.end();
  if (!event.is_object() || time == event.end() || !time->is_number() || event.value("ph", "") == "M") {
    return std::nullopt;
  }
  constexpr double nsPerUs = 1000;
  return Time{static_cast<std::int64_t>(time->get<double>() * nsPerUs)};
}

}  // namespace

Expected<ReplayScript> replayScript(const std::string& path, const std::stop_token& stop) {
  Progress progress;
  const auto loaded = load(path, {}, stop, progress);
  if (!loaded) {
    return std::unexpected(loaded.error());
  }
  const Trace& trace = **loaded;
  const std::shared_ptr<const SourceText> source = trace.sources().empty() ? nullptr : trace.sources().front().text;
  if (source == nullptr) {
    return std::unexpected(
        Error{Error::Kind::Unreadable, Phrase::tr("%1: only Chrome traces can be replayed").with(path)});
  }
  const TimeRange everything{{INT64_MIN / 4}, {INT64_MAX / 4}};
  const KeptEvents kept = findKeptEvents(trace, *source, everything, stop);
  const auto ends = endsOf(trace);
  ReplayScript script;
  script.header = headerOf(trace, kept.facts, path);
  EventTexts texts(*source);
  for (const std::uint64_t offset : kept.offsets) {
    std::string text(texts.at(offset));
    std::ranges::replace(text, '\n', ' ');
    if (!json::accept(text)) {
      continue;  // a sample is clean; of anything else what is not is left out
    }
    const auto known = ends.find(offset);
    const std::optional<Time> end = known != ends.end() ? std::optional(known->second) : timeIn(text);
    const std::int64_t at =
        end ? std::clamp<std::int64_t>((*end - trace.bounds().begin).ns, 0, trace.bounds().length().ns) : -1;
    script.lines.push_back({at, std::move(text)});
  }
  std::ranges::stable_sort(script.lines, {}, &ReplayScript::Line::at);
  return script;
}

Expected<bool> writeReplay(const ReplayScript& script, const std::string& path, ReplayControl& control,
                           const std::stop_token& stop) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "we"), &std::fclose);
  if (!file) {
    return std::unexpected(Error{Error::Kind::Unreadable, Phrase::tr("cannot write %1").with(path)});
  }
  const auto write = [&](std::string_view text) { std::fwrite(text.data(), 1, text.size(), file.get()); };
  write(script.header);
  constexpr std::chrono::milliseconds step{30};
  const double length =
      script.lines.empty() ? 1 : static_cast<double>(std::max<std::int64_t>(script.lines.back().at, 1));
  double now = 0;  // nanoseconds of the recording
  auto before = std::chrono::steady_clock::now();
  std::size_t next = 0;
  while (next < script.lines.size() && !stop.stop_requested()) {
    for (; next < script.lines.size() && static_cast<double>(script.lines[next].at) <= now; ++next) {
      write(next == 0 ? "" : ",\n");
      write(script.lines[next].text);
    }
    std::fflush(file.get());
    control.done = std::min(now / length, 1.0);
    std::this_thread::sleep_for(step);
    const auto then = std::exchange(before, std::chrono::steady_clock::now());
    if (!control.isPaused) {
      now += std::chrono::duration<double, std::nano>(before - then).count() * control.speed;
    }
  }
  const bool isWhole = next == script.lines.size();
  write(fmt::format("\n],\"kernlineFooter\":{{\"records\":{{}},\"dropped\":0,\"ended\":\"{}\",\"status\":0}}}}\n",
                    isWhole ? "the replay reached the end" : "the replay was stopped"));
  control.done = 1;
  if (std::fflush(file.get()) != 0 || std::ferror(file.get()) != 0) {
    return std::unexpected(Error{Error::Kind::Unreadable, Phrase::tr("cannot write %1 completely").with(path)});
  }
  return isWhole;
}

}  // namespace kernline::ui
