// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::test {

/// A stat as a test writes it: a whole number, or where `text` is set that.
struct MadeStat {
  std::string_view name;
  std::int64_t number = 0;
  std::string_view text = {};
};

struct MadeEvent {
  std::string_view name;
  std::int64_t offsetPs = 0;
  std::int64_t durationPs = 0;
  std::vector<MadeStat> stats = {};
  std::string_view displayName = {};
};

struct MadeLine {
  std::int64_t id = 0;
  std::string_view name;
  std::int64_t timestampNs = 0;
  std::vector<MadeEvent> events;
};

struct MadePlane {
  std::string_view name;
  std::vector<MadeLine> lines = {};
  std::vector<MadeStat> stats = {};
};

/// The bytes of an XSpace (.xplane.pb): names are numbered as they come.
[[nodiscard]] std::string xspaceOf(const std::vector<MadePlane>& planes);

}  // namespace kernline::test
