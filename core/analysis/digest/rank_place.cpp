// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/digest/rank_place.h"

#include "core/analysis/digest/rank_digest.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace kernline {

namespace {

using PlaceJson = nlohmann::json;

PlaceJson metadataOf(const Trace& trace, std::string_view key) {
  const auto entry = std::ranges::find(trace.metadata(), key, &MetadataEntry::key);
  return entry == trace.metadata().end() ? PlaceJson() : PlaceJson::parse(entry->value, nullptr, false);
}

std::int64_t wholeNumber(const PlaceJson& object, const char* key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_number_integer() ? at->get<std::int64_t>() : -1;
}

std::vector<std::int32_t> membersOfGroup(const PlaceJson& group) {
  std::vector<std::int32_t> members;
  const auto ranks = group.find("ranks");
  if (ranks == group.end() || !ranks->is_array()) {
    return members;
  }
  for (const PlaceJson& rank : *ranks) {
    if (!rank.is_number_integer() || !std::in_range<std::int32_t>(rank.get<std::int64_t>())) {
      return {};  // some writers shorten long lists
    }
    members.push_back(rank.get<std::int32_t>());
  }
  std::ranges::sort(members);
  return members;
}

/// Takes digits off the end of `text`; whether there were any.
bool takeDigits(std::string_view& text) {
  const std::size_t kept = text.find_last_not_of("0123456789") + 1;
  const bool areThere = kept < text.size();
  text.remove_suffix(text.size() - kept);
  return areThere;
}

bool takeEnd(std::string_view& text, std::string_view end) {
  const bool isThere = text.ends_with(end);
  text.remove_suffix(isThere ? end.size() : 0);
  return isThere;
}

}  // namespace

std::vector<ParallelGroup> parallelGroups(const Trace& trace) {
  std::vector<ParallelGroup> found;
  const PlaceJson info = metadataOf(trace, "distributedInfo");
  const auto groups = info.is_object() ? info.find("pg_config") : info.end();
  if (!info.is_object() || groups == info.end() || !groups->is_array()) {
    return found;
  }
  const std::int64_t rank = wholeNumber(info, "rank");
  const std::int64_t world = wholeNumber(info, "world_size");
  for (const PlaceJson& group : *groups) {
    const auto described = group.is_object() ? group.find("pg_desc") : group.end();
    if (!group.is_object() || described == group.end() || !described->is_string()) {
      continue;
    }
    const auto kind = described->get<std::string>();
    const std::vector<std::int32_t> members = membersOfGroup(group);
    const bool saysMuch = !kind.empty() && kind != "undefined" && members.size() > 1 &&
                          std::cmp_not_equal(members.size(), world) && std::ranges::count(members, rank) == 1 &&
                          std::ranges::count(found, kind, &ParallelGroup::kind) == 0;
    if (saysMuch) {
      found.push_back({.kind = kind, .members = memberText(members)});
    }
  }
  return found;
}

std::string hostInName(std::string_view path) {
  std::string_view name = path.substr(path.rfind('/') + 1);
  takeEnd(name, ".gz");
  if (!takeEnd(name, ".json") || !takeEnd(name, ".trace")) {
    return {};
  }
  takeEnd(name, ".pt");
  const bool hasTime = takeDigits(name) && takeEnd(name, ".");
  const bool hasProcess = hasTime && takeDigits(name) && takeEnd(name, "_");
  return hasProcess ? std::string(name) : std::string();
}

std::string hostOf(const Trace& trace) {
  for (const std::string_view key : {"hostname", "host_name", "hostnames"}) {
    PlaceJson host = metadataOf(trace, key);
    if (host.is_array() && host.size() == 1) {
      host = PlaceJson(host.front());
    }
    if (host.is_string() && !host.get<std::string>().empty()) {
      return host.get<std::string>();
    }
  }
  return trace.sources().empty() ? std::string() : hostInName(trace.sources().front().path);
}

}  // namespace kernline
