// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/mcp/server.h"

#include "app/cli/mcp/line_reader.h"
#include "app/cli/mcp/session.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

namespace kernline::cli::mcp {

namespace {

constexpr std::size_t maxLineBytes = std::size_t{4} << 20U;
constexpr std::size_t maxWaiting = 100;

/// A call that was not answered yet.
struct OpenCall {
  ToolRequest request;
  std::stop_source stop;
};

/// The requests of one line: known replies, and calls whose replies are pending.
struct WaitingLine {
  std::vector<Json> replies;
  std::vector<std::shared_ptr<OpenCall>> calls;
  bool isBatch = false;
};

/// Standard output, reserved for messages: all other output goes to standard error.
class MessageWriter {
 public:
  MessageWriter() : m_descriptor(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)) { ::dup2(STDERR_FILENO, STDOUT_FILENO); }
  MessageWriter(const MessageWriter&) = delete;
  MessageWriter& operator=(const MessageWriter&) = delete;
  ~MessageWriter() { ::close(m_descriptor); }

  void write(const Json& message) {
    const std::string line = toText(message) + "\n";
    const std::lock_guard lock(m_mutex);
    std::string_view rest = line;
    while (!rest.empty() && !m_isClosed) {
      const ssize_t written = ::write(m_descriptor, rest.data(), rest.size());
      if (written >= 0) {
        rest.remove_prefix(static_cast<std::size_t>(written));
      } else if (errno != EINTR) {
        m_isClosed = true;
      }
    }
  }
  /// Whether the reader is gone.
  [[nodiscard]] bool isClosed() const { return m_isClosed; }

 private:
  std::mutex m_mutex;
  int m_descriptor;
  std::atomic<bool> m_isClosed{false};
};

class Server {
 public:
  Server(const AllowedFiles& files, const RunCommand& run) : m_files(files), m_run(run) {}

  void serve() {
    std::jthread caller([this] { callInOrder(); });
    LineReader lines(STDIN_FILENO, maxLineBytes);
    while (auto line = lines.next()) {
      if (m_writer.isClosed()) {
        break;
      }
      take(*line);
    }
    const std::lock_guard lock(m_mutex);
    m_hasEnded = true;
    m_wake.notify_one();
  }

 private:
  void take(const LineReader::Line& line) {
    if (line.isTooLong) {
      m_writer.write(m_session.unreadable(
          {ErrorCode::InvalidRequest, fmt::format("the line has more than {} MiB", maxLineBytes >> 20U)}));
      return;
    }
    if (line.text.find_first_not_of(" \t\r") == std::string::npos) {
      return;
    }
    auto message = messageFrom(line.text);
    if (!message) {
      m_writer.write(m_session.unreadable(message.error()));
    } else if (message->is_array()) {
      takeBatch(std::move(*message));
    } else {
      WaitingLine waiting;
      add(waiting, m_session.react(std::move(*message)));
      finishOrQueue(std::move(waiting));
    }
  }

  void takeBatch(Json messages) {
    if (!m_session.takesBatches() || messages.empty()) {
      m_writer.write(m_session.unreadable(
          {ErrorCode::InvalidRequest, messages.empty() ? "the list of messages is empty"
                                                       : "this revision of the protocol has one message per line"}));
      return;
    }
    WaitingLine waiting{.replies = {}, .calls = {}, .isBatch = true};
    for (Json& message : messages) {
      add(waiting, m_session.react(std::move(message)));
    }
    finishOrQueue(std::move(waiting));
  }

  void add(WaitingLine& waiting, Reaction reaction) {
    if (auto* reply = std::get_if<Json>(&reaction)) {
      waiting.replies.push_back(std::move(*reply));
    } else if (auto* call = std::get_if<ToolRequest>(&reaction)) {
      const std::lock_guard lock(m_mutex);
      if (m_open.size() >= maxWaiting) {
        waiting.replies.push_back(errorMessage(
            call->id, {ErrorCode::TooManyRequests, fmt::format("{} calls are waiting; ask again later", maxWaiting)}));
        return;
      }
      waiting.calls.push_back(std::make_shared<OpenCall>(OpenCall{.request = std::move(*call), .stop = {}}));
      m_open.push_back(waiting.calls.back());
    } else if (const auto* cancellation = std::get_if<Cancellation>(&reaction)) {
      const std::lock_guard lock(m_mutex);
      for (const auto& open : m_open) {
        if (open->request.id == cancellation->id) {
          open->stop.request_stop();
        }
      }
    }
  }

  void finishOrQueue(WaitingLine waiting) {
    if (waiting.calls.empty()) {
      send(waiting);
      return;
    }
    const std::lock_guard lock(m_mutex);
    m_waiting.push_back(std::move(waiting));
    m_wake.notify_one();
  }

  void send(const WaitingLine& done) {
    if (done.isBatch && !done.replies.empty()) {
      m_writer.write(done.replies);
      return;
    }
    for (const Json& reply : done.replies) {
      m_writer.write(reply);
    }
  }

  /// The thread that calls tools.
  void callInOrder() {
    for (;;) {
      std::unique_lock lock(m_mutex);
      m_wake.wait(lock, [this] { return m_hasEnded || !m_waiting.empty(); });
      if (m_waiting.empty() || m_writer.isClosed()) {
        return;
      }
      WaitingLine line = std::move(m_waiting.front());
      m_waiting.pop_front();
      lock.unlock();
      for (const std::shared_ptr<OpenCall>& call : line.calls) {
        answer(*call, line.replies);
        const std::lock_guard closing(m_mutex);
        std::erase(m_open, call);
      }
      send(line);
    }
  }

  /// One that was canceled has no reply.
  void answer(const OpenCall& call, std::vector<Json>& replies) const {
    const ToolRequest& request = call.request;
    const std::stop_token stop = call.stop.get_token();
    ToolAnswer answer;
    if (!stop.stop_requested()) {
      answer = callTool(*request.tool, request.arguments, m_files, m_run, stop);
    }
    if (!stop.stop_requested()) {
      replies.push_back(Session::toolResult(request, std::move(answer.content), answer.isError));
    }
  }

  const AllowedFiles& m_files;
  const RunCommand& m_run;
  Session m_session;
  MessageWriter m_writer;
  std::mutex m_mutex;
  std::condition_variable m_wake;
  std::deque<WaitingLine> m_waiting;
  std::vector<std::shared_ptr<OpenCall>> m_open;
  bool m_hasEnded = false;
};

}  // namespace

void serve(const AllowedFiles& files, const RunCommand& run) {
  Server(files, run).serve();
}

}  // namespace kernline::cli::mcp
