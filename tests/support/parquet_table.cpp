// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/parquet_table.h"

#include "core/import/source/archive_stream.h"
#include "core/import/source/container.h"
#include "core/import/source/peeked_stream.h"
#include "core/model/trace/cell.h"
#include "core/output/sql/cell_text.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

namespace kernline::test {

namespace {

/// Bytes from the front to the back; what would lie beyond the end is 0.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : m_bytes(bytes) {}

  std::uint8_t byte() {
    EXPECT_LT(m_at, m_bytes.size());
    return m_at < m_bytes.size() ? static_cast<std::uint8_t>(m_bytes[m_at++]) : 0;
  }
  std::uint64_t varint() {
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const std::uint8_t next = byte();
      number |= std::uint64_t{next & 0x7FU} << shift;
      if (next < 0x80) {
        break;
      }
    }
    return number;
  }
  std::int64_t zigzag() {
    const std::uint64_t number = varint();
    return static_cast<std::int64_t>(number >> 1U) ^ -static_cast<std::int64_t>(number & 1U);
  }
  std::string_view take(std::size_t size) {
    EXPECT_LE(size, m_bytes.size() - m_at);
    const std::string_view taken = m_bytes.substr(m_at, size);
    m_at += taken.size();
    return taken;
  }
  template <typename T>
  T fixed() {
    T value{};
    const std::string_view bytes = take(sizeof(T));
    std::memcpy(&value, bytes.data(), bytes.size());
    return value;
  }
  [[nodiscard]] std::size_t at() const { return m_at; }
  [[nodiscard]] bool isAtEnd() const { return m_at >= m_bytes.size(); }

 private:
  std::string_view m_bytes;
  std::size_t m_at = 0;
};

/// Any value of Thrift's compact protocol.
struct Thrift {
  std::int64_t number = 0;
  std::string bytes;
  std::map<int, Thrift> fields;
  std::vector<Thrift> elements;

  [[nodiscard]] const Thrift& operator[](int field) const {
    static const Thrift absent;
    const auto at = fields.find(field);
    return at == fields.end() ? absent : at->second;
  }
  [[nodiscard]] bool has(int field) const { return fields.contains(field); }
};

Thrift readValue(ByteReader& from, unsigned type, bool isElement) {
  Thrift value;
  switch (type) {
    case 1:
    case 2:
      value.number = isElement ? from.byte() == 1 : type == 1;
      break;
    case 4:
    case 5:
    case 6:
      value.number = from.zigzag();
      break;
    case 8:
      value.bytes = from.take(from.varint());
      break;
    case 9: {
      const std::uint8_t head = from.byte();
      const std::uint64_t count = head >> 4U == 15 ? from.varint() : head >> 4U;
      for (std::uint64_t i = 0; i < count && !from.isAtEnd(); ++i) {
        value.elements.push_back(readValue(from, head & 15U, true));
      }
      break;
    }
    case 12: {
      int field = 0;
      for (std::uint8_t head = from.byte(); head != 0; head = from.byte()) {
        field = head >> 4U == 0 ? static_cast<int>(from.zigzag()) : field + (head >> 4U);
        value.fields[field] = readValue(from, head & 15U, false);
      }
      break;
    }
    default:
      ADD_FAILURE() << "a type that Kernline does not write: " << type;
  }
  return value;
}

std::string unpacked(std::string_view page, std::int64_t codec, std::size_t size) {
  if (codec == 0) {
    return std::string(page);
  }
  EXPECT_EQ(codec, 6) << "zstd";
  EXPECT_GT(size, 0U) << "a page without anything";
  ArchiveStream stream(std::make_unique<MemoryStream>(page), nullptr, Container::Zstd);
  std::string text;
  EXPECT_TRUE(stream.nextMember());
  for (std::size_t got = 1; got > 0 && text.size() <= size;) {
    const std::size_t before = text.size();
    text.resize(before + size + 1);
    got = stream.read({text.data() + before, size + 1});
    text.resize(before + got);
  }
  EXPECT_FALSE(stream.damage());
  return text;
}

std::vector<std::uint32_t> readRuns(ByteReader& from, unsigned bits, std::size_t count) {
  std::vector<std::uint32_t> numbers;
  while (numbers.size() < count && !from.isAtEnd()) {
    const std::uint64_t head = from.varint();
    if ((head & 1U) == 0) {
      std::uint32_t value = 0;
      for (unsigned shift = 0; shift < bits; shift += 8) {
        value |= std::uint32_t{from.byte()} << shift;
      }
      numbers.insert(numbers.end(), head >> 1U, value);
      continue;
    }
    const std::string_view packed = from.take((head >> 1U) * bits);
    for (std::size_t i = 0; i < (head >> 1U) * 8; ++i) {
      std::uint32_t value = 0;
      for (std::size_t bit = 0; bit < bits; ++bit) {
        const std::size_t at = i * bits + bit;
        value |= (static_cast<std::uint32_t>(static_cast<std::uint8_t>(packed[at / 8])) >> (at % 8) & 1U) << bit;
      }
      numbers.push_back(value);
    }
  }
  EXPECT_GE(numbers.size(), count);
  numbers.resize(count);
  return numbers;
}

