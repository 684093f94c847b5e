// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/recording_writer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

namespace kernline::recorder {

namespace {

constexpr std::int64_t footerRoom = std::int64_t{16} * 1024;

}  // namespace

std::expected<std::unique_ptr<RecordingWriter>, std::string> RecordingWriter::create(const std::string& path) {
  struct stat older{};
  const bool isThere = ::stat(path.c_str(), &older) == 0;
  const bool isReplaced = isThere && S_ISREG(older.st_mode) && older.st_size > 0;
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) {
    return std::unexpected(fmt::format("cannot write \"{}\": {}", path, std::strerror(errno)));
  }
  auto writer = std::make_unique<RecordingWriter>(descriptor, path);
  writer->m_replaced = isReplaced ? path : std::string();
  writer->m_made = isThere ? std::string() : path;
  return writer;
}

RecordingWriter::RecordingWriter(int descriptor, std::string name) : m_descriptor(descriptor), m_name(std::move(name)) {
  struct stat facts{};
  m_isFile = ::fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode) && descriptor != STDOUT_FILENO;
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on file sizes, and a reader that went away, show as failed writes
  std::signal(SIGPIPE, SIG_IGN);
}

RecordingWriter::~RecordingWriter() {
  close();
}

void RecordingWriter::close() {
  if (m_descriptor > STDERR_FILENO) {
    ::close(m_descriptor);
  }
  m_descriptor = -1;
}

/// Writes all of `text` or, in a file, none of it.
bool RecordingWriter::append(std::string_view text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t count = ::write(m_descriptor, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count <= 0) {
      m_problem = fmt::format("cannot continue writing {}: {}", m_name, std::strerror(count == 0 ? EIO : errno));
      if (m_isFile && ::ftruncate(m_descriptor, m_size) == 0) {
        ::lseek(m_descriptor, m_size, SEEK_SET);
      }
      return false;
    }
    done += static_cast<std::size_t>(count);
  }
  m_size += static_cast<std::int64_t>(text.size());
  return true;
}

bool RecordingWriter::begin(const RecordingHeader& header) {
  if (!m_replaced.empty()) {
    m_header = headerText(header);
    return true;
  }
  return append(headerText(header));
}

/// A new file takes its name, so that whoever is reading the older one can go on.
bool RecordingWriter::replaceOlderFile() {
  const std::string beside = m_replaced + ".unfinished";
  ::unlink(beside.c_str());
  const int descriptor = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor >= 0) {
    ::close(std::exchange(m_descriptor, descriptor));
    if (append(m_header) && ::rename(beside.c_str(), m_replaced.c_str()) == 0) {
      m_replaced.clear();
      return true;
    }
  }
  const int error = errno;
  ::unlink(beside.c_str());
  if (m_problem.empty()) {
    m_problem = fmt::format("cannot replace {}: {}", m_name, std::strerror(error));
  }
  return false;
}

void RecordingWriter::abandon() {
  if (!m_made.empty()) {
    ::unlink(m_made.c_str());
  }
  close();
}

bool RecordingWriter::write(std::string_view events, const RecordCounts& counts) {
  const bool isReady = m_problem.empty() && (m_replaced.empty() || replaceOlderFile());
  const std::int64_t offset = m_size;
  if (!isReady || !append(events)) {
    m_lost += counts.sum();
    return false;
  }
  m_records += counts;
  m_tail.push_back({offset, counts});
  while (m_tail.size() > 1 && m_size - m_tail[1].offset >= footerRoom) {
    m_tail.pop_front();
  }
  return true;
}

/// Takes back as many parts as the end needs where there was no room for it.
void RecordingWriter::makeRoom() {
  const std::int64_t end = m_size;
  while (!m_tail.empty() && end - m_size < footerRoom) {
    m_size = m_tail.back().offset;
    m_records -= m_tail.back().counts;
    m_lost += m_tail.back().counts.sum();
    m_tail.pop_back();
  }
  if (::ftruncate(m_descriptor, m_size) == 0) {
    ::lseek(m_descriptor, m_size, SEEK_SET);
  }
}

bool RecordingWriter::finish(RecordingFooter footer) {
  if (m_descriptor < 0) {
    return false;
  }
  if (!m_replaced.empty()) {
    close();
    return m_problem.empty();
  }
  const std::string before = m_problem;
  const auto end = [&] {
    footer.records = m_records;
    footer.dropped += m_lost;
    std::string text = footerText(footer);
    footer.dropped -= m_lost;
    return text;
  };
  if (!before.empty()) {
    footer.ended = before;
  }
  bool isDone = (before.empty() || m_isFile) && append(end());
  if (!isDone && m_isFile) {
    footer.ended = m_problem;
    makeRoom();
    isDone = append(end());
  }
  const bool isWhole = isDone && m_problem.empty();
  close();
  return isWhole;
}

}  // namespace kernline::recorder
