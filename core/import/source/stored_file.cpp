// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/stored_file.h"

#include "core/import/source/allowed_folders.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace kernline {

namespace {

Error cannotOpen(const std::string& path, int error) {
  const Message file = path == "-" ? Message(Phrase::tr("standard input")) : Message::name(path);
  return {Error::Kind::Unreadable, Phrase::tr("cannot open %1: %2").with(file, Message::systemError(error))};
}

/// Whether the file can be read by offset: a regular file, or standard input that has not been read yet.
bool readsByOffset(int descriptor, const struct stat& status) {
  return S_ISREG(status.st_mode) && status.st_size > 0 && lseek(descriptor, 0, SEEK_CUR) == 0;
}

constexpr std::size_t edgeBytes = 4096;

std::int64_t writtenNs(const struct stat& status) {
  constexpr std::int64_t nsPerSecond = 1'000'000'000;
  return status.st_mtim.tv_sec * nsPerSecond + status.st_mtim.tv_nsec;
}

}  // namespace

Expected<std::shared_ptr<const StoredFile>> StoredFile::open(const std::string& path) {
  const bool isStandardInput = path == "-";
  const int descriptor =
      isStandardInput ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (descriptor < 0) {
    return std::unexpected(cannotOpen(path, errno));
  }
  struct stat status{};
  if (fstat(descriptor, &status) != 0) {
    const int error = errno;
    close(descriptor);
    return std::unexpected(cannotOpen(path, error));
  }
  if (S_ISDIR(status.st_mode)) {
    close(descriptor);
    return std::unexpected(
        Error{Error::Kind::Unreadable, Phrase::tr("%1 is a folder. Choose a file in it").with(path)});
  }
  if (!mayBeRead(descriptor)) {
    close(descriptor);
    return std::unexpected(Error{Error::Kind::Unreadable,
                                 Phrase::tr("%1 lies outside of the folders whose files may be read").with(path)});
  }
  const bool isSeekable = readsByOffset(descriptor, status);
  const auto size = isSeekable ? static_cast<std::uint64_t>(status.st_size) : 0;
  return std::make_shared<const StoredFile>(descriptor, size, isSeekable);
}

StoredFile::StoredFile(int descriptor, std::uint64_t size, bool isSeekable)
    : m_descriptor(descriptor), m_size(size), m_isSeekable(isSeekable) {
  struct stat status{};
  if (m_isSeekable && fstat(m_descriptor, &status) == 0) {
    m_writtenNs = writtenNs(status);
    m_edges = edges();
  }
}

std::string StoredFile::edges() const {
  const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(edgeBytes, m_size));
  std::string bytes(2 * length, '\0');
  const std::span<char> both(bytes);
  const bool isRead = readAt(0, both.first(length)) == length && readAt(m_size - length, both.last(length)) == length;
  return isRead ? bytes : std::string{};
}

bool StoredFile::hasChanged() const {
  struct stat status{};
  if (!m_isSeekable || fstat(m_descriptor, &status) != 0) {
    return false;
  }
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size == m_size) {
    return writtenNs(status) != m_writtenNs;
  }
  return size < m_size || edges() != m_edges;
}

StoredFile::~StoredFile() {
  close(m_descriptor);
}

std::optional<std::size_t> StoredFile::readAt(std::uint64_t offset, std::span<char> into) const {
  std::size_t done = 0;
  while (done < into.size()) {
    const ssize_t got = pread(m_descriptor, into.data() + done, into.size() - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      return done > 0 ? std::optional(done) : std::nullopt;
    }
    if (got == 0) {
      break;
    }
    done += static_cast<std::size_t>(got);
  }
  return done;
}

std::optional<std::size_t> FileStream::readSome(std::span<char> into) {
  if (m_file->isSeekable()) {
    return m_file->readAt(m_offset, into);
  }
  for (;;) {
    const ssize_t got = ::read(m_file->descriptor(), into.data(), into.size());
    if (got >= 0) {
      return static_cast<std::size_t>(got);
    }
    if (errno != EINTR) {
      return std::nullopt;
    }
  }
}

std::size_t FileStream::read(std::span<char> into) {
  if (m_damage || into.empty()) {
    return 0;
  }
  const std::optional<std::size_t> got = readSome(into);
  if (!got) {
    m_damage = fmt::format("the file cannot be read at stored byte {}: {}", m_offset, std::strerror(errno));
    return 0;
  }
  m_offset += *got;
  return *got;
}

}  // namespace kernline
