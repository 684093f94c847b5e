// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/remote/connection.h"

#include "core/open/remote/server_process.h"
#include "core/output/packed/packed_bytes.h"
#include "core/output/packed/packed_message.h"

#include <algorithm>
#include <array>
#include <utility>

namespace kernline::remote {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds look{100};
constexpr std::chrono::seconds silence{20};  // time without a message: a working server sends four a second
constexpr std::chrono::seconds login{120};   // a person may have to type
constexpr std::size_t maxNoise = 1U << 20U;  // bytes that a shell prints before
constexpr std::chrono::seconds between{3};   // pause between tries to connect again

/// Reads the progress that the server reports while it works.
void follow(const std::string& payload, Progress& progress) {
  packed::PackedReader reader(payload, payload.size());
  progress.stage = static_cast<Progress::Stage>(reader.numberUpTo(static_cast<std::uint64_t>(Progress::Stage::Done)));
  progress.bytesDone = reader.number();
  progress.bytesTotal = reader.number();
}

Error endedByUser() {
  return {Error::Kind::Canceled, Phrase::tr("Stopped.")};
}

}  // namespace

Connection::Connection(RemotePath place, std::string version)
    : m_place(std::move(place)), m_version(std::move(version)) {}

Connection::~Connection() = default;

Error Connection::lost(const std::string& said) const {
  return {Error::Kind::Unreadable, said.empty()
                                       ? Phrase::tr("The connection to %1 was lost").with(m_place.host)
                                       : Phrase::tr("The connection to %1 was lost: %2").with(m_place.host, said)};
}

Expected<std::string> Connection::open(Progress& progress, const std::stop_token& stop) {
  const std::lock_guard lock(m_asking);
  if (const Expected<void> connected = connect(progress, stop); !connected) {
    return std::unexpected(connected.error());
  }
  packed::PackedWriter writer;
  writer.addText(m_place.path);
  writer.addText("");
  Expected<Reply> reply = exchange(FrameKind::Open, writer.take(), progress, stop);
  return reply ? Expected<std::string>(std::move(reply->payload)) : std::unexpected(std::move(reply.error()));
}

Expected<void> Connection::connect(Progress& progress, const std::stop_token& stop) {
  const std::array<RemoteWord, 2> words{RemoteWord{.text = "serve"}, RemoteWord{.text = "--stdio"}};
  const std::string ssh = sshProgram();
  auto started = ServerProcess::start(ssh, m_place.host, shellCommand(m_place.host, words, remoteProgram(), m_version));
  if (!started) {
    return std::unexpected(std::move(started.error()));
  }
  m_process = std::move(*started);
  m_cutter = {};
  const auto until = Clock::now() + login;
  std::size_t noise = 0;
  progress.stage = Progress::Stage::Opening;
  while (!m_cutter.passGreeting()) {
    const std::string bytes = m_process->read(look);
    m_received += bytes.size();
    m_cutter.add(bytes);
    noise += bytes.size();
    if (stop.stop_requested() || !m_process->isOpen() || Clock::now() > until || noise > maxNoise) {
      const std::string said = std::exchange(m_process, nullptr)->lastWords();
      if (stop.stop_requested()) {
        return std::unexpected(endedByUser());
      }
      return std::unexpected(
          Error{Error::Kind::Unreadable,
                said.empty() ? Phrase::tr("%1 did not reach %2; try: %1 %2 true").with(ssh, m_place.host)
                             : Phrase::tr("%1 could not start kernline on %2: %3").with(ssh, m_place.host, said)});
    }
  }
  return {};
}

