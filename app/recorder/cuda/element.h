// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace kernline::recorder {

enum class Element : std::uint8_t { fp32, fp16, bf16 };

constexpr std::size_t bytesOf(Element element) {
  return element == Element::fp32 ? 4 : 2;
}

inline Element elementNamed(const std::string& name) {
  if (name == "fp32") {
    return Element::fp32;
  }
  return name == "fp16" ? Element::fp16 : Element::bf16;
}

/// The largest relative error of a single rounding to the type.
constexpr double roundingOf(Element element) {
  switch (element) {
    case Element::fp32:
      return 6.0e-8;
    case Element::fp16:
      return 4.9e-4;
    case Element::bf16:
      return 3.9e-3;
  }
  return 0;
}

}  // namespace kernline::recorder
