// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/conditions.h"

#include "app/recorder/io/duration_text.h"
#include "app/recorder/io/step_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace kernline::recorder {

namespace {

constexpr std::string_view exceptionName = "exception";
constexpr std::string_view outOfMemoryName = "oom";
constexpr double megabyte = 1e6;
constexpr double gigabyte = 1e9;

/// Parses "idle>30%": 0.3.
std::optional<double> idleShareOf(std::string_view dense) {
  constexpr std::string_view before = "idle>";
  if (!dense.starts_with(before) || !dense.ends_with('%')) {
    return std::nullopt;
  }
  const std::string_view number = dense.substr(before.size(), dense.size() - before.size() - 1);
  double percent = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), percent);
  const bool isNumber = error == std::errc{} && end == number.data() + number.size();
  constexpr double whole = 100;
  return isNumber && percent > 0 && percent < whole ? std::optional(percent / whole) : std::nullopt;
}

std::optional<std::uint64_t> bytesOf(std::string_view text) {
  const bool isGigabytes = text.ends_with("GB");
  if (!isGigabytes && !text.ends_with("MB")) {
    return std::nullopt;
  }
  const std::string_view number = text.substr(0, text.size() - 2);
  double value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  const double bytes = value * (isGigabytes ? gigabyte : megabyte);
  constexpr double minBytes = 16 * megabyte;  // a few of the largest frames
  constexpr double maxBytes = 1000 * gigabyte;
  const bool isSize =
      error == std::errc{} && end == number.data() + number.size() && bytes >= minBytes && bytes <= maxBytes;
  return isSize ? std::optional(static_cast<std::uint64_t>(bytes)) : std::nullopt;
}

}  // namespace

std::string addCondition(std::string_view text, Conditions& conditions) {
  std::string dense(text);
  std::erase(dense, ' ');
  if (dense == exceptionName) {
    conditions.hasException = true;
    return {};
  }
  if (dense == outOfMemoryName) {
    conditions.hasOutOfMemory = true;
    return {};
  }
  if (dense.starts_with("idle")) {
    const auto share = idleShareOf(dense);
    conditions.idleShare = share.value_or(0);
    return share ? std::string()
                 : fmt::format("--when idle takes a share of time below 100 %, e.g. \"idle > 30%\", not \"{}\"", text);
  }
  if (dense.starts_with("step")) {
    const auto factor = readSlowStep(text);
    conditions.slowStep = factor.value_or(0);
    return factor ? std::string() : factor.error();
  }
  return fmt::format("--when takes \"step > 1.3*median\", \"idle > 30%\", exception or oom, not \"{}\"", text);
}

std::string toText(const Conditions& conditions) {
  std::string text;
  text += conditions.hasException ? exceptionName : std::string_view();
  text += conditions.hasException && conditions.hasOutOfMemory ? "," : "";
  text += conditions.hasOutOfMemory ? outOfMemoryName : std::string_view();
  return text;
}

Conditions readConditions(std::string_view text) {
  Conditions conditions;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(','));
    conditions.hasException = conditions.hasException || word == exceptionName;
    conditions.hasOutOfMemory = conditions.hasOutOfMemory || word == outOfMemoryName;
    text.remove_prefix(std::min(word.size() + 1, text.size()));
  }
  return conditions;
}

std::expected<KeepLimits, std::string> readKeepLimits(std::string_view text) {
  KeepLimits limits;
  bool hasTime = false;
  bool hasBytes = false;
  const auto problem = [&] {
    return std::unexpected(
        fmt::format("--keep takes a time up to an hour, a size from 16MB, or both as in 10s,256MB, not \"{}\"", text));
  };
  for (std::string_view rest = text;;) {
    const std::string_view word = rest.substr(0, rest.find(','));
    const auto bytes = bytesOf(word);
    const auto time = bytes ? std::nullopt : durationOf(word);
    const bool isTime = time && time->count() > 0 && *time <= std::chrono::hours(1);
    if ((bytes ? hasBytes : hasTime) || (!bytes && !isTime)) {
      return problem();
    }
    (bytes ? hasBytes : hasTime) = true;
    limits.bytes = bytes.value_or(limits.bytes);
    limits.time = time.value_or(limits.time);
    if (word.size() == rest.size()) {
      return limits;
    }
    rest.remove_prefix(word.size() + 1);
  }
}

std::string sizeText(std::uint64_t bytes) {
  const auto size = static_cast<double>(bytes);
  return size < gigabyte ? fmt::format("{:.4g} MB", size / megabyte) : fmt::format("{:.4g} GB", size / gigabyte);
}

}  // namespace kernline::recorder
