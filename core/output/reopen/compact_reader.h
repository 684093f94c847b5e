// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace kernline::parquet {

/// Reads the output of a `CompactWriter`, and skips other fields. Damage ends it: from then on there are no more
/// fields, and numbers are 0.
class CompactReader {
 public:
  enum class Type : std::uint8_t {
    Stop,
    True,
    False,
    Byte,
    I16,
    I32,
    I64,
    Double,
    Bytes,
    List,
    Set,
    Map,
    Struct,
  };

  explicit CompactReader(std::string_view bytes) : m_bytes(bytes) {}

  [[nodiscard]] bool hasFailed() const { return m_hasFailed; }
  [[nodiscard]] std::size_t at() const { return m_at; }

  /// `take(field, type)` for each field of the structure that begins here; it reads or passes over the value.
  template <typename Take>
  void readStruct(const Take& take) {
    if (++m_depth > maxDepth) {
      fail();
    }
    int field = 0;
    for (std::uint8_t head = byte(); head != 0 && !m_hasFailed; head = byte()) {
      field = head >> 4U == 0 ? static_cast<int>(zigzag()) : field + (head >> 4U);
      take(field, static_cast<Type>(head & 0x0fU));
    }
    --m_depth;
  }

  // A value of a type; one of another type than requested is skipped, and is 0 or empty.
  [[nodiscard]] std::int64_t integer(Type type);
  [[nodiscard]] std::string_view bytes(Type type);
  template <typename Take>
  void structure(Type type, const Take& take) {
    if (type == Type::Struct) {
      readStruct(take);
    } else {
      skip(type);
    }
  }
  /// `take(type)` for each element.
  template <typename Take>
  void list(Type type, const Take& take) {
    if (type != Type::List && type != Type::Set) {
      skip(type);
      return;
    }
    const std::uint8_t head = byte();
    std::uint64_t left = head >> 4U == longCount ? varint() : head >> 4U;
    for (; left > 0 && !m_hasFailed; --left) {
      take(static_cast<Type>(head & 0x0fU));
    }
  }

  void skip(Type type);

 private:
  static constexpr int maxDepth = 32;
  static constexpr unsigned longCount = 15;

  void fail() {
    m_hasFailed = true;
    m_at = m_bytes.size();
  }
  std::uint8_t byte();
  std::uint64_t varint();
  std::int64_t zigzag();
  void advance(std::uint64_t count);

  std::string_view m_bytes;
  std::size_t m_at = 0;
  int m_depth = 0;
  bool m_hasFailed = false;
};

}  // namespace kernline::parquet
