// SPDX-License-Identifier: GPL-3.0-or-later
// This folder writes the tables of a trace as Parquet files, a folder per rank.
#pragma once

#include "core/model/base/error.h"
#include "core/output/file/output_file.h"
#include "core/output/parquet/column_chunk.h"
#include "core/output/parquet/compact_thrift.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::parquet {

/// First and last bytes of every Parquet file.
inline constexpr std::string_view fileMagic = "PAR1";

/// Returns the mark after the first of them in a table of an export, before any column; it identifies the table.
[[nodiscard]] std::string markOf(std::string_view table);

/// Schema of a file: columns, and rows that are sorted by one of them.
struct FileSchema {
  std::vector<ColumnSchema> columns;
  std::size_t sortedBy = 0;                                   ///< growing
  std::vector<std::pair<std::string, std::string>> metadata;  ///< keys and values, for readers of the footer
  std::string mark = {};                                      ///< see `markOf`
};

/// Some thousand rows, column by column.
struct RowGroup {
  std::int64_t rows = 0;
  std::vector<ColumnChunk> columns;
};

/// A Parquet file (apache/parquet-format, version 2 with pages of version 1): row groups, then a footer with the places
/// of all. Complete or not there.
class ParquetFile {
 public:
  [[nodiscard]] static Expected<std::unique_ptr<ParquetFile>> create(const std::string& path, FileSchema schema,
                                                                     Codec codec);

  /// Errors are reported by `finish`.
  void add(RowGroup group);
  [[nodiscard]] Codec codec() const { return m_codec; }
  [[nodiscard]] bool hasFailed() const { return m_output->hasFailed(); }
  [[nodiscard]] std::uint64_t rows() const { return m_rows; }
  [[nodiscard]] std::uint64_t bytes() const { return m_bytes; }
  [[nodiscard]] std::optional<Error> finish();

 private:
  /// A row group that is written: its columns without their bytes.
  struct PlacedColumn {
    ColumnChunk chunk;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
  };
  struct PlacedGroup {
    std::int64_t rows = 0;
    std::vector<PlacedColumn> columns;
  };
  ParquetFile(std::unique_ptr<OutputFile> output, FileSchema schema, Codec codec);
  void write(std::string_view bytes);
  [[nodiscard]] std::string footer() const;
  void describeSchema(CompactWriter& to) const;
  void describeGroup(CompactWriter& to, const PlacedGroup& group, std::int16_t number) const;
  void describeColumn(CompactWriter& to, const PlacedColumn& column, const ColumnSchema& schema) const;

  std::unique_ptr<OutputFile> m_output;
  FileSchema m_schema;
  Codec m_codec;
  std::vector<PlacedGroup> m_groups;
  std::uint64_t m_rows = 0;
  std::uint64_t m_bytes = 0;
};

}  // namespace kernline::parquet
