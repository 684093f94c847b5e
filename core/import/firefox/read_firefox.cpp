// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/firefox/read_firefox.h"

#include "core/import/document/document_reader.h"
#include "core/import/events/decimal_time.h"
#include "core/import/firefox/thread_tables.h"
#include "core/import/samples/loose_json.h"
#include "core/import/samples/sampled_threads.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <unordered_map>
#include <utility>

namespace kernline::firefox {

namespace {

using chrome::MemberWalk;
using chrome::RawValue;

ArgNode node(std::string_view key, ArgNode::Kind kind, std::string text) {
  ArgNode made;
  made.kind = kind;
  made.key = key;
  made.text = std::move(text);
  return made;
}

class ProfileEvents final : public EventSource {
 public:
  ProfileEvents(std::shared_ptr<const WholeText> text, std::vector<ThreadTables> threads)
      : m_text(std::move(text)), m_threads(std::move(threads)) {}

  /// Returns the details of the sample whose stack number is at that offset.
  [[nodiscard]] EventDetails details(std::uint64_t offset) const override {
    EventDetails details;
    details.fields.kind = details.args.kind = ArgNode::Kind::Object;
    const std::uint64_t byte = samples::byteOf(offset);
    const auto after = std::ranges::upper_bound(m_threads, byte, {}, &ThreadTables::begin);
    if (after == m_threads.begin() || byte >= std::prev(after)->end) {
      return details;
    }
    const ThreadTables& tables = *std::prev(after);
    const std::string_view rest = m_text->view.substr(std::min<std::uint64_t>(byte, m_text->view.size()));
    std::int64_t stack = absent;
    std::from_chars(rest.data(), rest.data() + rest.size(), stack);
    std::vector<std::int64_t> frames;
    tables.stackOf(stack, samples::maxDepth, frames);
    if (const std::size_t depth = samples::depthOf(offset); depth < frames.size()) {
      addFrame(details.args, tables, frames[depth]);
    }
    return details;
  }

  [[nodiscard]] Message place(std::uint64_t offset) const override {
    return Phrase::tr("byte %1").with(formatCount(samples::byteOf(offset)));
  }

 private:
  static void addFrame(ArgNode& args, const ThreadTables& tables, std::int64_t frame) {
    if (std::string file = tables.fileOf(frame); !file.empty()) {
      args.children.push_back(node("file", ArgNode::Kind::Text, std::move(file)));
    }
    if (const std::int64_t line = tables.lineOf(frame); line != absent) {
      args.children.push_back(node("line", ArgNode::Kind::Number, std::to_string(line)));
    }
  }

  std::shared_ptr<const WholeText> m_text;
  std::vector<ThreadTables> m_threads;
};

std::string memberText(std::string_view object, std::string_view key) {
  const RawValue value = chrome::findMember(object, key);
  std::string text =
      value.kind == RawValue::Kind::String || value.kind == RawValue::Kind::Number ? value.unescaped() : std::string();
  chrome::repairUtf8(text);
  return text;
}

class FirefoxReader : public DocumentReader {
 public:
  using DocumentReader::DocumentReader;

  Expected<std::shared_ptr<const Trace>> run(SourceFile source) {
    const std::string path = source.path;
    const std::string_view document = m_text->view.substr(std::min(m_text->view.find('{'), m_text->view.size()));
    const std::string_view shared = samples::memberOrRest(document, "shared").text;
    const std::shared_ptr<const Texts> sharedTexts = textsOf(chrome::findMember(shared, "stringArray").text);
    const RawValue threads = samples::memberOrRest(document, "threads");
    readMeta(chrome::findMember(document, "meta").text);
    noteEnd(samples::offsetAt(m_text->view.size()), samples::breaksOff(document));
    for (samples::LooseElements thread(threads.text); thread.next();) {
      if (m_stop.stop_requested()) {
        return loadingCanceled(path);
      }
      if (isFullAt(samples::offsetAt(byteOf(thread.text())))) {
        break;
      }
      addThread(thread.text(), shared, sharedTexts);
      noteProgress(source, byteOf(thread.text()));
    }
    if (m_tables.empty()) {
      return std::unexpected(
          Error{Error::Kind::NotATrace,
                Phrase::tr("%1: a Firefox profile without threads that can be read. Save it from profiler.firefox.com "
                           "and open that file")
                    .with(path)});
    }
    m_progress.stage = Progress::Stage::Arranging;
    m_threads.draw(m_builder, m_frames);
    return built(std::move(source), Phrase::tr("Firefox profile"),
                 std::make_shared<ProfileEvents>(m_text, std::move(m_tables)));
  }

