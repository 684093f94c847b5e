// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/armed_recording.h"

#include "app/recorder/io/counted.h"
#include "app/recorder/io/program_recording.h"
#include "app/recorder/io/recorded_environment.h"
#include "app/recorder/io/say.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <utility>

namespace kernline::recorder {

namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

constexpr milliseconds pollPeriod{50};
/// Time for CUPTI to begin in a process.
constexpr std::chrono::seconds patience{5};
double seconds(nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

}  // namespace

/// The running program for the time of one window.
class ArmedRecording::Window final : public RecordedProgram {
 public:
  Window(ArmedRecording& owner, const ArmedControl::Requests& requests)
      : m_owner(owner), m_stepFires(stepsOf(requests)), m_duration(durationOf(requests)) {}

  std::expected<void, LaunchFailure> start(const Environment& variables) override {
    m_variables = variables;
    m_owner.m_control.begin(variables);
    return {};
  }
  [[nodiscard]] int descriptor() const override { return m_owner.m_control.descriptor(); }
  void send(int signal) override { m_owner.m_program.send(signal); }
  std::optional<End> takeEnd() override {
    const ArmedControl::Requests requests = m_owner.m_control.take(m_variables);
    if (requests.fires > 0) {
      m_owner.m_control.answer("is recording already");
    }
    m_stops += requests.stops;
    if (const int further = stepsOf(requests); further > 0) {
      m_stepFires += further;  // further ranks, or within what a user asked for
      m_duration = m_owner.m_options.duration;
    }
    if (auto end = m_owner.m_program.takeEnd()) {
      m_owner.m_end = end;
      return end;
    }
    if (m_stepFires > 0 && m_stops >= m_stepFires) {
      return End{.exitCode = 0, .isOver = false, .sentence = "the steps ended"};
    }
    if (requests.begun > 0 && !m_begun) {
      m_begun = Clock::now();
    }
    // A window that nothing has begun in ends too, later.
    const Clock::time_point since = m_begun.value_or(m_fired + patience);
    if (m_duration && Clock::now() - since >= *m_duration) {
      return End{.exitCode = 0, .isOver = false, .sentence = "the recording time ended"};
    }
    return std::nullopt;
  }

 private:
  /// Steps that end by themselves.
  [[nodiscard]] int stepsOf(const ArmedControl::Requests& requests) const {
    return m_owner.m_options.steps ? requests.stepFires : 0;
  }
  [[nodiscard]] std::optional<nanoseconds> durationOf(const ArmedControl::Requests& requests) const {
    if (requests.duration.count() > 0) {
      return requests.duration;
    }
    if (m_owner.m_options.duration) {
      return m_owner.m_options.duration;
    }
    return stepsOf(requests) > 0 ? std::nullopt : std::optional<nanoseconds>(defaultWindow);
  }

  ArmedRecording& m_owner;
  Clock::time_point m_fired = Clock::now();
  std::optional<Clock::time_point> m_begun;
  int m_stepFires;
  int m_stops = 0;
  std::optional<nanoseconds> m_duration;
  std::optional<Environment> m_variables;
};

ArmedRecording::ArmedRecording(ProgramOptions options, RecordingHeader header, std::string injected,
                               MakeCounters makeCounters)
    : m_options(std::move(options)),
      m_header(std::move(header)),
      m_injected(std::move(injected)),
      m_makeCounters(std::move(makeCounters)),
      m_program(m_options.command, false),
      m_control(::getpid(), std::filesystem::path(m_options.command.front()).filename().string()) {}

int ArmedRecording::run() {
  ProgramRecording::holdSignals();
  const sigset_t held = ProgramRecording::heldSignals();
  m_signals = Descriptor(::signalfd(-1, &held, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!m_control.isListening()) {
    say("cannot create a socket for the program to stand by on");
    return 1;
  }
  const auto started = m_program.start({{armedVariable, m_control.name()},
                                        {stepsVariable, m_options.steps ? toText(*m_options.steps) : std::string()},
                                        {slowStepVariable, fmt::format("{}", m_options.when.slowStep)},
                                        {cudaInjectionVariable, m_injected},
                                        {nvtxInjectionVariable, m_injected}});
  if (!started) {
    say(started.error().problem);
    return started.error().exitCode;
  }
  if (m_options.steps) {
    say(fmt::format("armed: will record steps {}", toText(*m_options.steps)));
  } else {
    say(fmt::format("armed: run kernline record fire, or kill -USR2 {}, to record {:g} s", ::getpid(),
                    seconds(m_options.duration.value_or(defaultWindow))));
  }
  while (!m_end) {
    wait();
    if (isFired()) {
      record();
    }
  }
  if (m_windows == 0) {
    say(m_options.steps ? "nothing was recorded: the program ended before these steps of a torch.optim optimizer"
                        : "nothing was recorded: the program ended before anything asked for it");
  }
  return m_end->exitCode;
}

bool ArmedRecording::isArmed() const {
  return m_options.windows == 0 || m_windows < m_options.windows;
}

void ArmedRecording::wait() {
  std::array<pollfd, 2> waits{pollfd{m_signals.get(), POLLIN, 0}, pollfd{m_control.descriptor(), POLLIN, 0}};
  ::poll(waits.data(), waits.size(), static_cast<int>(pollPeriod.count()));
  signalfd_siginfo taken{};
  while (::read(m_signals.get(), &taken, sizeof taken) == sizeof taken) {
    const int number = static_cast<int>(taken.ssi_signo);
    if (number == SIGUSR2) {
      ++m_requests.fires;
    } else if (number != SIGCHLD && number != SIGUSR1 && taken.ssi_code != SI_KERNEL) {
      m_program.send(number);  // a terminal's has reached it already
    }
  }
  const ArmedControl::Requests asked = m_control.take(std::nullopt);
  m_requests.fires += asked.fires;
  m_requests.stepFires += asked.stepFires;
  m_requests.duration = asked.fires > 0 ? asked.duration : m_requests.duration;
  m_end = m_program.takeEnd();
}

bool ArmedRecording::isFired() {
  if (m_end || m_requests.fires + m_requests.stepFires == 0) {
    return false;
  }
  if (!isArmed()) {
    m_control.answer(
        fmt::format("has recorded its {} already", counted(static_cast<std::uint64_t>(m_windows), "window")));
    m_control.refuse();
    m_requests = {};
    return false;
  }
  return true;
}

void ArmedRecording::record() {
  ProgramOptions options = m_options;
  options.out = outputOfWindow(m_options, m_windows);
  options.delay = {};
  options.duration = {};
  RecordingHeader header = m_header;
  header.clock = RecordingClock::startingNow();
  auto window = std::make_unique<Window>(*this, std::exchange(m_requests, {}));
  m_control.answer(fmt::format("records into {}", std::filesystem::absolute(options.out).string()));
  auto counters = m_makeCounters(header.clock);
  ++m_windows;
  ProgramRecording(std::move(options), std::move(header), m_injected, std::move(counters), std::move(window)).run();
}

}  // namespace kernline::recorder
