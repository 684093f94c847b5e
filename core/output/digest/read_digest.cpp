// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/input.h"
#include "core/model/json/members.h"
#include "core/output/digest/digest_file.h"
#include "core/output/digest/digest_members.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kernline {

namespace digest {

namespace {

void readDevices(const DigestJson& ranks, RankDigest& digest) {
  for (const DigestJson& device : arrayOf(ranks, "devices")) {
    digest.devices.push_back({.device = static_cast<std::int32_t>(numberOf(device, "device", INT32_MIN, INT32_MAX)),
                              .name = wordsOf(device, "name"),
                              .window = rangeOf(device),
                              .busy = lengthOf(device, "busy_ns"),
                              .kernel = lengthOf(device, "kernel_ns"),
                              .communication = lengthOf(device, "communication_ns"),
                              .exposed = lengthOf(device, "exposed_communication_ns")});
  }
}

void readNames(const DigestJson& ranks, RankDigest& digest) {
  const DigestJson& names = arrayOf(ranks, "names");
  const DigestJson& groups = arrayOf(ranks, "groups");
  const bool areThere = !names.empty() && !groups.empty() &&
                        std::ranges::all_of(names, [](const DigestJson& name) { return name.is_string(); });
  if (!areThere) {
    throw Unsound{"names"};
  }
  digest.names = names.get<std::vector<std::string>>();
  digest.groups.clear();
  for (const DigestJson& group : groups) {
    digest.groups.push_back({.key = wordsOf(group, "key"),
                             .name = wordsOf(group, "name"),
                             .members = membersIn(wordsOf(group, "members")),
                             .size = static_cast<std::size_t>(numberOf(group, "size", 0, INT32_MAX))});
  }
}

/// A row about a call: its place, then as many other numbers as wanted.
std::vector<std::int64_t> rowAbout(const DigestJson& row, std::size_t others, std::size_t calls, const char* key) {
  const bool isWhole = row.is_array() && row.size() == others + 1 &&
                       std::ranges::all_of(row, [](const DigestJson& value) { return value.is_number_integer(); });
  std::vector<std::int64_t> numbers = isWhole ? row.get<std::vector<std::int64_t>>() : std::vector<std::int64_t>();
  const bool isSound =
      isWhole && numbers[0] >= 0 && std::cmp_less(numbers[0], calls) && std::ranges::min(numbers) >= -1;
  return isSound ? numbers : throw Unsound{key};
}

std::int32_t rankIn(std::int64_t number, const char* key) {
  return number <= INT32_MAX ? static_cast<std::int32_t>(number) : throw Unsound{key};
}

void readMessages(const DigestJson& calls, RankDigest& digest) {
  for (const DigestJson& message : arrayOf(calls, "messages")) {
    const auto row = rowAbout(message, 3, digest.calls.size(), "messages");
    digest.calls[static_cast<std::size_t>(row[0])].messages.push_back(
        {.isSend = row[1] == 1, .peer = rankIn(row[2], "messages"), .bytes = row[3]});
  }
}

/// Reads a part of digests since they have shares of experts.
void readExchanged(const DigestJson& calls, RankDigest& digest) {
  digest.hasExchangedBytes = calls.contains("exchanged");
  if (!digest.hasExchangedBytes) {
    return;
  }
  for (const DigestJson& exchanged : arrayOf(calls, "exchanged")) {
    const auto row = rowAbout(exchanged, 4, digest.calls.size(), "exchanged");
    digest.calls[static_cast<std::size_t>(row[0])].exchanged = {
        .sent = row[1], .received = row[2], .largest = row[3], .peer = rankIn(row[4], "exchanged")};
  }
}

void readCalls(const DigestJson& ranks, RankDigest& digest) {
  const DigestJson& calls = memberOf(ranks, "calls");
  const Column start = columnOf(calls, "start_after_ns", -maxTimeNs, maxTimeNs);
  const std::size_t count = start.size();
  const Column duration = columnOf(calls, "duration_ns", 0, maxTimeNs, count);
  const Column kind = placesOf(calls, "kind", static_cast<std::size_t>(CollectiveKind::Other) + 1, count);
  const Column name = placesOf(calls, "name", digest.names.size(), count);
  const Column group = placesOf(calls, "group", digest.groups.size(), count);
  const Column stream = placesOf(calls, "stream", digest.names.size(), count);
  const Column sequence = columnOf(calls, "sequence", INT64_MIN + 1, INT64_MAX, count);
  const Column bytes = columnOf(calls, "bytes", -1, INT64_MAX, count);
  const Column isOnHost = columnOf(calls, "is_on_host", 0, 1, count);
  const Column step = calls.contains("step") ? columnOf(calls, "step", -1, INT32_MAX, count) : Column(count, -1);
  Time before = digest.bounds.begin;
  digest.calls.reserve(count);
  for (std::size_t c = 0; c < count; ++c) {
    const std::int64_t begin = before.ns + start[c];
    if (begin < -maxTimeNs || begin > maxTimeNs || (c > 0 && start[c] < 0)) {
      throw Unsound{"start_after_ns"};
    }
    before = {begin};
    DigestCall& call = digest.calls.emplace_back();
    call.range = {before, {std::min(maxTimeNs, begin + duration[c])}};
    call.kind = static_cast<CollectiveKind>(kind[c]);
    call.isOnHost = isOnHost[c] == 1;
    call.step = static_cast<std::int32_t>(step[c]);
    call.name = static_cast<std::uint32_t>(name[c]);
    call.group = static_cast<std::uint32_t>(group[c]);
    call.stream = static_cast<std::uint32_t>(stream[c]);
    call.sequence = sequence[c];
    call.bytes = bytes[c];
  }
  readMessages(calls, digest);
  readExchanged(calls, digest);
}

void readRan(const DigestJson& ranks, RankDigest& digest) {
  const DigestJson& before = memberOf(ranks, "ran_before");
  const std::size_t calls = digest.calls.size();
  const Column name = placesOf(before, "name", digest.names.size());
  const std::size_t count = name.size();
  const Column time = columnOf(before, "time_ns", 0, maxTimeNs, count);
  const Column distance = columnOf(before, "longest_before_ns", -maxTimeNs, maxTimeNs, count);
  const Column longest = columnOf(before, "longest_ns", 0, maxTimeNs, count);
  const auto most = static_cast<std::int64_t>(count);
  const Column sinceBegin = columnOf(before, "since_begin", 0, most, calls);
  const Column sinceEnd = columnOf(before, "since_end", -1, most, calls);
  digest.ran.reserve(count);
  for (std::size_t c = 0; c < calls; ++c) {
    DigestCall& call = digest.calls[c];
    call.firstRan = static_cast<std::uint32_t>(digest.ran.size());
    call.ranSinceBegin = static_cast<std::uint32_t>(sinceBegin[c]);
    call.isRanTheSame = sinceEnd[c] < 0;
    call.ranSinceEnd = call.isRanTheSame ? 0 : static_cast<std::uint32_t>(sinceEnd[c]);
    for (std::uint32_t i = 0; i < call.ranSinceBegin + call.ranSinceEnd; ++i) {
      const std::size_t at = digest.ran.size();
      if (at >= count) {
        throw Unsound{"since_begin"};
      }
      const Time begin{std::clamp(call.range.begin.ns - distance[at], -maxTimeNs, maxTimeNs)};
      digest.ran.push_back({.name = static_cast<std::uint32_t>(name[at]),
                            .time = {time[at]},
                            .longest = {begin, {std::min(maxTimeNs, begin.ns + longest[at])}}});
    }
  }
}

/// Reads a part of digests since there is a heat map.
void readStepStats(const DigestJson& steps, RankDigest& digest) {
  const std::size_t count = digest.steps.size();
  const Column device = columnOf(steps, "device_ns", 0, maxTimeNs, count);
  const Column exposed = columnOf(steps, "exposed_communication_ns", 0, maxTimeNs, count);
  const Column idle = columnOf(steps, "idle_ns", 0, maxTimeNs, count);
  const Column peak = columnOf(steps, "peak_allocated_bytes", -1, INT64_MAX, count);
  for (std::size_t i = 0; i < count; ++i) {
    DigestStep& step = digest.steps[i];
    step.device = {std::min(device[i], maxDurationNs)};
    step.exposed = {std::min(exposed[i], maxDurationNs)};
    step.idle = {std::min(idle[i], maxDurationNs)};
    step.peakBytes = peak[i] < 0 ? std::nullopt : std::optional(peak[i]);
  }
  const DigestJson& byCause = memberOf(steps, "idle_by_cause_ns");
  for (std::size_t cause = 0; cause < idleCauseCount; ++cause) {
    const std::string name(toText(static_cast<IdleCause>(cause)));
    const Column column = byCause.contains(name) ? columnOf(byCause, name.c_str(), 0, maxTimeNs, count) : Column();
    for (std::size_t i = 0; i < column.size(); ++i) {
      digest.steps[i].idleBy[cause] = {std::min(column[i], maxDurationNs)};
    }
  }
  digest.hasStepStats = true;
}

void readSteps(const DigestJson& ranks, RankDigest& digest) {
  const DigestJson& steps = memberOf(ranks, "steps");
  digest.stepSource = static_cast<StepSource>(numberOf(steps, "source", 0, static_cast<int>(StepSource::Whole)));
  digest.stepName = wordsOf(steps, "found_as");
  const Column start = columnOf(steps, "start_ns", -maxTimeNs, maxTimeNs);
  const Column name = placesOf(steps, "name", digest.names.size(), start.size());
  const Column duration = columnOf(steps, "duration_ns", 0, maxTimeNs, start.size());
  if (!std::ranges::is_sorted(start)) {
    throw Unsound{"start_ns"};
  }
  for (std::size_t i = 0; i < start.size(); ++i) {
    digest.steps.push_back({.name = static_cast<std::uint32_t>(name[i]),
                            .range = {{start[i]}, {std::min(maxTimeNs, start[i] + duration[i])}},
                            .device = {},
                            .exposed = {},
                            .idle = {},
                            .peakBytes = {}});
  }
  if (steps.contains("device_ns")) {
    readStepStats(steps, digest);
  }
}

/// Reads a part of digests since the heat map shows counters.
void readCounters(const DigestJson& ranks, RankDigest& digest) {
  digest.hasCounters = ranks.contains("counters");
  if (!digest.hasCounters) {
    return;
  }
  for (const DigestJson& counter : arrayOf(ranks, "counters")) {
    DigestCounter& own =
        digest.counters.emplace_back(DigestCounter{wordsOf(counter, "name"), wordsOf(counter, "unit"), {}});
    for (const DigestJson& mean : arrayOf(counter, "means")) {
      if (!mean.is_number() && !mean.is_null()) {
        throw Unsound{"means"};
      }
      own.means.push_back(mean.is_null() ? std::nan("") : mean.get<double>());
    }
    if (own.means.size() != digest.steps.size()) {
      throw Unsound{"means"};
    }
  }
  digest.countersLeftOut = countOf(ranks, "counters_left_out");
}

/// Reads a part of digests since there is a heat map.
void readPlace(const DigestJson& ranks, RankDigest& digest) {
  if (ranks.contains("host")) {
    digest.host = wordsOf(ranks, "host");
  }
  if (ranks.contains("parallel_groups")) {
    for (const DigestJson& group : arrayOf(ranks, "parallel_groups")) {
      digest.parallelGroups.push_back({.kind = wordsOf(group, "kind"), .members = wordsOf(group, "members")});
    }
  }
}

/// Reads losses; drops those of a later version that this one does not know.
void readLosses(const DigestJson& ranks, RankDigest& digest) {
  if (!ranks.contains("losses")) {
    return;
  }
  for (const DigestJson& loss : arrayOf(ranks, "losses")) {
    for (std::size_t kind = 0; kind < issueKindCount; ++kind) {
      if (loss == issueText(static_cast<IssueKind>(kind)).key) {
        digest.losses.push_back(static_cast<IssueKind>(kind));
      }
    }
  }
}

RankDigest readRanks(const DigestJson& ranks) {
  RankDigest digest;
  digest.baseTimeNs = numberOf(ranks, "base_time_ns", INT64_MIN + 1, INT64_MAX);
  digest.bounds = rangeOf(ranks);
  digest.spans = countOf(ranks, "spans");
  digest.lost = countOf(ranks, "lost");
  digest.repaired = countOf(ranks, "repaired");
  readLosses(ranks, digest);
  digest.hostOnly = countOf(ranks, "host_only");
  digest.hasPartialGroups = memberOf(ranks, "has_partial_groups") == true;
  if (!memberOf(ranks, "first_work_ns").is_null()) {
    digest.firstActivity = Time{timeOf(ranks, "first_work_ns")};
  }
  readDevices(ranks, digest);
  readNames(ranks, digest);
  readCalls(ranks, digest);
  readRan(ranks, digest);
  readSteps(ranks, digest);
  readCounters(ranks, digest);
  readPlace(ranks, digest);
  const auto steps = static_cast<std::int32_t>(digest.steps.size());
  if (std::ranges::any_of(digest.calls, [steps](const DigestCall& call) { return call.step >= steps; })) {
    throw Unsound{"step"};
  }
  return digest;
}

DigestFile readWanted(const DigestJson& wanted) {
  DigestFile file;
  const DigestJson& trace = memberOf(wanted, "trace");
  file.trace = {.path = wordsOf(trace, "path"),
                .bytes = countOf(trace, "bytes"),
                .modifiedNs = numberOf(trace, "modified_ns", INT64_MIN + 1, INT64_MAX)};
  file.failure = memberOf(wanted, "failure").is_null() ? std::string() : wordsOf(wanted, "failure");
  file.rank = rankOf(wanted, "rank");
  file.worldSize = rankOf(wanted, "world_size");
  if (const DigestJson& ranks = memberOf(wanted, "ranks"); !ranks.is_null()) {
    file.digest = readRanks(ranks);
  } else if (file.failure.empty()) {
    throw Unsound{"ranks"};
  }
  return file;
}

}  // namespace

}  // namespace digest

