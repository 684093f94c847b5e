// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/events/counter_unit.h"

#include "core/model/base/text.h"

#include <algorithm>
#include <array>

namespace kernline::chrome {

namespace {

struct Spelling {
  std::string_view text;  // lower case
  std::string_view unit;
};

// "Mb" is a megabit and "MB" a megabyte, so in brackets case counts.
constexpr std::array bracketed{
    Spelling{"B", "bytes"},     Spelling{"bytes", "bytes"}, Spelling{"Bytes", "bytes"}, Spelling{"KB", "KB"},
    Spelling{"kB", "KB"},       Spelling{"MB", "MB"},       Spelling{"GB", "GB"},       Spelling{"KiB", "KiB"},
    Spelling{"MiB", "MiB"},     Spelling{"GiB", "GiB"},     Spelling{"B/s", "bytes/s"}, Spelling{"KB/s", "KB/s"},
    Spelling{"MB/s", "MB/s"},   Spelling{"GB/s", "GB/s"},   Spelling{"MiB/s", "MiB/s"}, Spelling{"GiB/s", "GiB/s"},
    Spelling{"Mbps", "Mbit/s"}, Spelling{"Gbps", "Gbit/s"}, Spelling{"%", "%"},         Spelling{"percent", "%"},
    Spelling{"W", "W"},         Spelling{"Watts", "W"},     Spelling{"watts", "W"},     Spelling{"mW", "mW"},
    Spelling{"J", "J"},         Spelling{"Hz", "Hz"},       Spelling{"MHz", "MHz"},     Spelling{"GHz", "GHz"},
    Spelling{"C", "°C"},        Spelling{"°C", "°C"},       Spelling{"Celsius", "°C"},  Spelling{"ns", "ns"},
    Spelling{"us", "µs"},       Spelling{"µs", "µs"},       Spelling{"ms", "ms"},       Spelling{"s", "s"},
    Spelling{"count", "count"},
};

constexpr std::array lastWords{
    Spelling{"bytes", "bytes"}, Spelling{"percent", "%"},  Spelling{"pct", "%"},       Spelling{"watts", "W"},
    Spelling{"mhz", "MHz"},     Spelling{"celsius", "°C"}, Spelling{"count", "count"},
};

std::string_view unitInBrackets(std::string_view text) {
  if (text.empty() || (text.back() != ')' && text.back() != ']')) {
    return {};
  }
  const auto open = text.rfind(text.back() == ')' ? '(' : '[');
  if (open == std::string_view::npos) {
    return {};
  }
  const auto at = std::ranges::find(bracketed, text.substr(open + 1, text.size() - open - 2), &Spelling::text);
  return at == bracketed.end() ? std::string_view{} : at->unit;
}

std::string_view unitOfNvidiaMetric(std::string_view text) {
  if (!text.contains("__")) {
    return {};
  }
  if (text.ends_with(".pct") || text.contains(".pct_of_peak_")) {
    return "%";
  }
  const bool isRate = text.contains(".per_second");
  if (text.contains("bytes")) {
    return isRate ? "bytes/s" : "bytes";
  }
  return !text.contains("cycles") ? std::string_view{} : isRate ? "Hz" : "cycles";
}

std::string_view unitOfBazel(std::string_view name) {
  if (name == "Memory usage (Bazel)" || name == "Memory usage (total)" || name == "Workers memory usage") {
    return "MiB";
  }
  return name == "CPU usage (Bazel)" || name == "CPU usage (total)" ? "cores" : std::string_view{};
}

/// The last word, also of camelCase: "Bytes" of "allocatedBytes", "bytes" of "unused_memory_bytes".
std::string_view unitOfLastWord(std::string_view text) {
  std::size_t begin = text.size();
  while (begin > 0 && isLetter(text[begin - 1])) {
    --begin;
    if (text[begin] != toLower(text[begin]) && begin + 1 < text.size() && text[begin + 1] == toLower(text[begin + 1])) {
      break;
    }
  }
  const std::string_view word = text.substr(begin);
  const auto at = std::ranges::find_if(
      lastWords, [&](const Spelling& known) { return std::ranges::equal(word, known.text, {}, toLower); });
  return at == lastWords.end() ? std::string_view{} : at->unit;
}

}  // namespace

std::string_view unitOfCounter(std::string_view name, std::string_view series) {
  for (const auto rule : {unitInBrackets, unitOfNvidiaMetric, unitOfBazel, unitOfLastWord}) {
    for (const std::string_view text : {series, name}) {
      if (const std::string_view unit = rule(text); !unit.empty()) {
        return unit;
      }
    }
  }
  return {};
}

}  // namespace kernline::chrome
