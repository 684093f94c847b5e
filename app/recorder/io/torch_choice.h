// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <string>
#include <string_view>

namespace kernline::recorder {

/// The parts of PyTorch that are recorded.
struct TorchChoice {
  bool hasOperators = true;  ///< operators and ranges of record_function
  bool hasShapes = true;     ///< shapes, types, strides and numbers of operators
  bool hasModules = false;   ///< calls of nn.Module, by their paths
  bool hasStacks = false;    ///< sampled Python stacks

  bool operator==(const TorchChoice&) const = default;
};

/// Parses "off", or some of "ops", "shapes", "modules" and "stacks" with commas, each of which includes operators. The
/// error is a sentence without its dot.
std::expected<TorchChoice, std::string> readTorchChoice(std::string_view text);
/// Formats a choice for readTorchChoice().
std::string toText(const TorchChoice& choice);

}  // namespace kernline::recorder