Expected<Reply> Connection::exchange(FrameKind kind, std::string_view payload, Progress& progress,
                                     const std::stop_token& stop) {
  const auto fail = [&](Error error) {
    m_process = nullptr;  // an answer that comes later would be taken for one to the next question
    return std::unexpected(std::move(error));
  };
  if (!m_process->write(frameBytes(kind, payload))) {
    return fail(lost(m_process->lastWords()));
  }
  auto heard = Clock::now();
  for (;;) {
    while (std::optional<Frame> frame = m_cutter.next()) {
      try {
        if (frame->kind == FrameKind::Working) {
          follow(frame->payload, progress);
          continue;
        }
        if (frame->kind == FrameKind::Failure) {
          packed::PackedReader said(frame->payload, frame->payload.size());
          return std::unexpected(
              Error{Error::Kind::Unreadable, Phrase::tr("%1: %2").with(m_place.host, packed::readMessage(said))});
        }
        packed::PackedReader reader(frame->payload, frame->payload.size());
        const bool hasChanged = reader.numberUpTo(1) == 1;
        return Reply{.hasChanged = hasChanged, .payload = frame->payload.substr(1)};
      } catch (const packed::BrokenBytes&) {
        return fail(lost({}));
      }
    }
    if (m_cutter.isBroken()) {
      return fail(lost({}));
    }
    if (stop.stop_requested()) {
      return fail(endedByUser());
    }
    const std::string bytes = m_process->read(look);
    if (!bytes.empty()) {
      heard = Clock::now();
      m_received += bytes.size();
      m_cutter.add(bytes);
      if (constexpr std::size_t large = 1U << 16U; m_cutter.expected() > large) {
        progress.stage = Progress::Stage::Done;  // the server is done; the rest is the transfer
        progress.bytesDone = m_cutter.arrived();
        progress.bytesTotal = m_cutter.expected();
      }
    } else if (!m_process->isOpen() || Clock::now() - heard > silence) {
      return fail(lost(m_process->lastWords()));
    }
  }
}

Expected<std::string> Connection::ask(FrameKind kind, std::string_view payload) {
  Progress progress;
  return ask(kind, payload, progress, {});
}

Expected<std::string> Connection::ask(FrameKind kind, std::string_view payload, Progress& progress,
                                      const std::stop_token& stop) {
  const std::lock_guard lock(m_asking);
  if (!m_process && Clock::now() - m_failedAt < between) {
    const Error error = lost({});
    noteFailure(error);
    return std::unexpected(error);
  }
  const bool wasConnected = m_process != nullptr;
  Expected<std::string> answer = askOnce(kind, payload, progress, stop);
  if (!answer && wasConnected && !m_process && !stop.stop_requested()) {
    answer = askOnce(kind, payload, progress, stop);  // the connection broke while idle
  }
  if (!answer && !m_process) {
    m_failedAt = Clock::now();
  }
  setProblem(answer || m_process ? std::nullopt : std::optional(answer.error().message));
  if (!answer) {
    noteFailure(answer.error());
  }
  return answer;
}

Expected<std::string> Connection::askOnce(FrameKind kind, std::string_view payload, Progress& progress,
                                          const std::stop_token& stop) {
  if (!m_process) {
    if (const Expected<void> connected = connect(progress, stop); !connected) {
      return std::unexpected(connected.error());
    }
    packed::PackedWriter writer;
    writer.addText(m_place.path);
    writer.addText(m_identity);
    if (const Expected<Reply> again = exchange(FrameKind::Again, writer.take(), progress, stop); !again) {
      m_hasChanged = m_hasChanged || m_process != nullptr;  // it answers, but not with that file
      m_process = nullptr;
      return std::unexpected(again.error());
    }
  }
  Expected<Reply> reply = exchange(kind, payload, progress, stop);
  if (!reply) {
    return std::unexpected(std::move(reply.error()));
  }
  m_hasChanged = m_hasChanged || reply->hasChanged;
  return std::move(reply->payload);
}

std::optional<Message> Connection::problem() const {
  const std::lock_guard lock(m_saying);
  return m_problem;
}

UnreachableSource::Failures Connection::failures() const {
  const std::lock_guard lock(m_saying);
  return m_failures;
}

void Connection::noteFailure(const Error& error) {
  const std::lock_guard lock(m_saying);
  ++m_failures.count;
  m_failures.last = m_problem.value_or(error.message);
}

void Connection::setProblem(std::optional<Message> problem) {
  const std::lock_guard lock(m_saying);
  m_problem = std::move(problem);
}

}  // namespace kernline::remote
