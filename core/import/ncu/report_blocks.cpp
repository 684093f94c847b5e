// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ncu/report_blocks.h"

#include "core/import/ncu/wire.h"
#include "core/import/protobuf/message_walk.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace kernline::ncu {

namespace {

/// Bytes with a length of four before them.
class LengthReader {
 public:
  explicit LengthReader(std::string_view bytes) : m_bytes(bytes) {}

  [[nodiscard]] bool isAtEnd() const { return m_bytes.empty(); }

  [[nodiscard]] std::optional<std::string_view> next() {
    constexpr std::size_t lengthBytes = 4;
    if (m_bytes.size() < lengthBytes) {
      return std::nullopt;
    }
    std::uint32_t length = 0;
    for (std::size_t i = lengthBytes; i-- > 0;) {
      length = length << 8U | static_cast<unsigned char>(m_bytes[i]);
    }
    m_bytes.remove_prefix(lengthBytes);
    return take(length);
  }

  /// Returns the next `length` bytes; nullopt if there are fewer.
  [[nodiscard]] std::optional<std::string_view> take(std::uint64_t length) {
    if (length > m_bytes.size()) {
      return std::nullopt;
    }
    const std::string_view taken = m_bytes.substr(0, static_cast<std::size_t>(length));
    m_bytes.remove_prefix(taken.size());
    return taken;
  }

  [[nodiscard]] std::string_view rest() const { return m_bytes; }

 private:
  std::string_view m_bytes;
};

struct BlockHeader {
  std::uint64_t sources = 0;
  std::uint64_t results = 0;
  std::uint64_t payloadBytes = 0;
  std::string_view session;
  std::string_view strings;
};

/// Reads the header; nullopt if the bytes are no such message: then the start of the next block is unknown.
std::optional<BlockHeader> headerOf(std::string_view bytes) {
  BlockHeader header;
  const bool isWhole = protobuf::eachField(bytes, [&](const protobuf::MessageWalk& field) {
    switch (field.field()) {
      case block_header::numSources:
        header.sources = field.whole();
        break;
      case block_header::numResults:
        header.results = field.whole();
        break;
      case block_header::sessionDetails:
        header.session = field.bytes();
        break;
      case block_header::stringTable:
        header.strings = field.bytes();
        break;
      case block_header::payloadSize:
        header.payloadBytes = field.whole();
        break;
      default:
        break;
    }
  });
  return isWhole ? std::optional(header) : std::nullopt;
}

class BlockReader {
 public:
  explicit BlockReader(ReportParts& parts) : m_parts(parts) {}

  void takeHeader(const BlockHeader& header) {
    if (!header.session.empty() && hasRoom(m_parts.sessions.size())) {
      m_parts.sessions.push_back(header.session);
    }
    if (!header.strings.empty()) {
      addStrings(header.strings);
    }
  }

  void takePayload(const BlockHeader& header, LengthReader payload) {
    for (std::uint64_t number = 0; !payload.isAtEnd(); ++number) {
      const auto message = payload.next();
      if (!message) {
        ++m_parts.damagedBlocks;
        return;
      }
      if (number < header.sources) {
        if (hasRoom(m_parts.sources.size())) {
          m_parts.sources.push_back(*message);
        }
      } else if (number - header.sources < header.results) {
        if (hasRoom(m_parts.launches.size())) {
          m_parts.launches.push_back({.bytes = *message, .stringTable = m_parts.stringTables.size()});
        }
      } else {
        ++m_parts.ranges;
      }
    }
  }

 private:
  [[nodiscard]] bool hasRoom(std::size_t held) {
    if (held < maxReportParts) {
      return true;
    }
    ++m_parts.leftOut;
    return false;
  }

  void addStrings(std::string_view bytes) {
    std::vector<std::string_view> strings;
    const bool isWhole = protobuf::eachField(bytes, [&](const protobuf::MessageWalk& field) {
      if (field.field() != 1 || !field.isBytes()) {
        return;
      }
      if (m_strings < maxReportStrings) {
        strings.push_back(field.bytes());
        ++m_strings;
      } else {
        ++m_parts.leftOut;
      }
    });
    m_parts.damagedBlocks += isWhole ? 0 : 1;
    m_parts.stringTables.push_back(std::move(strings));
  }

  ReportParts& m_parts;
  std::size_t m_strings = 0;
};

}  // namespace

ReportParts cutReport(std::string_view report) {
  ReportParts parts;
  LengthReader rest(report.substr(std::min(report.size(), reportMark.size())));
  BlockReader blocks(parts);
  if (!rest.next()) {
    parts.isCut = true;
    return parts;
  }
  while (!rest.isAtEnd()) {
    const auto bytes = rest.next();
    if (!bytes) {
      parts.isCut = true;
      break;
    }
    const auto header = headerOf(*bytes);
    if (!header) {
      ++parts.damagedBlocks;
      break;
    }
    blocks.takeHeader(*header);
    const auto payload = rest.take(header->payloadBytes);
    blocks.takePayload(*header, LengthReader(payload.value_or(rest.rest())));
    if (!payload) {
      parts.isCut = true;
      break;
    }
  }
  return parts;
}

}  // namespace kernline::ncu
