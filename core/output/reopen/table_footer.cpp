// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/reopen/table_footer.h"

#include "core/output/parquet/parquet_file.h"
#include "core/output/reopen/compact_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace kernline::parquet {

namespace {

using Type = CompactReader::Type;

// Numbers of parquet.thrift of apache/parquet-format.
constexpr std::int64_t realType = 5;
constexpr std::int64_t textType = 6;

constexpr std::int64_t maxGroupRows = std::int64_t{1} << 20;
// Equal rows take hardly any bytes, but each row group has heads of pages, and its entries in the footer.
constexpr std::uint64_t maxRowsOfByte = 256;

class FooterReader {
 public:
  explicit FooterReader(std::string_view bytes) : m_from(bytes) {}

  std::optional<TableFooter> read(std::uint64_t fileBytes) {
    m_from.readStruct([&](int field, Type type) {
      switch (field) {
        case 2:
          m_from.list(type, [&](Type element) { readColumn(element); });
          break;
        case 4:
          m_from.list(type, [&](Type element) { readGroup(element); });
          break;
        case 5:
          m_from.list(type, [&](Type element) { readFact(element); });
          break;
        default:
          m_from.skip(type);
      }
    });
    return m_from.hasFailed() || !isSound(fileBytes) ? std::nullopt : std::optional(std::move(m_footer));
  }

 private:
  /// The first is the table itself, which has no type.
  void readColumn(Type element) {
    ColumnSchema column;
    bool hasType = false;
    m_from.structure(element, [&](int field, Type type) {
      if (field == 1) {
        const std::int64_t physical = m_from.integer(type);
        column.type = physical == textType   ? sql::ColumnType::Text
                      : physical == realType ? sql::ColumnType::Real
                                             : sql::ColumnType::Integer;
        hasType = true;
      } else if (field == 4) {
        column.name = m_from.bytes(type);
      } else {
        m_from.skip(type);
      }
    });
    if (hasType) {
      m_footer.columns.push_back(std::move(column));
    }
  }

  void readGroup(Type element) {
    PlacedRows group;
    std::int64_t rows = -1;
    m_from.structure(element, [&](int field, Type type) {
      if (field == 1) {
        m_from.list(type, [&](Type chunk) { group.columns.push_back(readChunk(chunk)); });
      } else if (field == 3) {
        rows = m_from.integer(type);
      } else {
        m_from.skip(type);
      }
    });
    m_isSound = m_isSound && rows >= 0 && rows <= maxGroupRows;
    group.rows = static_cast<std::size_t>(std::clamp<std::int64_t>(rows, 0, maxGroupRows));
    group.firstRow = m_footer.rows;
    m_footer.rows += group.rows;
    m_footer.groups.push_back(std::move(group));
  }

  PlacedChunk readChunk(Type element) {
    PlacedChunk chunk;
    m_from.structure(element, [&](int field, Type type) {
      if (field == 3) {
        m_from.structure(type, [&](int inner, Type innerType) { readChunkField(chunk, inner, innerType); });
      } else {
        m_from.skip(type);
      }
    });
    return chunk;
  }

  void readChunkField(PlacedChunk& chunk, int field, Type type) {
    if (field == 4) {
      chunk.codec = m_from.integer(type);
    } else if (field == 7) {
      chunk.size = static_cast<std::uint64_t>(m_from.integer(type));
    } else if (field == 11) {
      chunk.begin = static_cast<std::uint64_t>(m_from.integer(type));
      chunk.hasDictionary = true;
    } else if (field == 9) {
      const auto dataPage = static_cast<std::uint64_t>(m_from.integer(type));
      chunk.begin = chunk.hasDictionary ? chunk.begin : dataPage;
    } else if (field == 12) {
      readStatistics(chunk, type);
    } else {
      m_from.skip(type);
    }
  }

  /// Texts and reals have some, too; whoever asks for integers asks of a column of them.
  void readStatistics(PlacedChunk& chunk, Type type) {
    std::optional<std::int64_t> least;
    std::optional<std::int64_t> greatest;
    m_from.structure(type, [&](int field, Type inner) {
      if (field == 5 || field == 6) {
        const std::string_view bytes = m_from.bytes(inner);
        std::int64_t value = 0;
        if (bytes.size() == sizeof(value)) {
          std::memcpy(&value, bytes.data(), sizeof(value));
          (field == 5 ? greatest : least) = value;
        }
      } else {
        m_from.skip(inner);
      }
    });
    if (least && greatest && *least <= *greatest) {
      chunk.integers.emplace(*least, *greatest);
    }
  }

  void readFact(Type element) {
    std::string key;
    std::string value;
    m_from.structure(element, [&](int field, Type type) {
      if (field == 1 || field == 2) {
        (field == 1 ? key : value) = m_from.bytes(type);
      } else {
        m_from.skip(type);
      }
    });
    m_footer.metadata.insert_or_assign(std::move(key), std::move(value));
  }

  [[nodiscard]] bool isSound(std::uint64_t fileBytes) const {
    const auto isPlaced = [&](const PlacedChunk& chunk) {
      return chunk.begin <= fileBytes && chunk.size <= fileBytes - chunk.begin;
    };
    return m_isSound && m_footer.rows / maxRowsOfByte <= fileBytes &&
           std::ranges::all_of(m_footer.groups, [&](const PlacedRows& group) {
             return group.columns.size() == m_footer.columns.size() && std::ranges::all_of(group.columns, isPlaced);
           });
  }

  CompactReader m_from;
  TableFooter m_footer;
  bool m_isSound = true;
};

}  // namespace

std::optional<std::size_t> TableFooter::columnOf(std::string_view name, sql::ColumnType type) const {
  const auto at = std::ranges::find(columns, name, &ColumnSchema::name);
  return at != columns.end() && at->type == type ? std::optional(static_cast<std::size_t>(at - columns.begin()))
                                                 : std::nullopt;
}

std::string_view TableFooter::fact(std::string_view key) const {
  const auto at = metadata.find(key);
  return at == metadata.end() ? std::string_view{} : std::string_view{at->second};
}

std::optional<TableFooter> readFooter(std::string_view file) {
  std::uint32_t size = 0;
  constexpr std::size_t tail = sizeof(size) + fileMagic.size();
  if (file.size() < fileMagic.size() + tail || !file.starts_with(fileMagic) || !file.ends_with(fileMagic)) {
    return std::nullopt;
  }
  std::memcpy(&size, file.data() + file.size() - tail, sizeof(size));
  if (size > file.size() - fileMagic.size() - tail) {
    return std::nullopt;
  }
  return FooterReader(file.substr(file.size() - tail - size, size)).read(file.size());
}

}  // namespace kernline::parquet
