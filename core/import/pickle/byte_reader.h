// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/input.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kernline::pickle {

/// The bytes of an input in order, mapped or streamed. Pages of a mapping are given back after it.
class ByteReader {
 public:
  explicit ByteReader(Input& input);

  [[nodiscard]] std::uint64_t offset() const { return m_base + m_at; }
  /// The next `count` bytes, valid until the next call; nullopt, and none taken, if there are fewer.
  [[nodiscard]] std::optional<std::string_view> take(std::uint64_t count) {
    if (m_releaseAt - m_at >= count) {  // all buffered, and no page to give back yet
      const std::string_view bytes(m_view.data() + m_at, static_cast<std::size_t>(count));
      m_at += bytes.size();
      return bytes;
    }
    return takeSlowly(count);
  }
  /// Bytes that can be read in place; `skip` takes some of them.
  [[nodiscard]] std::string_view ahead() const { return m_view.substr(m_at, m_releaseAt - m_at); }
  void skip(std::size_t count) { m_at += count; }
  /// Up to and without the next line feed, which is taken too.
  [[nodiscard]] std::optional<std::string_view> takeLine();
  [[nodiscard]] std::uint64_t storedBytesRead() const;

 private:
  static constexpr std::size_t blockBytes = std::size_t{1} << 20;
  static constexpr std::size_t releaseBytes = std::size_t{64} << 20;

  /// Makes `count` bytes visible from `m_at` on; false if the input ends before.
  bool reach(std::uint64_t count);
  [[nodiscard]] std::optional<std::string_view> takeSlowly(std::uint64_t count);
  void setReleaseAt();

  Input& m_input;
  std::string_view m_view;   // mapped text, or what is buffered
  std::string m_buffer;      // buffered bytes of a stream
  std::uint64_t m_base = 0;  // offset of m_view[0]
  std::size_t m_at = 0;
  std::size_t m_released = 0;
  std::size_t m_releaseAt = 0;  // up to here bytes are visible and pages need not be given back
};

}  // namespace kernline::pickle
