// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/unix_socket.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace kernline::recorder {

namespace {

constexpr int backlog = 128;

/// The address of an abstract socket: a zero byte, then the name. Its length, or 0 if the name is too long.
socklen_t abstractAddress(const std::string& name, sockaddr_un& address) {
  address = {};
  address.sun_family = AF_UNIX;
  if (name.empty() || name.size() + 1 > sizeof address.sun_path) {
    return 0;
  }
  std::memcpy(&address.sun_path[1], name.data(), name.size());
  return static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
}

bool isSameUser(int socket) {
  ucred other{};
  socklen_t size = sizeof other;
  return ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &other, &size) == 0 &&
         (other.uid == ::geteuid() || other.uid == 0);
}

bool waitFor(int socket, short events, std::chrono::milliseconds timeout) {
  pollfd waiting{socket, events, 0};
  int ready = 0;
  do {
    ready = ::poll(&waiting, 1, static_cast<int>(timeout.count()));
  } while (ready < 0 && errno == EINTR);
  return ready > 0;
}

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    if (m_number >= 0) {
      ::close(m_number);
    }
    m_number = other.release();
  }
  return *this;
}

Descriptor::~Descriptor() {
  if (m_number >= 0) {
    ::close(m_number);
  }
}

int Descriptor::release() {
  return std::exchange(m_number, -1);
}

std::string randomSocketName() {
  std::array<std::uint64_t, 2> random{};
  if (::getrandom(random.data(), sizeof random, 0) != sizeof random) {
    random[0] = static_cast<std::uint64_t>(::getpid());
  }
  return fmt::format("kernline-recorder-{:016x}{:016x}", random[0], random[1]);
}

Descriptor listenAt(const std::string& name) {
  sockaddr_un address{};
  const socklen_t length = abstractAddress(name, address);
  Descriptor listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (length == 0 || !listener || ::bind(listener.get(), reinterpret_cast<sockaddr*>(&address), length) != 0 ||
      ::listen(listener.get(), backlog) != 0) {
    return {};
  }
  return listener;
}

Descriptor acceptFrom(int listener) {
  Descriptor connection(::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
  return connection && isSameUser(connection.get()) ? std::move(connection) : Descriptor{};
}

Descriptor connectTo(const std::string& name) {
  sockaddr_un address{};
  const socklen_t length = abstractAddress(name, address);
  Descriptor connection(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (length == 0 || !connection || ::connect(connection.get(), reinterpret_cast<sockaddr*>(&address), length) != 0 ||
      !isSameUser(connection.get())) {
    return {};
  }
  return connection;
}

pid_t peerOf(int socket) {
  ucred other{};
  socklen_t size = sizeof other;
  return ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &other, &size) == 0 ? other.pid : 0;
}

bool sendAll(int socket, std::string_view bytes, const std::function<bool()>& keepWaiting) {
  while (!bytes.empty()) {
    const ssize_t count = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      if (!waitFor(socket, POLLOUT, sendSlice) && !keepWaiting()) {
        return false;
      }
    } else if (count < 0 && errno != EINTR) {
      return false;
    }
  }
  return true;
}

bool waitReadable(int socket, std::chrono::milliseconds timeout) {
  return waitFor(socket, POLLIN, timeout);
}

}  // namespace kernline::recorder
