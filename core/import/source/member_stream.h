// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/archive_stream.h"
#include "core/import/source/input.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace kernline {

/// The number of bytes of a member that its format is recognized by.
inline constexpr std::size_t memberHeadBytes = std::size_t{64} * 1024;

/// The member that an archive is at, whose head has been read already.
class MemberStream final : public TextStream {
 public:
  MemberStream(std::shared_ptr<ArchiveStream> archive, std::string head)
      : m_archive(std::move(archive)), m_head(std::move(head)) {}

  [[nodiscard]] std::size_t read(std::span<char> into) override {
    const std::size_t length = m_head.copy(into.data(), into.size(), m_at);
    m_at += length;
    return length > 0 ? length : m_archive->read(into);
  }
  [[nodiscard]] std::uint64_t storedBytesRead() const override { return m_archive->storedBytesRead(); }
  [[nodiscard]] std::optional<std::string> damage() const override { return m_archive->damage(); }

 private:
  std::shared_ptr<ArchiveStream> m_archive;
  std::string m_head;
  std::size_t m_at = 0;
};

}  // namespace kernline
