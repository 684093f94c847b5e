// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/archive_stream.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

namespace kernline {

namespace {

constexpr std::size_t bufferBytes = std::size_t{256} * 1024;

void supportOnly(archive* reader, Container container) {
  switch (container) {
    case Container::Zstd:
      archive_read_support_filter_zstd(reader);
      break;
    case Container::Xz:
      archive_read_support_filter_xz(reader);
      break;
    case Container::Bzip2:
      archive_read_support_filter_bzip2(reader);
      break;
    case Container::Lz4:
      archive_read_support_filter_lz4(reader);
      break;
    case Container::Zip:
      archive_read_support_format_zip(reader);
      return;
    case Container::Tar:
      archive_read_support_format_tar(reader);
      return;
    default:
      break;
  }
  archive_read_support_format_raw(reader);
  archive_read_support_format_empty(reader);
}

std::string nameOf(archive_entry* entry) {
  // The plain name is absent where the C locale cannot spell it.
  const char* name = archive_entry_pathname_utf8(entry);
  if (name == nullptr) {
    name = archive_entry_pathname(entry);
  }
  return name == nullptr ? "(a name that cannot be read)" : name;
}

}  // namespace

/// libarchive's view of the stored bytes.
struct ArchiveStream::Callbacks {
  static la_ssize_t read(archive* reader, void* self, const void** buffer) {
    auto& stream = *static_cast<ArchiveStream*>(self);
    *buffer = stream.m_buffer.data();
    if (!stream.m_file) {
      return static_cast<la_ssize_t>(stream.m_stored->read(stream.m_buffer));
    }
    const auto got = stream.m_file->readAt(stream.m_fileOffset, stream.m_buffer);
    if (!got) {
      archive_set_error(reader, EIO, "the file cannot be read");
      return -1;
    }
    stream.m_fileOffset += *got;
    return static_cast<la_ssize_t>(*got);
  }

  static la_int64_t seek(archive*, void* self, la_int64_t offset, int whence) {
    auto& stream = *static_cast<ArchiveStream*>(self);
    la_int64_t base = 0;
    if (whence == SEEK_CUR) {
      base = static_cast<la_int64_t>(stream.m_fileOffset);
    } else if (whence == SEEK_END) {
      base = static_cast<la_int64_t>(stream.m_file->size());
    }
    if (base + offset < 0) {
      return ARCHIVE_FATAL;
    }
    stream.m_fileOffset = static_cast<std::uint64_t>(base + offset);
    return base + offset;
  }

  static la_int64_t skip(archive*, void* self, la_int64_t length) {
    auto& stream = *static_cast<ArchiveStream*>(self);
    const auto rest = static_cast<la_int64_t>(stream.m_file->size() - stream.m_fileOffset);
    const la_int64_t skipped = std::clamp<la_int64_t>(length, 0, std::max<la_int64_t>(rest, 0));
    stream.m_fileOffset += static_cast<std::uint64_t>(skipped);
    return skipped;
  }
};

ArchiveStream::ArchiveStream(std::unique_ptr<TextStream> stored, std::shared_ptr<const StoredFile> file,
                             Container container, std::uint64_t usual)
    : m_stored(std::move(stored)),
      m_file(std::move(file)),
      m_buffer(bufferBytes),
      m_archive(archive_read_new()),
      m_usual(usual) {
  supportOnly(m_archive, container);
  archive_read_set_read_callback(m_archive, Callbacks::read);
  archive_read_set_callback_data(m_archive, this);
  if (m_file) {
    archive_read_set_seek_callback(m_archive, Callbacks::seek);
    archive_read_set_skip_callback(m_archive, Callbacks::skip);
  }
  if (archive_read_open1(m_archive) != ARCHIVE_OK) {
    fail();
  }
}

ArchiveStream::~ArchiveStream() {
  archive_read_free(m_archive);
}

bool ArchiveStream::nextMember() {
  m_block = {};
  while (!m_ended) {
    archive_entry* entry = nullptr;
    const int code = archive_read_next_header(m_archive, &entry);
    if (code == ARCHIVE_EOF) {
      m_ended = true;
    } else if (code < ARCHIVE_WARN) {
      fail();
    } else if (archive_entry_filetype(entry) == AE_IFREG) {
      m_memberName = nameOf(entry);
      m_listed += static_cast<std::uint64_t>(std::max<la_int64_t>(archive_entry_size(entry), 0));
      if (m_file && isBlownUp(m_listed, m_file->size(), m_usual)) {
        endAsBlownUp(m_listed, m_file->size());
        return false;
      }
      return true;
    }
  }
  return false;
}

/// Reads libarchive's blocks: its own filling of a buffer forgets the copied bytes when damage comes.
bool ArchiveStream::nextBlock() {
  const void* block = nullptr;
  std::size_t length = 0;
  la_int64_t ignoredOffset = 0;  // gaps of a sparse member have no text
  const int code = archive_read_data_block(m_archive, &block, &length, &ignoredOffset);
  if (code < ARCHIVE_OK && code != ARCHIVE_RETRY) {
    fail();
    return false;
  }
  m_block = std::string_view(static_cast<const char*>(block), length);
  m_unpacked += length;
  if (isBlownUp(m_unpacked, storedBytesRead(), m_usual)) {
    endAsBlownUp(m_unpacked, storedBytesRead());
    return false;
  }
  return code != ARCHIVE_EOF;
}

std::size_t ArchiveStream::read(std::span<char> into) {
  std::size_t done = 0;
  while (done < into.size()) {
    if (m_block.empty() && (m_ended || !nextBlock())) {
      break;
    }
    const std::size_t length = std::min(into.size() - done, m_block.size());
    std::memcpy(into.data() + done, m_block.data(), length);
    m_block.remove_prefix(length);
    done += length;
  }
  return done;
}

void ArchiveStream::fail() {
  const char* text = archive_error_string(m_archive);
  m_damage = fmt::format("the compressed data is damaged near stored byte {}: {}", storedBytesRead(),
                         text == nullptr ? "it does not decode" : text);
  m_ended = true;
}

void ArchiveStream::endAsBlownUp(std::uint64_t text, std::uint64_t stored) {
  m_damage = blownUpText(text, stored);
  m_block = {};
  m_ended = true;
}

std::uint64_t ArchiveStream::storedBytesRead() const {
  return m_file ? m_fileOffset : m_stored->storedBytesRead();
}

std::optional<std::string> ArchiveStream::damage() const {
  const std::optional<std::string> deeper = m_file ? std::nullopt : m_stored->damage();
  return deeper ? deeper : m_damage;
}

}  // namespace kernline
