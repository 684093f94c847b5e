// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/input.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace kernline {

/// All of an input at once, for formats that cannot be read from front to back: mapped, or a copy of what had to be
/// decoded.
struct WholeText {
  std::shared_ptr<const Input> input;  ///< keeps the mapping; null for text from memory
  std::string copy;
  std::string_view view;
  std::optional<std::string> damage;  ///< damage of the compressed bytes; `view` has the text before it
};

/// Errors: more than 2 GiB that cannot be mapped, or `enough` memory taken before all was decoded.
[[nodiscard]] Expected<std::shared_ptr<const WholeText>> wholeText(std::shared_ptr<const Input> input,
                                                                   const std::stop_token& enough = {});
/// Returns the text of an input that the caller keeps; valid while that is.
[[nodiscard]] Expected<std::shared_ptr<const WholeText>> wholeText(const Input& input,
                                                                   const std::stop_token& enough = {});
[[nodiscard]] std::shared_ptr<const WholeText> wholeTextOf(std::string text);
/// Returns its container, as `Input::container`.
[[nodiscard]] std::string containerOf(const WholeText& text);

}  // namespace kernline
