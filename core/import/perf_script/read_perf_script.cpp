// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perf_script/read_perf_script.h"

#include "core/import/document/document_reader.h"
#include "core/import/perf_script/counted_events.h"
#include "core/import/perf_script/sample_text.h"
#include "core/import/samples/sampled_threads.h"
#include "core/model/format/quantity.h"
#include "core/model/json/members.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace kernline::perf {

namespace {

std::string repaired(std::string_view text) {
  std::string clean(text);
  chrome::repairUtf8(clean);
  return clean;
}

ArgNode textNode(std::string_view key, std::string_view text) {
  ArgNode made;
  made.kind = ArgNode::Kind::Text;
  made.key = key;
  made.text = repaired(text);
  return made;
}

class ScriptEvents final : public EventSource {
 public:
  explicit ScriptEvents(std::shared_ptr<const WholeText> text) : m_text(std::move(text)) {}

  [[nodiscard]] EventDetails details(std::uint64_t offset) const override {
    EventDetails details;
    details.fields.kind = details.args.kind = ArgNode::Kind::Object;
    SampleWalk walk(m_text->view, std::min<std::uint64_t>(samples::byteOf(offset), m_text->view.size()));
    const std::size_t depth = samples::depthOf(offset);
    if (!walk.next() || depth >= walk.sample().frames.size()) {
      return details;
    }
    const FrameLine& frame = walk.sample().frames[walk.sample().frames.size() - 1 - depth];
    details.args.children.push_back(textNode("event", walk.sample().head.event));
    details.args.children.push_back(textNode("object", frame.object));
    if (!frame.address.empty()) {
      details.args.children.push_back(textNode("address", "0x" + std::string(frame.address)));
    }
    return details;
  }

  [[nodiscard]] Message place(std::uint64_t offset) const override {
    return Phrase::tr("byte %1").with(formatCount(samples::byteOf(offset)));
  }

 private:
  std::shared_ptr<const WholeText> m_text;
};

class ScriptReader : public DocumentReader {
 public:
  using DocumentReader::DocumentReader;

  Expected<std::shared_ptr<const Trace>> run(SourceFile source) {
    const std::string path = source.path;
    readSamples(source.storedBytes);
    if (m_stop.stop_requested()) {
      return loadingCanceled(path);
    }
    if (m_threads.isEmpty() && m_counts.isEmpty()) {
      return std::unexpected(Error{Error::Kind::NotATrace, Phrase::tr("%1: no samples of perf").with(path)});
    }
    noteEnd(samples::offsetAt(m_text->view.size()), false);
    m_progress.stage = Progress::Stage::Arranging;
    m_threads.draw(m_builder, m_frames);
    const bool isOfCounts = m_threads.isEmpty();
    if (isOfCounts) {
      m_counts.drawTrees(m_builder, m_frames);
    }
    Message format = isOfCounts
                         ? Phrase::tr("perf script; a span is as wide as what was counted, instants have the times")
                         : Message(Phrase::tr("perf script"));
    return built(std::move(source), std::move(format), std::make_shared<ScriptEvents>(m_text));
  }

 private:
  void readSamples(std::uint64_t storedBytes) {
    constexpr std::size_t samplesBetweenStops = 4096;
    SampleWalk walk(m_text->view);
    for (std::size_t i = 0; walk.next(); ++i) {
      const SampleText& sample = walk.sample();
      if (i % samplesBetweenStops == 0) {
        m_progress.bytesDone = storedBytes * sample.begin / std::max<std::size_t>(1, m_text->view.size());
        if (m_stop.stop_requested()) {
          return;
        }
        if (isFullAt(samples::offsetAt(sample.begin))) {
          break;
        }
      }
      addSample(sample);
    }
    m_builder.report().addMany(IssueKind::TrailingText, walk.skippedLines(), samples::offsetAt(walk.firstSkipped()),
                               "lines that are no samples");
  }

  void addSample(const SampleText& sample) {
    const std::uint64_t offset = samples::offsetAt(sample.begin);
    m_builder.report().addMany(IssueKind::BrokenEvent, sample.strangeLines, offset, sample.head.command);
    if (sample.frames.empty()) {
      m_builder.report().add(IssueKind::UnsupportedRecord, offset, "sample without a stack");
      return;
    }
    m_stack.clear();
    for (auto frame = sample.frames.rbegin(); frame != sample.frames.rend(); ++frame) {
      m_stack.push_back(frameOf(*frame));
    }
    if (!isOfTime(sample.head.event)) {
      const Row& row = rowOf(sample.head);
      m_counts.add(m_builder, row.process, row.track, sample, m_stack, m_frames[m_stack.back()].name);
      return;
    }
    m_threads.add(threadOf(sample.head), {sample.head.timeNs}, m_stack, sample.begin, sourceOf(sample.head));
  }

