// SPDX-License-Identifier: GPL-3.0-or-later
// What an expression says of one call.
#include "core/analysis/work/work_expression.h"
#include "core/model/base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

namespace kernline {

namespace {

using Value = std::expected<double, Message>;

/// "True", "0.5", "2".
std::optional<double> valueIn(std::string_view text) {
  if (text == "True" || text == "true") {
    return 1;
  }
  if (text == "False" || text == "false") {
    return 0;
  }
  double number = 0;
  const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && at == text.data() + text.size() && std::isfinite(number) ? std::optional(number)
                                                                                          : std::nullopt;
}

/// "[2, 2]", or one number as a list of one.
std::optional<std::vector<double>> valuesIn(std::string_view text) {
  if (!text.starts_with('[') || !text.ends_with(']')) {
    const auto one = valueIn(text);
    return one ? std::optional(std::vector<double>{*one}) : std::nullopt;
  }
  std::vector<double> list;
  text = text.substr(1, text.size() - 2);
  while (!trimmed(text).empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const auto one = valueIn(trimmed(text.substr(0, comma)));
    if (!one) {
      return {};
    }
    list.push_back(*one);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return list;
}

std::unexpected<Message> unknownShape(std::string_view name) {
  return std::unexpected(Message(Phrase::tr("the shape of %1 is not recorded").with(name)));
}

Message unknownType(std::string_view name, const std::string& type) {
  return type.empty() ? Phrase::tr("the element type of %1 is not recorded").with(name)
                      : Phrase::tr("%1 has an unknown element type, %2").with(name, type);
}

}  // namespace

std::expected<double, Message> tensorBytes(const CallArgument& argument, std::string_view name) {
  double all = 0;
  for (const TensorArgument& tensor : argument.tensors) {
    const auto count = tensor.elements();
    if (!count) {
      return unknownShape(name);
    }
    const auto one = elementBytes(tensor.type);
    if (!one && *count > 0) {
      return std::unexpected(unknownType(name, tensor.type));
    }
    all += static_cast<double>(*count) * one.value_or(0);
  }
  return all;
}

class WorkExpression::Evaluation {
 public:
  Evaluation(const std::vector<Node>& nodes, const WorkScope& scope) : m_nodes(nodes), m_scope(scope) {}

  Value valueOf(std::uint32_t number) const {
    const Node& node = m_nodes[number];
    switch (node.op) {
      case Op::Number:
        return node.number;
      case Op::Name:
        return named(node.name);
      case Op::Call:
        return called(node);
      case Op::Negate: {
        Value inside = valueOf(node.children[0]);
        return inside ? Value(-*inside) : inside;
      }
      case Op::Choose: {
        const Value condition = valueOf(node.children[0]);
        return !condition ? condition : valueOf(node.children[*condition != 0 ? 1 : 2]);
      }
      default:
        return combined(node);
    }
  }

 private:
  Value combined(const Node& node) const {
    const Value left = valueOf(node.children[0]);
    const Value right = left ? valueOf(node.children[1]) : left;
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

  Value named(const std::string& name) const {
    if (const auto dimension = m_scope.numbers.find(name); dimension != m_scope.numbers.end()) {
      return dimension->second;
    }
    const auto argument = m_scope.arguments.find(name);
    if (argument != m_scope.arguments.end()) {
      if (const auto number = valueIn(argument->second->value)) {
        return *number;
      }
    }
    if (const auto usual = m_scope.defaults.find(name); usual != m_scope.defaults.end()) {
      return usual->second;
    }
    return std::unexpected(Message(Phrase::tr("the value of %1 is not recorded").with(name)));
  }

  /// Of the name at place `i` among a function's arguments; nullptr: the call left it out.
  const CallArgument* argument(const Node& node, std::size_t i) const {
    const auto found = m_scope.arguments.find(m_nodes[node.children[i]].name);
    return found == m_scope.arguments.end() ? nullptr : found->second;
  }
  const std::string& nameAt(const Node& node, std::size_t i) const { return m_nodes[node.children[i]].name; }

  static bool holdsTensors(const CallArgument* argument) {
    return argument != nullptr &&
           (argument->kind == CallArgument::Kind::Tensor || argument->kind == CallArgument::Kind::Tensors);
  }

  Value called(const Node& node) const {
    const std::string_view name = node.name;
    if (name == "numel") {
      return elements(node, 0);
    }
    if (name == "bytes") {
      return sumOver(node, [&](std::size_t i) { return bytes(node, i); });
    }
    if (name == "width" || name == "promoted") {
      return width(node, name == "promoted");
    }
    if (name == "given") {
      return holdsTensors(argument(node, 0)) ? 1 : 0;
    }
    if (name == "tensors") {
      const CallArgument* list = argument(node, 0);
      return holdsTensors(list) ? static_cast<double>(list->tensors.size()) : 0;
    }
    if (name == "rank" || name == "dim") {
      return dimension(node);
    }
    if (name == "broadcast") {
      return broadcast(node);
    }
    if (name == "reduced") {
      return reduced(node);
    }
    if (name == "windows") {
      return windows(node);
    }
    if (name == "item") {
      return item(node);
    }
    return numeric(node);
  }

  template <typename One>
  static Value sumOver(const Node& node, const One& one) {
    double all = 0;
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const Value part = one(i);
      if (!part) {
        return part;
      }
      all += *part;
    }
    return all;
  }

