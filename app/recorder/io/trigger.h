// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kernline::recorder {

/// The reason for a recording of what was kept.
struct Trigger {
  enum class Kind : std::uint8_t { Asked, SlowStep, Exception, OutOfMemory, Idle };

  Kind kind = Kind::Asked;
  std::int64_t time = 0;  ///< CLOCK_MONOTONIC, ns
  std::string what;       ///< "ValueError: no such layer"
  pid_t process = 0;      ///< process in which it happened; 0 if in none

  bool operator==(const Trigger&) const = default;
};

/// Formats a trigger for a frame, without the process, and parses it.
std::string toText(const Trigger& trigger);
std::optional<Trigger> readTrigger(std::string_view text);

/// "exception: ValueError: no such layer".
std::string describe(const Trigger& trigger);

}  // namespace kernline::recorder
