// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/work_functions.h"

#include "core/model/base/text.h"
#include "core/model/names/element_type.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <system_error>
#include <utility>

namespace kernline {

namespace {

std::unexpected<Message> unknownShape(std::string_view name) {
  return std::unexpected(Message(Phrase::tr("the shape of %1 is not recorded").with(name)));
}

std::unexpected<Message> unknownValue(std::string_view name) {
  return std::unexpected(Message(Phrase::tr("the value of %1 is not recorded").with(name)));
}

std::unexpected<Message> unknownType(std::string_view name, const std::string& type) {
  return std::unexpected(Message(type.empty() ? Phrase::tr("the element type of %1 is not recorded").with(name)
                                              : Phrase::tr("%1 has an unknown element type, %2").with(name, type)));
}

std::unexpected<Message> noSuchDimension(std::string_view name) {
  return std::unexpected(Message(Phrase::tr("%1 has no such dimension").with(name)));
}

std::expected<ElementType, Message> typeOf(const NamedArgument& of) {
  const TensorArgument* tensor = of.tensor();
  const auto type = tensor == nullptr ? std::nullopt : elementType(tensor->type);
  return type ? std::expected<ElementType, Message>(*type)
              : unknownType(of.name, tensor == nullptr ? std::string() : tensor->type);
}

/// Returns the kind of a number in a call: "True", "2", "0.5".
std::optional<ElementKind> kindOfNumber(std::string_view text) {
  if (text == "True" || text == "False") {
    return ElementKind::Bool;
  }
  if (!scalarIn(text)) {
    return {};
  }
  return text.find_first_of(".eEn") == std::string_view::npos ? ElementKind::Integer : ElementKind::Float;
}

/// Returns the type to which torch promotes two types of one kind.
ElementType widened(const ElementType& a, const std::string& nameOfA, const ElementType& b,
                    const std::string& nameOfB) {
  ElementType wider = a.bytes >= b.bytes ? a : b;
  if (nameOfA != nameOfB && a.bytes == b.bytes && a.kind == ElementKind::Float && a.bytes == 2) {
    wider.bytes = 4;  // BFloat16 and Half
  }
  return wider;
}

std::optional<double> along(const NamedArgument& kernel, std::size_t dims, std::size_t d) {
  const TensorArgument* weight = kernel.tensor();
  if (weight != nullptr) {
    return weight->dims.size() == dims ? std::optional(static_cast<double>(weight->dims[d])) : std::nullopt;
  }
  return itemOf(kernel, d - 2, std::nullopt);
}

template <typename Places>
WorkValue productOverPlaces(const NamedArgument& input, const Places& places) {
  const TensorArgument* tensor = input.tensor();
  if (tensor == nullptr || tensor->dims.size() < 3) {
    return unknownShape(input.name);
  }
  double all = 1;
  for (std::size_t d = 2; d < tensor->dims.size(); ++d) {
    const std::optional<double> one = places(static_cast<double>(tensor->dims[d]), tensor->dims.size(), d);
    if (!one) {
      return std::unexpected(Message(Phrase::tr("stride and padding are not recorded")));
    }
    all *= std::max(0.0, *one);
  }
  return all;
}

}  // namespace

bool NamedArgument::holdsTensors() const {
  return argument != nullptr &&
         (argument->kind == CallArgument::Kind::Tensor || argument->kind == CallArgument::Kind::Tensors);
}

const TensorArgument* NamedArgument::tensor() const {
  return holdsTensors() && !argument->tensors.empty() ? &argument->tensors.front() : nullptr;
}

std::optional<double> scalarIn(std::string_view text) {
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

std::optional<std::vector<double>> scalarsIn(std::string_view text) {
  if (!text.starts_with('[') || !text.ends_with(']')) {
    const auto one = scalarIn(text);
    return one ? std::optional(std::vector<double>{*one}) : std::nullopt;
  }
  std::vector<double> list;
  text = text.substr(1, text.size() - 2);
  while (!trimmed(text).empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const auto one = scalarIn(trimmed(text.substr(0, comma)));
    if (!one) {
      return {};
    }
    list.push_back(*one);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return list;
}

std::optional<double> itemOf(const NamedArgument& of, std::size_t i, std::optional<double> usual) {
  if (of.argument == nullptr) {
    return usual;
  }
  const auto list = scalarsIn(of.argument->value);
  if (!list) {
    return {};
  }
  if (list->empty()) {
    return usual;
  }
  const bool isForAll = list->size() == 1;
  return i < list->size() || isForAll ? std::optional((*list)[isForAll ? 0 : i]) : std::nullopt;
}

WorkValue elementsOf(const NamedArgument& of) {
  if (!of.holdsTensors()) {
    return 1;
  }
  double all = 0;
  for (const TensorArgument& tensor : of.argument->tensors) {
    const auto size = tensor.size();
    if (!size) {
      return unknownShape(of.name);
    }
    all += static_cast<double>(*size);
  }
  return all;
}

WorkValue bytesOf(const NamedArgument& of) {
  double all = 0;
  for (std::size_t i = 0; of.holdsTensors() && i < of.argument->tensors.size(); ++i) {
    const TensorArgument& tensor = of.argument->tensors[i];
    const auto count = tensor.elements();
    if (!count) {
      return unknownShape(of.name);
    }
    const auto one = elementBytes(tensor.type);
    if (!one && *count > 0) {
      return unknownType(of.name, tensor.type);
    }
    all += static_cast<double>(*count) * one.value_or(0);
  }
  return all;
}

WorkValue denseBytesOf(const NamedArgument& of) {
  if (!of.holdsTensors()) {
    return unknownShape(of.name);
  }
  double all = 0;
  for (const TensorArgument& tensor : of.argument->tensors) {
    const auto count = tensor.size();
    if (!count) {
      return unknownShape(of.name);
    }
    const auto one = elementBytes(tensor.type);
    if (!one && *count > 0) {
      return unknownType(of.name, tensor.type);
    }
    all += static_cast<double>(*count) * one.value_or(0);
  }
  return all;
}

WorkValue widthOf(const NamedArgument& of) {
  const auto type = typeOf(of);
  return type ? WorkValue(type->bytes) : std::unexpected(type.error());
}

WorkValue packedIn(const NamedArgument& of) {
  const auto type = typeOf(of);
  return type ? WorkValue(type->packed) : std::unexpected(type.error());
}

WorkValue isIntegral(const NamedArgument& of) {
  const auto type = typeOf(of);
  return type ? WorkValue(type->kind <= ElementKind::Integer ? 1.0 : 0.0) : std::unexpected(type.error());
}

WorkValue promotedWidth(std::span<const NamedArgument> all, bool isFloating) {
  std::optional<ElementType> made;
  // Tensors with dimensions first; of what has none, and of numbers, only the kind counts.
  for (const int rank : {2, 1, 0}) {
    std::optional<ElementType> here;
    std::string hereName;
    for (const NamedArgument& one : all) {
      const TensorArgument* tensor = one.tensor();
      if ((tensor == nullptr ? 0 : tensor->dims.empty() ? 1 : 2) != rank) {
        continue;
      }
      if (tensor == nullptr) {
        const auto kind = one.argument == nullptr ? std::nullopt : kindOfNumber(one.argument->value);
        if (!kind && made && made->kind <= ElementKind::Integer && one.argument != nullptr &&
            one.argument->kind == CallArgument::Kind::Value) {
          return unknownValue(one.name);
        }
        if (kind && (!here || here->kind < *kind)) {
          here = ElementType{*kind, *kind == ElementKind::Float ? 4.0 : *kind == ElementKind::Integer ? 8.0 : 1.0};
        }
        continue;
      }
      const auto type = typeOf(one);
      if (!type) {
        return std::unexpected(type.error());
      }
      const bool isHigher = !here || here->kind < type->kind;
      if (isHigher || here->kind == type->kind) {
        here = isHigher ? *type : widened(*here, hereName, *type, tensor->type);
        hereName = tensor->type;
      }
    }
    if (here && (!made || made->kind < here->kind)) {
      made = here;
    }
  }
  if (!made) {
    return unknownType(all.empty() ? std::string_view{} : all.front().name, {});
  }
  return isFloating && made->kind <= ElementKind::Integer ? 4 : made->bytes;
}

std::optional<WorkValue> typedWidth(const NamedArgument& type) {
  if (type.argument == nullptr || type.argument->kind == CallArgument::Kind::Missing) {
    return {};
  }
  const std::string& text = type.argument->value;
  std::int64_t number = 0;
  const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool isNumber = error == std::errc{} && at == text.data() + text.size();
  const auto known = isNumber ? elementTypeOfNumber(number) : elementType(text);
  return known ? WorkValue(known->bytes) : WorkValue(unknownValue(type.name));
}

WorkValue dimensionOf(const NamedArgument& of, double at) {
  const TensorArgument* tensor = of.tensor();
  if (tensor == nullptr) {
    return unknownShape(of.name);
  }
  const auto rank = static_cast<double>(tensor->dims.size());
  const double place = at < 0 ? at + rank : at;
  if (!(place >= 0) || place >= rank || tensor->dims[static_cast<std::size_t>(place)] < 0) {
    return noSuchDimension(of.name);
  }
  return static_cast<double>(tensor->dims[static_cast<std::size_t>(place)]);
}

WorkValue broadcastSize(std::span<const NamedArgument> all) {
  std::vector<std::int64_t> shape;  // sizes from the last dimension to the first
  for (const NamedArgument& one : all) {
    const TensorArgument* tensor = one.tensor();
    if (tensor == nullptr) {
      continue;
    }
    shape.resize(std::max(shape.size(), tensor->dims.size()), 1);
    for (std::size_t d = 0; d < tensor->dims.size(); ++d) {
      std::int64_t& size = shape[d];
      const std::int64_t other = tensor->dims[tensor->dims.size() - 1 - d];
      if (other < 0 || (size != 1 && other != 1 && size != other)) {
        return std::unexpected(Message(Phrase::tr("the shapes of its arguments do not fit each other")));
      }
      size = size == 1 ? other : size;
    }
  }
  double elements = 1;
  for (const std::int64_t one : shape) {
    elements *= static_cast<double>(one);
  }
  return elements;
}

WorkValue reducedSize(const NamedArgument& of, const NamedArgument& dims) {
  const TensorArgument* tensor = of.tensor();
  if (tensor == nullptr) {
    return unknownShape(of.name);
  }
  if (dims.argument == nullptr) {
    return 1;
  }
  const auto listed = scalarsIn(dims.argument->value);
  if (!listed) {
    // Older versions of torch write lists as if the call had left them out.
    return tensor->dims.size() <= 1 ? WorkValue(1) : WorkValue(unknownValue(dims.name));
  }
  if (listed->empty()) {
    return 1;
  }
  TensorArgument left{.dims = tensor->dims, .strides = {}, .type = {}};
  for (const double one : *listed) {
    const auto rank = static_cast<double>(left.dims.size());
    const double at = one < 0 ? one + rank : one;
    if (!(at >= 0) || at >= rank) {
      return noSuchDimension(of.name);
    }
    left.dims[static_cast<std::size_t>(at)] = 1;
  }
  const auto size = left.size();
  return size ? WorkValue(static_cast<double>(*size)) : unknownShape(of.name);
}

WorkValue productOf(const NamedArgument& list) {
  const auto numbers = list.argument == nullptr ? std::nullopt : scalarsIn(list.argument->value);
  if (!numbers) {
    return unknownValue(list.name);
  }
  double all = 1;
  for (const double one : *numbers) {
    all *= one;
  }
  return all;
}

WorkValue windowsOf(const NamedArgument& input, const NamedArgument& kernel, const NamedArgument& stride,
                    const NamedArgument& padding, const NamedArgument& dilation) {
  return productOverPlaces(input, [&](double extent, std::size_t dims, std::size_t d) -> std::optional<double> {
    const auto size = along(kernel, dims, d);
    // Pooling without strides puts its kernels next to each other.
    const auto step = itemOf(stride, d - 2, kernel.holdsTensors() ? std::optional(1.0) : size);
    const auto edge = itemOf(padding, d - 2, 0.0);
    const auto spacing = itemOf(dilation, d - 2, 1.0);
    if (!size || !step || !edge || !spacing || *step <= 0) {
      return {};
    }
    return std::floor((extent + 2 * *edge - *spacing * (*size - 1) - 1) / *step) + 1;
  });
}

WorkValue spreadOf(const NamedArgument& input, const NamedArgument& weight, const NamedArgument& stride,
                   const NamedArgument& padding, const NamedArgument& dilation, const NamedArgument& outputPadding) {
  return productOverPlaces(input, [&](double extent, std::size_t dims, std::size_t d) -> std::optional<double> {
    const auto size = along(weight, dims, d);
    const auto step = itemOf(stride, d - 2, 1.0);
    const auto edge = itemOf(padding, d - 2, 0.0);
    const auto spacing = itemOf(dilation, d - 2, 1.0);
    const auto extra = itemOf(outputPadding, d - 2, 0.0);
    if (!size || !step || !edge || !spacing || !extra) {
      return {};
    }
    return (extent - 1) * *step - 2 * *edge + *spacing * (*size - 1) + *extra + 1;
  });
}

double seenPairs(double queries, double keys, double left, double right, double shift) {
  // The area below the line key = query + c.
  const auto below = [&](double c) {
    const auto integral = [&](double x) { return x <= 0 ? 0 : x <= keys ? x * x / 2 : keys * x - keys * keys / 2; };
    return integral(queries + c) - integral(c);
  };
  const double upTo = right < 0 ? queries * keys : below(shift + right);
  return upTo - (left < 0 ? 0 : below(shift - left));
}

}  // namespace kernline
