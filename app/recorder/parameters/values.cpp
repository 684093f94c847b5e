// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/parameters/values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <charconv>

#include "app/recorder/parameters/failure.h"

namespace kernline::recorder {

namespace {

constexpr std::size_t maxRuns = 10000;

[[noreturn]] void refuseValue(const std::string& sentence) {
  throw Failure(ExitCode::wrongUsage, sentence);
}

std::int64_t wholeValue(const Parameter& parameter, const std::string& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    refuseValue(fmt::format("{} must be a whole number, not \"{}\"", parameter.name, text));
  }
  if (value < parameter.minimum || value > parameter.maximum) {
    refuseValue(
        fmt::format("{} must be from {} to {}, not {}", parameter.name, parameter.minimum, parameter.maximum, value));
  }
  if (value % parameter.multipleOf != 0) {
    refuseValue(fmt::format("{} must be a multiple of {}, not {}", parameter.name, parameter.multipleOf, value));
  }
  return value;
}

std::int64_t choiceIndex(const Parameter& parameter, const std::string& text) {
  const auto found = std::ranges::find(parameter.choices, text);
  if (found == parameter.choices.end()) {
    refuseValue(
        fmt::format("{} must be one of {}, not \"{}\"", parameter.name, fmt::join(parameter.choices, ", "), text));
  }
  return found - parameter.choices.begin();
}

std::int64_t flagValue(const Parameter& parameter, const std::string& text) {
  if (text == "true" || text == "1" || text == "yes") {
    return 1;
  }
  if (text == "false" || text == "0" || text == "no") {
    return 0;
  }
  refuseValue(fmt::format("{} must be true or false, not \"{}\"", parameter.name, text));
}

std::pair<std::string, std::string> nameAndRest(std::string_view text) {
  const std::size_t sign = text.find('=');
  if (sign == std::string_view::npos || sign == 0 || sign + 1 == text.size()) {
    refuseValue(fmt::format("expected name=value, not \"{}\"", text));
  }
  return {std::string(text.substr(0, sign)), std::string(text.substr(sign + 1))};
}

}  // namespace

Values::Values(std::span<const Parameter> parameters, std::span<const Setting> settings)
    : m_parameters(parameters.begin(), parameters.end()) {
  for (const Parameter& each : m_parameters) {
    m_values[each.name] = each.standard;
  }
  std::ranges::for_each(settings, [this](const Setting& setting) { set(setting); });
}

void Values::set(const Setting& setting) {
  const auto found = std::ranges::find(m_parameters, setting.name, &Parameter::name);
  if (found == m_parameters.end()) {
    std::vector<std::string> names;
    std::ranges::transform(m_parameters, std::back_inserter(names), &Parameter::name);
    refuseValue(fmt::format("unknown parameter {}; available: {}", setting.name, fmt::join(names, ", ")));
  }
  switch (found->type) {
    case Parameter::Type::whole:
      m_values[setting.name] = wholeValue(*found, setting.text);
      return;
    case Parameter::Type::choice:
      m_values[setting.name] = choiceIndex(*found, setting.text);
      return;
    case Parameter::Type::flag:
      m_values[setting.name] = flagValue(*found, setting.text);
      return;
  }
}

const Parameter& Values::parameter(std::string_view name) const {
  const auto found = std::ranges::find(m_parameters, name, &Parameter::name);
  assert(found != m_parameters.end());
  return *found;
}

std::int64_t Values::whole(std::string_view name) const {
  assert(parameter(name).type == Parameter::Type::whole);
  return m_values.find(name)->second;
}

bool Values::flag(std::string_view name) const {
  assert(parameter(name).type == Parameter::Type::flag);
  return m_values.find(name)->second != 0;
}

const std::string& Values::choice(std::string_view name) const {
  const Parameter& chosen = parameter(name);
  assert(chosen.type == Parameter::Type::choice);
  return chosen.choices[static_cast<std::size_t>(m_values.find(name)->second)];
}

std::string Values::text(const Parameter& parameter) const {
  switch (parameter.type) {
    case Parameter::Type::whole:
      return std::to_string(whole(parameter.name));
    case Parameter::Type::choice:
      return choice(parameter.name);
    case Parameter::Type::flag:
      return flag(parameter.name) ? "true" : "false";
  }
  return {};
}

Setting settingOf(std::string_view text) {
  auto [name, value] = nameAndRest(text);
  return {.name = std::move(name), .text = std::move(value)};
}

Sweep sweepOf(std::string_view text) {
  const auto [name, rest] = nameAndRest(text);
  Sweep sweep{.name = name, .values = {}};
  std::size_t start = 0;
  while (start <= rest.size()) {
    const std::size_t comma = std::min(rest.find(',', start), rest.size());
    if (comma == start) {
      refuseValue(fmt::format("the sweep of {} has an empty value", name));
    }
    sweep.values.push_back(rest.substr(start, comma - start));
    start = comma + 1;
  }
  return sweep;
}

std::vector<std::vector<Setting>> combinations(std::span<const Setting> settings, std::span<const Sweep> sweeps) {
  std::vector<std::vector<Setting>> runs{{settings.begin(), settings.end()}};
  for (const Sweep& sweep : sweeps) {
    if (runs.size() * sweep.values.size() > maxRuns) {
      refuseValue(fmt::format("the sweeps need more than {} runs", maxRuns));
    }
    std::vector<std::vector<Setting>> longer;
    for (const std::vector<Setting>& run : runs) {
      for (const std::string& value : sweep.values) {
        longer.push_back(run);
        longer.back().push_back({.name = sweep.name, .text = value});
      }
    }
    runs = std::move(longer);
  }
  return runs;
}

}  // namespace kernline::recorder
