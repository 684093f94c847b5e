// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/xspace.h"

#include <protozero/pbf_writer.hpp>

#include <map>

namespace kernline::test {

namespace {

using protozero::pbf_writer;
using Numbers = std::map<std::string_view, std::int64_t>;

std::int64_t numberOf(Numbers& numbers, std::string_view name) {
  return numbers.try_emplace(name, static_cast<std::int64_t>(numbers.size()) + 1).first->second;
}

std::string written(const MadeStat& stat, Numbers& names) {
  std::string bytes;
  pbf_writer writer(bytes);
  writer.add_int64(1, numberOf(names, stat.name));
  if (stat.text.empty()) {
    writer.add_int64(4, stat.number);
  } else {
    writer.add_string(5, stat.text.data(), stat.text.size());
  }
  return bytes;
}

std::string written(const MadeLine& line, Numbers& kinds, Numbers& statNames) {
  std::string bytes;
  pbf_writer writer(bytes);
  writer.add_int64(1, line.id);
  writer.add_string(2, line.name.data(), line.name.size());
  writer.add_int64(3, line.timestampNs);
  for (const MadeEvent& event : line.events) {
    std::string inside;
    pbf_writer fields(inside);
    fields.add_int64(1, numberOf(kinds, event.name));
    fields.add_int64(2, event.offsetPs);
    fields.add_int64(3, event.durationPs);
    for (const MadeStat& stat : event.stats) {
      fields.add_message(4, written(stat, statNames));
    }
    writer.add_message(4, inside);
  }
  return bytes;
}

std::string entry(std::int64_t number, std::string_view name, std::string_view displayName) {
  std::string value;
  pbf_writer fields(value);
  fields.add_int64(1, number);
  fields.add_string(2, name.data(), name.size());
  if (!displayName.empty()) {
    fields.add_string(4, displayName.data(), displayName.size());
  }
  std::string bytes;
  pbf_writer writer(bytes);
  writer.add_int64(1, number);
  writer.add_message(2, value);
  return bytes;
}

std::string written(const MadePlane& plane) {
  Numbers kinds;
  Numbers statNames;
  std::map<std::string_view, std::string_view> displayNames;
  std::string bytes;
  pbf_writer writer(bytes);
  writer.add_string(2, plane.name.data(), plane.name.size());
  for (const MadeLine& line : plane.lines) {
    writer.add_message(3, written(line, kinds, statNames));
    for (const MadeEvent& event : line.events) {
      displayNames[event.name] = event.displayName;
    }
  }
  for (const MadeStat& stat : plane.stats) {
    writer.add_message(6, written(stat, statNames));
  }
  for (const auto& [name, number] : kinds) {
    writer.add_message(4, entry(number, name, displayNames[name]));
  }
  for (const auto& [name, number] : statNames) {
    writer.add_message(5, entry(number, name, {}));
  }
  return bytes;
}

}  // namespace

std::string xspaceOf(const std::vector<MadePlane>& planes) {
  std::string bytes;
  pbf_writer writer(bytes);
  for (const MadePlane& plane : planes) {
    writer.add_message(1, written(plane));
  }
  return bytes;
}

}  // namespace kernline::test
