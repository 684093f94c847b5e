// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/what_if_change.h"

#include "core/model/base/text.h"
#include "core/model/format/time_range.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <system_error>
#include <utility>

namespace kernline {

namespace {

constexpr std::array<std::string_view, whatIfTargetCount> targetTexts{
    "kernel", "op",   "family", "module",    "phase", "collective", "copy",
    "sync",   "host", "launch", "allocator", "rank",  "advice"};

constexpr std::array<std::pair<std::string_view, WhatIfChangeKind>, 6> wordedChanges{
    {{"roofline", WhatIfChangeKind::Roofline},
     {"none", WhatIfChangeKind::None},
     {"async", WhatIfChangeKind::Async},
     {"graph", WhatIfChangeKind::Graph},
     {"fused", WhatIfChangeKind::Fused},
     {"follow", WhatIfChangeKind::Follow}}};

/// "2ms", "1500ns": in the largest unit that is exact.
std::string exactDuration(Duration duration) {
  constexpr std::array<std::pair<std::int64_t, std::string_view>, 3> units{
      {{1'000'000'000, "s"}, {1'000'000, "ms"}, {1'000, "us"}}};
  for (const auto& [ns, unit] : units) {
    if (duration.ns != 0 && duration.ns % ns == 0) {
      return fmt::format("{}{}", duration.ns / ns, unit);
    }
  }
  return fmt::format("{}ns", duration.ns);
}

Error wrongChange(Message message) {
  return {.kind = Error::Kind::Usage, .message = std::move(message)};
}

}  // namespace

std::string_view toText(WhatIfTarget target) {
  return targetTexts[static_cast<std::size_t>(target)];
}

Duration WhatIfChange::applied(Duration time) const {
  switch (kind) {
    case WhatIfChangeKind::Factor:
      return {std::llround(static_cast<double>(time.ns) * factor)};
    case WhatIfChangeKind::Duration:
      return duration;
    case WhatIfChangeKind::None:
      return {};
    default:
      return time;
  }
}

std::string WhatIfChange::text() const {
  std::string made = std::string(toText(target)) + (pattern.empty() ? "" : ":" + pattern) + "=";
  switch (kind) {
    case WhatIfChangeKind::Factor:
      return made + fmt::format("x{}", factor);
    case WhatIfChangeKind::Duration:
      return made + exactDuration(duration);
    default:
      return made +
             std::string(
                 std::ranges::find(wordedChanges, kind, &std::pair<std::string_view, WhatIfChangeKind>::second)->first);
  }
}

Expected<WhatIfChange> parseWhatIf(std::string_view text) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string_view::npos) {
    return std::unexpected(
        wrongChange(Phrase::tr("\"%1\" is no change; write SELECTOR=CHANGE, such as family:GEMM=x0.5").with(text)));
  }
  const std::string_view selector = text.substr(0, equals);
  const std::string_view change = text.substr(equals + 1);
  const std::size_t colon = std::min(selector.find(':'), selector.size());
  const auto* target = std::ranges::find(targetTexts, selector.substr(0, colon));
  if (target == targetTexts.end()) {
    return std::unexpected(
        wrongChange(Phrase::tr("\"%1\" is no selector; there are %2")
                        .with(selector.substr(0, colon), fmt::format("{}", fmt::join(targetTexts, ", ")))));
  }
  WhatIfChange made{.target = static_cast<WhatIfTarget>(target - targetTexts.begin()),
                    .pattern = std::string(selector.substr(std::min(colon + 1, selector.size()))),
                    .kind = WhatIfChangeKind::Factor};
  const auto* worded = std::ranges::find(wordedChanges, change, &std::pair<std::string_view, WhatIfChangeKind>::first);
  if (worded != wordedChanges.end()) {
    made.kind = worded->second;
    return made;
  }
  if (change.starts_with('x')) {
    const auto [end, error] = std::from_chars(change.data() + 1, change.data() + change.size(), made.factor);
    if (error == std::errc{} && end == change.data() + change.size() && made.factor >= 0 &&
        made.factor <= WhatIfChange::maxFactor) {
      return made;
    }
  }
  if (!change.empty() && change.find_first_not_of("0123456789.") == std::string_view::npos) {
    return std::unexpected(
        wrongChange(Phrase::tr("\"%1\" needs a unit, such as %1ms; a factor begins with x: x%1").with(change)));
  }
  const Expected<Duration> duration = parseDuration(change);
  if (!duration || *duration > WhatIfChange::longest) {
    return std::unexpected(wrongChange(Phrase::tr("\"%1\" is no change; write x0.5 (up to x1000), 2ms (up to 1000s), "
                                                  "roofline, none, async, graph, fused or follow")
                                           .with(change)));
  }
  made.kind = WhatIfChangeKind::Duration;
  made.duration = *duration;
  return made;
}

Expected<std::vector<WhatIfChange>> parseWhatIfs(std::string_view text) {
  std::vector<WhatIfChange> changes;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find(';'), text.size());
    const std::string_view one = trimmed(text.substr(0, length));
    text.remove_prefix(std::min(length + 1, text.size()));
    if (one.empty()) {
      continue;
    }
    Expected<WhatIfChange> change = parseWhatIf(one);
    if (!change) {
      return std::unexpected(change.error());
    }
    changes.push_back(*std::move(change));
  }
  if (changes.empty()) {
    return std::unexpected(parseWhatIf("").error());
  }
  return changes;
}

}  // namespace kernline
