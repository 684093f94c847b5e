// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/inject/session.h"

#include "app/recorder/cupti/cupti_library.h"
#include "app/recorder/cupti/kernel_profiler.h"
#include "app/recorder/io/recorded_environment.h"
#include "app/recorder/torch/operator_observer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::recorder {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds answerTimeout{3000};
/// Time without any progress of the recorder after which it counts as gone. Meanwhile records wait, then are dropped.
constexpr milliseconds sendTimeout{30000};
constexpr milliseconds lastSendTimeout{5000};

std::int64_t number(std::string_view text) {
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> all;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    all.emplace_back(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return all;
}

/// The next frame from the other side, or none within the patience.
std::optional<Frame> receive(int socket, FrameReader& reader, milliseconds timeout) {
  std::array<char, 4096> bytes{};
  while (true) {
    if (auto frame = reader.next()) {
      return frame;
    }
    const ssize_t count = waitReadable(socket, timeout) ? ::recv(socket, bytes.data(), bytes.size(), MSG_DONTWAIT) : 0;
    if (count <= 0 || reader.isBroken()) {
      return std::nullopt;
    }
    reader.add({bytes.data(), static_cast<std::size_t>(count)});
  }
}

}  // namespace

Session::Variables Session::environment() {
  Variables variables;
  for (const char* name : {socketVariable, clockVariable, startVariable, devicesVariable, sourceVariable, callsVariable,
                           torchVariable, profileVariable, launchesVariable, metricsVariable}) {
    if (const char* value = std::getenv(name); value != nullptr) {
      variables.emplace(name, value);
    }
  }
  return variables;
}

std::unique_ptr<Session> Session::connect(const Variables& variables) {
  const auto named = variables.find(socketVariable);
  const std::string name = named == variables.end() ? std::string() : named->second;
  Descriptor socket = name.empty() ? Descriptor{} : connectTo(name);
  if (!socket) {
    return nullptr;
  }
  std::unique_ptr<Session> session(new Session(std::move(socket)));
  return session->handshake(variables) ? std::move(session) : nullptr;
}

Session::Session(Descriptor socket) : m_socket(std::move(socket)), m_pid(::getpid()) {
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) == 0) {
    m_wakeRead = Descriptor(ends[0]);
    m_wakeWrite = Descriptor(ends[1]);
  }
}

Session::~Session() {
  end();
}

bool Session::handshake(const Variables& variables) {
  const auto variable = [&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? std::string_view() : std::string_view(found->second);
  };
  m_options.process = thisProcess();
  m_options.clock.monotonicBase = number(variable(clockVariable));
  m_options.devices = words(variable(devicesVariable));
  m_startAfter = number(variable(startVariable));
  if (const std::string_view pattern = variable(profileVariable); !pattern.empty()) {
    m_profiler = makeKernelProfiler({.pattern = std::string(pattern),
                                     .launches = static_cast<std::size_t>(number(variable(launchesVariable))),
                                     .metrics = words(variable(metricsVariable))});
    m_options.watcher = m_profiler.get();
  }
  m_options.calls = readRecordedCalls(variable(callsVariable)).value_or(RecordedCalls::All);
  m_torch = readTorchChoice(variable(torchVariable)).value_or(TorchChoice{});
  const std::string_view source = variable(sourceVariable);
  if (const std::size_t colon = source.find(':'); colon != std::string_view::npos) {
    m_options.source = {.exponent = static_cast<std::uint32_t>(number(source.substr(0, colon))),
                        .folder = std::string(source.substr(colon + 1))};
  }
  FrameReader reader;
  if (!send(FrameKind::Hello, m_options.process.name)) {
    return false;
  }
  const auto welcome = receive(m_socket.get(), reader, answerTimeout);
  if (!welcome || welcome->kind != FrameKind::Welcome) {
    return false;
  }
  m_options.process.number = static_cast<std::uint32_t>(number(welcome->body));
  return true;
}

