// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/whole_text.h"

#include "core/model/format/quantity.h"

#include <cstdint>

namespace kernline {

Expected<WholeText> WholeText::of(Input& input, std::size_t maxBytes) {
  WholeText text;
  if (input.stream == nullptr) {
    text.m_isMapped = true;
    text.m_mapped = input.mapped;
    return text;
  }
  constexpr std::size_t step = std::size_t{1} << 20;
  while (true) {
    const std::size_t had = text.m_copy.size();
    text.m_copy.resize(had + step);
    const std::size_t got = input.stream->read({text.m_copy.data() + had, step});
    text.m_copy.resize(had + got);
    if (got == 0) {
      text.m_damage = input.stream->damage();
      return text;
    }
    if (text.m_copy.size() > maxBytes) {
      return std::unexpected(
          Error{Error::Kind::OutOfMemory, Phrase::tr("%1: more than %2 once decompressed; decompress the file first")
                                              .with(input.path, formatBytes(static_cast<std::int64_t>(maxBytes)))});
    }
  }
}

}  // namespace kernline
