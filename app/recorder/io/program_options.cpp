// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/program_options.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <string_view>

namespace kernline::recorder {

namespace {

constexpr double maxSeconds = 30.0 * 24 * 3600;

/// "2", "0.5", "300ms", "1.5s".
std::optional<std::chrono::nanoseconds> duration(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (error != std::errc{} || !std::isfinite(value) || value < 0 || (!unit.empty() && unit != "s" && unit != "ms")) {
    return std::nullopt;
  }
  const double seconds = unit == "ms" ? value / 1000 : value;
  if (seconds > maxSeconds) {
    return std::nullopt;
  }
  return std::chrono::nanoseconds(std::llround(seconds * 1e9));
}

/// Reads one option and what belongs to it; says what is wrong, or nothing.
std::string readOption(std::span<char* const> arguments, std::size_t& at, ProgramOptions& options) {
  const std::string_view option = arguments[at];
  const std::size_t equals = option.starts_with("--") ? option.find('=') : std::string_view::npos;
  const std::string_view name = option.substr(0, equals);
  if (name != "--delay" && name != "--duration" && name != "-o" && name != "--output" && name != "--to") {
    return option.starts_with("-") ? fmt::format("unknown option {}", option)
                                   : fmt::format("unknown command \"{}\"; put -- before the program to record", option);
  }
  if (equals == std::string_view::npos && ++at == arguments.size()) {
    return fmt::format("{} needs a value", name);
  }
  const std::string_view value = equals == std::string_view::npos ? arguments[at] : option.substr(equals + 1);
  if (name == "--delay" || name == "--duration") {
    const auto time = duration(value);
    if (!time) {
      return fmt::format("{} takes a time in seconds, e.g. 2.5 or 300ms, not \"{}\"", name, value);
    }
    (name == "--delay" ? options.delay : options.duration.emplace()) = *time;
    return {};
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
