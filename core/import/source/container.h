// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace kernline {

/// Container of a text, by its first bytes.
enum class Container : std::uint8_t {
  Plain,
  Gzip,
  Zstd,
  Xz,
  Bzip2,
  Lz4,
  Zip,
  Tar,
  Utf16Le,
  Utf16Be,
  Utf32Le,
  Utf32Be,
};

/// Enough bytes for `containerOf`: a tar's first header is the longest thing it looks at.
inline constexpr std::size_t containerHeadBytes = 512;

/// Number of leading bytes of unpacked text by which a format is recognized.
inline constexpr std::size_t formatHeadBytes = std::size_t{1} << 16;

[[nodiscard]] Container containerOf(std::string_view head);

/// "gzip", "UTF-16", …; empty for plain text.
[[nodiscard]] std::string_view toText(Container container);

[[nodiscard]] constexpr bool isUnicode(Container c) {
  return c >= Container::Utf16Le;
}

inline constexpr std::string_view utf8Mark = "\xEF\xBB\xBF";

}  // namespace kernline
