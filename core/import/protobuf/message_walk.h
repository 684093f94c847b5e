// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace kernline::protobuf {

/// The fields of one protobuf message in order. Tolerant: of a field whose length reaches beyond the end there is what
/// there is, and the walk ends behind it; nothing is copied, and nothing recurses.
class MessageWalk {
 public:
  explicit MessageWalk(std::string_view message) : m_at(message.data()), m_end(m_at + message.size()) {}

  [[nodiscard]] bool next();  ///< false at the end, or where no field can be read
  /// Whether the message breaks off or makes no sense, in the field that `next` found last or behind it.
  [[nodiscard]] bool isDamaged() const { return m_isDamaged; }

  [[nodiscard]] std::uint32_t field() const { return m_field; }
  [[nodiscard]] const char* begin() const { return m_begin; }  ///< the first byte of the field, its tag's
  /// Whether the field holds a number, and that number: of a varint, or the bits of a fixed one.
  [[nodiscard]] bool isNumber() const { return m_isNumber; }
  [[nodiscard]] std::uint64_t number() const { return m_number; }
  [[nodiscard]] std::int64_t integer() const { return static_cast<std::int64_t>(m_number); }
  [[nodiscard]] double real() const { return std::bit_cast<double>(m_number); }
  /// What a field with a length holds; empty for others.
  [[nodiscard]] std::string_view bytes() const { return m_bytes; }

 private:
  bool stop();
  bool readFixed(std::size_t size);

  const char* m_at;
  const char* m_end;
  const char* m_begin = nullptr;
  std::string_view m_bytes;
  std::uint64_t m_number = 0;
  std::uint32_t m_field = 0;
  bool m_isNumber = false;
  bool m_isDamaged = false;
};

/// The numbers of a repeated field, whose elements stand in one field (packed) or in one each: those of the field that
/// `walk` is at are given to `take`. Whether all could be read.
template <typename Take>
bool takeNumbers(const MessageWalk& walk, const Take& take);

/// A number of base 128 at `at`, which moves behind it; false where none can be read.
[[nodiscard]] bool readVarint(const char*& at, const char* end, std::uint64_t& number);

template <typename Take>
bool takeNumbers(const MessageWalk& walk, const Take& take) {
  if (walk.isNumber()) {
    take(walk.number());
    return true;
  }
  const char* at = walk.bytes().data();
  const char* const end = at + walk.bytes().size();
  std::uint64_t number = 0;
  while (at != end) {
    if (!readVarint(at, end, number)) {
      return false;
    }
    take(number);
  }
  return true;
}

}  // namespace kernline::protobuf
