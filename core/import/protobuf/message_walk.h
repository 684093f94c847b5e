// SPDX-License-Identifier: GPL-3.0-or-later
// This folder walks over the fields of any protobuf message.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <string_view>

namespace kernline::protobuf {

/// The encoding of a field's value.
enum class WireType : std::uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

// A field by its number and its wire type, for a switch over `MessageWalk::tag`: a field of another type than in its
// message is unknown.
[[nodiscard]] constexpr std::uint32_t tagOf(std::uint32_t field, WireType type) {
  return field << 3U | static_cast<std::uint32_t>(type);
}
[[nodiscard]] constexpr std::uint32_t varint(std::uint32_t field) {
  return tagOf(field, WireType::Varint);
}
[[nodiscard]] constexpr std::uint32_t bytes(std::uint32_t field) {
  return tagOf(field, WireType::Bytes);
}
[[nodiscard]] constexpr std::uint32_t fixed64(std::uint32_t field) {
  return tagOf(field, WireType::Fixed64);
}

/// The low seven bits of eight bytes, the first byte's lowest.
[[nodiscard]] constexpr std::uint64_t joinSevenBits(std::uint64_t bytes) {
  bytes = (bytes & 0x007F'007F'007F'007FU) | (bytes & 0x7F00'7F00'7F00'7F00U) >> 1U;
  bytes = (bytes & 0x0000'3FFF'0000'3FFFU) | (bytes & 0x3FFF'0000'3FFF'0000U) >> 2U;
  return (bytes & 0x0000'0000'0FFF'FFFFU) | (bytes & 0x0FFF'FFFF'0000'0000U) >> 4U;
}

/// Reads like readVarint, for numbers of several bytes: times and lengths, eight bytes at once where there are as many.
[[nodiscard]] inline bool readLongVarint(const char*& at, const char* end, std::uint64_t& number) {
  constexpr unsigned bits = 64;
  constexpr unsigned bitsAByte = 7;
  constexpr unsigned more = 0x80;  // continuation bit
  const char* p = at;
  std::uint64_t read = 0;
  unsigned shift = 0;
  if (constexpr std::size_t step = sizeof(read); static_cast<std::size_t>(end - p) >= step) {
    std::uint64_t word = 0;
    std::memcpy(&word, p, step);  // both are little-endian
    if (const std::uint64_t last = ~word & 0x8080'8080'8080'8080U; last != 0) [[likely]] {
      number = joinSevenBits(word & (last ^ (last - 1)));
      at = p + (std::countr_zero(last) / 8 + 1);
      return true;
    }
    read = joinSevenBits(word);
    shift = bitsAByte * step;
    p += step;
  }
  for (; shift < bits && p != end; shift += bitsAByte) {
    const auto byte = static_cast<unsigned char>(*p++);
    read |= std::uint64_t{byte & ~more} << shift;
    if (byte < more) {
      number = read;
      at = p;
      return true;
    }
  }
  return false;
}

/// Reads a number of base 128 at `at`, which moves past it; false where none can be read.
[[nodiscard, gnu::always_inline]] inline bool readVarint(const char*& at, const char* end, std::uint64_t& number) {
  constexpr unsigned char more = 0x80;
  if (at != end && static_cast<unsigned char>(*at) < more) [[likely]] {
    number = static_cast<unsigned char>(*at++);
    return true;
  }
  return readLongVarint(at, end, number);
}

/// The fields of one protobuf message in order. Tolerant: a field whose length reaches beyond the end is cut there, and
/// the walk ends after it; without copies and without recursion.
class MessageWalk {
 public:
  MessageWalk() = default;
  explicit MessageWalk(std::string_view message) : m_at(message.data()), m_end(m_at + message.size()) {}

  [[nodiscard]] bool next() { return advance(); }  ///< false at the end, or where no field can be read
  /// Whether the message breaks off or makes no sense, in the field that `next` found last or after it.
  [[nodiscard]] bool isDamaged() const { return m_isDamaged; }

  [[nodiscard]] std::uint32_t tag() const { return m_tag; }  ///< see tagOf
  [[nodiscard]] std::uint32_t field() const { return m_tag >> 3U; }
  [[nodiscard]] WireType type() const { return static_cast<WireType>(m_tag & 7U); }
  [[nodiscard]] const char* begin() const { return m_begin; }  ///< the first byte of the field, its tag's

  [[nodiscard]] bool isBytes() const { return type() == WireType::Bytes; }
  [[nodiscard]] bool isVarint() const { return type() == WireType::Varint; }
  /// Whether the field holds a number, and that number: of a varint, or the bits of a fixed one.
  [[nodiscard]] bool isNumber() const { return !isBytes(); }
  [[nodiscard]] std::uint64_t number() const { return isNumber() ? m_number : 0; }
  [[nodiscard]] std::int64_t integer() const { return static_cast<std::int64_t>(number()); }
  /// Returns the number of a 32-bit type: higher bits are dropped, as protobuf defines.
  [[nodiscard]] std::uint32_t number32() const { return static_cast<std::uint32_t>(number()); }
  [[nodiscard]] std::int32_t integer32() const { return static_cast<std::int32_t>(number()); }
  /// A varint; 0 of another field.
  [[nodiscard]] std::uint64_t whole() const { return isVarint() ? m_number : 0; }
  /// A double or a float; 0 of a field that is neither.
  [[nodiscard]] double real() const;
  /// Returns the bytes of a field with a length; empty for others.
  [[nodiscard]] std::string_view bytes() const { return isBytes() ? m_bytes : std::string_view{}; }

