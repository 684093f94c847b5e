// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/parquet/column_values.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace kernline::parquet {

/// The compression of a file's pages, by Parquet's numbers.
enum class Codec : std::uint8_t { None = 0, Zstd = 6 };
/// The encoding of values in a page, by Parquet's numbers.
enum class Encoding : std::uint8_t { Plain = 0, Runs = 3, Deltas = 5, DictionaryRuns = 8 };

/// Compresses pages, one after the other.
class PagePacker {
 public:
  explicit PagePacker(Codec codec);
  PagePacker(const PagePacker&) = delete;
  PagePacker& operator=(const PagePacker&) = delete;
  ~PagePacker();

  [[nodiscard]] Codec codec() const { return m_codec; }
  /// `page` compressed, until the next one is. Throws std::bad_alloc.
  [[nodiscard]] std::string_view packed(std::string_view page);

 private:
  struct Context;
  Codec m_codec;
  std::unique_ptr<Context> m_context;
  std::string m_packed;
};

/// A column in a row group, as it is in the file, and its fields in the footer. Offsets count from its beginning.
struct ColumnChunk {
  std::string bytes;
  std::uint64_t plainBytes = 0;  ///< size without compression
  std::int64_t values = 0;
  std::int64_t nulls = 0;
  Encoding encoding = Encoding::Plain;  ///< encoding of the values
  /// Offset of the data page if a dictionary precedes it; nullopt if it comes first.
  std::optional<std::uint64_t> dataPage;
  std::optional<std::pair<std::string, std::string>> range;  ///< least and greatest value, plain; nullopt if not known
};

/// Texts are a page with the dictionary and one of codes; integers one of differences; other numbers, and texts that
/// are all NULL, one of plain values.
[[nodiscard]] ColumnChunk encodeColumn(const ColumnValues& values, PagePacker& packer);

}  // namespace kernline::parquet
