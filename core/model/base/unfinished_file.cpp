// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/unfinished_file.h"

#include <fcntl.h>
#include <unistd.h>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <system_error>

namespace kernline {

namespace {

// A signal handler may take no lock, so names sit in slots of atomics. A file that finds no free slot is not removed.
using Slots = std::array<std::atomic<char*>, 16>;
Slots slots;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

std::size_t keepName(const std::string& path) {
  char* const name = ::strdup(path.c_str());
  for (std::size_t i = 0; name != nullptr && i < slots.size(); ++i) {
    char* free = nullptr;
    if (slots[i].compare_exchange_strong(free, name)) {
      return i;
    }
  }
  std::free(name);
  return slots.size();
}

void dropName(std::size_t slot) {
  if (slot < slots.size()) {
    std::free(slots[slot].exchange(nullptr));
  }
}

void onSignal(int number) {
  removeUnfinished();
  std::signal(number, SIG_DFL);
  std::raise(number);
}

bool isOrdinary(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::file_type type = std::filesystem::status(path, error).type();
  return type == std::filesystem::file_type::regular || type == std::filesystem::file_type::not_found;
}

/// The file that `path` means, where it is a link to one.
std::filesystem::path resolved(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::path real = std::filesystem::canonical(path, error);
  return error ? path : real;
}

std::optional<Message> writeAll(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written <= 0) {
      return Message::systemError(written == 0 ? EIO : errno);
    }
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return std::nullopt;
}

}  // namespace

UnfinishedFile::UnfinishedFile(const std::filesystem::path& target)
    : m_target(isOrdinary(target) ? resolved(target) : target),
      m_path(isOrdinary(target) ? m_target.string() + "." + std::to_string(::getpid()) + ".unfinished"
                                : target.string()),
      m_slot(m_path == target ? slots.size() : keepName(m_path)) {}

UnfinishedFile::~UnfinishedFile() {
  if (m_path != m_target) {
    ::unlink(m_path.c_str());
    dropName(m_slot);
  }
}

std::optional<Message> UnfinishedFile::finish() {
  if (m_path == m_target) {
    return std::nullopt;
  }
  std::error_code error;
  if (const auto older = std::filesystem::status(m_target, error); !error && std::filesystem::exists(older)) {
    std::filesystem::permissions(m_path, older.permissions(), error);
  }
  std::filesystem::rename(m_path, m_target, error);
  return error ? std::optional(Message::systemError(error.value())) : std::nullopt;
}

std::optional<Message> writeWholeFile(const std::filesystem::path& file, std::string_view content) {
  if (file == "-") {
    return writeAll(STDOUT_FILENO, content);
  }
  UnfinishedFile unfinished(file);
  const int descriptor = ::open(unfinished.path().c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) {
    return Message::systemError(errno);
  }
  std::optional<Message> problem = writeAll(descriptor, content);
  if (::close(descriptor) != 0 && !problem) {
    problem = Message::systemError(errno);
  }
  return problem ? problem : unfinished.finish();
}

void removeUnfinished() {
  for (std::atomic<char*>& slot : slots) {
    if (const char* const name = slot.exchange(nullptr)) {
      ::unlink(name);
    }
  }
}

void removeUnfinishedAtSignals() {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before{};
    if (sigaction(number, nullptr, &before) == 0 && before.sa_handler == SIG_DFL) {
      std::signal(number, onSignal);
    }
  }
  std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace kernline
