// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <charconv>
#include <compare>
#include <cstdint>
#include <string_view>

namespace kernline {

/// A pid or tid as people sort them: numeric ids before words, numbers by value.
struct IdKey {
  bool isWord = true;
  std::int64_t number = 0;
  std::string_view word;

  explicit IdKey(std::string_view text) : word(text) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    isWord = error != std::errc{} || end != text.data() + text.size();
    number = isWord ? 0 : number;
  }
  auto operator<=>(const IdKey&) const = default;
};

}  // namespace kernline
