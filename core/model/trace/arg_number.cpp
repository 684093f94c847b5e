// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/arg_number.h"

#include <charconv>
#include <cmath>

namespace kernline {

std::optional<double> numberOf(const ArgNode* node) {
  if (node == nullptr || (node->kind != ArgNode::Kind::Number && node->kind != ArgNode::Kind::Text)) {
    return std::nullopt;
  }
  double value = 0;
  const char* const end = node->text.data() + node->text.size();
  const auto [rest, error] = std::from_chars(node->text.data(), end, value);
  return error == std::errc{} && rest == end ? std::optional(value) : std::nullopt;
}

std::optional<double> productOf(const ArgNode* list) {
  if (list == nullptr || list->kind != ArgNode::Kind::Array || list->children.empty()) {
    return std::nullopt;
  }
  double product = 1;
  for (const ArgNode& child : list->children) {
    const auto value = numberOf(&child);
    if (!value || !std::isfinite(*value) || *value <= 0) {
      return std::nullopt;
    }
    product *= *value;
  }
  return product;
}

}  // namespace kernline
