// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/text.h"
#include "core/output/digest/digest_details.h"
#include "core/output/digest/digest_file.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace kernline {

namespace {

using Json = nlohmann::ordered_json;
using Column = std::vector<std::int64_t>;

/// Levels of detail, from all to the least that is useful.
struct DetailLevel {
  DetailLimits details;
  std::size_t ran = SIZE_MAX;
  std::size_t counters = SIZE_MAX;
  std::string_view leftOut;
};

constexpr std::array levels{
    DetailLevel{},
    DetailLevel{.details = {.names = 24, .steps = 1000, .buckets = 256},
                .leftOut = "details: 24 names, 1000 steps and 256 buckets at most"},
    DetailLevel{.details = {.names = 0, .steps = 0, .buckets = 1}, .leftOut = "details: only totals"},
    DetailLevel{.details = {.names = 0, .steps = 0, .buckets = 1},
                .ran = 8,
                .counters = 16,
                .leftOut = "details: only totals; ran_before: the 8 longest of each call; counters: 16 at most"},
    DetailLevel{.details = {.names = 0, .steps = 0, .buckets = 1},
                .ran = 2,
                .counters = 0,
                .leftOut = "details: only totals; ran_before: the 2 longest of each call; counters: none"},
};

Json known(std::int64_t value) {
  return value < 0 ? Json(nullptr) : Json(value);
}

Json devicesOf(const RankDigest& digest) {
  Json devices = Json::array();
  for (const DeviceDigest& device : digest.devices) {
    devices.push_back({{"device", device.device},
                       {"name", device.name},
                       {"start_ns", device.window.begin.ns},
                       {"end_ns", device.window.end.ns},
                       {"busy_ns", device.busy.ns},
                       {"kernel_ns", device.kernel.ns},
                       {"communication_ns", device.communication.ns},
                       {"exposed_communication_ns", device.exposed.ns}});
  }
  return devices;
}

Json groupsOf(const RankDigest& digest) {
  Json groups = Json::array();
  for (const CallGroup& group : digest.groups) {
    groups.push_back(
        {{"name", group.name}, {"key", group.key}, {"members", memberText(group.members)}, {"size", group.size}});
  }
  return groups;
}

/// Columns: of thousands of calls each name is written once. Times are distances, so that they are short.
Json callsOf(const RankDigest& digest) {
  std::array<Column, 10> columns;
  auto& [start, duration, kind, name, group, stream, sequence, bytes, isOnHost, step] = columns;
  Json messages = Json::array();
  Json exchanged = Json::array();
  Time before = digest.bounds.begin;
  for (std::size_t c = 0; c < digest.calls.size(); ++c) {
    const DigestCall& call = digest.calls[c];
    start.push_back((call.range.begin - std::exchange(before, call.range.begin)).ns);
    duration.push_back(call.range.length().ns);
    kind.push_back(static_cast<std::int64_t>(call.kind));
    name.push_back(call.name);
    group.push_back(call.group);
    stream.push_back(call.stream);
    sequence.push_back(call.sequence);
    bytes.push_back(call.bytes);
    isOnHost.push_back(call.isOnHost ? 1 : 0);
    step.push_back(call.step);
    for (const PeerMessage& message : call.messages) {
      messages.push_back({c, message.isSend ? 1 : 0, message.peer, message.bytes});
    }
    if (const ExchangedBytes& own = call.exchanged; own.isKnown()) {
      exchanged.push_back({c, own.sent, own.received, own.largest, own.peer});
    }
  }
  return {{"start_after_ns", std::move(start)},
          {"duration_ns", std::move(duration)},
          {"kind", std::move(kind)},
          {"name", std::move(name)},
          {"group", std::move(group)},
          {"stream", std::move(stream)},
          {"sequence", std::move(sequence)},
          {"bytes", std::move(bytes)},
          {"is_on_host", std::move(isOnHost)},
          {"step", std::move(step)},
          {"messages", std::move(messages)},
          {"exchanged", std::move(exchanged)}};
}

/// Keeps the longest of what ran before each call, at most so many.
std::vector<RanWhile> longestOf(std::span<const RanWhile> ran, std::size_t limit) {
  std::vector<RanWhile> kept(ran.begin(), ran.end());
  if (kept.size() > limit) {
    std::ranges::stable_sort(kept, std::greater{}, &RanWhile::time);
    kept.resize(limit);
    std::ranges::sort(kept, {}, &RanWhile::name);
  }
  return kept;
}

Json ranOf(const RankDigest& digest, std::size_t limit) {
  std::array<Column, 6> columns;
  auto& [sinceBegin, sinceEnd, name, time, before, longest] = columns;
  const auto add = [&](const DigestCall& call, std::span<const RanWhile> all) {
    const std::vector<RanWhile> kept = longestOf(all, limit);
    for (const RanWhile& ran : kept) {
      name.push_back(ran.name);
      time.push_back(ran.time.ns);
      before.push_back((call.range.begin - ran.longest.begin).ns);
      longest.push_back(ran.longest.length().ns);
    }
    return static_cast<std::int64_t>(kept.size());
  };
  for (const DigestCall& call : digest.calls) {
    sinceBegin.push_back(add(call, digest.sinceBegin(call)));
    sinceEnd.push_back(call.isRanTheSame ? -1 : add(call, digest.sinceEnd(call)));
  }
  return {{"since_begin", std::move(sinceBegin)},
          {"since_end", std::move(sinceEnd)},
          {"name", std::move(name)},
          {"time_ns", std::move(time)},
          {"longest_before_ns", std::move(before)},
          {"longest_ns", std::move(longest)}};
}

/// Returns a column for each cause that occurs.
Json idleColumnsOf(const RankDigest& digest) {
  Json columns = Json::object();
  for (std::size_t cause = 0; cause < idleCauseCount; ++cause) {
    Column column;
    for (const DigestStep& step : digest.steps) {
      column.push_back(step.idleBy[cause].ns);
    }
    if (std::ranges::any_of(column, [](std::int64_t ns) { return ns > 0; })) {
      columns[std::string(toText(static_cast<IdleCause>(cause)))] = std::move(column);
    }
  }
  return columns;
}

Json stepsOf(const RankDigest& digest) {
  std::array<Column, 7> columns;
  auto& [name, start, duration, device, exposed, idle, peak] = columns;
  for (const DigestStep& step : digest.steps) {
    name.push_back(step.name);
    start.push_back(step.range.begin.ns);
    duration.push_back(step.range.length().ns);
    device.push_back(step.device.ns);
    exposed.push_back(step.exposed.ns);
    idle.push_back(step.idle.ns);
    peak.push_back(step.peakBytes.value_or(-1));
  }
  return {{"source", static_cast<int>(digest.stepSource)},
          {"found_as", digest.stepName},
          {"name", std::move(name)},
          {"start_ns", std::move(start)},
          {"duration_ns", std::move(duration)},
          {"device_ns", std::move(device)},
          {"exposed_communication_ns", std::move(exposed)},
          {"idle_ns", std::move(idle)},
          {"idle_by_cause_ns", idleColumnsOf(digest)},
          {"peak_allocated_bytes", std::move(peak)}};
}

/// Returns the means of the first counters by step; null if unknown.
Json countersOf(const RankDigest& digest, std::size_t limit) {
  Json counters = Json::array();
  for (const DigestCounter& counter : digest.counters) {
    if (counters.size() == limit) {
      break;
    }
    Json means = Json::array();
    for (const double mean : counter.means) {
      means.push_back(std::isfinite(mean) ? Json(mean) : Json(nullptr));
    }
    counters.push_back({{"name", counter.name}, {"unit", counter.unit}, {"means", std::move(means)}});
  }
  return counters;
}

Json parallelGroupsOf(const RankDigest& digest) {
  Json groups = Json::array();
  for (const ParallelGroup& group : digest.parallelGroups) {
    groups.push_back({{"kind", group.kind}, {"members", group.members}});
  }
  return groups;
}

Json lossesOf(const RankDigest& digest) {
  Json losses = Json::array();
  for (const IssueKind kind : digest.losses) {
    losses.push_back(issueText(kind).key);
  }
  return losses;
}

Json ranksPart(const RankDigest& digest, const DetailLevel& level) {
  const std::size_t counters = std::min(digest.counters.size(), level.counters);
  return {{"base_time_ns", digest.baseTimeNs},
          {"start_ns", digest.bounds.begin.ns},
          {"end_ns", digest.bounds.end.ns},
          {"spans", digest.spans},
          {"lost", digest.lost},
          {"repaired", digest.repaired},
          {"losses", lossesOf(digest)},
          {"host_only", digest.hostOnly},
          {"has_partial_groups", digest.hasPartialGroups},
          {"first_work_ns", digest.firstActivity ? Json(digest.firstActivity->ns) : Json(nullptr)},
          {"host", digest.host},
          {"parallel_groups", parallelGroupsOf(digest)},
          {"devices", devicesOf(digest)},
          {"names", digest.names},
          {"groups", groupsOf(digest)},
          {"calls", callsOf(digest)},
          {"ran_before", ranOf(digest, level.ran)},
          {"steps", stepsOf(digest)},
          {"counters", countersOf(digest, counters)},
          {"counters_left_out", digest.countersLeftOut + digest.counters.size() - counters}};
}

struct FreeWriter {
  void operator()(archive* writer) const { archive_write_free(writer); }
};

la_ssize_t appendBytes(archive* /*writer*/, void* into, const void* bytes, std::size_t length) {
  static_cast<std::string*>(into)->append(static_cast<const char*>(bytes), length);
  return static_cast<la_ssize_t>(length);
}

/// Packs without the time, so that the same text gives the same bytes.
std::string packed(std::string_view text) {
  std::string bytes;
  const std::unique_ptr<archive, FreeWriter> writer(archive_write_new());
  const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> entry(archive_entry_new(), archive_entry_free);
  archive* to = writer.get();
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_pathname(entry.get(), "digest");
  const bool isDone = archive_write_add_filter_gzip(to) == ARCHIVE_OK &&
                      archive_write_set_filter_option(to, "gzip", "timestamp", nullptr) == ARCHIVE_OK &&
                      archive_write_set_format_raw(to) == ARCHIVE_OK &&
                      archive_write_set_bytes_in_last_block(to, 1) == ARCHIVE_OK &&
                      archive_write_open(to, &bytes, nullptr, appendBytes, nullptr) == ARCHIVE_OK &&
                      archive_write_header(to, entry.get()) == ARCHIVE_OK &&
                      archive_write_data(to, text.data(), text.size()) == static_cast<la_ssize_t>(text.size()) &&
                      archive_write_close(to) == ARCHIVE_OK;
  if (!isDone) {
    throw std::bad_alloc();  // only memory can fail here
  }
  return bytes;
}

std::string textOf(const DigestFile& file, DigestSubject* subject, const DetailLevel& level) {
  const Json json{
      {"schema", DigestFile::schema},
      {"trace", {{"path", file.trace.path}, {"bytes", file.trace.bytes}, {"modified_ns", file.trace.modifiedNs}}},
      {"failure", file.failure.empty() ? Json(nullptr) : Json(file.failure)},
      {"rank", known(file.rank)},
      {"world_size", known(file.worldSize)},
      {"left_out", level.leftOut.empty() ? Json(nullptr) : Json(level.leftOut)},
      {"ranks", subject == nullptr ? Json(nullptr) : ranksPart(file.digest, level)},
      {"details", subject == nullptr ? Json(nullptr) : digestDetails(*subject, level.details)}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::size_t maxDigestBytes(const Trace& trace) {
  std::uint64_t text = 0;
  for (const SourceFile& source : trace.sources()) {
    text += source.textBytes;
  }
  return std::max<std::size_t>(1'000'000, text / 100);
}

std::string digestBytes(const DigestFile& digest, DigestSubject* subject) {
  std::string bytes;
  for (const DetailLevel& level : levels) {
    bytes = packed(textOf(digest, subject, level));
    if (subject == nullptr || bytes.size() <= maxDigestBytes(subject->trace())) {
      break;
    }
  }
  return bytes;
}

}  // namespace kernline