/// DELTA_BINARY_PACKED as Encodings.md has it, with blocks of any size.
std::vector<std::int64_t> readDeltas(ByteReader& from, std::size_t count) {
  const std::uint64_t blockSize = from.varint();
  const std::uint64_t partsOfBlock = from.varint();
  EXPECT_EQ(blockSize % 128, 0U);
  EXPECT_EQ(blockSize / partsOfBlock % 32, 0U);
  EXPECT_EQ(from.varint(), count);
  auto last = static_cast<std::uint64_t>(from.zigzag());
  std::vector<std::int64_t> numbers;
  if (count > 0) {
    numbers.push_back(static_cast<std::int64_t>(last));
  }
  while (numbers.size() < count && !from.isAtEnd()) {
    const auto least = static_cast<std::uint64_t>(from.zigzag());
    const std::string_view widths = from.take(partsOfBlock);
    for (std::size_t part = 0; part < partsOfBlock && numbers.size() < count; ++part) {
      const auto bits = static_cast<std::uint8_t>(widths[part]);
      const std::size_t values = blockSize / partsOfBlock;
      const std::string_view packed = from.take(values * bits / 8);
      for (std::size_t i = 0; i < values && numbers.size() < count; ++i) {
        std::uint64_t value = 0;
        for (std::size_t bit = 0; bit < bits; ++bit) {
          const std::size_t at = i * bits + bit;
          value |= std::uint64_t{static_cast<std::uint8_t>(packed[at / 8]) >> (at % 8) & 1U} << bit;
        }
        last += least + value;
        numbers.push_back(static_cast<std::int64_t>(last));
      }
    }
  }
  EXPECT_EQ(numbers.size(), count);
  return numbers;
}

constexpr std::int64_t realType = 5;
constexpr std::int64_t textType = 6;

std::string plainText(ByteReader& from, std::int64_t type) {
  if (type == textType) {
    return std::string(from.take(from.fixed<std::uint32_t>()));
  }
  return sql::toText(type == realType ? sql::Cell::real(from.fixed<double>())
                                      : sql::Cell::integer(from.fixed<std::int64_t>()));
}

class ColumnReader {
 public:
  ColumnReader(std::string_view file, const Thrift& description) : m_file(file), m_meta(description[3]) {}

  std::vector<std::string> read() {
    const bool hasDictionary = m_meta.has(11);
    m_at = static_cast<std::size_t>(m_meta[hasDictionary ? 11 : 9].number);
    const std::size_t first = m_at;
    std::vector<std::string> dictionary;
    if (hasDictionary) {
      const auto [header, page] = nextPage();
      EXPECT_EQ(header[1].number, 2) << "a dictionary page";
      ByteReader texts(page);
      for (std::int64_t i = 0; i < header[7][1].number; ++i) {
        dictionary.push_back(plainText(texts, textType));
      }
      EXPECT_TRUE(texts.isAtEnd());
      EXPECT_EQ(m_at, static_cast<std::size_t>(m_meta[9].number));
    }
    std::vector<std::string> cells = readData(dictionary);
    EXPECT_EQ(m_at - first, static_cast<std::size_t>(m_meta[7].number)) << "total_compressed_size";
    EXPECT_EQ(m_plainBytes, m_meta[6].number) << "total_uncompressed_size";
    return cells;
  }

  [[nodiscard]] ParquetChunk described() const {
    const Thrift& range = m_meta[12];
    ParquetChunk chunk{m_meta[5].number, range[3].number, range.has(5), {}, {}};
    EXPECT_EQ(range.has(5), range.has(6));
    if (chunk.hasRange) {
      chunk.least = asText(range[6].bytes);
      chunk.greatest = asText(range[5].bytes);
    }
    return chunk;
  }

 private:
  [[nodiscard]] std::string asText(const std::string& bytes) const {
    ByteReader from(bytes);
    return m_meta[1].number == textType ? bytes : plainText(from, m_meta[1].number);
  }

  std::pair<Thrift, std::string> nextPage() {
    ByteReader from(m_file.substr(m_at));
    Thrift header = readValue(from, 12, false);
    const std::size_t head = from.at();
    const std::string_view packed = from.take(static_cast<std::size_t>(header[3].number));
    const auto size = static_cast<std::size_t>(header[2].number);
    std::string page = unpacked(packed, m_meta[4].number, size);
    EXPECT_EQ(page.size(), size);
    m_at += from.at();
    m_plainBytes += static_cast<std::int64_t>(head + size);
    return {std::move(header), std::move(page)};
  }