bool Session::send(FrameKind kind, std::string_view body, const RecordCounts& counts) {
  const std::scoped_lock lock(m_sendMutex);
  milliseconds waited{0};
  const auto keepWaiting = [&] {
    waited += sendSlice;
    return waited < (m_isEnding ? lastSendTimeout : sendTimeout);
  };
  if (m_isGone || !sendAll(m_socket.get(), frameBytes(kind, body, counts), keepWaiting)) {
    m_isGone = true;
  }
  return !m_isGone;
}

bool Session::write(std::string_view events, const RecordCounts& counts) {
  return send(FrameKind::Events, events, counts);
}

void Session::startTimeline() {
  const std::scoped_lock lock(m_timelineMutex);
  if (m_isOver || m_timeline != nullptr) {
    return;
  }
  auto timeline = Timeline::start(*this, m_options);
  if (!timeline) {
    send(FrameKind::Note,
         fmt::format("process {} ({}) is not recorded: {}", m_pid, m_options.process.name, timeline.error()));
    m_problem = timeline.error();
    m_isOver = true;
    return;
  }
  m_timeline = std::move(*timeline);
  m_atStart();
  if (m_torch.hasOperators) {
    m_operators = std::make_unique<TorchOperators>(*this, m_options.process, m_options.clock, m_torch, m_atStart);
  }
  if (m_torch.hasStacks) {
    m_stacks = std::make_unique<StackSampler>(*this, m_options.process, m_options.clock, &observer::nestingOf);
  }
  std::uint32_t version = 0;
  cuptiLibrary().getVersion(&version);
  send(FrameKind::Version, fmt::format("{}", version));
}

