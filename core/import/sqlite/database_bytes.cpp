// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/sqlite/database_bytes.h"

#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace kernline::sqlite {

namespace {

// sqlite.org/fileformat.html, 1.3
constexpr std::size_t headerBytes = 100;
constexpr std::size_t pageSizeAt = 16;
constexpr std::size_t writeVersionAt = 18;
constexpr std::size_t readVersionAt = 19;
constexpr std::size_t changeCounterAt = 24;
constexpr std::size_t pageCountAt = 28;
constexpr std::size_t validForAt = 92;
constexpr char journalVersion = 1;
constexpr char writeAheadVersion = 2;

std::uint32_t bigEndian(std::string_view bytes, std::size_t at, std::size_t length) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < length; ++i) {
    value = value << 8U | static_cast<unsigned char>(bytes[at + i]);
  }
  return value;
}

std::uint64_t pageSize(std::string_view header) {
  const std::uint32_t stored = bigEndian(header, pageSizeAt, 2);
  return stored == 1 ? std::uint64_t{1} << 16U : stored;
}

/// Returns the size by the header; 0 if SQLite would not trust the header.
std::uint64_t promisedBytes(std::string_view header) {
  const bool isValid =
      header.size() >= headerBytes && bigEndian(header, changeCounterAt, 4) == bigEndian(header, validForAt, 4);
  return isValid ? bigEndian(header, pageCountAt, 4) * pageSize(header) : 0;
}

bool isWriteAhead(std::string_view header) {
  return header.size() >= headerBytes &&
         (header[writeVersionAt] == writeAheadVersion || header[readVersionAt] == writeAheadVersion);
}

Error tooLarge(const Input& input, std::uint64_t maxBytes) {
  const Message path = input.path == "-" ? Message(Phrase::tr("standard input")) : Message::name(input.path);
  return {
      Error::Kind::OutOfMemory,
      Phrase::tr("%1: a database over %2 that is compressed, piped, truncated or in write-ahead mode does not fit into "
                 "memory. Save it as a plain file, or export it again if it is damaged")
          .with(path, formatBytes(static_cast<std::int64_t>(maxBytes)))};
}

Expected<std::string> decoded(const Input& input, std::uint64_t maxBytes) {
  std::string bytes;
  constexpr std::size_t step = std::size_t{4} << 20;
  while (true) {
    const std::size_t had = bytes.size();
    bytes.resize(had + step);
    const std::size_t got = input.stream->read({bytes.data() + had, step});
    bytes.resize(had + got);
    if (got == 0) {
      return bytes;
    }
    if (bytes.size() > maxBytes) {
      return std::unexpected(tooLarge(input, maxBytes));
    }
  }
}

}  // namespace

/// Makes a copy such that SQLite reads what there is: a size that is true, and no journal.
void DatabaseBytes::adopt(std::string bytes) {
  m_copy = std::move(bytes);
  const std::uint64_t promised = promisedBytes(m_copy);
  if (isWriteAhead(m_copy)) {
    m_copy[writeVersionAt] = m_copy[readVersionAt] = journalVersion;
  }
  if (promised > m_copy.size()) {
    m_missing = promised - m_copy.size();
    const std::uint64_t page = pageSize(m_copy);
    const std::uint64_t pages = m_copy.size() / page + (m_copy.size() % page == 0 ? 0 : 1);
    m_copy.resize(static_cast<std::size_t>(pages * page));
    for (std::size_t i = 0; i < 4; ++i) {
      m_copy[pageCountAt + i] = static_cast<char>(pages >> (24 - 8 * i) & 0xffU);
    }
  }
  m_view = m_copy;
}

Expected<std::shared_ptr<const DatabaseBytes>> DatabaseBytes::of(std::shared_ptr<const Input> input,
                                                                 std::uint64_t maxBytes) {
  std::shared_ptr<DatabaseBytes> bytes(new DatabaseBytes);
  if (input->stream != nullptr) {
    auto copy = decoded(*input, maxBytes);
    if (!copy) {
      return std::unexpected(std::move(copy.error()));
    }
    bytes->adopt(std::move(*copy));
    return bytes;
  }
  const std::string_view mapped = input->mapped;
  if (promisedBytes(mapped) > mapped.size() || isWriteAhead(mapped)) {
    if (mapped.size() > maxBytes) {
      return std::unexpected(tooLarge(*input, maxBytes));
    }
    bytes->adopt(std::string(mapped));
    return bytes;
  }
  bytes->m_view = mapped;
  bytes->m_input = std::move(input);
  return bytes;
}

std::shared_ptr<const DatabaseBytes> DatabaseBytes::of(std::string bytes) {
  std::shared_ptr<DatabaseBytes> held(new DatabaseBytes);
  held->adopt(std::move(bytes));
  return held;
}

void DatabaseBytes::release() const {
  if (m_input != nullptr) {
    m_input->release(0, m_view.size());
  }
}

}  // namespace kernline::sqlite
