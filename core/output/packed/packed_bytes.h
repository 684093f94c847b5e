// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::packed {

/// Columns of numbers, as they are packed one by one.
using Numbers = std::vector<std::uint64_t>;

/// Small for numbers near 0, whatever their sign.
[[nodiscard]] constexpr std::uint64_t zigzag(std::int64_t number) {
  return (static_cast<std::uint64_t>(number) << 1U) ^ static_cast<std::uint64_t>(number >> 63U);
}
[[nodiscard]] constexpr std::int64_t unzigzag(std::uint64_t code) {
  return static_cast<std::int64_t>((code >> 1U) ^ (~(code & 1U) + 1));
}
/// `to - from` as a small number; sums and differences wrap around, so any two numbers have one.
[[nodiscard]] constexpr std::uint64_t stepTo(std::int64_t from, std::int64_t to) {
  return zigzag(static_cast<std::int64_t>(static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from)));
}
[[nodiscard]] constexpr std::int64_t stepFrom(std::int64_t from, std::uint64_t step) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(from) + static_cast<std::uint64_t>(unzigzag(step)));
}

/// Numbers, texts and columns one after the other. The reader must know the order.
class PackedWriter {
 public:
  void add(std::uint64_t number);
  void addSigned(std::int64_t number) { add(zigzag(number)); }
  void addText(std::string_view text);
  /// Adds numbers in the shortest of the possible forms: numbers of base 128, or how many bits each has and the bits.
  void addColumn(std::span<const std::uint64_t> numbers);
  /// A 0 and the first column, or a 1 and the second, whichever takes fewer bytes.
  void addEither(std::span<const std::uint64_t> first, std::span<const std::uint64_t> second);
  void addTexts(std::span<const std::string_view> texts);

  [[nodiscard]] std::string take() { return std::move(m_bytes); }

 private:
  std::string m_bytes;
};

/// Thrown if bytes were not written by a PackedWriter, or need more memory than there is.
struct BrokenBytes {};

/// Reads the bytes of a PackedWriter; throws BrokenBytes. Makes at most `maxBytes` of it in all, whatever the bytes.
class PackedReader {
 public:
  PackedReader(std::string_view bytes, std::uint64_t maxBytes) : m_left(bytes), m_mayUse(maxBytes) {}

  [[nodiscard]] std::uint64_t number();
  [[nodiscard]] std::uint64_t numberUpTo(std::uint64_t most);
  [[nodiscard]] std::int64_t signedNumber() { return unzigzag(number()); }
  [[nodiscard]] std::string_view text();
  [[nodiscard]] Numbers column();
  [[nodiscard]] Numbers column(std::size_t count);  ///< fails unless there are `count` numbers
  [[nodiscard]] std::vector<std::string> texts();
  /// All that has not been read.
  [[nodiscard]] std::string_view rest() const { return m_left; }
  [[nodiscard]] bool isAtEnd() const { return m_left.empty(); }

 private:
  [[nodiscard]] std::string_view raw(std::uint64_t length);
  [[nodiscard]] std::string inflated();
  void use(std::uint64_t bytes);

  std::string_view m_left;
  std::uint64_t m_mayUse;
};

}  // namespace kernline::packed
