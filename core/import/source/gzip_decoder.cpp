// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/gzip_decoder.h"

#include <fmt/format.h>
#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace kernline {

namespace {

constexpr std::size_t inputBytes = std::size_t{256} * 1024;
constexpr std::size_t outputLimit = std::size_t{1} << 30;  // ISA-L counts output in 32 bits

// RFC 1952, 2.3.1
constexpr unsigned char hasHeaderSum = 2;
constexpr unsigned char hasExtra = 4;
constexpr unsigned char hasName = 8;
constexpr unsigned char hasComment = 16;
constexpr unsigned char reservedFlags = 0xE0;

std::string_view failureText(int code) {
  switch (code) {
    case ISAL_INVALID_BLOCK:
      return "an invalid block";
    case ISAL_INVALID_SYMBOL:
      return "an invalid symbol";
    case ISAL_INVALID_LOOKBACK:
      return "a reference to text before its beginning";
    case ISAL_INCORRECT_CHECKSUM:
      return "a checksum that does not match its text";
    default:
      return "bytes that do not decode";
  }
}

}  // namespace

GzipDecoder::GzipDecoder(std::unique_ptr<TextStream> stored, std::uint64_t usual)
    : m_stored(std::move(stored)), m_state(std::make_unique<inflate_state>()), m_input(inputBytes), m_usual(usual) {
  isal_inflate_init(m_state.get());
}

GzipDecoder::GzipDecoder(std::unique_ptr<TextStream> stored, const Checkpoint& from)
    : GzipDecoder(std::move(stored), std::numeric_limits<std::uint64_t>::max()) {  // its output was read before
  m_inputEnd = from.stored;
  m_decoded = from.decoded;
  m_members = from.members;
  if (!from.state.empty()) {
    std::memcpy(static_cast<void*>(m_state.get()), from.state.data(), from.state.size());
    m_state->avail_in = 0;
    m_phase = Phase::InMember;
  }
}

GzipDecoder::~GzipDecoder() = default;

GzipDecoder::Checkpoint GzipDecoder::checkpoint() const {
  Checkpoint result{.decoded = m_decoded, .stored = storedBytes(), .members = m_members, .state = {}};
  if (m_phase == Phase::InMember) {
    // The history is the last field, and only its valid part matters.
    const auto history = static_cast<std::size_t>(std::max(m_state->tmp_out_valid, 0));
    const std::size_t length = std::min(offsetof(inflate_state, tmp_out_buffer) + history, sizeof(inflate_state));
    result.state.assign(reinterpret_cast<const char*>(m_state.get()), length);
  }
  return result;
}

std::uint64_t GzipDecoder::storedBytes() const {
  return m_inputEnd - m_state->avail_in;
}

std::optional<std::string> GzipDecoder::damage() const {
  const std::optional<std::string> deeper = m_stored->damage();
  return deeper ? deeper : m_damage;
}

std::size_t GzipDecoder::decode(std::span<char> into) {
  std::size_t done = 0;
  while (done < into.size() && m_phase != Phase::Ended) {
    if (m_phase == Phase::BetweenMembers && !beginMember()) {
      break;
    }
    done += inflateSome(into.subspan(done, std::min(into.size() - done, outputLimit)));
  }
  return done;
}

bool GzipDecoder::refill() {
  const std::size_t got = m_stored->read(std::span(reinterpret_cast<char*>(m_input.data()), m_input.size()));
  m_state->next_in = m_input.data();
  m_state->avail_in = static_cast<std::uint32_t>(got);
  m_inputEnd += got;
  return got > 0;
}

std::optional<unsigned char> GzipDecoder::nextByte() {
  if (m_state->avail_in == 0 && !refill()) {
    return std::nullopt;
  }
  --m_state->avail_in;
  return *m_state->next_in++;
}

bool GzipDecoder::skipBytes(std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (!nextByte()) {
      return false;
    }
  }
  return true;
}

bool GzipDecoder::skipText() {
  for (;;) {
    const auto byte = nextByte();
    if (!byte || *byte == 0) {
      return byte.has_value();
    }
  }
}

/// ISA-L loses the header's flags when a header is split between two inputs, so headers are read here.
bool GzipDecoder::skipHeader() {
  const auto method = nextByte();
  const auto flags = nextByte();
  if (!method || !flags || *method != 8 || (*flags & reservedFlags) != 0) {
    return false;
  }
  bool good = skipBytes(6);  // time, extra flags, system
  if (good && (*flags & hasExtra) != 0) {
    const auto low = nextByte();
    const auto high = nextByte();
    good = low && high && skipBytes(*low + std::size_t{*high} * 256);
  }
  if (good && (*flags & hasName) != 0) {
    good = skipText();
  }
  if (good && (*flags & hasComment) != 0) {
    good = skipText();
  }
  return good && ((*flags & hasHeaderSum) == 0 || skipBytes(2));
}

bool GzipDecoder::beginMember() {
  const std::uint64_t start = storedBytes();
  const auto first = nextByte();
  if (!first) {
    m_phase = Phase::Ended;
    return false;
  }
  if (*first != 0x1F || nextByte() != 0x8B) {
    endOfMembers(*first);
    return false;
  }
  if (!skipHeader()) {
    fail(fmt::format("the gzip header at stored byte {} is damaged", start));
    return false;
  }
  unsigned char* const next = m_state->next_in;
  const std::uint32_t available = m_state->avail_in;
  isal_inflate_reset(m_state.get());
  m_state->crc_flag = ISAL_GZIP_NO_HDR_VER;
  m_state->next_in = next;
  m_state->avail_in = available;
  ++m_members;
  m_phase = Phase::InMember;
  return true;
}

/// Zeros behind the last member are padding, which gzip ignores too; anything else is worth a word.
void GzipDecoder::endOfMembers(unsigned char first) {
  const std::uint64_t start = storedBytes() - 1;
  bool isPadding = first == 0;
  while (isPadding) {
    const auto byte = nextByte();
    if (!byte) {
      m_phase = Phase::Ended;
      return;
    }
    isPadding = *byte == 0;
  }
  fail(fmt::format("the bytes from stored byte {} on, behind the gzip data, are not gzip; skipped", start));
}

std::size_t GzipDecoder::inflateSome(std::span<char> into) {
  const bool hasInput = m_state->avail_in > 0 || refill();
  m_state->next_out = reinterpret_cast<unsigned char*>(into.data());
  m_state->avail_out = static_cast<std::uint32_t>(into.size());
  const int code = isal_inflate(m_state.get());
  const std::size_t made = into.size() - m_state->avail_out;
  m_decoded += made;
  if (code < 0) {
    fail(fmt::format("the gzip data is damaged near stored byte {}: {}", storedBytes(), failureText(code)));
  } else if (m_state->block_state == ISAL_BLOCK_FINISH) {
    m_phase = Phase::BetweenMembers;
  } else if (made == 0 && !hasInput) {
    fail(fmt::format("the gzip data ends early, at stored byte {}", storedBytes()));
  } else if (isBlownUp(m_decoded, m_stored->storedBytesRead(), m_usual)) {
    fail(blownUpText(m_decoded, m_stored->storedBytesRead()));
  }
  return made;
}

void GzipDecoder::fail(std::string what) {
  m_phase = Phase::Ended;
  m_damage = std::move(what);
}

}  // namespace kernline
