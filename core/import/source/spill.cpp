// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/spill.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <vector>

namespace kernline {

namespace {

// A compressed bomb may not fill the disk of whoever opens it.
constexpr std::uint64_t roomToLeave = std::uint64_t{256} << 20;
constexpr std::uint64_t roomCheckEvery = std::uint64_t{64} << 20;

std::string environment(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing of ours sets variables
  return value == nullptr ? std::string() : std::string(value);
}

std::vector<std::string> temporaryFolders() {
  std::vector<std::string> folders;
  if (const std::string chosen = environment("TMPDIR"); !chosen.empty()) {
    folders.push_back(chosen);
  }
  if (const std::string cache = environment("XDG_CACHE_HOME"); !cache.empty()) {
    folders.push_back(cache + "/kernline");
  } else if (const std::string home = environment("HOME"); !home.empty()) {
    folders.push_back(home + "/.cache/kernline");
  }
  folders.insert(folders.end(), {"/var/tmp", "/tmp"});
  return folders;
}

int openNamelessFile(const std::string& folder) {
  const int descriptor = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor >= 0) {
    return descriptor;
  }
  std::string name = folder + "/kernline-XXXXXX";  // file systems without O_TMPFILE, some overlays among them
  const int named = mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) {
    unlink(name.c_str());
  }
  return named;
}

}  // namespace

Expected<std::shared_ptr<SpilledText>> SpilledText::create() {
  for (const std::string& folder : temporaryFolders()) {
    std::error_code ignored;  // whether the folder is there shows when it is opened
    std::filesystem::create_directories(folder, ignored);
    const int descriptor = openNamelessFile(folder);
    if (descriptor >= 0) {
      return std::make_shared<SpilledText>(descriptor);
    }
  }
  return std::unexpected(Error{Error::Kind::Unreadable,
                               "there is no folder to keep the unpacked text in: set TMPDIR to one that can be "
                               "written, or unpack the file first"});
}

SpilledText::~SpilledText() {
  close(m_descriptor);
}

std::string SpilledText::read(std::uint64_t offset, std::size_t length) const {
  const std::uint64_t end = m_size;
  std::string result(offset < end ? std::min<std::uint64_t>(length, end - offset) : 0, '\0');
  std::size_t done = 0;
  while (done < result.size()) {
    const ssize_t got =
        pread(m_descriptor, result.data() + done, result.size() - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got <= 0) {
      break;
    }
    done += static_cast<std::size_t>(got);
  }
  result.resize(done);
  return result;
}

bool SpilledText::leavesRoomOnDisk() {
  if (m_size < m_nextRoomCheck) {
    return true;
  }
  m_nextRoomCheck = m_size + roomCheckEvery;
  struct statvfs disk{};
  return fstatvfs(m_descriptor, &disk) != 0 || std::uint64_t{disk.f_bavail} * disk.f_frsize > roomToLeave;
}

std::optional<std::string> SpilledText::append(std::span<const char> text) {
  const auto full = [this](std::string_view why) {
    return fmt::format("the unpacked text is cut after {} bytes: {}", m_size.load(), why);
  };
  if (!leavesRoomOnDisk()) {
    return full("the disk that keeps it is nearly full");
  }
  while (!text.empty()) {
    const ssize_t put = pwrite(m_descriptor, text.data(), text.size(), static_cast<off_t>(m_size.load()));
    if (put < 0 && errno == EINTR) {
      continue;
    }
    if (put <= 0) {
      return full(std::strerror(put < 0 ? errno : ENOSPC));
    }
    m_size += static_cast<std::uint64_t>(put);
    text = text.subspan(static_cast<std::size_t>(put));
  }
  return std::nullopt;
}

std::size_t SpillingStream::read(std::span<char> into) {
  if (m_failure) {
    return 0;
  }
  const std::size_t got = m_inner->read(into);
  const std::uint64_t before = m_text->size();
  m_failure = m_text->append(into.first(got));
  return m_failure ? static_cast<std::size_t>(m_text->size() - before) : got;
}

std::optional<std::string> SpillingStream::damage() const {
  const std::optional<std::string> deeper = m_inner->damage();
  return deeper ? deeper : m_failure;
}

}  // namespace kernline
