// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/flight_recorder/json_dump.h"

#include "core/import/flight_recorder/entry_parts.h"
#include "core/model/json/members.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kernline::flight {

using chrome::MemberWalk;
using chrome::RawValue;

namespace {

std::int64_t integerOf(const RawValue& value, std::int64_t otherwise) {
  const std::string text = value.kind == RawValue::Kind::None ? std::string() : value.unescaped();
  std::int64_t number = otherwise;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? number : otherwise;
}

Shapes jsonShapes(std::string_view list) {
  Shapes shapes;
  for (MemberWalk tensors(list); tensors.next();) {
    shapes.beginTensor();
    for (MemberWalk sizes(tensors.value().text); tensors.value().kind == RawValue::Kind::Array && sizes.next();) {
      shapes.addSize(integerOf(sizes.value(), 0));
    }
    shapes.endTensor();
  }
  return shapes;
}

std::vector<std::string> jsonTexts(std::string_view list) {
  std::vector<std::string> texts;
  for (MemberWalk walk(list); walk.next() && texts.size() < 10'000;) {
    texts.push_back(walk.value().unescaped());
    chrome::repairUtf8(texts.back());
  }
  return texts;
}

/// Reads a collective; nullopt if the object is no entry.
std::optional<Collective> jsonCollective(std::string_view object) {
  Collective made;
  std::string_view inputs;
  std::string_view outputs;
  std::vector<std::string> inputTypes;
  std::vector<std::string> outputTypes;
  std::int64_t messageNumber = -1;
  bool hasState = false;
  for (MemberWalk walk(object); walk.next();) {
    const std::string_view key = walk.key().text;
    const RawValue& value = walk.value();
    if (key == "process_group") {
      const std::vector<std::string> names = jsonTexts(value.text);
      made.group = names.empty() ? "" : names.front();
    } else if (key == "profiling_name") {
      made.operation = operationOf(value.unescaped());
    } else if (key == "collective_seq_id" || (key == "seq_id" && made.sequence < 0)) {
      made.sequence = integerOf(value, -1);
    } else if (key == "p2p_seq_id") {
      messageNumber = integerOf(value, -1);
    } else if (key == "is_p2p") {
      made.isMessage = value.text == "true";
    } else if (key == "state") {
      made.state = stateOf(value.text);
      hasState = true;
    } else if (key == "input_sizes") {
      inputs = value.text;
    } else if (key == "output_sizes") {
      outputs = value.text;
    } else if (key == "input_dtypes") {
      inputTypes = jsonTexts(value.text);
    } else if (key == "output_dtypes") {
      outputTypes = jsonTexts(value.text);
    } else if (key == "time_created_ns") {
      made.createdNs = soundTime(integerOf(value, 0));
    } else if (key == "time_discovered_started_ns") {
      made.startedNs = ifPositive(integerOf(value, 0));
    } else if (key == "time_discovered_completed_ns") {
      made.completedNs = ifPositive(integerOf(value, 0));
    } else if (key == "duration_ms") {
      double ms = 0;
      const std::string digits = value.unescaped();
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), ms);
      constexpr double nsPerMs = 1e6;
      if (error == std::errc{} && std::isfinite(ms) && ms >= 0) {
        made.durationNs = ms * nsPerMs;
      }
    }
  }
  made.sequence = made.isMessage ? messageNumber : made.sequence;
  finishCollective(made, jsonShapes(inputs), jsonShapes(outputs), inputTypes, outputTypes);
  return hasState && !made.operation.empty() ? std::optional{std::move(made)} : std::nullopt;
}

void readJsonGroups(RankDump& dump, std::string_view configs, std::string_view status) {
  for (MemberWalk walk(configs); walk.next() && dump.groups.size() < 10'000;) {
    ProcessGroup group;
    group.name = chrome::findMember(walk.value().text, "name").unescaped();
    group.description = chrome::findMember(walk.value().text, "desc").unescaped();
    const RawValue ranks = chrome::findMember(walk.value().text, "ranks");
    group.ranks = ranksIn(ranks.text);
    group.name = group.name.empty() ? walk.key().unescaped() : group.name;
    const std::string_view counts = chrome::findMember(status, walk.key().text).text;
    const auto count = [&](std::string_view key) -> std::optional<std::int64_t> {
      const RawValue value = chrome::findMember(counts, key);
      return value.kind == RawValue::Kind::None ? std::nullopt : std::optional{integerOf(value, -1)};
    };
    group.lastEnqueued = count("last_enqueued_collective");
    group.lastStarted = count("last_started_collective");
    group.lastCompleted = count("last_completed_collective");
    dump.groups.push_back(std::move(group));
  }
}

}  // namespace

RankDump readJsonDump(std::string_view text) {
  RankDump dump;
  dump.version = chrome::findMember(text, "version").unescaped();
  dump.library = chrome::findMember(text, "comm_lib_version").unescaped();
  readJsonGroups(dump, chrome::findMember(text, "pg_config").text, chrome::findMember(text, "pg_status").text);
  // Found by hand, as the list of a file that is cut off has no end.
  MemberWalk members(text);
  std::string_view entries;
  while (members.next()) {
    if (members.key().text == "entries") {
      entries = members.value().text;
    }
  }
  if (members.broke() && entries.empty()) {
    const std::size_t at = text.find("\"entries\"");
    const std::size_t list = at == std::string_view::npos ? at : text.find('[', at);
    entries = list == std::string_view::npos ? entries : text.substr(list);
  }
  MemberWalk walk(entries);
  while (walk.next() && dump.collectives.size() < maxEntries) {
    if (auto made = jsonCollective(walk.value().text)) {
      dump.collectives.push_back(std::move(*made));
    } else {
      ++dump.badEntries;
    }
  }
  if (members.broke() || walk.broke()) {
    dump.damage = "the JSON ends early";
  }
  return dump;
}

}  // namespace kernline::flight
