// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/digest/rank_place.h"

#include "core/analysis/communication/distributed_info.h"
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
  const DistributedInfo info = DistributedInfo::of(trace);
  for (const DistributedInfo::Group& group : info.groups) {
    const std::string& kind = group.description;
    const bool isOwn = !kind.empty() && kind != "undefined" && group.members.size() > 1 &&
                       std::cmp_not_equal(group.members.size(), info.worldSize) &&
                       std::ranges::count(group.members, info.rank) == 1 &&
                       std::ranges::count(found, kind, &ParallelGroup::kind) == 0;
    if (isOwn) {
      found.push_back({.kind = kind, .members = memberText(group.members)});
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
