// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/name_unit.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kernline::logs {

namespace {

/// A name that is a unit, of time or work: one letter says too little.
std::optional<UnitText> nameThatIsUnit(std::string_view name) {
  constexpr std::string_view names[] = {"ns",     "us",      "ms",     "msec",   "usec",   "sec",   "secs",
                                        "second", "seconds", "TFLOPS", "tflops", "GFLOPS", "gflops"};
  const bool isSmall = name == "tflops" || name == "gflops";
  const std::string_view unit = !isSmall ? name : name == "tflops" ? "TFLOPS" : "GFLOPS";
  return std::ranges::find(names, name) != std::end(names) ? unitOf(unit, ByteBase::Binary) : std::nullopt;
}

/// Returns the unit by "max_mbytes" of "max_mbytes_per_sec".
std::optional<UnitText> bytesPerSecond(std::string_view what) {
  constexpr std::pair<std::string_view, std::string_view> words[] = {
      {"bytes", "B/s"}, {"kbytes", "KB/s"}, {"mbytes", "MB/s"}, {"gbytes", "GB/s"},
      {"kb", "KB/s"},   {"mb", "MB/s"},     {"gb", "GB/s"}};
  const std::string_view word = what.substr(what.find_last_of("_ ") + 1);
  const auto* const found = std::ranges::find(words, word, &std::pair<std::string_view, std::string_view>::first);
  const bool isWhole = word.size() == what.size() && word == "bytes";  // a counter by that name has its own
  return found == std::end(words) || isWhole ? std::nullopt : unitOf(found->second, ByteBase::Decimal);
}

/// The unit behind the last underline or blank: step_ms, peak_mb, util_pct, tok_s, time_s, "Time ms".
std::optional<UnitText> suffixUnit(std::string_view name) {
  const std::size_t at = name.find_last_of("_ ");
  if (at == std::string_view::npos || at == 0) {
    return std::nullopt;
  }
  const std::string_view stem = name.substr(0, at);
  const std::string_view suffix = name.substr(at + 1);
  if (stem.ends_with("_per") || stem.ends_with(" per")) {
    const bool isRate = suffix == "s" || suffix == "sec" || suffix == "second";
    if (const auto bytes = isRate ? bytesPerSecond(stem.substr(0, stem.size() - 4)) : std::nullopt) {
      return bytes;
    }
    return isRate ? std::optional(UnitText{name, Quantity::Rate}) : std::nullopt;
  }
  struct Entry {
    std::string_view suffix;
    std::string_view unit;
  };
  constexpr Entry entries[] = {{"ns", "ns"},     {"us", "us"},         {"ms", "ms"},        {"sec", "s"},
                               {"seconds", "s"}, {"kb", "KB"},         {"mb", "MB"},        {"gb", "GB"},
                               {"kib", "KiB"},   {"mib", "MiB"},       {"gib", "GiB"},      {"bytes", "B"},
                               {"pct", "%"},     {"percent", "%"},     {"KB", "KB"},        {"MB", "MB"},
                               {"GB", "GB"},     {"tflops", "TFLOPS"}, {"gflops", "GFLOPS"}};
  if (const auto* found = std::ranges::find(entries, suffix, &Entry::suffix); found != std::end(entries)) {
    return unitOf(found->unit, ByteBase::Binary);
  }
  if (suffix != "s") {
    return std::nullopt;
  }
  if (stem.contains("time") || stem.contains("duration") || stem.contains("latency") || stem.contains("elapsed")) {
    return unitOf("s", ByteBase::Binary);
  }
  return name[at] == '_' ? std::optional(UnitText{name, Quantity::Rate}) : std::nullopt;
}

/// The unit behind a small letter: timeMs, latencyUs, memoryMB.
std::optional<UnitText> camelUnit(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> endings[] = {
      {"Ns", "ns"}, {"Us", "us"}, {"Ms", "ms"}, {"KB", "KB"}, {"MB", "MB"}, {"GB", "GB"}, {"MiB", "MiB"}};
  for (const auto& [ending, unit] : endings) {
    if (name.size() > ending.size() && name.ends_with(ending)) {
      const char before = name[name.size() - ending.size() - 1];
      return before >= 'a' && before <= 'z' ? unitOf(unit, ByteBase::Binary) : std::nullopt;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<UnitText> unitInName(std::string_view name) {
  if (const auto whole = nameThatIsUnit(name)) {
    return whole;
  }
  const auto unit = suffixUnit(name);
  return unit ? unit : camelUnit(name);
}

}  // namespace kernline::logs
