// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/execution_trace/operator_arguments.h"

#include "core/model/json/members.h"

#include <cctype>
#include <string>
#include <utility>

namespace kernline::execution {

namespace {

using chrome::MemberWalk;
using chrome::RawValue;

constexpr std::string_view tensorMark = "Tensor(";
constexpr std::string_view listMark = "GenericList[";

bool isTensorList(std::string_view type) {
  return type.starts_with(listMark) && type.substr(listMark.size()).starts_with(tensorMark);
}

bool hasShape(std::string_view type) {
  return type.starts_with(tensorMark) || isTensorList(type);
}

/// Returns "[[2, 3], []]" as a node; empty if deeper than lists of shapes are.
ArgNode numbersOf(std::string_view json, int depth = 0) {
  constexpr int maxDepth = 4;
  ArgNode node{.kind = ArgNode::Kind::Array, .key = {}, .text = {}, .children = {}};
  MemberWalk walk(json);
  while (depth < maxDepth && walk.next()) {
    if (walk.value().kind == RawValue::Kind::Array) {
      node.children.push_back(numbersOf(walk.value().text, depth + 1));
    } else {
      node.children.push_back(
          {.kind = ArgNode::Kind::Number, .key = {}, .text = std::string{walk.value().text}, .children = {}});
    }
  }
  return node;
}

std::string kinetoType(std::string_view type) {
  if (type.starts_with(tensorMark) && type.ends_with(')')) {
    const std::string_view element = type.substr(tensorMark.size(), type.size() - tensorMark.size() - 1);
    return element.starts_with("nullptr") ? std::string{} : std::string{element};
  }
  if (type.starts_with(listMark)) {
    return isTensorList(type) ? "TensorList" : "ScalarList";
  }
  const bool isScalar = type == "Int" || type == "Double" || type == "Bool" || type == "ComplexDouble";
  return isScalar ? "Scalar" : "";
}

std::string scalarText(std::string_view text) {
  return text == "true" ? "True" : text == "false" ? "False" : std::string{text};
}

/// Returns the value of a scalar or a list of scalars; empty for tensors and what is no number.
std::string concreteValue(const NodeValue& value) {
  const std::string type = kinetoType(value.type);
  if (type == "Scalar") {
    return scalarText(value.value);
  }
  if (type != "ScalarList") {
    return {};
  }
  std::string text = "[";
  MemberWalk walk(value.value);
  while (walk.next()) {
    text += (text.size() == 1 ? "" : ", ") + scalarText(walk.value().text);
  }
  return text + "]";
}

ArgNode textNode(std::string text) {
  return {.kind = ArgNode::Kind::Text, .key = {}, .text = std::move(text), .children = {}};
}

}  // namespace

std::vector<ArgNode> kinetoInputs(const ExecutionNode& node) {
  std::vector<ArgNode> args;
  for (const std::string_view key : inputKeys) {
    args.push_back({.kind = ArgNode::Kind::Array, .key = std::string{key}, .text = {}, .children = {}});
  }
  for (const NodeValue& input : node.inputs) {
    const bool isShown = hasShape(input.type);
    args[0].children.push_back(numbersOf(isShown ? input.shape : "[]"));
    args[1].children.push_back(textNode(kinetoType(input.type)));
    args[2].children.push_back(numbersOf(isShown ? input.strides : "[]"));
    args[3].children.push_back(textNode(concreteValue(input)));
  }
  return args;
}

}  // namespace kernline::execution
