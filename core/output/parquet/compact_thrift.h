// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::parquet {

/// A structure in Thrift's compact protocol (doc/specs/thrift-compact-protocol.md of Apache Thrift), which Parquet uses
/// for the description of its own bytes. Fields are added in the order of their numbers.
class CompactWriter {
 public:
  /// The outermost structure is begun.
  CompactWriter() { m_lastFields.push_back(0); }

  void addBool(int field, bool value);
  void addI16(int field, std::int16_t value);
  void addI32(int field, std::int32_t value);
  void addI64(int field, std::int64_t value);
  void addBytes(int field, std::string_view value);

  void beginStruct(int field);
  void endStruct();  ///< ends a field or an element

  /// Announces the number of elements of one kind that follow.
  void beginI32s(int field, std::size_t count);
  void beginTexts(int field, std::size_t count);
  void beginStructs(int field, std::size_t count);
  void addI32(std::int32_t element);
  void addBytes(std::string_view element);
  void beginStruct();

  /// Ends the outermost structure.
  [[nodiscard]] std::string finish();

 private:
  enum class Type : std::uint8_t { True = 1, False = 2, I16 = 4, I32 = 5, I64 = 6, Bytes = 8, List = 9, Struct = 12 };

  void beginField(int field, Type type);
  void beginList(int field, Type type, std::size_t count);
  void addSigned(std::int64_t value);

  std::string m_bytes;
  std::vector<int> m_lastFields;  // last field of each open structure
};

/// A number of base 128, as Thrift and Parquet's runs have it.
void appendVarint(std::string& bytes, std::uint64_t number);
/// One with a sign: those near 0 are short, whatever their sign.
void appendZigzag(std::string& bytes, std::int64_t number);

}  // namespace kernline::parquet
