// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/parameters/run_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <ranges>
#include <string_view>
#include <utility>
#include <vector>

#include "app/recorder/io/nearest_name.h"
#include "app/recorder/io/source_samples.h"
#include "app/recorder/parameters/failure.h"

namespace kernline::recorder {

namespace {

[[noreturn]] void refuse(const std::string& sentence) {
  throw Failure(ExitCode::wrongUsage, sentence);
}

struct Range {
  double min;
  double max;
};

double number(std::string_view option, std::string_view text, Range range) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !(value >= range.min && value <= range.max)) {
    refuse(fmt::format("{} takes a number from {} to {}, not \"{}\"", option, range.min, range.max, text));
  }
  return value;
}

bool oneOf(std::string_view option, std::string_view text, std::string_view yes, std::string_view no) {
  if (text != yes && text != no) {
    refuse(fmt::format("{} takes {} or {}, not \"{}\"", option, yes, no, text));
  }
  return text == yes;
}

void refuseIfAny(const std::string& problem) {
  if (!problem.empty()) {
    refuse(problem);
  }
}

using Setter = std::function<void(RunOptions&, std::string_view)>;

const std::map<std::string_view, Setter, std::less<>>& settersOfValues() {
  static const std::map<std::string_view, Setter, std::less<>> setters{
      {"--set", [](RunOptions& to, std::string_view text) { to.settings.push_back(settingOf(text)); }},
      {"--sweep", [](RunOptions& to, std::string_view text) { to.sweeps.push_back(sweepOf(text)); }},
      {"--tune", [](RunOptions& to, std::string_view text) { to.tuned.push_back(sweepOf(text)); }},
      {"--samples",
       [](RunOptions& to, std::string_view text) {
         to.stop.maxSamples = static_cast<std::size_t>(number("--samples", text, {1, 1e6}));
         to.stop.minSamples = std::min(to.stop.minSamples, to.stop.maxSamples);
       }},
      {"--noise", [](RunOptions& to, std::string_view text) { to.stop.noise = number("--noise", text, {0, 1}); }},
      {"--time-limit",
       [](RunOptions& to, std::string_view text) { to.stop.seconds = number("--time-limit", text, {0.01, 86400}); }},
      {"--l2", [](RunOptions& to, std::string_view text) { to.flushL2 = oneOf("--l2", text, "flush", "warm"); }},
      {"--device", [](RunOptions& to,
                      std::string_view text) { to.device = static_cast<int>(number("--device", text, {0, 1023})); }},
      {"--counters", [](RunOptions& to, std::string_view text) { refuseIfAny(to.counters.readSet(text)); }},
      {"--every", [](RunOptions& to, std::string_view text) { refuseIfAny(to.counters.readInterval(text)); }},
      {"-o", [](RunOptions& to, std::string_view text) { to.out = text; }},
      {"--output", [](RunOptions& to, std::string_view text) { to.out = text; }},
      {"--progress",
       [](RunOptions& to, std::string_view text) { to.progressJson = oneOf("--progress", text, "json", "none"); }},
  };
  return setters;
}

using Flag = void (*)(RunOptions&);

/// Returns the options without a value. Those of --counters and --source may have one, behind "=".
const std::map<std::string_view, Flag, std::less<>>& flags() {
  static const std::map<std::string_view, Flag, std::less<>> known{
      {"--json", [](RunOptions& to) { to.json = true; }},
      {"--blocks", [](RunOptions& to) { to.blocks = true; }},
      {"--no-timeline", [](RunOptions& to) { to.timeline = false; }},
      {"--profile", [](RunOptions& to) { to.profile = true; }},
      {"--no-ceilings", [](RunOptions& to) { to.ceilings = false; }},
      {"--counters", [](RunOptions& to) { refuseIfAny(to.counters.readSet(CounterOptions::defaultSet)); }},
      {"--source", [](RunOptions& to) { to.sourceExponent = defaultSamplingExponent; }},
  };
  return known;
}

[[noreturn]] void refuseUnknown(std::string_view option) {
  std::vector<std::string_view> names;
  std::ranges::copy(std::views::keys(settersOfValues()), std::back_inserter(names));
  std::ranges::copy(std::views::keys(flags()), std::back_inserter(names));
  refuse(fmt::format("unknown option {}; did you mean {}? See kernline record --help", option,
                     nearestName(option, names)));
}

}  // namespace

RunOptions runOptions(std::span<char* const> arguments) {
  RunOptions options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view word = arguments[i];
    const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string_view::npos;
    const auto setter = settersOfValues().find(word.substr(0, equals));
    if (const auto flag = flags().find(word); flag != flags().end()) {
      flag->second(options);
    } else if (setter != settersOfValues().end()) {
      if (equals != std::string_view::npos) {
        setter->second(options, word.substr(equals + 1));
      } else if (i + 1 == arguments.size()) {
        refuse(fmt::format("{} needs a value", word));
      } else {
        setter->second(options, arguments[++i]);
      }
    } else if (word.starts_with("--source=")) {
      const auto exponent = samplingExponent(word.substr(9));
      if (!exponent) {
        refuse(
            fmt::format("--source takes a power of two of cycles from 32 to 2147483648, not \"{}\"", word.substr(9)));
      }
      options.sourceExponent = *exponent;
    } else if (word.starts_with("-")) {
      refuseUnknown(word.substr(0, equals));
    } else if (options.kernel.empty()) {
      options.kernel = word;
    } else {
      refuse(fmt::format("one kernel per run: {} or {}", options.kernel, word));
    }
  }
  if (options.kernel.empty()) {
    refuse("no kernel to run; specify a .cu file or a bundled kernel (kernline record list shows them)");
  }
  if (!options.tuned.empty() && !options.sweeps.empty()) {
    refuse("use either --sweep (measure every value) or --tune (find the fastest)");
  }
  refuseIfAny(options.counters.problem());
  return options;
}

void requireRecording(const RunOptions& options) {
  if (options.timeline && !options.out.empty()) {
    return;
  }
  for (const auto& [option, isAsked] : {std::pair("--counters", !options.counters.metrics.empty()),
                                        {"--blocks", options.blocks},
                                        {"--profile", options.profile},
                                        {"--source", options.sourceExponent > 0}}) {
    if (isAsked) {
      refuse(fmt::format("{} needs a recording; {}", option,
                         options.timeline ? "add -o FILE" : "use -o FILE, without --no-timeline"));
    }
  }
}

}  // namespace kernline::recorder
