// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/rerun/rerun_inputs.h"

#include "core/analysis/work/list_type.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <utility>

namespace kernline {

namespace {

using RerunJson = nlohmann::ordered_json;

constexpr std::pair<std::string_view, std::string_view> torchTypes[] = {{"float", "float32"},
                                                                        {"Float", "float32"},
                                                                        {"double", "float64"},
                                                                        {"Double", "float64"},
                                                                        {"Half", "float16"},
                                                                        {"BFloat16", "bfloat16"},
                                                                        {"long", "int64"},
                                                                        {"long int", "int64"},
                                                                        {"Long", "int64"},
                                                                        {"int", "int32"},
                                                                        {"Int", "int32"},
                                                                        {"short", "int16"},
                                                                        {"short int", "int16"},
                                                                        {"Short", "int16"},
                                                                        {"char", "int8"},
                                                                        {"signed char", "int8"},
                                                                        {"Char", "int8"},
                                                                        {"unsigned char", "uint8"},
                                                                        {"Byte", "uint8"},
                                                                        {"unsigned short", "uint16"},
                                                                        {"unsigned int", "uint32"},
                                                                        {"unsigned long", "uint64"},
                                                                        {"bool", "bool"},
                                                                        {"Bool", "bool"},
                                                                        {"complex<float>", "complex64"},
                                                                        {"ComplexFloat", "complex64"},
                                                                        {"complex<double>", "complex128"},
                                                                        {"ComplexDouble", "complex128"},
                                                                        {"complex<Half>", "complex32"}};

/// Writes inputs, and keeps the first reason why they are not enough.
class InputWriter {
 public:
  explicit InputWriter(const HostInput& host) : m_host(host) {}

  RerunInputs write(const CallArguments& call) {
    m_hasShapesOfLists = std::ranges::any_of(call.arguments, [](const CallArgument& argument) {
      return argument.kind == CallArgument::Kind::Tensors && !hasNoShapes(argument);
    });
    RerunJson inputs = RerunJson::array();
    for (const CallArgument& argument : call.arguments) {
      inputs.push_back(inputOf(argument, inputs.size()));
    }
    return {.json = inputs.dump(-1, ' ', false, RerunJson::error_handler_t::replace), .reason = std::move(m_reason)};
  }

 private:
  RerunJson inputOf(const CallArgument& argument, std::size_t position) {
    switch (argument.kind) {
      case CallArgument::Kind::Missing:
        return nullptr;
      case CallArgument::Kind::Value:
        return {{"value", argument.value}};
      case CallArgument::Kind::Tensor: {
        RerunJson tensor = tensorOf(argument.tensors.front(), false);
        if (!m_host.memory.empty() && m_host.position == position) {
          tensor["host"] = m_host.memory;
        }
        return tensor;
      }
      case CallArgument::Kind::Tensors:
        break;
    }
    RerunJson tensors = RerunJson::array();
    if (!hasNoShapes(argument)) {
      for (const TensorArgument& tensor : argument.tensors) {
        tensors.push_back(tensorOf(tensor, true));
      }
    } else if (!m_hasShapesOfLists) {  // torch recorded the others then, so this one is empty
      fail(Phrase::tr("the shapes of its lists of tensors are not recorded"));
    }
    return {{"tensors", std::move(tensors)}};
  }

  static bool hasNoShapes(const CallArgument& list) {
    return list.tensors.size() == 1 && list.tensors.front().dims == std::vector<std::int64_t>{-1};
  }

  RerunJson tensorOf(const TensorArgument& tensor, bool isInList) {
    RerunJson json = RerunJson::object();
    const std::string type = torchTypeName(tensor.type);
    if (!type.empty()) {
      json["dtype"] = type;
    } else if (!tensor.type.empty()) {
      fail(Phrase::tr("torch cannot make tensors of type %1").with(tensor.type));
    } else if (!isInList) {
      fail(Phrase::tr("the types of its inputs are not recorded"));
    }
    if (std::ranges::any_of(tensor.dims, [](std::int64_t extent) { return extent < 0; })) {
      fail(Phrase::tr("a dimension of its inputs is not a number"));
    }
    json["size"] = tensor.dims;
    if (tensor.strides.size() == tensor.dims.size()) {
      json["stride"] = tensor.strides;
    }
    return json;
  }

  void fail(Message reason) {
    if (m_reason.isEmpty()) {
      m_reason = std::move(reason);
    }
  }

  const HostInput& m_host;
  bool m_hasShapesOfLists = false;
  Message m_reason;
};

}  // namespace

RerunInputs rerunInputs(const CallArguments& call, const HostInput& host) {
  return InputWriter(host).write(call);
}

std::string torchTypeName(std::string_view type) {
  if (type.starts_with("c10::")) {
    type.remove_prefix(5);
  }
  if (type.starts_with("complex<c10::")) {
    return "complex32";
  }
  if (type.starts_with("Float8_") || type.starts_with("Float4_")) {
    std::string name(type);
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return name;
  }
  const auto* const found = std::ranges::find(torchTypes, type, &std::pair<std::string_view, std::string_view>::first);
  return found == std::end(torchTypes) ? std::string() : std::string(found->second);
}

std::string listTypeOfKernel(std::string_view kernel) {
  std::string type = elementTypeIn(kernel);
  if (!kernel.contains("OpaqueType<")) {
    return type;
  }
  static constexpr std::pair<std::string_view, std::string_view> ofSizes[] = {
      {"char", "unsigned char"}, {"short", "c10::BFloat16"}, {"int", "float"}, {"long", "double"}};
  const auto* const found = std::ranges::find(ofSizes, type, &std::pair<std::string_view, std::string_view>::first);
  return found == std::end(ofSizes) ? type : std::string(found->second);
}

}  // namespace kernline
