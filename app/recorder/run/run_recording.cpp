// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/run/run_recording.h"

#include <algorithm>
#include <filesystem>

#include "app/recorder/cupti/describe_recording.h"
#include "app/recorder/cupti/replay_profiler.h"
#include "app/recorder/cupti/timeline.h"
#include "app/recorder/io/counted.h"

#include <fmt/format.h>

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
      m_device(facts.index) {
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
  auto timeline = Timeline::start(*m_writer, {.clock = m_clock, .process = thisProcess(), .devices = {}});
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
  return {.recorded = m_writer->records().sum() - before, .dropped = dropped};
}

RunRecording::Profile RunRecording::profile(PreparedKernel& kernel,
                                            const std::function<void(std::size_t passes)>& announce) {
  auto profiler = kernel.work().devices > 1
                      ? std::unexpected(std::string("kernels that run on several GPUs are not counted"))
                      : ReplayProfiler::make(static_cast<std::uint32_t>(m_device));
  if (!profiler) {
    m_notes.push_back(profiler.error());
    return {.problem = profiler.error()};
  }
  announce((*profiler)->passes());
  const Stream stream;
  auto timeline = Timeline::start(
      *m_writer, {.clock = m_clock, .process = thisProcess(), .devices = {}, .watcher = profiler->get()});
  if (!timeline) {
    throw Failure(ExitCode::noDevice, timeline.error());
  }
  const std::vector<CountedLaunch> launches = (*profiler)->count(
      [&] {
        m_before.launch(stream.get());
        stream.wait();
      },
      [&] {
        kernel.launch(stream.get());
        stream.wait();
      });
  m_dropped += (*timeline)->stop();
  Profile made;
  for (const CountedLaunch& launch : launches) {
    if (const auto flops = countedFlops(launch)) {
      made.flops = made.flops.value_or(0) + *flops;
    }
    if (const auto bytes = countedDramBytes(launch)) {
      made.dramBytes = made.dramBytes.value_or(0) + *bytes;
    }
  }
  for (const std::string& note : (*profiler)->notes()) {
    made.problem = note;
    m_notes.push_back(note);
  }
  if (made.problem.empty()) {
    made.passes = (*profiler)->passes();
    m_notes.push_back(
        fmt::format("kernels were counted in {}, one by one and at the real clock; their times are those "
                    "of a launch before that",
                    counted(made.passes, "pass", "es")));
  }
  return made;
}

void RunRecording::finish() {
  m_isFinished = true;
  if (!m_writer->finish(
          {.records = {}, .dropped = m_dropped, .ended = "every run was recorded", .status = 0, .notes = m_notes})) {
    throw Failure(ExitCode::fileTrouble, m_writer->problem());
  }
}

}  // namespace kernline::recorder