  std::vector<std::string> readData(const std::vector<std::string>& dictionary) {
    const auto [header, page] = nextPage();
    EXPECT_EQ(header[1].number, 0) << "a data page";
    const Thrift& data = header[5];
    EXPECT_EQ(data[1].number, m_meta[5].number);
    const bool hasCodes = data[2].number == 8;
    const bool hasDeltas = data[2].number == 5;
    EXPECT_TRUE(hasCodes || hasDeltas || data[2].number == 0);
    const auto isNamed = [&](const Thrift& encoding) { return encoding.number == data[2].number; };
    EXPECT_TRUE(std::ranges::any_of(m_meta[2].elements, isNamed)) << "encodings";
    EXPECT_EQ(hasCodes, m_meta.has(11));
    ByteReader from(page);
    ByteReader levelBytes(from.take(from.fixed<std::uint32_t>()));
    const auto levels = readRuns(levelBytes, 1, static_cast<std::size_t>(data[1].number));
    EXPECT_TRUE(levelBytes.isAtEnd());
    const auto present = static_cast<std::size_t>(std::ranges::count(levels, 1U));
    std::vector<std::uint32_t> codes;
    if (hasCodes) {
      const unsigned bits = from.byte();
      codes = readRuns(from, bits, present);
    }
    const std::vector<std::int64_t> integers = hasDeltas ? readDeltas(from, present) : std::vector<std::int64_t>{};
    std::vector<std::string> cells;
    std::size_t next = 0;
    for (const std::uint32_t level : levels) {
      if (level == 0) {
        cells.emplace_back("NULL");
      } else if (hasCodes) {
        cells.push_back(dictionary.at(codes[next++]));
      } else if (hasDeltas) {
        cells.push_back(std::to_string(integers.at(next++)));
      } else {
        cells.push_back(plainText(from, m_meta[1].number));
      }
    }
    EXPECT_TRUE(from.isAtEnd());
    return cells;
  }

  std::string_view m_file;
  const Thrift& m_meta;
  std::size_t m_at = 0;
  std::int64_t m_plainBytes = 0;
};

void readGroup(std::string_view file, const Thrift& group, ParquetTable& table) {
  const std::size_t before = table.rows.size();
  const auto count = static_cast<std::size_t>(group[3].number);
  table.groups.push_back(group[3].number);
  table.sortedBy.push_back(table.columns.at(static_cast<std::size_t>(group[4].elements.at(0)[1].number)));
  table.rows.resize(before + count);
  std::vector<ParquetChunk>& chunks = table.chunks.emplace_back();
  EXPECT_EQ(group[1].elements.size(), table.columns.size());
  for (const Thrift& description : group[1].elements) {
    ColumnReader reader(file, description);
    const std::vector<std::string> cells = reader.read();
    EXPECT_EQ(cells.size(), count);
    for (std::size_t i = 0; i < std::min(count, cells.size()); ++i) {
      table.rows[before + i].push_back(cells[i]);
    }
    chunks.push_back(reader.described());
  }
}

}  // namespace

ParquetTable readParquet(const std::string& path) {
  ParquetTable table;
  const std::string file = readFile(path);
  constexpr std::size_t magic = 4;
  EXPECT_TRUE(file.starts_with("PAR1") && file.ends_with("PAR1")) << path;
  if (file.size() < 3 * magic) {
    return table;
  }
  const std::size_t sizeAt = file.size() - 2 * magic;
  const auto size = ByteReader(std::string_view(file).substr(sizeAt)).fixed<std::uint32_t>();
  ByteReader from(std::string_view(file).substr(sizeAt - size, size));
  const Thrift footer = readValue(from, 12, false);
  EXPECT_TRUE(from.isAtEnd());
  for (std::size_t i = 1; i < footer[2].elements.size(); ++i) {
    table.columns.push_back(footer[2].elements[i][4].bytes);
  }
  EXPECT_EQ(footer[2].elements.at(0)[5].number, static_cast<std::int64_t>(table.columns.size()));
  EXPECT_EQ(footer[7].elements.size(), table.columns.size()) << "column_orders";
  for (const Thrift& group : footer[4].elements) {
    readGroup(file, group, table);
  }
  EXPECT_EQ(footer[3].number, static_cast<std::int64_t>(table.rows.size()));
  for (const Thrift& pair : footer[5].elements) {
    table.metadata[pair[1].bytes] = pair[2].bytes;
  }
  return table;
}

}  // namespace kernline::test
