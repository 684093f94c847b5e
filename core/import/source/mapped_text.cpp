// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/mapped_text.h"

#include "core/import/source/mapping_guard.h"

#include <fmt/format.h>

#include <sys/mman.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>
#include <utility>

namespace kernline {

Expected<std::shared_ptr<const MappedText>> MappedText::map(std::shared_ptr<const StoredFile> file,
                                                            const std::string& name) {
  const std::size_t length = file->size();
  void* const begin = mmap(nullptr, length, PROT_READ, MAP_PRIVATE | MAP_NORESERVE, file->descriptor(), 0);
  if (begin == MAP_FAILED) {
    return std::unexpected(Error{Error::Kind::Unreadable,
                                 Phrase::tr("cannot map %1 into memory: %2").with(name, Message::systemError(errno))});
  }
  madvise(begin, length, MADV_SEQUENTIAL);
  return std::make_shared<const MappedText>(std::move(file), std::string_view(static_cast<const char*>(begin), length));
}

MappedText::MappedText(std::shared_ptr<const StoredFile> file, std::string_view mapping)
    : m_file(std::move(file)), m_mapping(mapping) {
  guardMapping(m_mapping);
}

MappedText::~MappedText() {
  releaseGuard(m_mapping);
  munmap(const_cast<char*>(m_mapping.data()), m_mapping.size());
}

std::string MappedText::read(std::uint64_t offset, std::size_t length) const {
  if (offset >= m_mapping.size()) {
    return {};
  }
  std::string result;
  result.resize_and_overwrite(
      std::min<std::uint64_t>(length, m_mapping.size() - offset),
      [&](char* into, std::size_t n) { return m_file->readAt(offset, std::span(into, n)).value_or(0); });
  return result;
}

}  // namespace kernline
