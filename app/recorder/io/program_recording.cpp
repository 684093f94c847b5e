// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/program_recording.h"

#include "app/recorder/io/finished_recording.h"
#include "app/recorder/io/recorded_environment.h"
#include "app/recorder/io/recording_variables.h"
#include "app/recorder/io/say.h"

#include <fmt/format.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <iterator>
#include <utility>

namespace kernline::recorder {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds tick{50};
/// Time to wait for processes that send no more data.
constexpr milliseconds stallTimeout{1500};

std::unique_ptr<RecordedProgram> programOf(const ProgramOptions& options) {
  if (options.isCaller) {
    return std::make_unique<CallingProgram>(STDIN_FILENO, STDOUT_FILENO);
  }
  return std::make_unique<ChildProgram>(options.command, options.toStandardOutput);
}

}  // namespace

ProgramRecording::ProgramRecording(ProgramOptions options, RecordingHeader header, std::string injected,
                                   std::unique_ptr<EventSource> counters, std::unique_ptr<RecordedProgram> program)
    : m_options(std::move(options)),
      m_header(std::move(header)),
      m_injected(std::move(injected)),
      m_counters(std::move(counters)),
      m_program(program == nullptr ? programOf(m_options) : std::move(program)) {
  m_header.torch = toText(m_options.torch);
}

sigset_t ProgramRecording::heldSignals() {
  sigset_t set;
  ::sigemptyset(&set);
  for (const int number : {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2}) {
    ::sigaddset(&set, number);
  }
  return set;
}

void ProgramRecording::holdSignals() {
  const sigset_t held = heldSignals();
  ::pthread_sigmask(SIG_BLOCK, &held, nullptr);
}

bool ProgramRecording::openOutput() {
  if (m_options.toStandardOutput) {
    m_shownOutput = "standard output";
    m_writer = std::make_unique<RecordingWriter>(STDOUT_FILENO, m_shownOutput);
  } else {
    if (m_options.out.empty()) {
      m_options.out = defaultOutput(m_options.command, std::time(nullptr));
    }
    m_shownOutput = m_options.out;
    auto writer = RecordingWriter::create(m_options.out);
    if (!writer) {
      say(writer.error());
      return false;
    }
    m_writer = std::move(*writer);
  }
  if (!m_writer->begin(m_header)) {
    say(m_writer->problem());
    return false;
  }
  return true;
}

std::expected<void, LaunchFailure> ProgramRecording::startProgram(const std::string& socketName) {
  RecordedProgram::Environment environment = recordingVariables(m_options, m_header, m_injected, socketName);
  if (m_options.sourceExponent > 0) {
    m_source = std::make_unique<SourceFolder>();
    environment[sourceVariable] = fmt::format("{}:{}", m_options.sourceExponent, m_source->path());
  }
  return m_program->start(environment);
}

int ProgramRecording::run() {
  holdSignals();
  const sigset_t held = heldSignals();
  m_signals = Descriptor(::signalfd(-1, &held, SFD_CLOEXEC | SFD_NONBLOCK));
  m_started = Clock::now();
  if (!openOutput()) {
    return 1;
  }
  const std::string socketName = randomSocketName();
  Descriptor listener = listenAt(socketName);
  if (!listener) {
    say("cannot create a socket for the events of the program");
    return 1;
  }
  m_output = std::make_unique<BoundedOutput>(*m_writer);
  m_collector = std::make_unique<Collector>(std::move(listener), *m_output);
  if (const auto started = startProgram(socketName); !started) {
    say(started.error().problem);
    m_output->finish();
    m_writer->abandon();
    return started.error().exitCode;
  }
  while (!m_end || !m_isFinished) {
    wait();
    takeSignals();
    takeEnd();
    takeCounters();
    checkTimes();
  }
  return m_end->exitCode;
}

void ProgramRecording::takeCounters() {
  if (m_counters == nullptr || m_isFinished) {
    return;
  }
  if (!m_areCountersBegun && Clock::now() - m_started >= m_options.delay) {
    m_areCountersBegun = true;
    m_counters->begin();
  }
  if (!m_output->isFull()) {
    EventSource::Events events = m_counters->take();
    if (!events.lines.empty()) {
      m_output->add(std::move(events.lines), events.counts);
    }
  }
}

