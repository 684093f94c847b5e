// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

namespace kernline::recorder {

/// A descriptor that is closed in the end; -1 if none.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : m_number(number) {}
  Descriptor(Descriptor&& other) noexcept : m_number(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor();

  [[nodiscard]] int get() const { return m_number; }
  explicit operator bool() const { return m_number >= 0; }
  int release();

 private:
  int m_number = -1;
};

/// A random name in the abstract namespace of Unix sockets: a killed process leaves no file behind.
std::string randomSocketName();

/// Listens; none with errno set if that is not possible.
Descriptor listenAt(const std::string& name);
/// A connection that waits; none if there is none. Only the same user's processes are let in.
Descriptor acceptFrom(int listener);
/// None unless the same user listens there.
Descriptor connectTo(const std::string& name);

/// The process at the other side; 0 if that is not known.
pid_t peerOf(int socket);

inline constexpr std::chrono::milliseconds sendSlice{200};

/// Sends all of `bytes`; false if the other side is gone, or if `keepWaiting`, which is called after every sendSlice in
/// which no byte was taken, returns false.
bool sendAll(int socket, std::string_view bytes, const std::function<bool()>& keepWaiting);
/// Sends as above, to a side that is expected to read.
inline bool sendNow(int socket, std::string_view bytes) {
  return sendAll(socket, bytes, [] { return false; });
}
/// Whether something can be read (or the other side is gone) within `timeout`.
bool waitReadable(int socket, std::chrono::milliseconds timeout);

}  // namespace kernline::recorder
