// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/armed_control.h"

#include "app/recorder/io/json_text.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <utility>

namespace kernline::recorder {

namespace {

constexpr std::string_view namePrefix = "kernline-armed-";

}  // namespace

ArmedControl::ArmedControl(pid_t recorder, std::string_view program)
    : m_name(fmt::format("{}{}-{}", namePrefix, recorder, program.substr(0, 60))), m_listener(listenAt(m_name)) {}

ArmedControl::Requests ArmedControl::take(const std::optional<RecordedProgram::Environment>& variables) {
  while (Descriptor socket = acceptFrom(m_listener.get())) {
    m_connections.push_back({.socket = std::move(socket), .reader = {}});
  }
  Requests requests;
  for (Connection& connection : m_connections) {
    receive(connection, variables, requests);
  }
  std::erase_if(m_connections, [](const Connection& connection) { return connection.isOver; });
  return requests;
}

void ArmedControl::receive(Connection& connection, const std::optional<RecordedProgram::Environment>& variables,
                           Requests& requests) {
  std::array<char, 4096> bytes{};
  const ssize_t count = ::recv(connection.socket.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
  if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) {
    connection.isOver = true;
    return;
  }
  connection.reader.add({bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0))});
  while (const auto frame = connection.reader.next()) {
    if (frame->kind == FrameKind::StandBy) {
      connection.standsBy = true;
      if (variables) {
        connection.isOver = !sendNow(connection.socket.get(), frameBytes(FrameKind::Fire, variablesText(*variables)));
      }
    } else if (frame->kind == FrameKind::Fire) {
      if (connection.standsBy) {
        ++requests.stepFires;
        continue;
      }
      std::int64_t nanoseconds = 0;
      std::from_chars(frame->body.data(), frame->body.data() + frame->body.size(), nanoseconds);
      ++requests.fires;
      requests.duration = std::chrono::nanoseconds(nanoseconds);
      connection.waitsForAnswer = true;
    } else if (frame->kind == FrameKind::Trigger) {
      if (auto trigger = readTrigger(frame->body)) {
        trigger->what = withoutControlCharacters(std::move(trigger->what));
        trigger->process = peerOf(connection.socket.get());
        requests.triggers.push_back(std::move(*trigger));
      }
    } else if (frame->kind == FrameKind::Stop) {
      ++requests.stops;
    } else if (frame->kind == FrameKind::Begun) {
      ++requests.begun;
    }
  }
  connection.isOver = connection.isOver || connection.reader.isBroken();
}

std::size_t ArmedControl::begin(const RecordedProgram::Environment& variables) {
  const std::string frame = frameBytes(FrameKind::Fire, variablesText(variables));
  std::size_t count = 0;
  for (Connection& connection : m_connections) {
    if (connection.standsBy) {
      connection.isOver = !sendNow(connection.socket.get(), frame);
      count += connection.isOver ? 0 : 1;
    }
  }
  return count;
}

void ArmedControl::refuse() {
  for (Connection& connection : m_connections) {
    if (connection.standsBy) {
      connection.isOver = !sendNow(connection.socket.get(), frameBytes(FrameKind::Stop, ""));
    }
  }
}

void ArmedControl::answer(std::string_view sentence) {
  for (Connection& connection : m_connections) {
    if (std::exchange(connection.waitsForAnswer, false)) {
      static_cast<void>(sendNow(connection.socket.get(), frameBytes(FrameKind::Note, sentence)));
    }
  }
}

std::vector<ArmedRecorder> armedRecorders(std::string_view sockets) {
  std::vector<ArmedRecorder> found;
  while (!sockets.empty()) {
    const std::size_t end = std::min(sockets.find('\n'), sockets.size());
    const std::string_view line = sockets.substr(0, end);
    sockets.remove_prefix(std::min(end + 1, sockets.size()));
    const std::size_t at = line.find('@');
    if (at == std::string_view::npos || !line.substr(at + 1).starts_with(namePrefix)) {
      continue;
    }
    ArmedRecorder armed{.recorder = 0, .program = {}, .socket = std::string(line.substr(at + 1))};
    const char* const last = armed.socket.data() + armed.socket.size();
    const auto number = std::from_chars(armed.socket.data() + namePrefix.size(), last, armed.recorder);
    if (number.ec != std::errc{} || number.ptr == last) {
      continue;
    }
    armed.program.assign(number.ptr + 1, last);
    if (std::ranges::find(found, armed) == found.end()) {  // connections have its name too
      found.push_back(std::move(armed));
    }
  }
  return found;
}

std::string variablesText(const RecordedProgram::Environment& variables) {
  std::string text;
  for (const auto& [name, value] : variables) {
    text.append(name).append(1, '=').append(value).append(1, '\0');
  }
  return text;
}

RecordedProgram::Environment readVariables(std::string_view text) {
  RecordedProgram::Environment variables;
  while (!text.empty()) {
    const std::string_view entry = text.substr(0, text.find('\0'));
    text.remove_prefix(std::min(entry.size() + 1, text.size()));
    const std::size_t equals = std::min(entry.find('='), entry.size());
    variables.emplace(entry.substr(0, equals), entry.substr(std::min(equals + 1, entry.size())));
  }
  return variables;
}

}  // namespace kernline::recorder
