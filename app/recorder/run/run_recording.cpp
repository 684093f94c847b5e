// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/run/run_recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/recorder/cupti/counter_sampler.h"
#include "app/recorder/cupti/describe_recording.h"
#include "app/recorder/cupti/replay_profiler.h"
#include "app/recorder/io/counted.h"
#include "app/recorder/io/event_sink.h"
#include "app/recorder/io/source_events.h"
#include "app/recorder/run/blocks_header.h"

namespace kernline::recorder {

namespace {

std::vector<std::string> commandOf(Arguments arguments) {
  std::vector<std::string> command{"kernline", "record", "run"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return command;
}

/// Drops all events: for launches whose times do not count.
class NoSink final : public EventSink {
 public:
  bool write(std::string_view, const RecordCounts&) override { return true; }
};

int launchesFor(double nanosecondsEach) {
  constexpr double roomFor = 2e8;  // ns
  return static_cast<int>(std::clamp(roomFor / std::max(nanosecondsEach, 1.0), 1.0, 100.0));
}

}  // namespace

/// Modules are not watched while CUPTI is used otherwise: it takes one subscriber.
class RunRecording::WatchPause {
 public:
  explicit WatchPause(RunRecording& recording) : m_recording(recording) { recording.m_modules.reset(); }
  WatchPause(const WatchPause&) = delete;
  WatchPause& operator=(const WatchPause&) = delete;
  WatchPause(WatchPause&&) = delete;
  WatchPause& operator=(WatchPause&&) = delete;
  ~WatchPause() {
    if (m_recording.m_sourceExponent > 0) {
      m_recording.m_modules = std::make_unique<ModuleWatch>();
    }
  }

