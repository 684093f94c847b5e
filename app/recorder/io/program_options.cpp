// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/program_options.h"

#include "app/recorder/io/source_samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <string_view>
#include <utility>

namespace kernline::recorder {

namespace {

constexpr double maxSeconds = 30.0 * 24 * 3600;

constexpr std::string_view defaultCounters = "basic";
constexpr std::chrono::microseconds minCounterInterval{10};

/// "2", "0.5", "300ms", "100us", "1.5s".
std::optional<std::chrono::nanoseconds> duration(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  const double scale = unit.empty() || unit == "s" ? 1 : unit == "ms" ? 1e-3 : unit == "us" ? 1e-6 : 0;
  if (error != std::errc{} || !std::isfinite(value) || value < 0 || scale == 0) {
    return std::nullopt;
  }
  const double seconds = value * scale;
  if (seconds > maxSeconds) {
    return std::nullopt;
  }
  return std::chrono::nanoseconds(std::llround(seconds * 1e9));
}

std::string readCounters(std::string_view value, ProgramOptions& options) {
  auto counters = readCounterSet(value);
  if (!counters) {
    return counters.error();
  }
  options.counters = std::move(*counters);
  return {};
}

std::string readSource(std::string_view value, ProgramOptions& options) {
  const auto exponent = samplingExponent(value);
  if (!exponent) {
    return fmt::format("--source takes a power of two of cycles from 32 to 2147483648, e.g. 4096, not \"{}\"", value);
  }
  options.sourceExponent = *exponent;
  return {};
}

std::string readTime(std::string_view name, std::string_view value, ProgramOptions& options) {
  const auto time = duration(value);
  if (!time) {
    return fmt::format("{} takes a time in seconds, e.g. {}, not \"{}\"", name,
                       name == "--every" ? "100us or 1ms" : "2.5 or 300ms", value);
  }
  if (name == "--delay") {
    options.delay = *time;
  } else if (name == "--duration") {
    options.duration = *time;
  } else if (*time < minCounterInterval) {
    return fmt::format("--every takes at least {} us; the hardware overflows below", minCounterInterval.count());
  } else {
    options.counterInterval = *time;
  }
  return {};
}

/// Reads one option and what belongs to it; says what is wrong, or nothing.
std::string readOption(std::span<char* const> arguments, std::size_t& at, ProgramOptions& options) {
  const std::string_view option = arguments[at];
  const std::size_t equals = option.starts_with("--") ? option.find('=') : std::string_view::npos;
  const std::string_view name = option.substr(0, equals);
  if (option == "--counters") {
    return readCounters(defaultCounters, options);
  }
  if (option == "--source") {
    options.sourceExponent = defaultSamplingExponent;
    return {};
  }
  constexpr std::array<std::string_view, 8> known{"--delay", "--duration", "--every", "--counters",
                                                  "-o",      "--output",   "--to",    "--source"};
  if (std::ranges::find(known, name) == known.end()) {
    return option.starts_with("-") ? fmt::format("unknown option {}", option)
                                   : fmt::format("unknown command \"{}\"; put -- before the program to record", option);
  }
  if (equals == std::string_view::npos && ++at == arguments.size()) {
    return fmt::format("{} needs a value", name);
  }
  const std::string_view value = equals == std::string_view::npos ? arguments[at] : option.substr(equals + 1);
  if (name == "--delay" || name == "--duration" || name == "--every") {
    return readTime(name, value, options);
  }
  if (name == "--counters") {
    return readCounters(value, options);
  }
  if (name == "--source") {
    return readSource(value, options);
  }
  if (name == "--to" && value != "-") {
    return fmt::format("--to takes only - (standard output); for a file, use -o {}", value);
  }
  if (value.empty()) {
    return fmt::format("{} needs a value", name);
  }
  if (value == "-") {
    options.toStandardOutput = true;
  } else {
    options.out = value;
  }
  return {};
}

}  // namespace

std::expected<ProgramOptions, std::string> readProgramOptions(std::span<char* const> arguments) {
  ProgramOptions options;
  std::size_t at = 0;
  for (; at < arguments.size() && std::string_view(arguments[at]) != "--"; ++at) {
    if (const std::string problem = readOption(arguments, at, options); !problem.empty()) {
      return std::unexpected(problem);
    }
  }
  for (++at; at < arguments.size(); ++at) {
    options.command.emplace_back(arguments[at]);
  }
  if (options.command.empty()) {
    return std::unexpected("no program to record; specify it after --");
  }
  if (options.toStandardOutput && !options.out.empty()) {
    return std::unexpected("use either -o FILE or --to -, not both");
  }
  return options;
}

std::string defaultOutput(const std::vector<std::string>& command, std::time_t now) {
  std::tm local{};
  ::localtime_r(&now, &local);
  std::array<char, 32> text{};
  const std::size_t length = std::strftime(text.data(), text.size(), "%Y%m%d-%H%M%S", &local);
  return fmt::format("{}-{}.json", std::filesystem::path(command.front()).filename().string(),
                     std::string_view(text.data(), length));
}

}  // namespace kernline::recorder
