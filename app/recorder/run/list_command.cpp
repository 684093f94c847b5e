// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string_view>

#include "app/recorder/kernels/catalog.h"
#include "app/recorder/parameters/failure.h"
#include "app/recorder/run/run_command.h"
#include "app/recorder/run/user_kernel.h"

namespace kernline::recorder {

namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson parameterJson(const Parameter& parameter) {
  OrderedJson json{{"name", parameter.name}, {"help", parameter.help}};
  switch (parameter.type) {
    case Parameter::Type::whole:
      json.update({{"type", "int"},
                   {"default", parameter.standard},
                   {"min", parameter.minimum},
                   {"max", parameter.maximum},
                   {"multiple_of", parameter.multipleOf},
                   {"unit", parameter.unit}});
      break;
    case Parameter::Type::choice:
      json.update({{"type", "choice"}, {"default", parameter.choices.front()}, {"choices", parameter.choices}});
      break;
    case Parameter::Type::flag:
      json.update({{"type", "bool"}, {"default", parameter.standard != 0}});
      break;
  }
  return json;
}

/// A preset's values as JSON values of their parameters' types.
OrderedJson presetJson(const Kernel& kernel, const Preset& preset) {
  const Values values(kernel.parameters, preset.values);
  OrderedJson set = OrderedJson::object();
  for (const Setting& setting : preset.values) {
    for (const Parameter& parameter : kernel.parameters) {
      if (parameter.name == setting.name) {
        set[setting.name] = parameter.type == Parameter::Type::whole  ? OrderedJson(values.whole(setting.name))
                            : parameter.type == Parameter::Type::flag ? OrderedJson(values.flag(setting.name))
                                                                      : OrderedJson(values.choice(setting.name));
      }
    }
  }
  return {{"name", preset.name}, {"values", set}};
}

OrderedJson kernelJson(const Kernel& kernel) {
  OrderedJson parameters = OrderedJson::array();
  for (const Parameter& parameter : kernel.parameters) {
    parameters.push_back(parameterJson(parameter));
  }
  OrderedJson presets = OrderedJson::array();
  for (const Preset& preset : kernel.presets) {
    presets.push_back(presetJson(kernel, preset));
  }
  return {{"name", kernel.name},      {"title", kernel.title}, {"group", kernel.group},    {"shows", kernel.shows},
          {"parameters", parameters}, {"presets", presets},    {"devices", kernel.devices}};
}

/// A person's own kernel, as far as its file declares it.
OrderedJson ownKernelJson(const UserFile& file) {
  OrderedJson parameters = OrderedJson::array();
  for (const Parameter& parameter : file.declaration.parameters) {
    parameters.push_back(parameterJson(parameter));
  }
  return {{"name", file.path},        {"title", file.declaration.kernel}, {"group", ""}, {"shows", ""},
          {"parameters", parameters}, {"presets", OrderedJson::array()},  {"devices", 1}};
}

OrderedJson answerOf(const OrderedJson& kernels) {
  return {{"schema", "kernline-record-list-1"}, {"kernels", kernels}};
}

std::string rangeText(const Parameter& parameter) {
  switch (parameter.type) {
    case Parameter::Type::whole:
      return fmt::format("{} ({} to {}{}) {}", parameter.standard, parameter.minimum, parameter.maximum,
                         parameter.multipleOf > 1 ? fmt::format(", multiples of {}", parameter.multipleOf) : "",
                         parameter.unit);
    case Parameter::Type::choice:
      return fmt::format("{}", fmt::join(parameter.choices, " | "));
    case Parameter::Type::flag:
      return parameter.standard != 0 ? "true | false" : "false | true";
  }
  return {};
}

void printParameters(const std::vector<Parameter>& parameters) {
  for (const Parameter& parameter : parameters) {
    fmt::print("    {:<22}{}{}{}\n", parameter.name, rangeText(parameter), parameter.help.empty() ? "" : ". ",
               parameter.help);
  }
}

void listOwnKernel(const std::string& path, bool json) {
  const UserFile file(path);
  if (json) {
    fmt::print("{}\n", answerOf(OrderedJson::array({ownKernelJson(file)})).dump());
  } else {
    fmt::print("{:<26}{}\n", file.declaration.kernel, path);
    printParameters(file.declaration.parameters);
  }
}

void listKernels(bool json) {
  OrderedJson all = OrderedJson::array();
  for (const Kernel& kernel : kernels()) {
    if (json) {
      all.push_back(kernelJson(kernel));
    } else {
      fmt::print("{:<26}{}: {}\n", kernel.name, kernel.title, kernel.shows);
      printParameters(kernel.parameters);
    }
  }
  if (json) {
    fmt::print("{}\n", answerOf(all).dump());
  }
}

}  // namespace

int listCommand(Arguments arguments) {
  bool json = false;
  std::string file;
  for (const std::string_view word : arguments) {
    if (word == "--json") {
      json = true;
    } else if (word.ends_with(".cu") && file.empty()) {
      file = word;
    } else {
      fmt::print(stderr, "kernline record list: unknown argument \"{}\"; it takes only --json and a .cu file\n", word);
      return static_cast<int>(ExitCode::wrongUsage);
    }
  }
  try {
    file.empty() ? listKernels(json) : listOwnKernel(file, json);
  } catch (const DeclarationFailure& failure) {
    fmt::print(stderr, "{}:{}: {}\n", file, failure.line(), failure.what());
    return static_cast<int>(failure.code());
  } catch (const Failure& failure) {
    fmt::print(stderr, "kernline record list: {}\n", failure.what());
    return static_cast<int>(failure.code());
  }
  return static_cast<int>(ExitCode::done);
}

}  // namespace kernline::recorder