 private:
  RunRecording& m_recording;
};

RunRecording::RunRecording(const RunOptions& options, const DeviceFacts& facts, Arguments arguments)
    : m_path(std::filesystem::absolute(options.out).lexically_normal().string()),
      m_before(facts.l2Bytes, options.flushL2),
      m_ordinal(facts.index),
      m_counters(options.counters),
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
  std::ranges::copy_if(header->devices, std::back_inserter(m_device),
                       [&](const DeviceProperties& device) { return device.id == options.device; });
  if (!m_writer->begin(*header)) {
    throw Failure(ExitCode::fileTrouble, m_writer->problem());
  }
}

RunRecording::~RunRecording() {
  if (!m_isFinished && m_writer != nullptr) {
    m_writer->finish({.records = {}, .dropped = m_dropped, .ended = "a run failed", .status = 4, .notes = m_notes});
  }
}

std::unique_ptr<EventSource> RunRecording::beginCounters() const {
  if (m_counters.metrics.empty()) {
    return nullptr;
  }
  auto counters = makeCounterSampler(m_device, m_clock, m_counters);
  if (!counters) {
    throw Failure(ExitCode::noDevice, counters.error());
  }
  (*counters)->begin();
  (*counters)->waitForBegin();
  return std::move(*counters);
}

std::size_t RunRecording::keepCounters(EventSource& counters) {
  const EventSource::Events events = counters.take();
  m_writer->write(events.lines, events.counts);
  std::ranges::move(counters.notes(), std::back_inserter(m_notes));
  return counters.dropped();
}

RunRecording::Counts RunRecording::record(PreparedKernel& kernel, double nanosecondsEach) {
  const std::size_t before = m_writer->records().sum();
  const WatchPause pause(*this);
  const std::unique_ptr<EventSource> counters = beginCounters();
  const std::unique_ptr<Timeline> timeline = startTimeline({}, *m_writer);
  launchOften(kernel, nanosecondsEach);
  if (counters != nullptr) {
    counters->end();
  }
  std::size_t dropped = timeline->stop();
  if (counters != nullptr) {
    dropped += keepCounters(*counters);
  }
  m_dropped += dropped;
  return {.recorded = m_writer->records().sum() - before, .dropped = dropped};
}

void RunRecording::launchOften(PreparedKernel& kernel, double nanosecondsEach) {
  const Stream stream;
  for (int i = 0; i < launchesFor(nanosecondsEach); ++i) {
    m_before.launch(stream.get());
    kernel.launch(stream.get());
  }
  stream.wait();
  check(cudaDeviceSynchronize(), "running the kernel");
}

BlockCounts RunRecording::recordBlocks(PreparedKernel& kernel, int device, const PhaseNames& phases) {
  const WatchPause pause(*this);
  const BlockRecording blocks(kernel);
  const Stream stream;
  const auto launch = [&] {
    m_before.launch(stream.get());
    kernel.launch(stream.get());
    stream.wait();
    check(cudaDeviceSynchronize(), "running the kernel");
  };
  launch();  // the first one finds the pointers to the buffers in no cache
  blocks.clear();
  std::vector<KernelRun> runs;
  const std::unique_ptr<Timeline> timeline =
      startTimeline({.kernels =
                         [&](const KernelEvent& event) {
                           if (event.device == static_cast<std::uint32_t>(device)) {
                             runs.push_back({.start = event.start,
                                             .end = event.end,
                                             .device = event.device,
                                             .correlation = event.correlation,
                                             .grid = event.grid,
                                             .block = event.block});
                           }
                         }},
                    *m_writer);
  launch();
  m_dropped += timeline->stop();
  const BlockCounts counts = blocks.write(runs, phases, *m_writer);
  m_dropped += counts.blocksLeftOut + counts.marksLeftOut + counts.notTaken;
  if (counts.blocksLeftOut + counts.marksLeftOut > 0) {
    m_notes.push_back(fmt::format("{} blocks and {} marks had no room", counts.blocksLeftOut, counts.marksLeftOut));
  }
  return counts;
}

std::unique_ptr<Timeline> RunRecording::startTimeline(TimelineOptions options, EventSink& sink) {
  options.clock = m_clock;
  options.process = thisProcess();
  auto timeline = Timeline::start(sink, std::move(options));
  if (!timeline) {
    throw Failure(ExitCode::noDevice, timeline.error());
  }
  return std::move(*timeline);
}

RunRecording::Profile RunRecording::profile(PreparedKernel& kernel, const std::string& run,
                                            const std::function<void(std::size_t passes)>& announce) {
  auto profiler = kernel.work().devices > 1
                      ? std::unexpected(std::string("kernels that run on several GPUs are not counted"))
                      : ReplayProfiler::make(static_cast<std::uint32_t>(m_ordinal));
  if (!profiler) {
    m_notes.push_back(profiler.error());
    return {.problem = profiler.error()};
  }
  const WatchPause pause(*this);
  announce((*profiler)->passes());
  const Stream stream;
  std::map<std::uint32_t, double> nanosecondsOf;  // keyed by correlation
  const auto keepTime = [&](const KernelEvent& event) {
    nanosecondsOf[event.correlation] = static_cast<double>(event.end - event.start);
  };
  const std::unique_ptr<Timeline> timeline =
      startTimeline({.kernels = keepTime, .watcher = profiler->get()}, *m_writer);
  const std::vector<CountedLaunch> launches = (*profiler)->count(
      run,
      [&] {
        m_before.launch(stream.get());
        stream.wait();
      },
      [&] {
        kernel.launch(stream.get());
        stream.wait();
      });
  m_dropped += timeline->stop();
  Profile made;
  std::vector<TimedLaunch> timed;
  for (const CountedLaunch& launch : launches) {
    timed.push_back({.counted = &launch, .nanoseconds = nanosecondsOf[launch.correlation]});
    if (const auto flops = countedFlops(launch)) {
      made.flops = made.flops.value_or(0) + *flops;
    }
    if (const auto bytes = countedDramBytes(launch)) {
      made.dramBytes = made.dramBytes.value_or(0) + *bytes;
    }
  }
  made.use = useOf(timed);
  for (const std::string& note : (*profiler)->notes()) {
    made.problem = note;
    m_notes.push_back(note);
  }
  if (made.problem.empty()) {
    made.passes = (*profiler)->passes();
    const std::string note = fmt::format(
        "kernels were counted in {}, one by one and at the real clock; their times are those of a launch before that",
        counted(made.passes, "pass", "es"));
    if (std::ranges::find(m_notes, note) == m_notes.end()) {  // the same for all values of a sweep
      m_notes.push_back(note);
    }
  }
  return made;
}

void RunRecording::recordSource(PreparedKernel& kernel, double nanosecondsEach) {
  const WatchPause pause(*this);
  const SourceFolder folder;
  NoSink none;
  std::map<std::string, std::uint64_t> launches;  // keyed by function
  const auto countLaunch = [&](const KernelEvent& event) { ++launches[std::string(event.name)]; };
  const std::unique_ptr<Timeline> timeline =
      startTimeline({.source = {.exponent = m_sourceExponent, .folder = folder.path()}, .kernels = countLaunch}, none);
  launchOften(kernel, nanosecondsEach);
  m_dropped += timeline->stop();
  std::ofstream(folder.path() + "/" + blocksHeaderName) << blocksHeaderText();
  SourceEvents source = sourceEvents(folder.path(), m_clock.now(), std::move(launches));
  m_writer->write(source.events.lines, source.events.counts);
  m_dropped += source.dropped;
  std::vector<std::string> notes = timeline->notes();
  std::ranges::move(source.notes, std::back_inserter(notes));
  for (const std::string& note : notes) {
    fmt::print(stderr, "kernline record: {}\n", note);
  }
  std::ranges::move(notes, std::back_inserter(m_notes));
}

void RunRecording::finish() {
  m_isFinished = true;
  if (!m_writer->finish(
          {.records = {}, .dropped = m_dropped, .ended = "every run was recorded", .status = 0, .notes = m_notes})) {
    throw Failure(ExitCode::fileTrouble, m_writer->problem());
  }
}

}  // namespace kernline::recorder
