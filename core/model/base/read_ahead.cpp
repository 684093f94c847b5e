// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/read_ahead.h"

#include <algorithm>

namespace kernline {

namespace {

constexpr std::size_t minAhead = std::size_t{8} << 10;  // copying that costs about what a call of the system does
constexpr std::size_t maxAhead = std::size_t{64} << 10;

ReadAhead*& ofThisThread() {
  thread_local ReadAhead* ahead = nullptr;
  return ahead;
}

}  // namespace

ReadAhead::ReadAhead() : m_before(ofThisThread()) {
  ofThisThread() = this;
}

ReadAhead::~ReadAhead() {
  ofThisThread() = m_before;
}

ReadAhead* ReadAhead::current() {
  return ofThisThread();
}

std::string_view ReadAhead::read(const SourceText& text, std::uint64_t offset, std::size_t length) {
  const bool isSame = m_text == &text && offset >= m_begin;
  const std::uint64_t end = m_begin + m_read.size();
  if (!isSame || (offset + length > end && end < text.size()) || offset > end) {
    // Reads ahead twice the bytes that were requested from the last read, within limits. Far from the last read, reads
    // only the requested bytes.
    const bool isNear = isSame && offset <= end + maxAhead;
    m_read = text.read(offset, isNear ? std::max(length, std::clamp(2 * m_asked, minAhead, maxAhead)) : length);
    m_text = &text;
    m_begin = offset;
    m_asked = 0;
  }
  m_asked += length;
  return std::string_view(m_read).substr(offset - m_begin, length);
}

}  // namespace kernline
