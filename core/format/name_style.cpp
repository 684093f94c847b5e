// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/name_style.h"

#include "core/format/demangled_name.h"
#include "core/format/kernel_name.h"

#include <algorithm>
#include <array>

namespace kernline {

namespace {

constexpr std::array<std::string_view, 3> texts{"short", "demangled", "raw"};

}  // namespace

std::string_view toText(NameStyle style) {
  return texts[static_cast<std::size_t>(style)];
}

std::optional<NameStyle> nameStyleFrom(std::string_view text) {
  const auto* const found = std::ranges::find(texts, text);
  return found == texts.end() ? std::nullopt : std::optional(static_cast<NameStyle>(found - texts.begin()));
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
