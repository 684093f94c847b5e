// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/names/element_type.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace kernline {

namespace {

using enum ElementKind;

constexpr std::pair<std::string_view, ElementType> namedTypes[] = {{"float", {Float, 4}},
                                                                   {"BFloat16", {Float, 2}},
                                                                   {"Half", {Float, 2}},
                                                                   {"double", {Float, 8}},
                                                                   {"long", {Integer, 8}},
                                                                   {"long int", {Integer, 8}},
                                                                   {"int", {Integer, 4}},
                                                                   {"short", {Integer, 2}},
                                                                   {"short int", {Integer, 2}},
                                                                   {"bool", {Bool, 1}},
                                                                   {"unsigned char", {Integer, 1}},
                                                                   {"signed char", {Integer, 1}},
                                                                   {"char", {Integer, 1}},
                                                                   {"unsigned short", {Integer, 2}},
                                                                   {"unsigned int", {Integer, 4}},
                                                                   {"unsigned long", {Integer, 8}},
                                                                   {"complex<float>", {Complex, 8}},
                                                                   {"complex<double>", {Complex, 16}},
                                                                   {"complex<Half>", {Complex, 4}},
                                                                   {"ComplexFloat", {Complex, 8}},
                                                                   {"ComplexDouble", {Complex, 16}},
                                                                   {"Float4_e2m1fn_x2", {Float, 1, 2}},
                                                                   {"qint8", {Integer, 1}},
                                                                   {"quint8", {Integer, 1}},
                                                                   {"qint32", {Integer, 4}},
                                                                   {"Float", {Float, 4}},
                                                                   {"Double", {Float, 8}},
                                                                   {"Long", {Integer, 8}},
                                                                   {"Int", {Integer, 4}},
                                                                   {"Short", {Integer, 2}},
                                                                   {"Byte", {Integer, 1}},
                                                                   {"Char", {Integer, 1}},
                                                                   {"Bool", {Bool, 1}}};

/// Types by number; empty ones are not modeled.
constexpr auto numberedTypes = std::to_array<std::string_view>({"Byte",
                                                                "Char",
                                                                "Short",
                                                                "Int",
                                                                "Long",
                                                                "Half",
                                                                "Float",
                                                                "Double",
                                                                "complex<Half>",
                                                                "ComplexFloat",
                                                                "ComplexDouble",
                                                                "Bool",
                                                                "qint8",
                                                                "quint8",
                                                                "qint32",
                                                                "BFloat16",
                                                                "",
                                                                "",
                                                                "",
                                                                "",
                                                                "",
                                                                "",
                                                                "",
                                                                "Float8_e5m2",
                                                                "Float8_e4m3fn",
                                                                "Float8_e5m2fnuz",
                                                                "Float8_e4m3fnuz",
                                                                "unsigned short",
                                                                "unsigned int",
                                                                "unsigned long"});

constexpr std::int64_t numberOfFloat8Scale = 44;  // Float8_e8m0fnu
constexpr std::int64_t numberOfFloat4 = 45;       // Float4_e2m1fn_x2

}  // namespace

std::optional<ElementType> elementType(std::string_view name) {
  if (name.starts_with("c10::")) {
    name.remove_prefix(5);
  }
  const auto* const found = std::ranges::find(namedTypes, name, &std::pair<std::string_view, ElementType>::first);
  if (found != std::end(namedTypes)) {
    return found->second;
  }
  return name.starts_with("Float8_") ? std::optional(ElementType{Float, 1}) : std::nullopt;
}

std::optional<ElementType> elementTypeOfNumber(std::int64_t scalarType) {
  if (scalarType == numberOfFloat8Scale || scalarType == numberOfFloat4) {
    return elementType(scalarType == numberOfFloat4 ? "Float4_e2m1fn_x2" : "Float8_e8m0fnu");
  }
  return scalarType >= 0 && scalarType < static_cast<std::int64_t>(numberedTypes.size())
             ? elementType(numberedTypes[static_cast<std::size_t>(scalarType)])
             : std::nullopt;
}

std::optional<double> elementBytes(std::string_view name) {
  const auto type = elementType(name);
  return type ? std::optional(type->bytes) : std::nullopt;
}

}  // namespace kernline
