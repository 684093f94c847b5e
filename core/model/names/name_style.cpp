// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/names/name_style.h"

#include "core/model/names/demangled_name.h"
#include "core/model/names/kernel_name.h"

#include <algorithm>
#include <array>

namespace kernline {

namespace {

constexpr std::array<std::string_view, 3> styleNames{"short", "demangled", "raw"};

}  // namespace

std::string_view toText(NameStyle style) {
  return styleNames[static_cast<std::size_t>(style)];
}

std::optional<NameStyle> nameStyleFrom(std::string_view text) {
  const auto* const found = std::ranges::find(styleNames, text);
  return found == styleNames.end() ? std::nullopt : std::optional(static_cast<NameStyle>(found - styleNames.begin()));
}

std::string kernelNameIn(NameStyle style, std::string_view full) {
  switch (style) {
    case NameStyle::Short:
      return shortKernelName(full);
    case NameStyle::Demangled:
      return demangled(full).value_or(std::string(full));
    case NameStyle::Raw:
      break;
  }
  return std::string(full);
}

}  // namespace kernline
