// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kernline {

/// The form in which names of kernels are shown.
enum class NameStyle : std::uint8_t {
  Short,      ///< `shortKernelName`
  Demangled,  ///< the whole C++ declaration; names that are not mangled stay as they are
  Raw,        ///< spelled as in the file
};

/// "short", "demangled", "raw", for options and settings.
[[nodiscard]] std::string_view toText(NameStyle style);
[[nodiscard]] std::optional<NameStyle> nameStyleFrom(std::string_view text);

/// A kernel's name in that style.
[[nodiscard]] std::string kernelNameIn(NameStyle style, std::string_view full);

}  // namespace kernline
