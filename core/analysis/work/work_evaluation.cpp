// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates an expression for one call.
#include "core/analysis/work/work_expression.h"
#include "core/analysis/work/work_functions.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace kernline {

class WorkExpression::Evaluation {
 public:
  Evaluation(const std::vector<Node>& nodes, const WorkScope& scope) : m_nodes(nodes), m_scope(scope) {}

  [[nodiscard]] WorkValue valueOf(std::uint32_t number) const {
    const Node& node = m_nodes[number];
    switch (node.op) {
      case Op::Number:
        return node.number;
      case Op::Name:
        return named(node.name);
      case Op::Arguments:
        return static_cast<double>(m_scope.argumentCount);
      case Op::Unknown:
        return std::unexpected(Message(Phrase::tr("this form of the operator is not modeled")));
      case Op::Unrecorded:
        return std::unexpected(
            Message(Phrase::tr("it depends on values of tensors or lists, which profiles do not record")));
      case Op::Call:
        return called(node);
      case Op::Negate: {
        const WorkValue inside = valueOf(node.children[0]);
        return inside ? WorkValue(-*inside) : inside;
      }
      case Op::Choose: {
        const WorkValue condition = valueOf(node.children[0]);
        return !condition ? condition : valueOf(node.children[*condition != 0 ? 1 : 2]);
      }
      default:
        return combined(node);
    }
  }

 private:
  [[nodiscard]] WorkValue combined(const Node& node) const {
    const WorkValue left = valueOf(node.children[0]);
    const WorkValue right = left ? valueOf(node.children[1]) : left;
    if (!right) {
      return right;
    }
    switch (node.op) {
      case Op::Add:
        return *left + *right;
      case Op::Subtract:
        return *left - *right;
      case Op::Multiply:
        return *left * *right;
      case Op::Less:
        return *left < *right ? 1 : 0;
      case Op::Equal:
        return *left == *right ? 1 : 0;
      default:
        break;
    }
    if (*right == 0) {
      return std::unexpected(Message(Phrase::tr("a dimension that is divided by is 0")));
    }
    return node.op == Op::Quotient ? std::floor(*left / *right) : *left / *right;
  }

  [[nodiscard]] WorkValue named(const std::string& name) const {
    if (const auto dimension = m_scope.numbers.find(name); dimension != m_scope.numbers.end()) {
      return dimension->second;
    }
    const auto argument = m_scope.arguments.find(name);
    const bool isThere = argument != m_scope.arguments.end();
    if (isThere) {
      if (const auto number = scalarIn(argument->second->value)) {
        return *number;
      }
    }
    const bool isLeftOut = !isThere || argument->second->kind == CallArgument::Kind::Missing;
    if (const auto usual = m_scope.defaults.find(name); isLeftOut && usual != m_scope.defaults.end()) {
      return usual->second;
    }
    return std::unexpected(Message(Phrase::tr("the value of %1 is not recorded").with(name)));
  }

