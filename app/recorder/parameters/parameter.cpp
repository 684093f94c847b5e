// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/parameters/parameter.h"

#include <utility>

namespace kernline::recorder {

Parameter wholeNumber(std::string name, std::int64_t standard, Limits limits, std::string unit, std::string help) {
  return {.name = std::move(name),
          .type = Parameter::Type::whole,
          .standard = standard,
          .minimum = limits.minimum,
          .maximum = limits.maximum,
          .multipleOf = limits.multipleOf,
          .choices = {},
          .unit = std::move(unit),
          .help = std::move(help)};
}

Parameter choice(std::string name, std::vector<std::string> choices, std::string help) {
  Parameter parameter;
  parameter.name = std::move(name);
  parameter.type = Parameter::Type::choice;
  parameter.choices = std::move(choices);
  parameter.help = std::move(help);
  return parameter;
}

Parameter flag(std::string name, bool standard, std::string help) {
  Parameter parameter;
  parameter.name = std::move(name);
  parameter.type = Parameter::Type::flag;
  parameter.standard = standard ? 1 : 0;
  parameter.help = std::move(help);
  return parameter;
}

}  // namespace kernline::recorder
