// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/remote/pipe_ends.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>

namespace kernline::remote {

std::optional<std::string> readSome(int fd) {
  std::string bytes(std::size_t{1} << 16U, '\0');
  ssize_t count = 0;
  do {
    count = ::read(fd, bytes.data(), bytes.size());
  } while (count < 0 && errno == EINTR);
  if (count <= 0) {
    return std::nullopt;
  }
  bytes.resize(static_cast<std::size_t>(count));
  return bytes;
}

bool writeAll(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    // A socket whose other end is gone ends no program.
    ssize_t written = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (written < 0 && errno == ENOTSOCK) {
      written = ::write(fd, bytes.data(), bytes.size());
    }
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written <= 0) {
      return false;
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace kernline::remote