 protected:
  // A gigabyte of packets has a hundred million fields: its readers have this inline.
  [[nodiscard, gnu::always_inline]] inline bool advance();

  std::string_view m_bytes;    // content of the last length-delimited field
  std::uint64_t m_number = 0;  // value of the last varint or fixed field
  std::uint32_t m_tag = 0;
  bool m_isDamaged = false;

 private:
  // Calls would keep the walk in memory instead of in registers.
  [[gnu::always_inline]] inline bool stop();
  template <typename Number>
  [[nodiscard, gnu::always_inline]] inline bool readFixed(const char* at);
  [[nodiscard, gnu::always_inline]] inline bool readBytes(const char* at);

  const char* m_at = nullptr;
  const char* m_end = nullptr;
  const char* m_begin = nullptr;
};

/// Thrown by StrictWalk.
class DamagedMessage : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "damaged protobuf message"; }
};

/// Walks a message that is read as a whole or not at all: `next` throws DamagedMessage on damage.
class StrictWalk : public MessageWalk {
 public:
  using MessageWalk::MessageWalk;

  [[nodiscard, gnu::always_inline]] bool next() {
    if (advance() && !isDamaged()) [[likely]] {
      return true;
    }
    if (isDamaged()) [[unlikely]] {
      throw DamagedMessage{};
    }
    return false;
  }

  // Its readers switch over the tag, so that the type of the field is known: no check is made twice.
  [[nodiscard]] std::uint64_t number() const { return m_number; }
  [[nodiscard]] std::int64_t integer() const { return static_cast<std::int64_t>(m_number); }
  [[nodiscard]] std::uint32_t number32() const { return static_cast<std::uint32_t>(m_number); }
  [[nodiscard]] std::int32_t integer32() const { return static_cast<std::int32_t>(m_number); }
  [[nodiscard]] std::string_view bytes() const { return m_bytes; }
};

/// Calls `take` with the walk at each whole field of `message`, which need not be one: returns whether it is, to its
/// end.
template <typename Take>
bool eachField(std::string_view message, const Take& take) {
  MessageWalk walk{message};
  while (walk.next() && !walk.isDamaged()) {
    take(static_cast<const MessageWalk&>(walk));
  }
  return !walk.isDamaged();
}

/// The numbers of a repeated field, whose elements are in one field (packed) or in one each: those of the field that
/// `walk` is at are given to `take`. Returns true if all could be read.
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

/// Takes numbers of eight bytes each, as their bits.
template <typename Take>
bool takeFixed64(const MessageWalk& walk, const Take& take) {
  if (walk.isNumber()) {
    take(walk.number());
    return true;
  }
  std::string_view bytes = walk.bytes();
  std::uint64_t number = 0;
  for (; bytes.size() >= sizeof(number); bytes.remove_prefix(sizeof(number))) {
    std::memcpy(&number, bytes.data(), sizeof(number));  // both are little-endian
    take(number);
  }
  return bytes.empty();
}

inline bool MessageWalk::stop() {
  m_isDamaged = true;
  m_at = m_end;
  return false;
}

template <typename Number>
inline bool MessageWalk::readFixed(const char* at) {
  Number number = 0;
  if (static_cast<std::size_t>(m_end - at) < sizeof(number)) [[unlikely]] {
    return stop();
  }
  std::memcpy(&number, at, sizeof(number));  // both are little-endian
  m_number = number;
  m_at = at + sizeof(number);
  return true;
}

inline bool MessageWalk::readBytes(const char* at) {
  std::uint64_t length = 0;
  if (!readVarint(at, m_end, length)) [[unlikely]] {
    return stop();
  }
  if (const auto left = static_cast<std::uint64_t>(m_end - at); length > left) [[unlikely]] {
    m_isDamaged = true;
    length = left;
  }
  m_bytes = {at, static_cast<std::size_t>(length)};
  m_at = at + length;
  return true;
}

/// Whether a field may have this tag. Protobuf keeps some for itself.
[[nodiscard]] constexpr bool isTag(std::uint64_t tag) {
  constexpr std::uint64_t firstReserved = 19000;
  constexpr std::uint64_t lastReserved = 19999;
  const std::uint64_t field = tag >> 3U;
  return field != 0 && (field < firstReserved || (field > lastReserved && tag <= UINT32_MAX));
}

inline bool MessageWalk::advance() {
  const char* at = m_at;  // local copy that stays in a register
  if (at == m_end) {
    return false;
  }
  m_begin = at;
  std::uint64_t tag = 0;
  if (!readVarint(at, m_end, tag) || !isTag(tag)) [[unlikely]] {
    m_tag = 0;
    return stop();
  }
  m_tag = static_cast<std::uint32_t>(tag);
  const WireType is = type();
  if (is == WireType::Varint) {
    std::uint64_t number = 0;
    const bool isRead = readVarint(at, m_end, number);
    m_number = number;
    m_at = at;
    return isRead || stop();
  }
  if (is == WireType::Bytes) {
    return readBytes(at);
  }
  if (is == WireType::Fixed64) {
    return readFixed<std::uint64_t>(at);
  }
  if (is == WireType::Fixed32) {
    return readFixed<std::uint32_t>(at);
  }
  return stop();  // groups have been out of use since 2008
}

inline double MessageWalk::real() const {
  if (type() == WireType::Fixed64) {
    return std::bit_cast<double>(m_number);
  }
  return type() == WireType::Fixed32 ? static_cast<double>(std::bit_cast<float>(number32())) : 0;
}

}  // namespace kernline::protobuf
