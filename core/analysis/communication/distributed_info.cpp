// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/communication/distributed_info.h"

#include "core/analysis/activity/device_tracks.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace kernline {

namespace {

using InfoJson = nlohmann::json;

std::int32_t numberOf(const InfoJson& object, const char* key) {
  const auto at = object.find(key);
  const bool isNumber = at != object.end() && at->is_number_integer();
  return isNumber && std::in_range<std::int32_t>(at->get<std::int64_t>()) ? at->get<std::int32_t>() : -1;
}

std::vector<std::int32_t> membersOf(const InfoJson& group) {
  const auto ranks = group.find("ranks");
  std::vector<std::int32_t> members;
  for (const InfoJson& rank : ranks != group.end() && ranks->is_array() ? *ranks : InfoJson::array()) {
    if (!rank.is_number_integer() || !std::in_range<std::int32_t>(rank.get<std::int64_t>())) {
      return {};  // some writers shorten long lists
    }
    members.push_back(rank.get<std::int32_t>());
  }
  std::ranges::sort(members);
  return members;
}

bool communicatesOnDevice(const Trace& trace) {
  CommunicationNames communicates(trace);
  return std::ranges::any_of(trace.tracks(), [&](const Track& track) {
    for (std::uint32_t i = track.firstSpan; track.kind == TrackKind::Stream && i < track.firstSpan + track.spanCount;
         ++i) {
      if (trace.kind(SpanId{i}) == SpanKind::Kernel && communicates.contains(trace.name(SpanId{i}))) {
        return true;
      }
    }
    return false;
  });
}

}  // namespace

DistributedInfo DistributedInfo::of(const Trace& trace) {
  DistributedInfo info;
  const auto entry = std::ranges::find(trace.metadata(), "distributedInfo", &MetadataEntry::key);
  const InfoJson parsed = entry == trace.metadata().end() ? InfoJson() : InfoJson::parse(entry->value, nullptr, false);
  if (!parsed.is_object()) {
    return info;
  }
  info.rank = numberOf(parsed, "rank");
  info.worldSize = numberOf(parsed, "world_size");
  const auto groups = parsed.find("pg_config");
  for (const InfoJson& group : groups != parsed.end() && groups->is_array() ? *groups : InfoJson::array()) {
    if (group.is_object()) {
      const auto described = group.find("pg_desc");
      const bool isDescribed = described != group.end() && described->is_string();
      info.groups.push_back({.description = isDescribed ? described->get<std::string>() : std::string(),
                             .size = numberOf(group, "pg_size"),
                             .members = membersOf(group)});
    }
  }
  return info;
}

std::uint64_t missingRanks(const Trace& trace) {
  std::set<std::int32_t> here;
  for (const Process& process : trace.processes()) {
    here.insert(process.rank);
  }
  here.erase(-1);
  const std::int64_t missing =
      DistributedInfo::of(trace).worldSize - static_cast<std::int64_t>(std::max<std::size_t>(here.size(), 1));
  return missing > 0 && communicatesOnDevice(trace) ? static_cast<std::uint64_t>(missing) : 0;
}

Message warningOfMissingRanks(const Trace& trace) {
  const std::uint64_t missing = missingRanks(trace);
  return missing == 0 ? Message()
                      : Phrase::tr(
                            "Collectives wait for ranks that are not in this trace (%1), so predictions may be "
                            "far off. Open the traces of all ranks together.")
                            .with(missing);
}

}  // namespace kernline
