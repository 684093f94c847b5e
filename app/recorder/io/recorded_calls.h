// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace kernline::recorder {

/// The calls of CUDA that are recorded: fewer cost the program less.
enum class RecordedCalls : std::uint8_t {
  None,      ///< GPU activity alone, without its launches
  Launches,  ///< calls that give a GPU work or wait for it
  All,
};

inline constexpr std::array<std::string_view, 3> recordedCallsNames{"none", "launches", "all"};

inline std::string_view toText(RecordedCalls calls) {
  return recordedCallsNames[static_cast<std::size_t>(calls)];
}

inline std::optional<RecordedCalls> readRecordedCalls(std::string_view text) {
  const auto found = std::ranges::find(recordedCallsNames, text);
  return found == recordedCallsNames.end()
             ? std::nullopt
             : std::optional(static_cast<RecordedCalls>(found - recordedCallsNames.begin()));
}

}  // namespace kernline::recorder