void Session::begin(AtStart atStart) {
  m_atStart = atStart;
  if (m_options.clock.now() >= m_startAfter) {
    startTimeline();
  }
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  m_listener = std::thread([this] { listen(); });
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

/// Waits for the moment to begin, for the recorder's word to stop, and for the recorder's end.
void Session::listen() {
  constexpr std::int64_t nanosecondsPerMillisecond = 1'000'000;
  FrameReader reader;
  std::array<char, 256> bytes{};
  bool isStarted = m_options.clock.now() >= m_startAfter;
  while (!m_isEnding && !m_isGone) {
    const std::int64_t wait =
        isStarted ? -1 : std::max<std::int64_t>(0, (m_startAfter - m_options.clock.now()) / nanosecondsPerMillisecond);
    std::array<pollfd, 2> waiting{pollfd{m_socket.get(), POLLIN, 0}, pollfd{m_wakeRead.get(), POLLIN, 0}};
    ::poll(waiting.data(), waiting.size(), static_cast<int>(std::min<std::int64_t>(wait, 60'000)));
    if (waiting[1].revents != 0) {
      return;
    }
    if (!isStarted && m_options.clock.now() >= m_startAfter) {
      isStarted = true;
      startTimeline();
    }
    if (waiting[0].revents == 0) {
      continue;
    }
    const ssize_t count = ::recv(m_socket.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (count > 0) {
      reader.add({bytes.data(), static_cast<std::size_t>(count)});
    }
    while (const auto frame = reader.next()) {
      obey(*frame);
    }
    if (count == 0 || isOver()) {
      m_isGone = count == 0;
      stopTimeline();
      return;
    }
  }
}

void Session::obey(const Frame& frame) {
  if (frame.kind == FrameKind::Stop) {
    stopTimeline();
  } else if (frame.kind == FrameKind::Flush) {
    constexpr milliseconds patience{1000};
    const bool isAll = flush(patience, frame.body == flushAtOnce);
    send(FrameKind::Flushed, isAll ? std::string_view() : stillInFlight);
  }
}

bool Session::flush(milliseconds patience, bool atOnce) {
  const std::unique_lock lock(m_timelineMutex, std::try_to_lock);
  if (!lock || m_timeline == nullptr) {
    return true;
  }
  if (m_operators != nullptr) {
    m_operators->passOn();
  }
  if (m_stacks != nullptr) {
    m_stacks->cut();
  }
  const bool isAll = m_timeline->flush(patience, atOnce);
  sendLosses(m_timeline->dropped(), m_timeline->inFlight());
  return isAll;
}

/// Sends what has been lost since the last time.
void Session::sendLosses(std::uint64_t dropped, std::uint64_t inFlight) {
  if (dropped > m_sentDropped) {
    send(FrameKind::Dropped, fmt::format("{}", dropped - std::exchange(m_sentDropped, dropped)));
  }
  if (inFlight > m_sentInFlight) {
    send(FrameKind::InFlight, fmt::format("{}", inFlight - std::exchange(m_sentInFlight, inFlight)));
  }
}

bool Session::isRecording() {
  const std::scoped_lock lock(m_timelineMutex);
  return m_timeline != nullptr && (m_operators == nullptr || !m_operators->isWaiting());
}

bool Session::isOver() {
  const std::scoped_lock lock(m_timelineMutex);
  return m_isOver;
}

void Session::stopTimeline() {
  const std::scoped_lock lock(m_timelineMutex);
  if (m_isOver) {
    return;
  }
  m_isOver = true;
  std::uint64_t dropped = m_stacks == nullptr ? 0 : m_stacks->stop();
  dropped += m_operators == nullptr ? 0 : m_operators->stop();
  // Where the program goes on, so do its GPUs.
  const milliseconds patience = m_isEnding || m_isGone ? milliseconds(0) : milliseconds(1000);
  dropped += m_timeline == nullptr ? 0 : m_timeline->stop(patience);
  const std::uint64_t inFlight = m_timeline == nullptr ? 0 : m_timeline->inFlight();
  const bool wasRecorded = m_timeline != nullptr;
  for (const std::string& note : m_timeline == nullptr ? std::vector<std::string>() : m_timeline->notes()) {
    send(FrameKind::Note, note);
  }
  m_timeline.reset();
  for (const std::string& note : m_operators == nullptr ? std::vector<std::string>() : m_operators->notes()) {
    send(FrameKind::Note, fmt::format("process {} ({}): {}", m_pid, m_options.process.name, note));
  }
  if (m_operators != nullptr && m_operators->cost() > 0) {
    send(FrameKind::OperatorCost, fmt::format("{}", m_operators->cost()));
  }
  m_operators.reset();
  if (m_stacks != nullptr && !m_stacks->problem().empty()) {
    send(FrameKind::Note, fmt::format("process {} ({}): {}", m_pid, m_options.process.name, m_stacks->problem()));
  }
  m_stacks.reset();
  for (const std::string& note :
       wasRecorded&& m_profiler != nullptr ? m_profiler->notes() : std::vector<std::string>()) {
    send(FrameKind::Note, fmt::format("process {} ({}): {}", m_pid, m_options.process.name, note));
  }
  sendLosses(dropped, inFlight);
  send(FrameKind::End, "");
}

void Session::end() {
  if (::getpid() != m_pid || m_isEnding.exchange(true)) {
    return;
  }
  if (m_wakeWrite) {
    [[maybe_unused]] const ssize_t count = ::write(m_wakeWrite.get(), "x", 1);
  }
  if (m_listener.joinable()) {
    m_listener.join();
  }
  stopTimeline();
  const std::scoped_lock lock(m_sendMutex);
  m_isGone = true;
  m_socket = {};
}

void Session::abandon() {
  // The parent still uses the other end of what is shared; closing our copies leaves it alone.
  ::close(m_socket.release());
  m_isGone = true;
  if (m_operators != nullptr) {
    m_operators->abandon();
  }
  if (m_stacks != nullptr) {
    m_stacks->abandon();
  }
}

}  // namespace kernline::recorder
