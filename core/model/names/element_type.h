// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace kernline {

/// Kind of a tensor's elements. The order is that in which torch promotes types.
enum class ElementKind : std::uint8_t { Bool, Integer, Float, Complex };

struct ElementType {
  ElementKind kind = ElementKind::Float;
  double bytes = 0;
  double packed = 1;  ///< numbers in one element: 2 of 4 bits each
};

/// Parses torch's names, in C++ ("c10::BFloat16", "long int") or its own ("BFloat16", "Long"); std::nullopt for an
/// unknown type.
[[nodiscard]] std::optional<ElementType> elementType(std::string_view name);

/// Returns the type for a number of torch's ScalarType (c10/core/ScalarType.h), as which the profiler records types
/// that are arguments.
[[nodiscard]] std::optional<ElementType> elementTypeOfNumber(std::int64_t scalarType);

/// Bytes of an element; std::nullopt for an unknown type.
[[nodiscard]] std::optional<double> elementBytes(std::string_view name);

}  // namespace kernline