 private:
  [[nodiscard]] std::uint64_t byteOf(std::string_view part) const {
    return static_cast<std::uint64_t>(part.data() - m_text->view.data());
  }

  void readMeta(std::string_view meta) {
    for (const std::string_view key : {"product", "oscpu", "CPUName", "interval"}) {
      if (const RawValue value = chrome::findMember(meta, key); value.kind == RawValue::Kind::String) {
        m_builder.addMetadata(std::string(key), fmt::format("\"{}\"", value.text));
      } else if (value.kind == RawValue::Kind::Number) {
        m_builder.addMetadata(std::string(key), std::string(value.text));
      }
    }
    constexpr std::int64_t nsPerMs = 1'000'000;
    double startMs = 0;
    const RawValue start = chrome::findMember(meta, "startTime");
    if (chrome::parseDouble(start.text, startMs) && startMs > 0 && startMs < 9e12) {
      m_builder.setBaseTime(static_cast<std::int64_t>(startMs) * nsPerMs);
    }
  }

  void addThread(std::string_view thread, std::string_view shared, const std::shared_ptr<const Texts>& sharedTexts) {
    if (chrome::findMember(thread, "samples").kind != RawValue::Kind::Object ||
        chrome::findMember(chrome::findMember(thread, "samples").text, "schema").kind != RawValue::Kind::None) {
      m_builder.report().add(IssueKind::UnsupportedRecord, samples::offsetAt(byteOf(thread)), "thread");
      return;
    }
    ThreadTables tables = readTables(thread, shared, sharedTexts);
    tables.begin = byteOf(thread);
    tables.end = tables.begin + thread.size();
    const std::string pid = memberText(thread, "pid");
    const auto [process, isNew] = m_processes.try_emplace(pid, ProcessId::none);
    if (isNew) {
      const std::string name = memberText(thread, "processName");
      Process made;
      made.pid = m_builder.intern(pid);
      made.name = m_builder.intern(name.empty() ? memberText(thread, "processType") : name);
      process->second = m_builder.addProcess(made);
    }
    const std::string name = memberText(thread, "name");
    Track track;
    track.process = process->second;
    track.kind = TrackKind::Thread;
    track.tid = m_builder.intern(memberText(thread, "tid"));
    track.name = m_builder.intern(name);
    addSamples(chrome::findMember(thread, "samples").text, tables, track);
    track.tid = StringId::empty;
    track.name = m_builder.intern(name + " · markers");
    addMarkers(chrome::findMember(thread, "markers").text, tables, track);
    m_tables.push_back(std::move(tables));
  }

  /// Returns the time of each sample; version 49 and later write differences.
  static Column sampleTimes(std::string_view samples) {
    Column times = timesOf(samples, "time");
    if (times.empty()) {
      times = timesOf(samples, "timeDeltas");
      std::int64_t now = 0;
      for (std::int64_t& time : times) {
        now += time == absent ? 0 : std::clamp(time, -latestNs, latestNs);
        now = std::clamp(now, -latestNs, latestNs);
        time = now;
      }
    }
    return times;
  }

  void addSamples(std::string_view samples, const ThreadTables& tables, const Track& track) {
    const Column times = sampleTimes(samples);
    const std::string_view stacks = chrome::findMember(samples, "stack").text;
    std::size_t row = 0;
    std::size_t thread = 0;
    std::vector<std::int64_t> frames;
    for (MemberWalk walk(stacks); walk.next(); ++row) {
      const std::uint64_t byte = byteOf(walk.value().text);
      if (isFullAt(samples::offsetAt(byte))) {
        break;
      }
      if (row >= times.size() || times[row] == absent) {
        m_builder.report().add(IssueKind::MissingTimestamp, samples::offsetAt(byte), "sample");
        continue;
      }
      std::int64_t stack = absent;
      std::from_chars(walk.value().text.data(), walk.value().text.data() + walk.value().text.size(), stack);
      tables.stackOf(stack, m_framesLeft == 0 ? maxFrames : samples::maxDepth, frames);
      m_framesLeft -= std::min(m_framesLeft, frames.size());
      m_stack.clear();
      for (const std::int64_t frame : frames) {
        m_stack.push_back(frameOf(tables, frame));
      }
      thread = row == 0 || thread == 0 ? m_threads.addThread(m_builder.addTrack(track)) + 1 : thread;
      m_threads.add(thread - 1, {std::clamp(times[row], -latestNs, latestNs)}, m_stack, byte);
    }
  }

