// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <bit>
#include <cstdint>
#include <limits>

namespace kernline::pickle {

enum class ObjectId : std::uint32_t { none = std::numeric_limits<std::uint32_t>::max() };

/// One value of a pickle. It owns nothing: texts are in the document's string pool, what holds other values is in its
/// objects.
class Value {
 public:
  enum class Type : std::uint8_t {
    None,
    Bool,
    Integer,  ///< fits 64 bits; one beyond INT64_MAX is kept as its bits (addresses are)
    Huge,     ///< an integer beyond 64 bits: it was there, nobody needs it
    Real,
    Text,
    Bytes,   ///< not kept
    Object,  ///< a list, tuple, set or dict, or what a sink has made of it
    Class,   ///< the name of something that a real unpickler would import and run
    Refused  ///< where something would have been made by running code
  };

  Value() = default;
  static Value boolean(bool value) { return {Type::Bool, value ? 1U : 0U}; }
  static Value integer(std::int64_t value) { return {Type::Integer, static_cast<std::uint64_t>(value)}; }
  static Value huge() { return {Type::Huge, 0}; }
  static Value real(double value) { return {Type::Real, std::bit_cast<std::uint64_t>(value)}; }
  static Value text(StringId id) { return {Type::Text, index(id)}; }
  static Value bytes() { return {Type::Bytes, 0}; }
  static Value object(ObjectId id) { return {Type::Object, index(id)}; }
  static Value className(StringId id) { return {Type::Class, index(id)}; }
  static Value refused() { return {Type::Refused, 0}; }

  [[nodiscard]] Type type() const { return m_type; }
  [[nodiscard]] bool isText() const { return m_type == Type::Text; }
  [[nodiscard]] bool isObject() const { return m_type == Type::Object; }
  [[nodiscard]] StringId asText() const {
    return m_type == Type::Text ? static_cast<StringId>(m_bits) : StringId::none;
  }
  [[nodiscard]] StringId asClass() const { return static_cast<StringId>(m_bits); }
  [[nodiscard]] ObjectId asObject() const { return isObject() ? static_cast<ObjectId>(m_bits) : ObjectId::none; }
  /// Of an Integer or Bool, else `otherwise`.
  [[nodiscard]] std::int64_t asInteger(std::int64_t otherwise = 0) const {
    return m_type == Type::Integer || m_type == Type::Bool ? static_cast<std::int64_t>(m_bits) : otherwise;
  }

 private:
  Value(Type type, std::uint64_t bits) : m_type(type), m_bits(bits) {}

  Type m_type = Type::None;
  std::uint64_t m_bits = 0;
};

}  // namespace kernline::pickle
