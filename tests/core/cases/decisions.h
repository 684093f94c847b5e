// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string_view>

namespace kernline::test {

/// A case of a peer's suite in which Kernline gives another answer on purpose. DECISIONS.md explains each.
struct Decision {
  std::string_view suite;
  std::string_view id;
  std::string_view why;
};

inline constexpr auto decisions = std::to_array<Decision>({
    {"perfetto_json", "invalid_string_ts_and_dur", "a dur that is no number is length 0, not a lost event"},
});

}  // namespace kernline::test