  std::uint32_t frameOf(const ThreadTables& tables, std::int64_t frame) {
    const std::int64_t func = tables.funcOf(frame);
    const auto known = m_frameOfFunc.find({tables.begin, func});
    if (known != m_frameOfFunc.end()) {
      return known->second;
    }
    const StringId id = m_builder.intern(tables.nameOf(frame));
    const auto [at, isNew] = m_frameOf.try_emplace(id, static_cast<std::uint32_t>(m_frames.size()));
    if (isNew) {
      m_frames.push_back({id, samples::kindOfSource(tables.fileOf(frame)), 0});
    }
    m_frameOfFunc.emplace(std::pair{tables.begin, func}, at->second);
    return at->second;
  }

  /// Markers with an end are spans, others moments; what begins in one marker and ends in another is joined by name.
  void addMarkers(std::string_view markers, const ThreadTables& tables, const Track& track) {
    const Column names = columnOf(markers, "name");
    const Column starts = timesOf(markers, "startTime");
    const Column ends = timesOf(markers, "endTime");
    const Column phases = columnOf(markers, "phase");
    const std::uint64_t offset = samples::offsetAt(markers.empty() ? 0 : byteOf(markers));
    TrackId row = TrackId::none;
    std::map<std::int64_t, std::vector<std::int64_t>> open;  // starts by name
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::int64_t start = i < starts.size() ? starts[i] : absent;
      std::int64_t end = i < ends.size() ? ends[i] : absent;
      std::int64_t begin = start;
      const std::int64_t phase = i < phases.size() ? phases[i] : end == absent ? 0 : 1;
      if (phase == 2 && start != absent) {
        open[names[i]].push_back(start);
        continue;
      }
      if (phase == 3 && end != absent) {
        std::vector<std::int64_t>& begun = open[names[i]];
        if (begun.empty()) {
          m_builder.report().add(IssueKind::EndWithoutBegin, offset, tables.text(names[i]));
          continue;
        }
        begin = begun.back();
        begun.pop_back();
      }
      if (begin == absent) {
        m_builder.report().add(IssueKind::MissingTimestamp, offset, tables.text(names[i]));
        continue;
      }
      row = row == TrackId::none ? m_builder.addTrack(track) : row;
      addMarker(tables.text(names[i]), begin, phase == 0 ? absent : end, offset, row);
    }
    for (const auto& [name, begun] : open) {
      m_builder.report().addMany(IssueKind::BeginWithoutEnd, begun.size(), offset, tables.text(name));
    }
  }

  void addMarker(const std::string& name, std::int64_t begin, std::int64_t end, std::uint64_t offset, TrackId row) {
    const Time start{std::clamp(begin, -latestNs, latestNs)};
    if (end == absent) {
      m_builder.addInstant({.time = start, .offset = offset, .name = m_builder.intern(name), .track = row});
      return;
    }
    SpanRecord span;
    span.start = start;
    span.duration = Time{std::clamp(std::max(begin, end), -latestNs, latestNs)} - start;
    span.offset = offset;
    span.name = m_builder.intern(name);
    span.track = row;
    span.kind = SpanKind::Annotation;
    m_builder.addSpan(span);
  }

  static constexpr std::int64_t latestNs = std::int64_t{1} << 60;  // limit so that sums of two never overflow
  static constexpr std::size_t maxFrames = 16;                     // frames kept of a stack where stacks have no limit

  std::vector<ThreadTables> m_tables;
  samples::SampledThreads m_threads;
  std::vector<samples::Frame> m_frames;
  std::unordered_map<StringId, std::uint32_t> m_frameOf;
  std::map<std::pair<std::uint64_t, std::int64_t>, std::uint32_t> m_frameOfFunc;  // keyed by thread and function
  std::map<std::string, ProcessId> m_processes;
  std::vector<std::uint32_t> m_stack;
  std::size_t m_framesLeft = std::size_t{1} << 26;
};

}  // namespace

bool isProfile(std::string_view head) {
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || head[first] != '{' || head.contains("\"traceEvents\"")) {
    return false;
  }
  return head.contains("\"preprocessedProfileVersion\"") ||
         (head.contains("\"stackTable\"") && head.contains("\"frameTable\"") && head.contains("\"threads\""));
}

Expected<std::shared_ptr<const Trace>> readFirefox(std::shared_ptr<const Input> input, const LoadOptions& options,
                                                   std::stop_token stop, Progress& progress) {
  return readDocument<FirefoxReader>(std::move(input), options, std::move(stop), progress);
}

Expected<std::shared_ptr<const Trace>> readFirefoxText(std::string text, const LoadOptions& options) {
  return readDocumentText<FirefoxReader>(std::move(text), options);
}

}  // namespace kernline::firefox