  std::uint32_t frameOf(const FrameLine& frame) {
    const bool hasObject = !frame.object.empty() && frame.object != "[unknown]";
    const std::string name = frame.symbol == "[unknown]" && hasObject
                                 ? "[unknown] in " + repaired(frame.object.substr(frame.object.rfind('/') + 1))
                                 : repaired(frame.symbol);
    const StringId id = m_builder.intern(name);
    const auto [at, isNew] = m_frameOf.try_emplace(id, static_cast<std::uint32_t>(m_frames.size()));
    if (isNew) {
      m_frames.push_back({id, SpanKind::Other, 0});
    }
    return at->second;
  }

  samples::SampledThreads::Source sourceOf(const SampleHead& head) {
    const auto event = m_eventOf.try_emplace(head.event, static_cast<std::uint32_t>(m_eventOf.size())).first->second;
    if (head.processor.empty()) {
      return {.event = event};
    }
    const auto next = static_cast<std::uint32_t>(m_processorOf.size());
    return {.event = event, .processor = m_processorOf.try_emplace(head.processor, next).first->second};
  }

  struct Row {
    ProcessId process = ProcessId::none;
    TrackId track = TrackId::none;
  };

  /// The row of a thread; the idle thread, which runs on all processors at once, has one for each.
  const Row& rowOf(const SampleHead& head) {
    const bool isIdle = head.tid == "0" && !head.processor.empty();
    const auto [at, isNew] = m_rowOf.try_emplace({head.pid, head.tid, isIdle ? head.processor : std::string_view()});
    if (isNew) {
      std::string name = repaired(head.command);
      name += isIdle ? fmt::format(" [{}]", head.processor) : "";
      at->second = addRow(processOf(head), head, name);
    }
    return at->second;
  }

  Row addRow(ProcessId process, const SampleHead& head, const std::string& name) {
    Track track;
    track.process = process;
    track.kind = TrackKind::Thread;
    track.tid = m_builder.intern(head.tid);
    track.name = m_builder.intern(name);
    return {process, m_builder.addTrack(track)};
  }

  ProcessId processOf(const SampleHead& head) {
    const auto [process, isFirst] = m_processes.try_emplace(head.pid, ProcessId::none);
    if (isFirst) {
      Process made;
      made.pid = m_builder.intern(head.pid);
      made.name = m_builder.intern(head.pid.empty() ? "perf" : repaired(head.command));
      process->second = m_builder.addProcess(made);
    }
    return process->second;
  }

  /// Each event of time has its own samples of a thread. Those of the first are the thread's; the others say the same
  /// in other samples, so they are no part of sums.
  std::size_t threadOf(const SampleHead& head) {
    const Row row = rowOf(head);
    const std::string event = withoutSide(head.event);
    const auto [at, isNew] = m_threadOf.try_emplace({row.track, event}, 0);
    if (isNew) {
      const bool isFirst = m_firstEvents.try_emplace(row.track, event).first->second == event;
      at->second = m_threads.addThread(isFirst ? row.track : rowBeside(row, head));
    }
    return at->second;
  }

  TrackId rowBeside(const Row& row, const SampleHead& head) {
    const auto [process, isNew] = m_processesBeside.try_emplace({row.process, head.event}, ProcessId::none);
    if (isNew) {
      Process made = m_builder.process(row.process);
      made.name = m_builder.intern(fmt::format("{} · {}", m_builder.strings()[made.name], head.event));
      made.isSummary = true;
      process->second = m_builder.addProcess(made);
    }
    return addRow(process->second, head, std::string(m_builder.strings()[m_builder.track(row.track).name])).track;
  }

  samples::SampledThreads m_threads;
  CountedEvents m_counts;
  std::vector<samples::Frame> m_frames;
  std::unordered_map<StringId, std::uint32_t> m_frameOf;
  // Keyed by pid, tid, processor.
  std::map<std::tuple<std::string_view, std::string_view, std::string_view>, Row> m_rowOf;
  std::map<std::pair<TrackId, std::string>, std::size_t> m_threadOf;  // keyed by row and event
  std::map<TrackId, std::string> m_firstEvents;
  std::map<std::string_view, ProcessId> m_processes;
  std::map<std::pair<ProcessId, std::string_view>, ProcessId> m_processesBeside;
  std::map<std::string_view, std::uint32_t> m_eventOf;
  std::map<std::string_view, std::uint32_t> m_processorOf;
  std::vector<std::uint32_t> m_stack;
};

}  // namespace

bool isScript(std::string_view head) {
  SampleWalk walk(head);
  constexpr std::size_t maxLinesBefore = 8;  // lines that perf prints before it begins
  return walk.next() && !walk.sample().frames.empty() && walk.skippedLines() <= maxLinesBefore;
}

Expected<std::shared_ptr<const Trace>> readPerfScript(std::shared_ptr<const Input> input, const LoadOptions& options,
                                                      std::stop_token stop, Progress& progress) {
  return readDocument<ScriptReader>(std::move(input), options, std::move(stop), progress);
}

Expected<std::shared_ptr<const Trace>> readPerfScriptText(std::string text, const LoadOptions& options) {
  return readDocumentText<ScriptReader>(std::move(text), options);
}

}  // namespace kernline::perf
