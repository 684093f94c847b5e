// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/trigger.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace kernline::recorder {

namespace {

/// Names indexed by kind.
constexpr std::array<std::string_view, 5> names{"asked for", "slow step", "exception", "out of memory", "idle GPU"};

}  // namespace

std::string toText(const Trigger& trigger) {
  return fmt::format("{} {} {}", static_cast<int>(trigger.kind), trigger.time, trigger.what);
}

std::optional<Trigger> readTrigger(std::string_view text) {
  Trigger trigger;
  unsigned kind = 0;
  const char* const last = text.data() + text.size();
  const auto first = std::from_chars(text.data(), last, kind);
  if (first.ec != std::errc{} || first.ptr == last || kind >= names.size()) {
    return std::nullopt;
  }
  const auto second = std::from_chars(first.ptr + 1, last, trigger.time);
  if (second.ec != std::errc{}) {
    return std::nullopt;
  }
  trigger.kind = static_cast<Trigger::Kind>(kind);
  trigger.what.assign(std::min(second.ptr + 1, last), last);
  return trigger;
}

std::string describe(const Trigger& trigger) {
  const std::string_view name = names[static_cast<std::size_t>(trigger.kind)];
  return trigger.what.empty() ? std::string(name) : fmt::format("{}: {}", name, trigger.what);
}

}  // namespace kernline::recorder
