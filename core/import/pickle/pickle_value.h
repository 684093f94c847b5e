// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/ids.h"

#include <cstdint>
#include <limits>

namespace kernline::pickle {

enum class ObjectId : std::uint32_t { none = std::numeric_limits<std::uint32_t>::max() };

/// One value of a pickle in eight bytes, for there are many millions. It owns no memory: texts are in the document's
/// string pool, lists and dicts in its objects.
class Value {
 public:
  enum class Type : std::uint8_t {
    None,
    Bool,
    Integer,  ///< fits 60 bits, as every address, size and time does
    Huge,     ///< an integer beyond: it was there; only `asNanoseconds` may know it
    Real,     ///< not stored
    Text,
    Bytes,   ///< not stored
    Object,  ///< a list, tuple, set or dict, or what a sink has made of it
    Class,   ///< the name of something that a real unpickler would import and run
    Refused  ///< value that only running code could make
  };

  Value() = default;
  static Value boolean(bool value) { return {Type::Bool, value ? 1U : 0U}; }
  static Value integer(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    if (widened(bits) == value) {
      return {Type::Integer, bits};
    }
    return bits > firstNanosecond && bits < 2 * firstNanosecond ? Value{Type::Huge, bits - firstNanosecond} : huge();
  }
  static Value huge() { return {Type::Huge, 0}; }
  static Value real() { return {Type::Real, 0}; }
  static Value text(StringId id) { return {Type::Text, index(id)}; }
  static Value bytes() { return {Type::Bytes, 0}; }
  static Value object(ObjectId id) { return {Type::Object, index(id)}; }
  static Value className(StringId id) { return {Type::Class, index(id)}; }
  static Value refused() { return {Type::Refused, 0}; }

  [[nodiscard]] Type type() const { return m_type; }
  [[nodiscard]] bool isText() const { return m_type == Type::Text; }
  [[nodiscard]] bool isObject() const { return m_type == Type::Object; }
  [[nodiscard]] StringId asText() const {
    return m_type == Type::Text ? static_cast<StringId>(bits()) : StringId::none;
  }
  [[nodiscard]] StringId asClass() const { return static_cast<StringId>(bits()); }
  [[nodiscard]] ObjectId asObject() const { return isObject() ? static_cast<ObjectId>(bits()) : ObjectId::none; }
  /// Returns the value of an Integer or Bool, else `otherwise`.
  [[nodiscard]] std::int64_t asInteger(std::int64_t otherwise = 0) const {
    return m_type == Type::Integer || m_type == Type::Bool ? widened(m_bits) : otherwise;
  }

  /// An integer as `asInteger`, and also those that nanoseconds since 1970 are from 2006 to 2043.
  [[nodiscard]] std::int64_t asNanoseconds(std::int64_t otherwise = 0) const {
    return m_type == Type::Huge && m_bits != 0 ? static_cast<std::int64_t>(firstNanosecond + m_bits)
                                               : asInteger(otherwise);
  }

 private:
  static constexpr unsigned typeBits = 4;
  static constexpr std::uint64_t firstNanosecond = std::uint64_t{1} << 60;

  Value(Type type, std::uint64_t bits) : m_bits(bits << typeBits >> typeBits), m_type(type) {}
  /// Sign-extends a number of 60 bits.
  [[nodiscard]] static std::int64_t widened(std::uint64_t bits) {
    return static_cast<std::int64_t>(bits << typeBits) >> typeBits;
  }
  [[nodiscard]] std::uint64_t bits() const { return m_bits; }

  std::uint64_t m_bits : 64 - typeBits = 0;
  Type m_type : typeBits = Type::None;
};

static_assert(sizeof(Value) == sizeof(std::uint64_t));

}  // namespace kernline::pickle
