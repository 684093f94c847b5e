// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/kept_window.h"

#include "app/recorder/io/event_lines.h"
#include "app/recorder/io/finished_recording.h"

#include <fmt/format.h>

#include <fstream>
#include <utility>

namespace kernline::recorder {

namespace {

std::string nameOf(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/comm", process));
  std::string name;
  std::getline(file, name);
  return name;
}

}  // namespace

std::expected<std::unique_ptr<KeptWindow>, std::string> KeptWindow::open(const std::string& path,
                                                                         const RecordingHeader& header,
                                                                         std::size_t maxWaiting) {
  auto writer = RecordingWriter::create(path);
  if (!writer) {
    return std::unexpected(writer.error());
  }
  if (!(*writer)->begin(header)) {
    return std::unexpected((*writer)->problem());
  }
  return std::unique_ptr<KeptWindow>(new KeptWindow(path, std::move(*writer), header.begin, maxWaiting));
}

KeptWindow::KeptWindow(std::string path, std::unique_ptr<RecordingWriter> writer, std::int64_t edge,
                       std::size_t maxWaiting)
    : m_path(std::move(path)),
      m_writer(std::move(writer)),
      m_edge(std::make_unique<TimeEdge>(*m_writer, edge)),
      m_output(std::make_unique<BoundedOutput>(*m_edge, maxWaiting)) {}

void KeptWindow::addKept(const KeptEvents& kept) {
  const KeptEvents::Part beginning = kept.beginning();
  m_output->addKept(beginning.text, beginning.counts);
  for (const KeptEvents::Part& part : kept.parts()) {
    m_output->addKept(part.text, part.counts);
  }
}

void KeptWindow::mark(const Trigger& trigger, const RecordingClock& clock) {
  const std::string process = trigger.process > 0 ? nameOf(trigger.process) : std::string();
  if (process.empty()) {
    return;
  }
  EventLines lines({.pid = trigger.process, .number = 0, .name = process});
  const std::string name = describe(trigger);
  RangeEvent event;
  event.name = name;
  event.start = trigger.time - clock.monotonicBase;
  event.thread = static_cast<std::uint32_t>(trigger.process);
  lines.addMark(event);
  m_output->add(std::string(lines.text()), lines.counts());
}

void KeptWindow::finish(RecordingFooter footer) {
  m_output->finish();
  finishRecording(*m_writer, std::move(footer), m_path);
}

}  // namespace kernline::recorder
