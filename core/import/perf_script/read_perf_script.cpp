// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perf_script/read_perf_script.h"

#include "core/import/document/document_reader.h"
#include "core/import/perf_script/sample_text.h"
#include "core/import/samples/sampled_threads.h"
#include "core/model/format/quantity.h"
#include "core/model/json/members.h"

#include <algorithm>
#include <map>
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
    if (m_threads.isEmpty()) {
      return std::unexpected(Error{Error::Kind::NotATrace, Phrase::tr("%1: no samples of perf").with(path)});
    }
    noteEnd(samples::offsetAt(m_text->view.size()), false);
    m_progress.stage = Progress::Stage::Arranging;
    m_threads.draw(m_builder, m_frames);
    return built(std::move(source), Phrase::tr("perf script"), std::make_shared<ScriptEvents>(m_text));
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
    m_threads.add(threadOf(sample.head), {sample.head.timeNs}, m_stack, sample.begin);
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

  std::size_t threadOf(const SampleHead& head) {
    const auto [at, isNew] = m_threadOf.try_emplace({head.pid, head.tid}, 0);
    if (isNew) {
      const auto [process, isFirst] = m_processes.try_emplace(head.pid, ProcessId::none);
      if (isFirst) {
        Process made;
        made.pid = m_builder.intern(head.pid);
        made.name = m_builder.intern(head.pid.empty() ? "perf" : repaired(head.command));
        process->second = m_builder.addProcess(made);
      }
      Track track;
      track.process = process->second;
      track.kind = TrackKind::Thread;
      track.tid = m_builder.intern(head.tid);
      track.name = m_builder.intern(repaired(head.command));
      at->second = m_threads.addThread(m_builder.addTrack(track));
    }
    return at->second;
  }

  samples::SampledThreads m_threads;
  std::vector<samples::Frame> m_frames;
  std::unordered_map<StringId, std::uint32_t> m_frameOf;
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> m_threadOf;
  std::map<std::string_view, ProcessId> m_processes;
  std::vector<std::uint32_t> m_stack;
};

}  // namespace

bool isScript(std::string_view head) {
  SampleWalk walk(head);
  constexpr std::size_t mostBefore = 8;  // lines that perf prints before it begins
  return walk.next() && !walk.sample().frames.empty() && walk.skippedLines() <= mostBefore;
}

Expected<std::shared_ptr<const Trace>> readPerfScript(std::shared_ptr<const Input> input, const LoadOptions& options,
                                                      std::stop_token stop, Progress& progress) {
  return readDocument<ScriptReader>(std::move(input), options, std::move(stop), progress);
}

Expected<std::shared_ptr<const Trace>> readPerfScriptText(std::string text, const LoadOptions& options) {
  return readDocumentText<ScriptReader>(std::move(text), options);
}

}  // namespace kernline::perf
