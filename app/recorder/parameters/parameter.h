// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kernline::recorder {

/// A setting of a kernel. A choice's standard value is its first, a flag's is 0 or 1.
struct Parameter {
  enum class Type : std::uint8_t { whole, choice, flag };

  std::string name;
  Type type = Type::whole;
  std::int64_t standard = 0;
  std::int64_t minimum = 0;
  std::int64_t maximum = 0;
  std::int64_t multipleOf = 1;
  std::vector<std::string> choices;
  std::string unit;
  std::string help;
};

struct Limits {
  std::int64_t minimum;
  std::int64_t maximum;
  std::int64_t multipleOf = 1;
};

Parameter wholeNumber(std::string name, std::int64_t standard, Limits limits, std::string unit, std::string help);
Parameter choice(std::string name, std::vector<std::string> choices, std::string help);
Parameter flag(std::string name, bool standard, std::string help);

/// `name` set to `text`, as `--set name=text` gives it.
struct Setting {
  std::string name;
  std::string text;
};

/// Settings that belong together, under a name.
struct Preset {
  std::string name;
  std::vector<Setting> values;
};

}  // namespace kernline::recorder
