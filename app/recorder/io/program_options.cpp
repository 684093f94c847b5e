// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/program_options.h"

#include "app/recorder/io/duration_text.h"
#include "app/recorder/io/nearest_name.h"
#include "app/recorder/io/source_samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <filesystem>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::recorder {

namespace {

constexpr std::array<std::string_view, 3> profileOptions{"--profile", "--launches", "--metrics"};
constexpr std::array<std::string_view, 4> armingOptions{"--steps", "--when", "--windows", "--keep"};

std::string readProfile(std::string_view name, std::string_view value, ProfileRequest& profile) {
  if (name == "--profile") {
    profile.pattern = value;
    return value.empty() ? "--profile needs the name of a kernel, or a regular expression"
                         : patternProblem(profile.pattern);
  }
  if (name == "--metrics") {
    auto metrics = readMetricSet(value);
    if (!metrics) {
      return metrics.error();
    }
    profile.metrics = std::move(*metrics);
    return {};
  }
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), profile.launches);
  const bool isNumber = error == std::errc{} && end == value.data() + value.size() && profile.launches > 0;
  return isNumber ? std::string() : fmt::format("--launches takes a number from 1, not \"{}\"", value);
}

std::string readSource(std::string_view value, ProgramOptions& options) {
  const auto exponent = samplingExponent(value);
  if (!exponent) {
    return fmt::format("--source takes a power of two of cycles from 32 to 2147483648, e.g. 4096, not \"{}\"", value);
  }
  options.sourceExponent = *exponent;
  return {};
}

std::string readCalls(std::string_view value, ProgramOptions& options) {
  const auto calls = readRecordedCalls(value);
  options.calls = calls.value_or(options.calls);
  return calls ? std::string() : fmt::format("--calls takes none, launches or all, not \"{}\"", value);
}

std::string readTorch(std::string_view value, ProgramOptions& options) {
  const auto choice = readTorchChoice(value);
  if (choice) {
    options.torch = *choice;
  }
  return choice ? std::string() : choice.error();
}

std::string readArming(std::string_view name, std::string_view value, ProgramOptions& options) {
  options.isArmed = true;
  if (name == "--steps") {
    const auto steps = readStepRange(value);
    options.steps = steps ? std::optional(*steps) : std::nullopt;
    return steps ? std::string() : steps.error();
  }
  if (name == "--when") {
    return addCondition(value, options.when);
  }
  if (name == "--keep") {
    const auto limits = readKeepLimits(value);
    options.keep = limits ? std::optional(*limits) : std::nullopt;
    return limits ? std::string() : limits.error();
  }
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), options.windows);
  const bool isNumber = error == std::errc{} && end == value.data() + value.size() && options.windows > 0;
  return isNumber ? std::string() : fmt::format("--windows takes a number from 1, not \"{}\"", value);
}

/// Returns what does not go together; empty if all does.
std::string completeArming(ProgramOptions& options) {
  if (options.steps && options.when.count() > 0) {
    return "use either --steps or --when";
  }
  if (options.steps && options.keep) {
    return "--keep goes with --arm and --when; --steps records no time before its steps";
  }
  if (options.when.needKeptTime() && !options.keep) {
    options.keep = KeepLimits{};
  }
  if (options.keep && (!options.profile.pattern.empty() || options.sourceExponent > 0)) {
    return "--keep records timelines; --profile and --source cannot be kept in memory";
  }
  if (options.isArmed && options.delay.count() > 0 && !(options.keep && options.when.count() > 0)) {
    return "--delay does not go with --arm, --steps and --windows, which say when to record";
  }
  if (options.isArmed && (options.toStandardOutput || options.isCaller)) {
    return "--arm, --keep, --steps, --when and --windows write files; use -o FILE";
  }
  if ((options.steps || (options.when.count() > 0 && !options.keep)) && options.windows == 0) {
    options.windows = 1;
  }
  return {};
}

std::string readTime(std::string_view name, std::string_view value, ProgramOptions& options) {
  const auto time = durationOf(value);
  if (!time) {
    return fmt::format("{} takes a time in seconds, e.g. 2.5 or 300ms, not \"{}\"", name, value);
  }
  if (name == "--delay") {
    options.delay = *time;
  } else {
    options.duration = *time;
  }
  return {};
}