namespace {

constexpr std::string_view schemaStem = "kernline-digest-";

std::unexpected<Error> refused(Error::Kind kind, Message message) {
  return std::unexpected(Error{kind, std::move(message)});
}

}  // namespace

bool isDigest(std::string_view head) {
  const std::size_t begin = head.find_first_not_of(" \t\r\n");
  return begin != std::string_view::npos && head[begin] == '{' &&
         chrome::findMember(head.substr(begin), "schema").text.starts_with(schemaStem);
}

Expected<DigestFile> readDigestText(std::string_view text, const std::string& name) {
  if (!isDigest(text)) {
    return refused(Error::Kind::NotATrace, Phrase::tr("%1 is no digest").with(name));
  }
  using digest::DigestJson;
  DigestJson wanted = DigestJson::object();
  chrome::MemberWalk members(text.substr(text.find('{')));
  while (members.next()) {
    if (const std::string_view key = members.key().text; key == "schema") {
      if (members.value().text != DigestFile::schema) {
        return refused(Error::Kind::NotATrace,
                       Phrase::tr("%1 is a digest of another version (%2 instead of %3); digest its trace again")
                           .with(name, std::string(members.value().text), std::string(DigestFile::schema)));
      }
    } else if (key != "details") {
      const chrome::RawValue& value = members.value();
      const bool isText = value.kind == chrome::RawValue::Kind::String;
      wanted[std::string(key)] = isText ? DigestJson(value.unescaped()) : DigestJson::parse(value.text, nullptr, false);
    }
  }
  const std::string_view end = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
  if (members.broke() || members.repaired() || !end.ends_with('}')) {
    return refused(Error::Kind::Unreadable,
                   Phrase::tr("%1 is an incomplete digest; digest its trace again").with(name));
  }
  try {
    return digest::readWanted(wanted);
  } catch (const digest::Unsound& unsound) {
    return refused(Error::Kind::Unreadable,
                   Phrase::tr("%1 is a damaged digest (%2); digest its trace again").with(name, unsound.member));
  }
}

Expected<DigestFile> readDigest(const std::string& path) {
  return readDigest(path, path);
}

Expected<DigestFile> readDigest(const std::string& path, const std::string& name) {
  Expected<Input> input = openInput(path);
  if (!input) {
    return std::unexpected(std::move(input.error()));
  }
  if (input->stream == nullptr) {
    return readDigestText(input->mapped, name);
  }
  constexpr std::size_t chunk = std::size_t{256} << 10;
  constexpr std::size_t maxText = std::size_t{1} << 30;
  std::string text;
  for (std::size_t got = chunk; got > 0 && text.size() < maxText && (text.empty() || isDigest(text));) {
    const std::size_t had = text.size();
    text.resize(had + chunk);
    got = input->stream->read({text.data() + had, chunk});
    text.resize(had + got);
  }
  return readDigestText(text, name);
}

}  // namespace kernline
