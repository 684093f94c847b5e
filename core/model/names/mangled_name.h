// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kernline {

/// The function of an Itanium-mangled name, with the classes among its template arguments:
/// `_ZN7ck_tile6kentryILi1ENS_12Rmsnorm2dFwdI…` gives `kentry<Rmsnorm2dFwd>`. Reads once from left to right and
/// stops, with what it has, at what it does not know. A real demangler is no choice for text from a file: its output
/// can double with every few bytes of the name. nullopt if the text is not mangled.
[[nodiscard]] std::optional<std::string> mangledFunction(std::string_view text);

}  // namespace kernline
