// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/parquet/column_chunk.h"

#include "core/output/parquet/compact_thrift.h"
#include "core/output/parquet/delta_encoding.h"
#include "core/output/parquet/page_sum.h"
#include "core/output/parquet/run_encoding.h"

#include <zstd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>

namespace kernline::parquet {

namespace {

// Numbers of parquet.thrift of apache/parquet-format.
enum class PageType : std::int32_t { Data = 0, Dictionary = 2 };

template <typename T>
std::string_view bytesOf(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof(value)};  // little-endian, as the file's
}

template <typename T>
std::string_view bytesOf(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

void appendPrefixed(std::string& page, std::string_view bytes) {
  page += bytesOf(static_cast<std::uint32_t>(bytes.size()));
  page += bytes;
}

/// A page with its header, which says how long it is before and after compression.
template <typename Describe>
void appendPage(ColumnChunk& chunk, PagePacker& packer, PageType type, std::string_view page,
                const Describe& describe) {
  const std::string_view packed = packer.packed(page);
  CompactWriter header;
  header.addI32(1, static_cast<std::int32_t>(type));
  header.addI32(2, static_cast<std::int32_t>(page.size()));
  header.addI32(3, static_cast<std::int32_t>(packed.size()));
  header.addI32(4, pageSum(packed));
  describe(header);
  const std::string head = header.finish();
  chunk.bytes += head;
  chunk.bytes += packed;
  chunk.plainBytes += head.size() + page.size();
}

void appendDictionary(ColumnChunk& chunk, PagePacker& packer, const std::vector<std::string_view>& texts) {
  std::string page;
  for (const std::string_view text : texts) {
    appendPrefixed(page, text);
  }
  appendPage(chunk, packer, PageType::Dictionary, page, [&](CompactWriter& header) {
    header.beginStruct(7);  // dictionary_page_header
    header.addI32(1, static_cast<std::int32_t>(texts.size()));
    header.addI32(2, static_cast<std::int32_t>(Encoding::Plain));
    header.endStruct();
  });
}

void appendLevels(std::string& page, const ColumnValues& values) {
  std::string levels;
  if (values.nullCount() > 0) {
    appendRuns(levels, values.levels(), 1);
  } else if (values.count() > 0) {
    appendRun(levels, values.count(), 1, 1);
  }
  appendPrefixed(page, levels);
}

void appendData(ColumnChunk& chunk, PagePacker& packer, const ColumnValues& values) {
  std::string page;
  appendLevels(page, values);
  if (!values.texts().empty()) {
    const unsigned bits = std::max(1U, bitWidth(static_cast<std::uint32_t>(values.texts().size() - 1)));
    page.push_back(static_cast<char>(bits));
    appendRuns(page, values.codes(), bits);
    chunk.encoding = Encoding::DictionaryRuns;
  } else if (values.type() == sql::ColumnType::Integer) {
    appendDeltas(page, values.integers());
    chunk.encoding = Encoding::Deltas;
  } else {
    page += bytesOf(values.reals());
  }
  appendPage(chunk, packer, PageType::Data, page, [&](CompactWriter& header) {
    header.beginStruct(5);  // data_page_header
    header.addI32(1, static_cast<std::int32_t>(values.count()));
    header.addI32(2, static_cast<std::int32_t>(chunk.encoding));
    header.addI32(3, static_cast<std::int32_t>(Encoding::Runs));
    header.addI32(4, static_cast<std::int32_t>(Encoding::Runs));
    header.endStruct();
  });
}

using ValueRange = std::optional<std::pair<std::string, std::string>>;

/// Texts compare by their bytes. Long ones would make the footer larger than they are worth.
ValueRange rangeOfTexts(const std::vector<std::string_view>& texts) {
  constexpr std::size_t maxLength = 256;
  if (texts.empty()) {
    return std::nullopt;
  }
  const auto [least, greatest] = std::ranges::minmax_element(texts);
  if (least->size() > maxLength || greatest->size() > maxLength) {
    return std::nullopt;
  }
  return std::pair{std::string(*least), std::string(*greatest)};
}

/// parquet.thrift: no range where a value is NaN, and zeros take either sign.
ValueRange rangeOfReals(std::span<const double> values) {
  if (values.empty() || std::ranges::any_of(values, [](double value) { return std::isnan(value); })) {
    return std::nullopt;
  }
  auto [least, greatest] = std::ranges::minmax(values);
  least = least == 0 ? -0.0 : least;
  greatest = greatest == 0 ? 0.0 : greatest;
  return std::pair{std::string(bytesOf(least)), std::string(bytesOf(greatest))};
}

ValueRange rangeOfIntegers(std::span<const std::int64_t> values) {
  if (values.empty()) {
    return std::nullopt;
  }
  std::int64_t least = values.front();
  std::int64_t greatest = least;
  for (const std::int64_t value : values) {  // vectorizes, unlike std::ranges::minmax
    least = std::min(least, value);
    greatest = std::max(greatest, value);
  }
  return std::pair{std::string(bytesOf(least)), std::string(bytesOf(greatest))};
}

ValueRange rangeOf(const ColumnValues& values) {
  switch (values.type()) {
    case sql::ColumnType::Text:
      return rangeOfTexts(values.texts());
    case sql::ColumnType::Real:
      return rangeOfReals(values.reals());
    default:
      return rangeOfIntegers(values.integers());
  }
}

}  // namespace

struct PagePacker::Context {
  struct Free {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };
  std::unique_ptr<ZSTD_CCtx, Free> zstd{ZSTD_createCCtx()};
};

PagePacker::PagePacker(Codec codec) : m_codec(codec) {
  if (codec == Codec::Zstd) {
    m_context = std::make_unique<Context>();
  }
}

PagePacker::~PagePacker() = default;

std::string_view PagePacker::packed(std::string_view page) {
  if (m_codec == Codec::None) {
    return page;
  }
  constexpr int level = 1;  // the quickest: numbers that grow gain little from others
  m_packed.resize(std::max(m_packed.size(), ZSTD_compressBound(page.size())));
  const std::size_t size =
      m_context->zstd == nullptr
          ? std::numeric_limits<std::size_t>::max()
          : ZSTD_compressCCtx(m_context->zstd.get(), m_packed.data(), m_packed.size(), page.data(), page.size(), level);
  if (ZSTD_isError(size) != 0) {
    throw std::bad_alloc{};  // the buffer has room for the worst case, so only memory can fail
  }
  return std::string_view(m_packed).substr(0, size);
}

ColumnChunk encodeColumn(const ColumnValues& values, PagePacker& packer) {
  ColumnChunk chunk;
  chunk.values = static_cast<std::int64_t>(values.count());
  chunk.nulls = static_cast<std::int64_t>(values.nullCount());
  chunk.range = rangeOf(values);
  if (!values.texts().empty()) {
    appendDictionary(chunk, packer, values.texts());
    chunk.dataPage = chunk.bytes.size();
  }
  appendData(chunk, packer, values);
  return chunk;
}

}  // namespace kernline::parquet
