// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/records/whole_text.h"

#include <cstddef>
#include <vector>

namespace kernline::records {

namespace {

constexpr std::uint64_t maxKeptBytes = std::uint64_t{512} << 20;

}  // namespace

WholeText::WholeText(const Input& input) : m_isMapped(input.stream == nullptr) {
  if (m_isMapped) {
    m_mapped = input.mapped;
    m_offset = input.mappedOffset;
    return;
  }
  // A reader before this one may have read the stream to its end: its text was cached.
  std::vector<char> piece(std::size_t{1} << 16);
  while (input.stream->read(piece) > 0 && input.text->size() <= maxKeptBytes) {
  }
  m_damage = input.stream->damage();
  m_isTooLong = input.text->size() > maxKeptBytes;
  if (!m_isTooLong) {
    m_kept = input.text->read(0, static_cast<std::size_t>(input.text->size()));
  }
}

}  // namespace kernline::records