  /// A value, or what was left out, has one element in an expression over elements, and no bytes.
  Value elements(const Node& node, std::size_t i) const {
    const CallArgument* of = argument(node, i);
    if (!holdsTensors(of)) {
      return 1;
    }
    double all = 0;
    for (const TensorArgument& tensor : of->tensors) {
      const auto size = tensor.size();
      if (!size) {
        return unknownShape(nameAt(node, i));
      }
      all += static_cast<double>(*size);
    }
    return all;
  }

  Value bytes(const Node& node, std::size_t i) const {
    const CallArgument* of = argument(node, i);
    return of == nullptr ? Value(0) : tensorBytes(*of, nameAt(node, i));
  }

  /// The widest of the arguments; those without dimensions do not widen what has some.
  Value width(const Node& node, bool isPromoted) const {
    double widest = 0;
    std::optional<Message> problem;
    for (const bool withDims : {true, false}) {
      for (std::size_t i = 0; i < node.children.size(); ++i) {
        const CallArgument* of = argument(node, i);
        if (!holdsTensors(of) || of->tensors.empty()) {
          continue;
        }
        const TensorArgument& tensor = of->tensors.front();
        if (isPromoted && tensor.dims.empty() == withDims) {
          continue;
        }
        if (const auto one = elementBytes(tensor.type)) {
          widest = std::max(widest, *one);
        } else {
          problem = unknownType(nameAt(node, i), tensor.type);
        }
      }
      if (problem) {
        return std::unexpected(std::move(*problem));
      }
      if (widest > 0) {
        return widest;
      }
    }
    return std::unexpected(unknownType(nameAt(node, 0), {}));
  }

  Value dimension(const Node& node) const {
    const CallArgument* of = argument(node, 0);
    if (!holdsTensors(of) || of->tensors.empty()) {
      return unknownShape(nameAt(node, 0));
    }
    const std::vector<std::int64_t>& dims = of->tensors.front().dims;
    if (node.name == "rank") {
      return static_cast<double>(dims.size());
    }
    const Value wanted = valueOf(node.children[1]);
    if (!wanted) {
      return wanted;
    }
    const double at = *wanted < 0 ? *wanted + static_cast<double>(dims.size()) : *wanted;
    if (!(at >= 0) || at >= static_cast<double>(dims.size()) || dims[static_cast<std::size_t>(at)] < 0) {
      return std::unexpected(Message(Phrase::tr("%1 has no such dimension").with(nameAt(node, 0))));
    }
    return static_cast<double>(dims[static_cast<std::size_t>(at)]);
  }

  Value broadcast(const Node& node) const {
    std::vector<std::int64_t> shape;  // from the last dimension to the first
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const CallArgument* of = argument(node, i);
      if (!holdsTensors(of) || of->tensors.empty()) {
        continue;
      }
      const std::vector<std::int64_t>& dims = of->tensors.front().dims;
      shape.resize(std::max(shape.size(), dims.size()), 1);
      for (std::size_t d = 0; d < dims.size(); ++d) {
        std::int64_t& one = shape[d];
        const std::int64_t other = dims[dims.size() - 1 - d];
        if (other < 0 || (one != 1 && other != 1 && one != other)) {
          return std::unexpected(Message(Phrase::tr("the shapes of its arguments do not fit each other")));
        }
        one = one == 1 ? other : one;
      }
    }
    double all = 1;
    for (const std::int64_t one : shape) {
      all *= static_cast<double>(one);
    }
    return all;
  }