void ProgramRecording::endCounters(RecordingFooter& footer) {
  if (m_counters == nullptr || !m_areCountersBegun) {
    return;
  }
  m_counters->end();
  EventSource::Events rest = m_counters->take();
  if (!rest.lines.empty()) {
    m_output->add(std::move(rest.lines), rest.counts);
  }
  footer.dropped += m_counters->dropped();
  std::ranges::move(m_counters->notes(), std::back_inserter(footer.notes));
}

void ProgramRecording::addSource(RecordingFooter& footer) {
  if (m_source == nullptr) {
    return;
  }
  SourceEvents source = sourceEvents(m_source->path(), m_header.clock.now());
  m_source.reset();
  if (!source.events.lines.empty()) {
    m_output->add(std::move(source.events.lines), source.events.counts);
  }
  footer.dropped += source.dropped;
  std::ranges::move(source.notes, std::back_inserter(footer.notes));
}

void ProgramRecording::wait() {
  std::vector<pollfd> waits{{m_signals.get(), POLLIN, 0}};
  if (!m_end && m_program->descriptor() >= 0) {
    waits.push_back({m_program->descriptor(), POLLIN, 0});
  }
  if (!m_isFinished) {
    m_collector->addWaits(waits);
  }
  if (::poll(waits.data(), waits.size(), static_cast<int>(tick.count())) > 0 && !m_isFinished) {
    m_collector->serve(waits);
  }
}

void ProgramRecording::takeSignals() {
  signalfd_siginfo taken{};
  while (::read(m_signals.get(), &taken, sizeof taken) == sizeof taken) {
    takeSignal(static_cast<int>(taken.ssi_signo), taken.ssi_code == SI_KERNEL);
  }
}

void ProgramRecording::takeSignal(int number, bool isFromTerminal) {
  if (number == SIGUSR1) {
    beginEnding("the recording was stopped by a signal");
  } else if (number != SIGUSR2 && number != SIGCHLD && !isFromTerminal && !m_end) {
    m_program->send(number);
  }
}

void ProgramRecording::takeEnd() {
  if (!m_end) {
    m_end = m_program->takeEnd();
    if (m_end) {
      beginEnding(m_end->sentence);  // its remaining processes still send events
    }
  }
}

void ProgramRecording::beginEnding(std::string reason) {
  if (m_ending.empty()) {
    m_ending = std::move(reason);
    m_collector->stop();
  }
}

void ProgramRecording::checkTimes() {
  if (m_isFinished) {
    return;
  }
  const auto now = Clock::now();
  if (m_options.duration && now - m_started >= m_options.delay + *m_options.duration) {
    beginEnding("the recording time ended");
  }
  if (m_output->hasFailed()) {
    m_collector->close();
    beginEnding("the recording could no longer be written");
  }
  const bool isStalled = !m_output->isFull() && now - m_collector->lastArrival() > stallTimeout;
  if (!m_ending.empty() && (!m_collector->hasProcesses() || isStalled)) {
    finish();
  }
}

void ProgramRecording::finish() {
  m_isFinished = true;
  m_collector->close();
  RecordingFooter footer;
  footer.dropped = m_collector->dropped();
  footer.ended = m_ending;
  footer.status = m_end && m_end->isOver ? m_end->exitCode : -1;
  footer.inFlight = m_collector->inFlight();
  footer.operatorCost = m_collector->operatorCost();
  footer.notes = m_collector->notes();
  endCounters(footer);
  addSource(footer);
  m_output->finish();
  if (m_collector->processCount() == 0) {
    footer.notes.emplace_back("no process used CUDA during the recording");
  }
  if (m_collector->cuptiVersion() != 0 && m_collector->cuptiVersion() != m_header.cuptiVersion) {
    footer.notes.push_back(
        fmt::format("recorded with the program's own CUPTI, version {}", m_collector->cuptiVersion()));
  }
  finishRecording(*m_writer, std::move(footer), m_shownOutput);
}

}  // namespace kernline::recorder
