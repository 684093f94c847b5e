// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/run/run_recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iterator>

#include "app/recorder/cupti/describe_recording.h"
#include "app/recorder/cupti/timeline.h"
#include "app/recorder/io/source_events.h"

namespace kernline::recorder {

namespace {

std::vector<std::string> commandOf(Arguments arguments) {
  std::vector<std::string> command{"kernline", "record", "run"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return command;
}

int launchesFor(double nanosecondsEach) {
  constexpr double roomFor = 2e8;  // ns
  return static_cast<int>(std::clamp(roomFor / std::max(nanosecondsEach, 1.0), 1.0, 100.0));
}

}  // namespace

RunRecording::RunRecording(const RunOptions& options, const DeviceFacts& facts, Arguments arguments)
    : m_path(std::filesystem::absolute(options.out).lexically_normal().string()),
      m_before(facts.l2Bytes, options.flushL2),
      m_sourceExponent(options.sourceExponent),
      m_modules(options.sourceExponent > 0 ? std::make_unique<ModuleWatch>() : nullptr) {
  const auto header = describeRecording(commandOf(arguments));
  if (!header) {
    throw Failure(ExitCode::noDevice, header.error());
  }
  auto writer = RecordingWriter::create(m_path);
  if (!writer) {
    throw Failure(ExitCode::fileTrouble, writer.error());
  }
  m_writer = std::move(*writer);
  m_clock = header->clock;
  if (!m_writer->begin(*header)) {
    throw Failure(ExitCode::fileTrouble, m_writer->problem());
  }
}

RunRecording::~RunRecording() {
  if (!m_isFinished && m_writer != nullptr) {
    m_writer->finish({.records = {}, .dropped = m_dropped, .ended = "a run failed", .status = 4, .notes = {}});
  }
}

RunRecording::Counts RunRecording::record(PreparedKernel& kernel, double nanosecondsEach) {
  const std::size_t before = m_writer->records().sum();
  const Stream stream;
  m_modules.reset();
  const SourceFolder folder;
  auto timeline = Timeline::start(*m_writer, {.clock = m_clock,
                                              .process = thisProcess(),
                                              .devices = {},
                                              .source = {.exponent = m_sourceExponent, .folder = folder.path()}});
  if (!timeline) {
    throw Failure(ExitCode::noDevice, timeline.error());
  }
  for (int i = 0; i < launchesFor(nanosecondsEach); ++i) {
    m_before.launch(stream.get());
    kernel.launch(stream.get());
  }
  stream.wait();
  check(cudaDeviceSynchronize(), "running the kernel");
  const std::size_t dropped = (*timeline)->stop();
  m_dropped += dropped;
  if (m_sourceExponent > 0) {
    addSource((*timeline)->notes(), folder.path());
  }
  return {.recorded = m_writer->records().sum() - before, .dropped = dropped};
}

void RunRecording::addSource(std::vector<std::string> notes, const std::string& folder) {
  SourceEvents source = sourceEvents(folder, m_clock.now());
  m_writer->write(source.events.lines, source.events.counts);
  m_dropped += source.dropped;
  std::ranges::move(source.notes, std::back_inserter(notes));
  for (const std::string& note : notes) {
    fmt::print(stderr, "kernline record: {}\n", note);
  }
  std::ranges::move(notes, std::back_inserter(m_notes));
  m_modules = std::make_unique<ModuleWatch>();  // for the next kernel of a sweep
}

void RunRecording::finish() {
  m_isFinished = true;
  if (!m_writer->finish(
          {.records = {}, .dropped = m_dropped, .ended = "every run was recorded", .status = 0, .notes = m_notes})) {
    throw Failure(ExitCode::fileTrouble, m_writer->problem());
  }
}

}  // namespace kernline::recorder
