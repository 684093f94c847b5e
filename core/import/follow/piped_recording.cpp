// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/follow/piped_recording.h"

#include "core/import/follow/growing_trace.h"
#include "core/import/source/temporary_file.h"

#include <fmt/format.h>

#include <poll.h>
#include <unistd.h>
#include <array>
#include <atomic>
#include <cerrno>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace kernline {

namespace {

constexpr int timeoutMs = 100;
constexpr std::size_t maxHeadBytes = std::size_t{64} << 10;

/// Bytes read; 0 at the end, -1 if there are none yet.
ssize_t readSome(int descriptor, std::span<char> into) {
  pollfd wait{descriptor, POLLIN, 0};
  if (poll(&wait, 1, timeoutMs) == 0) {
    return -1;
  }
  const ssize_t got = read(descriptor, into.data(), into.size());
  return got >= 0 ? got : errno == EINTR || errno == EAGAIN ? -1 : 0;
}

bool writeAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written <= 0) {
      return false;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

struct PipedRecording::State {
  explicit State(int into) : file(into) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { close(file); }

  int file;
  std::atomic<bool> isWanted{true};
  std::mutex mutex;  // guards the two below
  bool hasEnded = false;
  std::vector<std::function<void()>> listeners;

  void end() {
    std::vector<std::function<void()>> all;
    {
      const std::scoped_lock lock(mutex);
      hasEnded = true;
      all.swap(listeners);
    }
    for (const std::function<void()>& callback : all) {
      callback();
    }
  }

  /// Copies until the pipe ends, the disk is full or it is stopped.
  void copyFrom(int descriptor) {
    std::array<char, std::size_t{64} << 10> buffer{};
    while (isWanted) {
      const ssize_t got = readSome(descriptor, buffer);
      if (got == 0 || (got > 0 && !writeAll(file, {buffer.data(), static_cast<std::size_t>(got)}))) {
        break;
      }
    }
    end();
  }
};

Expected<std::shared_ptr<const PipedRecording>> PipedRecording::begin(int descriptor, const std::string& head) {
  const auto file = openTemporaryFile();
  if (!file) {
    return std::unexpected(file.error());
  }
  auto state = std::make_shared<State>(*file);
  if (!writeAll(*file, head)) {
    return std::unexpected(Error{Error::Kind::Unreadable, Phrase::tr("cannot store standard input: the disk is full")});
  }
  std::thread([state, descriptor] { state->copyFrom(descriptor); }).detach();
  return std::shared_ptr<const PipedRecording>(new PipedRecording(std::move(state)));
}

PipedRecording::~PipedRecording() {
  m_state->isWanted = false;
}

std::string PipedRecording::path() const {
  return fmt::format("/proc/self/fd/{}", m_state->file);
}

bool PipedRecording::hasEnded() const {
  const std::scoped_lock lock(m_state->mutex);
  return m_state->hasEnded;
}

void PipedRecording::onEnded(std::function<void()> callback) const {
  {
    const std::scoped_lock lock(m_state->mutex);
    if (!m_state->hasEnded) {
      m_state->listeners.push_back(std::move(callback));
      return;
    }
  }
  callback();
}

PipeHead readPipeHead(int descriptor, const std::stop_token& stop) {
  PipeHead head;
  std::array<char, 4096> buffer{};
  while (!stop.stop_requested() && head.text.size() < maxHeadBytes) {
    const ssize_t got = readSome(descriptor, buffer);
    if (got == 0) {
      break;
    }
    if (got > 0) {
      head.text.append(buffer.data(), static_cast<std::size_t>(got));
      const std::size_t first = head.text.find_first_not_of(" \t\r\n");
      const bool couldBe = first == std::string::npos || head.text[first] == '{';
      if (!couldBe || head.text.find("\"traceEvents\"") != std::string::npos) {
        break;
      }
    }
  }
  head.isRecording = isRecordingByItsHead(head.text);
  return head;
}

}  // namespace kernline
