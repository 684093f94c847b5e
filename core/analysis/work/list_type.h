// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace kernline {

/// torch does not record the element types of lists. The one that the template arguments of a kernel over such lists
/// name for certain ("CatArrayBatchedCopy<OpaqueType<2u>, …": some type of two bytes); empty if none, or several.
[[nodiscard]] std::string elementTypeIn(std::string_view kernel);

}  // namespace kernline
