// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kernline {

/// The whole C++ declaration behind an Itanium-mangled name, cut with "…" at 8 KiB: the declaration of a few bytes can
/// double with every few bytes more. nullopt if the text is not mangled, or beyond the demangler.
[[nodiscard]] std::optional<std::string> demangled(std::string_view text);

}  // namespace kernline