  /// Returns the argument of the call that a function gets as its argument `i`.
  [[nodiscard]] NamedArgument argument(const Node& node, std::size_t i) const {
    const std::string& name = m_nodes[node.children[i]].name;
    const auto found = m_scope.arguments.find(name);
    return {.name = name, .argument = found == m_scope.arguments.end() ? nullptr : found->second};
  }
  [[nodiscard]] std::vector<NamedArgument> arguments(const Node& node) const {
    std::vector<NamedArgument> all;
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      all.push_back(argument(node, i));
    }
    return all;
  }

  [[nodiscard]] WorkValue called(const Node& node) const {
    switch (node.function) {
      case WorkFunction::Numel:
        return elementsOf(argument(node, 0));
      case WorkFunction::Bytes:
        return sumOver(node, bytesOf);
      case WorkFunction::Dense:
        return sumOver(node, denseBytesOf);
      case WorkFunction::Width:
        return widthOf(argument(node, 0));
      case WorkFunction::Packed:
        return packedIn(argument(node, 0));
      case WorkFunction::Integral:
        return isIntegral(argument(node, 0));
      case WorkFunction::Promoted:
        return promotedWidth(arguments(node), false);
      case WorkFunction::Floating:
        return promotedWidth(arguments(node), true);
      case WorkFunction::Typed: {
        const auto typed = typedWidth(argument(node, 0));
        return typed ? *typed : valueOf(node.children[1]);
      }
      case WorkFunction::Given:
        return argument(node, 0).holdsTensors() ? 1 : 0;
      case WorkFunction::Tensors: {
        const NamedArgument list = argument(node, 0);
        return list.holdsTensors() ? static_cast<double>(list.argument->tensors.size()) : 0;
      }
      case WorkFunction::Rank: {
        const TensorArgument* tensor = argument(node, 0).tensor();
        return tensor == nullptr ? 0 : static_cast<double>(tensor->dims.size());
      }
      case WorkFunction::Dim: {
        const WorkValue at = valueOf(node.children[1]);
        return at ? dimensionOf(argument(node, 0), *at) : at;
      }
      case WorkFunction::Broadcast:
        return broadcastSize(arguments(node));
      case WorkFunction::Reduced:
        return reducedSize(argument(node, 0), argument(node, 1));
      case WorkFunction::Product:
        return productOf(argument(node, 0));
      case WorkFunction::Windows:
        return windowsOf(argument(node, 0), argument(node, 1), argument(node, 2), argument(node, 3), argument(node, 4));
      case WorkFunction::Spread:
        return spreadOf(argument(node, 0), argument(node, 1), argument(node, 2), argument(node, 3), argument(node, 4),
                        argument(node, 5));
      case WorkFunction::Item:
        return item(node);
      default:
        return numeric(node);
    }
  }

  template <typename One>
  [[nodiscard]] WorkValue sumOver(const Node& node, const One& one) const {
    double all = 0;
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const WorkValue part = one(argument(node, i));
      if (!part) {
        return part;
      }
      all += *part;
    }
    return all;
  }

  [[nodiscard]] WorkValue item(const Node& node) const {
    const WorkValue at = valueOf(node.children[1]);
    if (!at) {
      return at;
    }
    const NamedArgument list = argument(node, 0);
    constexpr double maxItem = 1000;
    const bool isPlace = *at >= 0 && *at < maxItem;
    const auto found = isPlace ? itemOf(list, static_cast<std::size_t>(*at), std::nullopt) : std::nullopt;
    return found ? WorkValue(*found)
                 : std::unexpected(Message(Phrase::tr("the value of %1 is not recorded").with(list.name)));
  }

  [[nodiscard]] WorkValue numeric(const Node& node) const {
    std::vector<double> values;
    for (const std::uint32_t child : node.children) {
      const WorkValue one = valueOf(child);
      if (!one) {
        return one;
      }
      values.push_back(*one);
    }
    switch (node.function) {
      case WorkFunction::Min:
        return std::ranges::min(values);
      case WorkFunction::Max:
        return std::ranges::max(values);
      case WorkFunction::Pairs:
        return seenPairs(values[0], values[1], values[2], values[3], values[4]);
      default:
        return std::log2(std::max(1.0, values[0]));
    }
  }

  const std::vector<Node>& m_nodes;
  const WorkScope& m_scope;
};

std::expected<double, Message> WorkExpression::value(const WorkScope& scope) const {
  const WorkValue made = Evaluation(m_nodes, scope).valueOf(static_cast<std::uint32_t>(m_nodes.size() - 1));
  constexpr double limit = 9.2e18;
  if (made && !(*made >= 0 && *made < limit)) {
    return std::unexpected(Message(Phrase::tr("its dimensions are too large, or do not fit each other")));
  }
  return made;
}

}  // namespace kernline
