// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/call_arguments.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace kernline {

namespace {

constexpr std::array<std::string_view, 7> keysOfArguments{
    "Input Dims", "Input dims", "Input type", "Input Types", "Input types", "Input Strides", "Concrete Inputs"};

const ArgNode* firstOf(const ArgNode& args, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) {
    if (const ArgNode* node = args.find(key); node != nullptr && node->kind == ArgNode::Kind::Array) {
      return node;
    }
  }
  return nullptr;
}

const ArgNode* child(const ArgNode* list, std::size_t i) {
  return list != nullptr && i < list->children.size() ? &list->children[i] : nullptr;
}

std::string_view textOf(const ArgNode* node) {
  return node == nullptr ? std::string_view{} : std::string_view{node->text};
}

bool isList(const ArgNode* node) {
  return node != nullptr && node->kind == ArgNode::Kind::Array;
}

/// Whether the node is a list of lists.
bool isNested(const ArgNode* node) {
  return isList(node) && !node->children.empty() && isList(&node->children.front());
}

std::vector<std::int64_t> numbersOf(const ArgNode* node) {
  std::vector<std::int64_t> numbers;
  if (isList(node)) {
    for (const ArgNode& one : node->children) {
      std::int64_t number = -1;
      const char* end = one.text.data() + one.text.size();
      const auto [at, error] = std::from_chars(one.text.data(), end, number);
      numbers.push_back(error == std::errc{} && at == end ? number : -1);  // symbolic ("s0"), or too large
    }
  }
  return numbers;
}

TensorArgument tensorOf(const ArgNode* dims, const ArgNode* strides, std::string_view type) {
  TensorArgument tensor{.dims = numbersOf(dims), .strides = numbersOf(strides), .type = std::string(type)};
  if (tensor.strides.size() != tensor.dims.size()) {
    tensor.strides.clear();
  }
  return tensor;
}

/// "GenericList[float, float]" names a type for each; "TensorList" none.
std::string_view elementTypeAt(std::string_view type, std::size_t i) {
  const std::size_t open = type.find('[');
  if (open == std::string_view::npos || !type.ends_with(']')) {
    return {};
  }
  std::string_view rest = type.substr(open + 1, type.size() - open - 2);
  for (;; --i) {
    const std::size_t comma = rest.find(',');
    std::string_view one = rest.substr(0, comma);
    while (one.starts_with(' ')) {
      one.remove_prefix(1);
    }
    if (i == 0) {
      return one;
    }
    if (comma == std::string_view::npos) {
      return {};
    }
    rest.remove_prefix(comma + 1);
  }
}

bool isScalarType(std::string_view type) {
  return type == "Scalar" || type == "ScalarList" || type == "Device" || type == "String" || type == "Int" ||
         type == "Bool" || type == "Double";
}

/// Reads an argument. Without any recorded values, one that is no tensor may have been left out or not: its value is
/// unknown.
CallArgument argumentOf(const ArgNode* dims, const ArgNode* strides, std::string_view type, std::string_view value,
                        bool hasTypesAndValues) {
  CallArgument argument;
  argument.value = value;
  if (isNested(dims)) {
    argument.kind = CallArgument::Kind::Tensors;
    for (std::size_t i = 0; i < dims->children.size(); ++i) {
      argument.tensors.push_back(tensorOf(&dims->children[i], child(strides, i), elementTypeAt(type, i)));
    }
    return argument;
  }
  const bool hasDims = isList(dims) && !dims->children.empty();
  if (!hasDims && type.find("List") != std::string_view::npos && !isScalarType(type)) {
    argument.kind = CallArgument::Kind::Tensors;  // list of tensors, whose shapes older versions of torch do not record
    argument.tensors.push_back({.dims = {-1}, .strides = {}, .type = {}});
    return argument;
  }
  const bool isNamed = !type.empty() && !isScalarType(type) && type.find("List") == std::string_view::npos;
  if (hasDims || isNamed) {
    argument.kind = CallArgument::Kind::Tensor;
    argument.tensors.push_back(tensorOf(dims, strides, type));
  } else if (isScalarType(type) || !value.empty() || !hasTypesAndValues) {
    argument.kind = CallArgument::Kind::Value;
  }
  return argument;
}

bool isListWithoutShapes(const CallArgument& argument) {
  return argument.kind == CallArgument::Kind::Tensors && argument.tensors.size() == 1 &&
         argument.tensors.front().dims == std::vector<std::int64_t>{-1};
}

std::optional<std::int64_t> product(const std::vector<std::int64_t>& dims, const std::vector<std::int64_t>* strides) {
  std::int64_t all = 1;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    const bool isRepeated = strides != nullptr && !strides->empty() && (*strides)[i] == 0;
    if (dims[i] < 0 || __builtin_mul_overflow(all, isRepeated ? std::min<std::int64_t>(dims[i], 1) : dims[i], &all)) {
      return {};
    }
  }
  return all;
}

}  // namespace

std::optional<std::int64_t> TensorArgument::elements() const {
  return product(dims, &strides);
}

std::optional<std::int64_t> TensorArgument::size() const {
  return product(dims, nullptr);
}

std::vector<std::int64_t> tensorSizes(const CallArguments& call) {
  std::vector<std::int64_t> sizes;
  for (const CallArgument& argument : call.arguments) {
    for (const TensorArgument& tensor : argument.tensors) {
      sizes.push_back(tensor.size().value_or(0));
    }
  }
  return sizes;
}

void setListTypes(CallArguments& call, const std::string& type) {
  for (CallArgument& argument : call.arguments) {
    for (TensorArgument& tensor : argument.tensors) {
      if (argument.kind == CallArgument::Kind::Tensors && tensor.type.empty()) {
        tensor.type = type;
      }
    }
  }
}

void setListShapes(CallArguments& call, std::span<const TensorArgument> tensors) {
  for (CallArgument& argument : call.arguments) {
    if (isListWithoutShapes(argument)) {
      argument.tensors.assign(tensors.begin(), tensors.end());
    }
  }
}

bool hasListWithoutShapes(const CallArguments& call) {
  return std::ranges::any_of(call.arguments, isListWithoutShapes);
}

CallArguments callArguments(const ArgNode& args) {
  CallArguments call;
  const ArgNode* dims = firstOf(args, {"Input Dims", "Input dims"});
  const ArgNode* types = firstOf(args, {"Input type", "Input Types", "Input types"});
  const ArgNode* strides = firstOf(args, {"Input Strides"});
  const ArgNode* values = firstOf(args, {"Concrete Inputs"});
  if (dims == nullptr) {
    return call;
  }
  call.areRecorded = true;
  const bool hasBoth = types != nullptr && !types->children.empty() && values != nullptr && !values->children.empty();
  for (std::size_t i = 0; i < dims->children.size(); ++i) {
    call.arguments.push_back(
        argumentOf(&dims->children[i], child(strides, i), textOf(child(types, i)), textOf(child(values, i)), hasBoth));
  }
  return call;
}

std::span<const std::string_view> argumentKeys() {
  return keysOfArguments;
}

}  // namespace kernline
