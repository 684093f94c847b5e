// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/kept_recording.h"

#include "app/recorder/io/counted.h"
#include "app/recorder/io/program_recording.h"
#include "app/recorder/io/recorded_environment.h"
#include "app/recorder/io/recording_variables.h"
#include "app/recorder/io/say.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <utility>
#include <vector>

namespace kernline::recorder {

namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

constexpr milliseconds lookOutPeriod{50};
/// Time for processes to send their events.
constexpr milliseconds flushPatience{2500};
/// Period of checking how idle the GPUs are; a tenth of the time in question, if that is less.
constexpr nanoseconds maxLookPeriod = std::chrono::seconds(1);

double inSeconds(nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

}  // namespace

KeptRecording::KeptRecording(ProgramOptions options, RecordingHeader header, std::string injected,
                             std::unique_ptr<EventSource> counters)
    : m_options(std::move(options)),
      m_header(std::move(header)),
      m_injected(std::move(injected)),
      m_counters(std::move(counters)),
      m_program(m_options.command, false),
      m_control(::getpid(), std::filesystem::path(m_options.command.front()).filename().string()),
      m_kept(*m_options.keep),
      m_use(m_options.keep->time.count()) {
  m_header.torch = toText(m_options.torch);
}

std::expected<void, LaunchFailure> KeptRecording::start() {
  const std::string socketName = randomSocketName();
  Descriptor listener = listenAt(socketName);
  if (!listener || !m_control.isListening()) {
    return std::unexpected(
        LaunchFailure{.exitCode = 1, .problem = "cannot create sockets for the events of the program"});
  }
  m_collector = std::make_unique<Collector>(std::move(listener), *this);
  ProgramOptions recorded = m_options;
  recorded.delay = {};  // conditions wait, the recording does not
  RecordedProgram::Environment variables = recordingVariables(recorded, m_header, m_injected, socketName);
  variables[armedVariable] = m_control.name();
  variables[whenVariable] = toText(m_options.when);
  variables[slowStepVariable] = fmt::format("{}", m_options.when.slowStep);
  return m_program.start(variables);
}

int KeptRecording::run() {
  ProgramRecording::holdSignals();
  const sigset_t held = ProgramRecording::heldSignals();
  m_signals = Descriptor(::signalfd(-1, &held, SFD_CLOEXEC | SFD_NONBLOCK));
  if (const auto started = start(); !started) {
    say(started.error().problem);
    return started.error().exitCode;
  }
  sayArmed();
  if (m_counters != nullptr) {
    m_counters->begin();
  }
  const auto isStalled = [&] { return !isFull() && Clock::now() - m_collector->lastArrival() > flushPatience; };
  while (!m_end || (m_collector->hasProcesses() && !isStalled())) {
    wait();
    takeSignals();
    takeRequests();
    takeCounters();
    takeEnd();
    watchIdle();
    advanceWindow();
  }
  if (m_counters != nullptr) {
    m_counters->end();
    takeCounters();
  }
  takeRequests();  // takes requests of a program that ended with them
  watchEnd();
  if (m_window != nullptr) {
    m_footer.status = m_end->exitCode;
    finishWindow(m_end->sentence);
  }
  if (m_windows == 0) {
    say("nothing was written: the program ended before anything asked for it");
  }
  return m_end->exitCode;
}

void KeptRecording::sayArmed() const {
  say(fmt::format("armed: records all the time and keeps the last {:g} s, at most {}", inSeconds(m_options.keep->time),
                  sizeText(m_options.keep->bytes)));
  say(fmt::format("run kernline record fire, or kill -USR2 {}, to write them and the next {:g} s", ::getpid(),
                  inSeconds(m_options.duration.value_or(defaultWindow))));
}

void KeptRecording::add(std::string events, const RecordCounts& counts) {
  const auto text = std::make_shared<const std::string>(std::move(events));
  if (m_options.when.idleShare > 0) {
    m_use.add(*text);
  }
  if (counts[RecordKind::Kernel] + counts[RecordKind::Memcpy] + counts[RecordKind::Memset] > 0) {
    m_lastActivity = Clock::now();
  }
  m_kept.add(text, counts, m_header.clock.now());
  if (m_window != nullptr) {
    m_window->add(text, counts);
  }
}

bool KeptRecording::isFull() {
  return m_window != nullptr && m_window->isFull();
}

void KeptRecording::wait() {
  std::vector<pollfd> waits{{m_signals.get(), POLLIN, 0}, {m_control.descriptor(), POLLIN, 0}};
  m_collector->addWaits(waits);
  if (::poll(waits.data(), waits.size(), static_cast<int>(lookOutPeriod.count())) > 0) {
    m_collector->serve(waits);
  }
  m_kept.forgetOld(m_header.clock.now());
}

void KeptRecording::takeSignals() {
  signalfd_siginfo taken{};
  while (::read(m_signals.get(), &taken, sizeof taken) == sizeof taken) {
    const int number = static_cast<int>(taken.ssi_signo);
    if (number == SIGUSR2) {
      trigger({.kind = Trigger::Kind::Asked, .time = RecordingClock::read(CLOCK_MONOTONIC), .what = {}}, std::nullopt);
    } else if (number == SIGUSR1 && m_window != nullptr && m_stage == Stage::Growing) {
      m_footer.ended = "the recording was stopped by a signal";
      flushWindow(Stage::Flushing);
    } else if (number != SIGCHLD && number != SIGUSR1 && taken.ssi_code != SI_KERNEL && !m_end) {
      m_program.send(number);  // a terminal's has reached it already
    }
  }
}

void KeptRecording::takeRequests() {
  const ArmedControl::Requests requests = m_control.take(std::nullopt);
  for (const Trigger& each : requests.triggers) {
    trigger(each, std::nullopt);
  }
  if (requests.fires > 0) {
    trigger({.kind = Trigger::Kind::Asked, .time = RecordingClock::read(CLOCK_MONOTONIC), .what = {}},
            requests.duration.count() > 0 ? std::optional(requests.duration) : std::nullopt);
  }
}

void KeptRecording::takeCounters() {
  if (m_counters == nullptr || isFull()) {
    return;
  }
  EventSource::Events events = m_counters->take();
  if (!events.lines.empty()) {
    add(std::move(events.lines), events.counts);
  }
}

void KeptRecording::takeEnd() {
  if (!m_end) {
    m_end = m_program.takeEnd();
    if (m_end) {
      m_collector->stop();
    }
  }
}

/// A signal ends a program as an exception does, unless somebody asked for its end.
void KeptRecording::watchEnd() {
  constexpr int signalBase = 128;
  const int signal = m_end->exitCode - signalBase;
  const bool isAsked = signal == SIGINT || signal == SIGTERM || signal == SIGHUP || signal == SIGPIPE;
  if (m_options.when.hasException && signal > 0 && !isAsked && m_window == nullptr) {
    trigger({.kind = Trigger::Kind::Exception, .time = RecordingClock::read(CLOCK_MONOTONIC), .what = m_end->sentence},
            std::nullopt);
  }
}

/// Each condition begins one recording, unless their number was chosen.
bool KeptRecording::isWanted(Trigger::Kind kind) const {
  if (kind == Trigger::Kind::Asked) {
    return m_options.windows == 0 || m_windows < m_options.windows;
  }
  const bool isLate = Clock::now() - m_started >= m_options.delay;
  return isLate && (m_options.windows == 0 ? !m_seen.contains(kind) : m_windows < m_options.windows);
}

void KeptRecording::trigger(const Trigger& trigger, std::optional<nanoseconds> duration) {
  if (m_window != nullptr) {
    m_window->mark(trigger, m_header.clock);
    m_control.answer("is recording already");
  } else if (isWanted(trigger.kind)) {
    beginWindow(trigger, duration.value_or(m_options.duration.value_or(defaultWindow)));
  } else {
    m_control.answer(
        fmt::format("has recorded its {} already", counted(static_cast<std::uint64_t>(m_windows), "window")));
  }
}

void KeptRecording::beginWindow(const Trigger& trigger, nanoseconds duration) {
  const std::string path = outputOfWindow(m_options, m_windows);
  RecordingHeader header = m_header;
  const std::int64_t moment = trigger.time - m_header.clock.monotonicBase;
  header.begin = std::max<std::int64_t>(0, moment - m_options.keep->time.count());
  auto window = KeptWindow::open(path, header, m_options.keep->bytes);
  if (!window) {
    say(window.error());
    m_control.answer(window.error());
    return;
  }
  ++m_windows;
  m_seen.insert(trigger.kind);
  m_window = std::move(*window);
  m_stage = Stage::Growing;
  m_due = Clock::now() + duration;
  m_footer = {.status = -1};
  m_footer.dropped = m_collector->dropped();
  m_footer.inFlight = m_collector->inFlight();
  m_footer.notes.push_back(fmt::format("begins {:.3g} s before its trigger: {}",
                                       inSeconds(nanoseconds(moment - header.begin)), describe(trigger)));
  if (const std::uint64_t dropped = m_kept.droppedSince(header.begin); dropped > 0) {
    m_footer.dropped -= dropped;  // these are counted here instead
    m_footer.notes.push_back(fmt::format("{} of the last {:g} s had no room in {}; give --keep more memory",
                                         counted(dropped, "event"), inSeconds(m_options.keep->time),
                                         sizeText(m_options.keep->bytes)));
  }
  m_window->addKept(m_kept);
  m_window->mark(trigger, m_header.clock);
  const std::string file = std::filesystem::absolute(path).string();
  m_control.answer(fmt::format("records into {}", file));
  say(fmt::format("{}: writes {}", describe(trigger), path));
}

void KeptRecording::advanceWindow() {
  if (m_window == nullptr) {
    return;
  }
  if (m_window->hasFailed()) {
    finishWindow("the recording could no longer be written");
    return;
  }
  const bool isDue = Clock::now() >= m_due;
  if (m_stage == Stage::Growing) {
    if (isDue) {
      flushWindow(Stage::Flushing);
    }
    return;
  }
  if (!isDue && !m_collector->isFlushed()) {
    return;
  }
  if (m_collector->isInFlight() && m_stage != Stage::FlushingAtOnce) {
    flushWindow(m_stage == Stage::Flushing ? Stage::FlushingAgain : Stage::FlushingAtOnce);
  } else {
    finishWindow("the recording time ended");
  }
}

void KeptRecording::flushWindow(Stage stage) {
  m_stage = stage;
  m_flushedForIdle.reset();
  m_collector->flush(stage == Stage::FlushingAtOnce);
  m_due = Clock::now() + flushPatience;
}

void KeptRecording::finishWindow(std::string ended) {
  m_footer.ended = m_footer.ended.empty() ? std::move(ended) : m_footer.ended;
  m_footer.dropped = m_collector->dropped() - m_footer.dropped;
  m_footer.inFlight = m_collector->inFlight() - m_footer.inFlight;
  m_footer.operatorCost = m_collector->operatorCost();
  if (m_collector->processCount() == 0) {
    m_footer.notes.emplace_back("no process used CUDA during the recording");
  }
  std::ranges::copy(m_collector->notes(), std::back_inserter(m_footer.notes));
  if (m_counters != nullptr && m_end) {
    m_footer.dropped += m_counters->dropped();
    std::ranges::move(m_counters->notes(), std::back_inserter(m_footer.notes));
  }
  m_window->finish(std::exchange(m_footer, {}));
  m_window.reset();
}

void KeptRecording::watchIdle() {
  const auto now = Clock::now();
  const bool isWatched = m_options.when.idleShare > 0 && m_window == nullptr && isWanted(Trigger::Kind::Idle);
  if (!isWatched || now < m_nextLook || m_end || !m_collector->hasProcesses()) {
    return;
  }
  const nanoseconds lookPeriod = std::min(maxLookPeriod, m_options.keep->time / 10);
  m_nextLook = now + lookPeriod;
  if (m_flushedForIdle && m_collector->isFlushed() && !m_collector->isInFlight()) {
    m_use.completeUntil(*m_flushedForIdle);
  }
  if (const auto idle = m_use.idlest(); idle && idle->share > m_options.when.idleShare) {
    trigger({.kind = Trigger::Kind::Idle, .time = RecordingClock::read(CLOCK_MONOTONIC), .what = idleText(*idle)},
            std::nullopt);
  } else if (now - m_lastActivity > lookPeriod && m_collector->isFlushed()) {
    m_flushedForIdle = m_header.clock.now();  // late records look like idle time
    m_collector->flush(false);
  }
}

std::string KeptRecording::idleText(const GpuUse::Idle& idle) const {
  constexpr double whole = 100;
  return fmt::format("GPU {} idle for {:.3g} % of {:g} s", idle.device, idle.share * whole,
                     inSeconds(m_options.keep->time));
}

}  // namespace kernline::recorder
