// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/reopen/chunk_reader.h"

#include "core/output/parquet/column_chunk.h"
#include "core/output/parquet/page_sum.h"
#include "core/output/reopen/compact_reader.h"
#include "core/output/reopen/delta_decoding.h"
#include "core/output/reopen/run_decoding.h"

#include <zstd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

namespace kernline::parquet {

namespace {

// Numbers of parquet.thrift of apache/parquet-format.
constexpr std::int64_t dataPage = 0;
constexpr std::int64_t dictionaryPage = 2;
constexpr std::int64_t plainEncoding = 0;
constexpr std::int64_t deltaEncoding = 5;
constexpr std::int64_t codeEncoding = 8;

constexpr std::int64_t maxPageBytes = std::int64_t{1} << 30;

/// Returns the bytes behind a length of four bytes; nullopt if some are missing.
std::optional<std::string_view> takePrefixed(std::string_view& bytes) {
  std::uint32_t size = 0;
  if (bytes.size() < sizeof(size)) {
    return std::nullopt;
  }
  std::memcpy(&size, bytes.data(), sizeof(size));
  if (size > bytes.size() - sizeof(size)) {
    return std::nullopt;
  }
  const std::string_view taken = bytes.substr(sizeof(size), size);
  bytes.remove_prefix(sizeof(size) + size);
  return taken;
}

/// Plain values, where they are there.
template <typename Number>
bool spread(std::string_view bytes, const std::vector<bool>& areThere, std::size_t rows, std::vector<Number>& to) {
  to.resize(rows);
  if (areThere.empty()) {
    if (bytes.size() != rows * sizeof(Number)) {
      return false;
    }
    std::memcpy(to.data(), bytes.data(), bytes.size());
    return true;
  }
  for (std::size_t row = 0; row < rows; ++row) {
    if (areThere[row]) {
      if (bytes.size() < sizeof(Number)) {
        return false;
      }
      std::memcpy(&to[row], bytes.data(), sizeof(Number));
      bytes.remove_prefix(sizeof(Number));
    }
  }
  return bytes.empty();
}

}  // namespace

struct ChunkReader::Page {
  std::int64_t type = -1;
  std::int64_t values = -1;
  std::int64_t encoding = -1;
  std::string_view bytes;  // unpacked
};

struct ChunkReader::Context {
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  std::unique_ptr<ZSTD_DCtx, Free> zstd{ZSTD_createDCtx()};
};

ChunkReader::ChunkReader() : m_context(std::make_unique<Context>()) {}
ChunkReader::~ChunkReader() = default;

ReadColumn ChunkReader::read(std::string_view file, const TableFooter& footer, std::size_t group, std::size_t column) {
  const PlacedChunk& chunk = footer.groups[group].columns[column];
  std::string_view bytes = file.substr(chunk.begin, chunk.size);
  ReadColumn read;
  read.isGood = (!chunk.hasDictionary || readDictionary(bytes, chunk, read)) &&
                readData(bytes, chunk, footer.groups[group].rows, footer.columns[column].type, read);
  return read.isGood ? std::move(read) : ReadColumn{};
}

ReadColumn ChunkReader::readTexts(std::string_view file, const TableFooter& footer, std::size_t group,
                                  std::size_t column) {
  const PlacedChunk& chunk = footer.groups[group].columns[column];
  std::string_view bytes = file.substr(chunk.begin, chunk.size);
  ReadColumn read;
  read.isGood = !chunk.hasDictionary || readDictionary(bytes, chunk, read);
  return read.isGood ? std::move(read) : ReadColumn{};
}

bool ChunkReader::nextPage(std::string_view& bytes, std::int64_t codec, Page& page) {
  std::int64_t size = -1;
  std::int64_t packedSize = -1;
  std::optional<std::int64_t> sum;  // older versions wrote none
  CompactReader header(bytes);
  using Type = CompactReader::Type;
  header.readStruct([&](int field, Type type) {
    if (field >= 1 && field <= 3) {
      (field == 1 ? page.type : field == 2 ? size : packedSize) = header.integer(type);
    } else if (field == 4) {
      sum = header.integer(type);
    } else if (field == 5 || field == 7) {
      header.structure(type, [&](int inner, Type innerType) {
        if (inner == 1 || inner == 2) {
          (inner == 1 ? page.values : page.encoding) = header.integer(innerType);
        } else {
          header.skip(innerType);
        }
      });
    } else {
      header.skip(type);
    }
  });
  const bool isSound = !header.hasFailed() && size >= 0 && size <= maxPageBytes && packedSize >= 0 &&
                       std::cmp_less_equal(packedSize, bytes.size() - header.at());
  if (!isSound) {
    return false;
  }
  const std::string_view packed = bytes.substr(header.at(), static_cast<std::size_t>(packedSize));
  bytes.remove_prefix(header.at() + packed.size());
  if (sum && *sum != pageSum(packed)) {
    return false;
  }
  if (codec == static_cast<std::int64_t>(Codec::None)) {
    page.bytes = packed;
    return std::cmp_equal(packed.size(), size);
  }
  const bool isZstd = codec == static_cast<std::int64_t>(Codec::Zstd) && m_context->zstd != nullptr;
  if (!isZstd || std::cmp_not_equal(ZSTD_getFrameContentSize(packed.data(), packed.size()), size)) {
    return false;
  }
  m_page.resize(static_cast<std::size_t>(size));
  const std::size_t got =
      ZSTD_decompressDCtx(m_context->zstd.get(), m_page.data(), m_page.size(), packed.data(), packed.size());
  page.bytes = m_page;
  return got == m_page.size();  // an error is more than any size
}

bool ChunkReader::readDictionary(std::string_view& bytes, const PlacedChunk& chunk, ReadColumn& column) {
  Page page;
  if (!nextPage(bytes, chunk.codec, page) || page.type != dictionaryPage || page.encoding != plainEncoding) {
    return false;
  }
  column.dictionary.assign(page.bytes.begin(), page.bytes.end());
  for (std::string_view left(column.dictionary.data(), column.dictionary.size()); !left.empty();) {
    const auto text = takePrefixed(left);
    if (!text) {
      return false;
    }
    column.texts.push_back(*text);
  }
  return std::cmp_equal(column.texts.size(), page.values);
}

bool ChunkReader::readData(std::string_view bytes, const PlacedChunk& chunk, std::size_t rows, sql::ColumnType type,
                           ReadColumn& column) {
  Page page;
  if (!nextPage(bytes, chunk.codec, page) || page.type != dataPage || std::cmp_not_equal(page.values, rows)) {
    return false;
  }
  const auto levels = takePrefixed(page.bytes);
  m_levels.resize(rows);
  if (!levels || !decodeRuns(*levels, 1, m_levels)) {
    return false;
  }
  const auto present = static_cast<std::size_t>(std::ranges::count(m_levels, 1U));
  if (present < rows) {
    column.areThere.resize(rows);
    for (std::size_t row = 0; row < rows; ++row) {
      column.areThere[row] = m_levels[row] == 1;
    }
  }
  if (type != sql::ColumnType::Text) {
    return readNumbers(page, rows, present, type, column);
  }
  column.codes.assign(rows, ReadColumn::noText);
  if (present == 0) {
    return true;
  }
  if (page.encoding != codeEncoding || page.bytes.empty()) {
    return false;
  }
  m_levels.resize(present);
  const auto bits = static_cast<unsigned char>(page.bytes.front());
  if (!decodeRuns(page.bytes.substr(1), bits, m_levels) ||
      std::ranges::any_of(m_levels, [&](std::uint32_t code) { return code >= column.texts.size(); })) {
    return false;
  }
  std::size_t next = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    if (column.isThere(row)) {
      column.codes[row] = m_levels[next++];
    }
  }
  return true;
}

bool ChunkReader::readNumbers(const Page& page, std::size_t rows, std::size_t present, sql::ColumnType type,
                              ReadColumn& column) {
  if (page.encoding == deltaEncoding && type == sql::ColumnType::Integer) {
    column.integers.resize(rows);
    const std::span<std::int64_t> integers(column.integers);
    if (!decodeDeltas(page.bytes, integers.first(present))) {
      return false;
    }
    // Goes backwards, so that no value is overwritten too early.
    for (std::size_t row = rows; present < rows && row-- > 0;) {
      integers[row] = column.areThere[row] ? integers[--present] : 0;
    }
    return true;
  }
  return page.encoding == plainEncoding &&
         (type == sql::ColumnType::Real ? spread(page.bytes, column.areThere, rows, column.reals)
                                        : spread(page.bytes, column.areThere, rows, column.integers));
}

}  // namespace kernline::parquet
