// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"
#include "core/model/base/progress.h"
#include "core/model/trace/unreachable_source.h"
#include "core/open/remote/frames.h"
#include "core/open/remote/remote_path.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace kernline::remote {

class ServerProcess;

/// State of an answer.
struct Reply {
  bool hasChanged = false;  ///< the file there is no longer what was opened
  std::string payload;
};

/// Questions to `kernline serve --stdio` on another machine, one at a time, from any thread. A connection that broke
/// is made anew with the next question, if the file there is still the same.
class Connection {
 public:
  Connection(RemotePath place, std::string version);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  /// Loads the file there. The payload: its identity, 1 for a packed trace or 0 for a copy of the file, and that.
  /// `progress` counts the bytes read there, and then those that arrive.
  [[nodiscard]] Expected<std::string> open(Progress& progress, const std::stop_token& stop);
  /// Makes any later file have to be that one.
  void expect(std::string identity) { m_identity = std::move(identity); }

  [[nodiscard]] Expected<std::string> ask(FrameKind kind, std::string_view payload);
  [[nodiscard]] Expected<std::string> ask(FrameKind kind, std::string_view payload, Progress& progress,
                                          const std::stop_token& stop);

  [[nodiscard]] const RemotePath& place() const { return m_place; }
  [[nodiscard]] bool hasChanged() const { return m_hasChanged; }
  /// Returns the reason why the last question was not answered.
  [[nodiscard]] std::optional<Message> problem() const;
  /// Returns how many questions failed so far, and why the last did.
  [[nodiscard]] UnreachableSource::Failures failures() const;
  [[nodiscard]] std::uint64_t bytesReceived() const { return m_received; }

 private:
  [[nodiscard]] Expected<std::string> askOnce(FrameKind kind, std::string_view payload, Progress& progress,
                                              const std::stop_token& stop);
  [[nodiscard]] Expected<void> connect(Progress& progress, const std::stop_token& stop);
  [[nodiscard]] Expected<Reply> exchange(FrameKind kind, std::string_view payload, Progress& progress,
                                         const std::stop_token& stop);
  void setProblem(std::optional<Message> problem);
  void noteFailure(const Error& error);
  [[nodiscard]] Error lost(const std::string& said) const;

  RemotePath m_place;
  std::string m_version;
  std::string m_identity;
  std::mutex m_asking;
  std::unique_ptr<ServerProcess> m_process;
  FrameCutter m_cutter;
  std::chrono::steady_clock::time_point m_failedAt;
  std::atomic<bool> m_hasChanged{false};
  std::atomic<std::uint64_t> m_received{0};
  mutable std::mutex m_saying;
  std::optional<Message> m_problem;
  UnreachableSource::Failures m_failures;
};

}  // namespace kernline::remote
