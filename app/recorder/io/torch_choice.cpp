// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/torch_choice.h"

#include <fmt/format.h>

#include <algorithm>

namespace kernline::recorder {

std::expected<TorchChoice, std::string> readTorchChoice(std::string_view text) {
  if (text == "off") {
    return TorchChoice{.hasOperators = false, .hasShapes = false};
  }
  TorchChoice choice{.hasOperators = true, .hasShapes = false};
  std::string_view rest = text;
  do {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view word = rest.substr(0, comma);
    rest.remove_prefix(std::min(comma + 1, rest.size()));
    if (word == "shapes") {
      choice.hasShapes = true;
    } else if (word == "modules") {
      choice.hasModules = true;
    } else if (word == "stacks") {
      choice.hasStacks = true;
    } else if (word != "ops") {
      return std::unexpected(fmt::format(
          "--torch takes off, or a comma-separated list of ops, shapes, modules and stacks, not \"{}\"", text));
    }
  } while (!rest.empty());
  return choice;
}

std::string toText(const TorchChoice& choice) {
  if (!choice.hasOperators) {
    return "off";
  }
  return fmt::format("ops{}{}{}", choice.hasShapes ? ",shapes" : "", choice.hasModules ? ",modules" : "",
                     choice.hasStacks ? ",stacks" : "");
}

}  // namespace kernline::recorder
