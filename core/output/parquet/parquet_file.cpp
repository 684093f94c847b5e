// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/parquet/parquet_file.h"

#include <fmt/format.h>

#include <limits>

namespace kernline::parquet {

namespace {

// Numbers of parquet.thrift of apache/parquet-format.
// Version with the encodings in which the dictionary's codes are no longer PLAIN_DICTIONARY.
constexpr std::int32_t formatVersion = 2;
constexpr std::int32_t optional = 1;  // repetition type
constexpr std::int32_t utf8 = 0;      // converted type

std::int32_t physicalType(sql::ColumnType type) {
  constexpr std::int32_t int64 = 2;
  constexpr std::int32_t real = 5;
  constexpr std::int32_t byteArray = 6;
  return type == sql::ColumnType::Text ? byteArray : type == sql::ColumnType::Real ? real : int64;
}

std::int64_t signedSize(std::uint64_t size) {
  return static_cast<std::int64_t>(size);
}

void describeRange(CompactWriter& to, const ColumnChunk& chunk) {
  to.beginStruct(12);  // statistics
  to.addI64(3, chunk.nulls);
  if (chunk.range) {
    to.addBytes(5, chunk.range->second);
    to.addBytes(6, chunk.range->first);
  }
  to.endStruct();
}

}  // namespace

std::string markOf(std::string_view table) {
  return fmt::format("kernline:{}\n", table);
}

Expected<std::unique_ptr<ParquetFile>> ParquetFile::create(const std::string& path, FileSchema schema, Codec codec) {
  auto output = OutputFile::create(path);
  if (!output) {
    return std::unexpected(std::move(output.error()));
  }
  std::unique_ptr<ParquetFile> file{new ParquetFile(std::move(*output), std::move(schema), codec)};
  file->write(fileMagic);
  file->write(file->m_schema.mark);
  return file;
}

ParquetFile::ParquetFile(std::unique_ptr<OutputFile> output, FileSchema schema, Codec codec)
    : m_output(std::move(output)), m_schema(std::move(schema)), m_codec(codec) {}

void ParquetFile::add(RowGroup group) {
  PlacedGroup placed;
  placed.rows = group.rows;
  m_rows += static_cast<std::uint64_t>(group.rows);
  for (ColumnChunk& chunk : group.columns) {
    const std::uint64_t offset = m_bytes;
    write(chunk.bytes);
    const std::uint64_t size = chunk.bytes.size();
    chunk.bytes = {};
    placed.columns.push_back({std::move(chunk), offset, size});
  }
  m_groups.push_back(std::move(placed));
}

std::optional<Error> ParquetFile::finish() {
  const std::string text = footer();
  write(text);
  std::string size;
  for (unsigned shift = 0; shift < 32; shift += 8) {
    size.push_back(static_cast<char>(text.size() >> shift));
  }
  write(size);
  write(fileMagic);
  return m_output->finish();
}

void ParquetFile::write(std::string_view bytes) {
  m_output->write(bytes);
  m_bytes += bytes.size();
}

std::string ParquetFile::footer() const {
  CompactWriter to;
  to.addI32(1, formatVersion);
  describeSchema(to);
  to.addI64(3, signedSize(m_rows));
  to.beginStructs(4, m_groups.size());
  for (std::size_t i = 0; i < m_groups.size(); ++i) {
    constexpr std::size_t maxOrdinal = std::numeric_limits<std::int16_t>::max();
    describeGroup(to, m_groups[i], static_cast<std::int16_t>(i <= maxOrdinal ? i : maxOrdinal));
  }
  to.beginStructs(5, m_schema.metadata.size());
  for (const auto& [key, value] : m_schema.metadata) {
    to.beginStruct();
    to.addBytes(1, key);
    to.addBytes(2, value);
    to.endStruct();
  }
  to.addBytes(6, "Kernline");
  to.beginStructs(7, m_schema.columns.size());  // ranges compare as the type says
  for (std::size_t i = 0; i < m_schema.columns.size(); ++i) {
    to.beginStruct();
    to.beginStruct(1);
    to.endStruct();
    to.endStruct();
  }
  return to.finish();
}

void ParquetFile::describeSchema(CompactWriter& to) const {
  to.beginStructs(2, m_schema.columns.size() + 1);
  to.beginStruct();
  to.addBytes(4, "kernline");
  to.addI32(5, static_cast<std::int32_t>(m_schema.columns.size()));
  to.endStruct();
  for (const ColumnSchema& column : m_schema.columns) {
    to.beginStruct();
    to.addI32(1, physicalType(column.type));
    to.addI32(3, optional);
    to.addBytes(4, column.name);
    if (column.type == sql::ColumnType::Text) {
      to.addI32(6, utf8);
      to.beginStruct(10);  // logical type: a union, of which STRING is the first
      to.beginStruct(1);
      to.endStruct();
      to.endStruct();
    }
    to.endStruct();
  }
}

void ParquetFile::describeGroup(CompactWriter& to, const PlacedGroup& group, std::int16_t number) const {
  std::uint64_t plainBytes = 0;
  std::uint64_t bytes = 0;
  to.beginStruct();
  to.beginStructs(1, group.columns.size());
  for (std::size_t i = 0; i < group.columns.size(); ++i) {
    describeColumn(to, group.columns[i], m_schema.columns[i]);
    plainBytes += group.columns[i].chunk.plainBytes;
    bytes += group.columns[i].size;
  }
  to.addI64(2, signedSize(plainBytes));
  to.addI64(3, group.rows);
  to.beginStructs(4, 1);  // sorting columns
  to.beginStruct();
  to.addI32(1, static_cast<std::int32_t>(m_schema.sortedBy));
  to.addBool(2, false);  // descending
  to.addBool(3, false);  // nulls first
  to.endStruct();
  to.addI64(5, signedSize(group.columns.front().offset));
  to.addI64(6, signedSize(bytes));
  to.addI16(7, number);
  to.endStruct();
}

void ParquetFile::describeColumn(CompactWriter& to, const PlacedColumn& column, const ColumnSchema& schema) const {
  const ColumnChunk& chunk = column.chunk;
  const std::uint64_t dataPage = column.offset + chunk.dataPage.value_or(0);
  to.beginStruct();
  to.addI64(2, 0);  // no second place of its description
  to.beginStruct(3);
  to.addI32(1, physicalType(schema.type));
  to.beginI32s(2, chunk.dataPage ? 3 : 2);
  to.addI32(static_cast<std::int32_t>(chunk.encoding));
  to.addI32(static_cast<std::int32_t>(Encoding::Runs));
  if (chunk.dataPage) {
    to.addI32(static_cast<std::int32_t>(Encoding::Plain));  // encoding of the dictionary
  }
  to.beginTexts(3, 1);
  to.addBytes(schema.name);
  to.addI32(4, static_cast<std::int32_t>(m_codec));
  to.addI64(5, chunk.values);
  to.addI64(6, signedSize(chunk.plainBytes));
  to.addI64(7, signedSize(column.size));
  to.addI64(9, signedSize(dataPage));
  if (chunk.dataPage) {
    to.addI64(11, signedSize(column.offset));
  }
  describeRange(to, chunk);
  to.endStruct();
  to.endStruct();
}

}  // namespace kernline::parquet