std::string unknownOption(std::string_view name, std::span<const std::string_view> others) {
  std::vector<std::string_view> known(others.begin(), others.end());
  known.insert(known.end(), profileOptions.begin(), profileOptions.end());
  known.insert(known.end(), armingOptions.begin(), armingOptions.end());
  known.emplace_back("--arm");
  return fmt::format("unknown option {}; did you mean {}?", name, nearestName(name, known));
}

/// Reads one option and its value; returns the problem, empty if there is none.
std::string readOption(std::span<char* const> arguments, std::size_t& at, ProgramOptions& options) {
  const std::string_view option = arguments[at];
  const std::size_t equals = option.starts_with("--") ? option.find('=') : std::string_view::npos;
  const std::string_view name = option.substr(0, equals);
  if (option == "--counters") {
    return options.counters.readSet(CounterOptions::defaultSet);
  }
  if (option == "--caller") {
    options.isCaller = true;
    return {};
  }
  if (option == "--arm") {
    options.isArmed = true;
    return {};
  }
  if (option == "--torch") {
    options.torch = {};
    return {};
  }
  if (option == "--source") {
    options.sourceExponent = defaultSamplingExponent;
    return {};
  }
  constexpr std::array<std::string_view, 10> others{"--calls", "--delay",  "--duration", "--every",  "--counters",
                                                    "-o",      "--output", "--to",       "--source", "--torch"};
  const bool isOfProfile = std::ranges::find(profileOptions, name) != profileOptions.end();
  const bool isOfArming = std::ranges::find(armingOptions, name) != armingOptions.end();
  if (!isOfProfile && !isOfArming && std::ranges::find(others, name) == others.end()) {
    return option.starts_with("-") ? unknownOption(name, others)
                                   : fmt::format("unknown command \"{}\"; put -- before the program to record", option);
  }
  if (equals == std::string_view::npos && ++at == arguments.size()) {
    return fmt::format("{} needs a value", name);
  }
  const std::string_view value = equals == std::string_view::npos ? arguments[at] : option.substr(equals + 1);
  if (isOfProfile) {
    return readProfile(name, value, options.profile);
  }
  if (isOfArming) {
    return readArming(name, value, options);
  }
  if (name == "--delay" || name == "--duration") {
    return readTime(name, value, options);
  }
  if (name == "--every") {
    return options.counters.readInterval(value);
  }
  if (name == "--counters") {
    return options.counters.readSet(value);
  }
  if (name == "--calls") {
    return readCalls(value, options);
  }
  if (name == "--torch") {
    return readTorch(value, options);
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
  if (const std::string problem = options.counters.problem(); !problem.empty()) {
    return std::unexpected(problem);
  }
  ProfileRequest& profile = options.profile;
  if (profile.pattern.empty() && (!profile.metrics.empty() || profile.launches != ProfileRequest::defaultLaunches)) {
    return std::unexpected("--metrics and --launches need --profile");
  }
  if (!profile.pattern.empty() && !options.counters.metrics.empty()) {
    return std::unexpected("use either --counters or --profile; both need the GPU's counters for themselves");
  }
  if (!profile.pattern.empty() && options.sourceExponent > 0) {
    return std::unexpected("use either --source or --profile; CUPTI samples or counts in a context, not both");
  }
  if (!options.counters.metrics.empty() && options.sourceExponent > 0) {
    return std::unexpected("use either --counters or --source; CUPTI samples one of them in a process");
  }
  if (!profile.pattern.empty() && profile.metrics.empty()) {
    profile.metrics = readMetricSet(defaultMetrics).value();
  }
  if (const std::string problem = completeArming(options); !problem.empty()) {
    return std::unexpected(problem);
  }
  if (options.toStandardOutput && options.isCaller) {
    return std::unexpected("with --caller, use -o FILE; standard output is for the calling program");
  }
  if (options.toStandardOutput && !options.out.empty()) {
    return std::unexpected("use either -o FILE or --to -, not both");
  }
  return options;
}

std::string outputOfWindow(const ProgramOptions& options, int before) {
  if (options.out.empty()) {
    return defaultOutput(options.command, std::time(nullptr));
  }
  if (before == 0) {
    return options.out;
  }
  const std::filesystem::path path(options.out);
  return (path.parent_path() / fmt::format("{}-{}{}", path.stem().string(), before + 1, path.extension().string()))
      .string();
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