  /// Elements that are left where some dimensions are reduced; none named: all are.
  Value reduced(const Node& node) const {
    const CallArgument* of = argument(node, 0);
    const CallArgument* over = argument(node, 1);
    if (!holdsTensors(of) || of->tensors.empty()) {
      return unknownShape(nameAt(node, 0));
    }
    const auto listed = over == nullptr ? std::nullopt : valuesIn(over->value);
    if (!listed || listed->empty()) {
      return 1;
    }
    std::vector<std::int64_t> dims = of->tensors.front().dims;
    for (const double one : *listed) {
      const double at = one < 0 ? one + static_cast<double>(dims.size()) : one;
      if (!(at >= 0) || at >= static_cast<double>(dims.size())) {
        return std::unexpected(Message(Phrase::tr("%1 has no such dimension").with(nameAt(node, 0))));
      }
      dims[static_cast<std::size_t>(at)] = 1;
    }
    const auto left = TensorArgument{.dims = std::move(dims), .strides = {}, .type = {}}.size();
    return left ? Value(static_cast<double>(*left)) : unknownShape(nameAt(node, 0));
  }

  /// Places where a convolution's or pooling's kernel is laid: the product of its output's dimensions behind batch and
  /// channels. windows(input, kernel, stride, padding, dilation): `kernel` a weight, or a list of sizes.
  Value windows(const Node& node) const {
    const CallArgument* input = argument(node, 0);
    const CallArgument* kernel = argument(node, 1);
    if (!holdsTensors(input) || input->tensors.empty() || input->tensors.front().dims.size() < 3) {
      return unknownShape(nameAt(node, 0));
    }
    const std::vector<std::int64_t>& dims = input->tensors.front().dims;
    double all = 1;
    for (std::size_t d = 2; d < dims.size(); ++d) {
      const auto size = holdsTensors(kernel) && kernel->tensors.front().dims.size() == dims.size()
                            ? std::optional(static_cast<double>(kernel->tensors.front().dims[d]))
                            : listed(kernel, d - 2, std::nullopt);
      const auto stride = listed(argument(node, 2), d - 2, holdsTensors(kernel) ? std::optional(1.0) : size);
      const auto padding = listed(argument(node, 3), d - 2, std::nullopt);
      const auto dilation = listed(argument(node, 4), d - 2, 1.0);
      if (!size || !stride || !padding || !dilation || *stride <= 0) {
        return std::unexpected(Message(Phrase::tr("stride and padding are not recorded")));
      }
      const double places =
          std::floor((static_cast<double>(dims[d]) + 2 * *padding - *dilation * (*size - 1) - 1) / *stride) + 1;
      all *= std::max(0.0, places);
    }
    return all;
  }

  /// Of a list of numbers; one number stands for all. An empty list: `usual`.
  static std::optional<double> listed(const CallArgument* argument, std::size_t i, std::optional<double> usual) {
    const auto list = argument == nullptr ? std::nullopt : valuesIn(argument->value);
    if (!list) {
      return {};
    }
    return list->empty() ? usual : (*list)[std::min(i, list->size() - 1)];
  }

  Value item(const Node& node) const {
    const Value at = valueOf(node.children[1]);
    if (!at) {
      return at;
    }
    const auto found = *at >= 0 ? listed(argument(node, 0), static_cast<std::size_t>(*at), std::nullopt) : std::nullopt;
    return found ? Value(*found)
                 : std::unexpected(Message(Phrase::tr("the value of %1 is not recorded").with(nameAt(node, 0))));
  }

  Value numeric(const Node& node) const {
    double made = 0;
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const Value one = valueOf(node.children[i]);
      if (!one) {
        return one;
      }
      made = i == 0 ? *one : node.name == "min" ? std::min(made, *one) : std::max(made, *one);
    }
    return node.name == "log2" ? std::log2(std::max(1.0, made)) : made;
  }

  const std::vector<Node>& m_nodes;
  const WorkScope& m_scope;
};

std::expected<double, Message> WorkExpression::value(const WorkScope& scope) const {
  const Value made = Evaluation(m_nodes, scope).valueOf(static_cast<std::uint32_t>(m_nodes.size() - 1));
  constexpr double limit = 9.2e18;
  if (made && !(*made >= 0 && *made < limit)) {
    return std::unexpected(Message(Phrase::tr("its dimensions are too large, or do not fit each other")));
  }
  return made;
}

}  // namespace kernline
