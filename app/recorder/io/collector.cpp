// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/collector.h"

#include "app/recorder/io/json_text.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <utility>

namespace kernline::recorder {

namespace {

constexpr std::size_t receiveBytes = 1U << 20U;
constexpr std::size_t maxNotes = 32;

template <typename Number>
Number numberOf(std::string_view text) {
  Number value{};
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

Collector::Collector(Descriptor listener, EventIntake& output) : m_listener(std::move(listener)), m_output(output) {}

void Collector::addWaits(std::vector<pollfd>& waits) {
  if (m_listener) {
    waits.push_back({m_listener.get(), POLLIN, 0});
  }
  if (m_output.isFull()) {
    return;
  }
  for (const Process& process : m_processes) {
    waits.push_back({process.socket.get(), POLLIN, 0});
  }
}

void Collector::serve(const std::vector<pollfd>& waits) {
  for (const pollfd& wait : waits) {
    if (wait.revents == 0) {
      continue;
    }
    if (m_listener && wait.fd == m_listener.get()) {
      acceptConnection();
      continue;
    }
    const auto process = std::ranges::find(m_processes, wait.fd, [](const Process& each) { return each.socket.get(); });
    if (process != m_processes.end()) {
      receive(*process);
    }
  }
  std::erase_if(m_processes, [](const Process& process) { return process.isOver; });
}

void Collector::acceptConnection() {
  while (Descriptor socket = acceptFrom(m_listener.get())) {
    m_processes.push_back({.socket = std::move(socket), .reader = {}, .name = {}});
  }
}

void Collector::receive(Process& process) {
  std::string bytes(receiveBytes, '\0');
  const ssize_t count = ::recv(process.socket.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) {
    return;
  }
  if (count <= 0) {
    process.isOver = true;
    return;
  }
  m_lastArrival = Clock::now();
  process.reader.add(std::string_view(bytes).substr(0, static_cast<std::size_t>(count)));
  while (auto frame = process.hasSentGarbage ? std::nullopt : process.reader.next()) {
    take(process, *frame);
  }
  if (process.reader.isBroken() || process.hasSentGarbage) {
    note(fmt::format("a process ({}) sent invalid data and is no longer recorded", process.name));
    process.isOver = true;
  }
}

void Collector::take(Process& process, Frame& frame) {
  switch (frame.kind) {
    case FrameKind::Hello:
      if (!process.hasGreeted) {
        process.hasGreeted = true;
        process.name = withoutControlCharacters(std::move(frame.body));
        process.isOver =
            !sendNow(process.socket.get(), frameBytes(FrameKind::Welcome, fmt::format("{}", m_processCount)));
        ++m_processCount;
      }
      break;
    case FrameKind::Events:
      if (areEventLines(frame.body)) {
        m_output.add(std::move(frame.body), frame.counts);
      } else {
        m_dropped += frame.counts.sum();
        process.hasSentGarbage = true;
      }
      break;
    case FrameKind::Note:
      note(withoutControlCharacters(std::move(frame.body)));
      break;
    case FrameKind::Dropped:
      m_dropped += numberOf<std::uint64_t>(frame.body);
      break;
    case FrameKind::InFlight:
      m_inFlight += numberOf<std::uint64_t>(frame.body);
      break;
    case FrameKind::Flushed:
      process.isToFlush = false;
      m_isInFlight = m_isInFlight || frame.body == stillInFlight;
      break;
    case FrameKind::Version:
      m_cuptiVersion = numberOf<int>(frame.body);
      break;
    case FrameKind::OperatorCost:
      m_operatorCost = std::max(m_operatorCost, numberOf<std::uint64_t>(frame.body));
      break;
    case FrameKind::End:
      process.isOver = true;
      break;
    case FrameKind::Welcome:
    case FrameKind::Stop:
    case FrameKind::StandBy:
    case FrameKind::Fire:
    case FrameKind::Begun:
    case FrameKind::Trigger:
    case FrameKind::Flush:
      break;  // sent by the recorder, never received
  }
}

void Collector::note(std::string text) {
  if (m_notes.size() < maxNotes) {
    m_notes.push_back(std::move(text));
  }
}

void Collector::flush(bool atOnce) {
  m_isInFlight = false;
  const std::string frame = frameBytes(FrameKind::Flush, atOnce ? flushAtOnce : std::string_view());
  for (Process& process : m_processes) {
    process.isToFlush = process.hasGreeted && sendNow(process.socket.get(), frame);
  }
}

bool Collector::isFlushed() const {
  return std::ranges::none_of(m_processes, &Process::isToFlush);
}

void Collector::stop() {
  m_listener = {};
  m_lastArrival = Clock::now();
  for (const Process& process : m_processes) {
    // A process that has ended cannot be reached, but its data is still to be read.
    static_cast<void>(sendNow(process.socket.get(), frameBytes(FrameKind::Stop, "")));
  }
}

void Collector::close() {
  m_listener = {};
  m_processes.clear();
}

}  // namespace kernline::recorder
