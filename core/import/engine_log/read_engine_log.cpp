// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/engine_log/read_engine_log.h"

#include "core/import/document/document_reader.h"
#include "core/import/engine_log/stat_line.h"
#include "core/model/format/quantity.h"
#include "core/model/json/members.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <utility>

namespace kernline::engine {

namespace {

std::string_view takeLogLine(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

/// Whether the text has a titled ruler or a Markdown table, as benchmarks print them.
bool holdsResults(std::string_view text) {
  return std::ranges::any_of(std::initializer_list<std::string_view>{"===== ", "| ---", "|---", "|:--"},
                             [text](std::string_view mark) { return text.contains(mark); });
}

/// Instants know the byte at which their line begins.
class LineEvents final : public EventSource {
 public:
  explicit LineEvents(std::shared_ptr<const WholeText> text) : m_text(std::move(text)) {}

  [[nodiscard]] EventDetails details(std::uint64_t offset) const override {
    EventDetails details;
    details.fields.kind = details.args.kind = ArgNode::Kind::Object;
    std::string_view rest = m_text->view.substr(std::min<std::uint64_t>(offset, m_text->view.size()));
    ArgNode line;
    line.kind = ArgNode::Kind::Text;
    line.key = "line";
    line.text = takeLogLine(rest);
    chrome::repairUtf8(line.text);
    details.args.children.push_back(std::move(line));
    return details;
  }
  [[nodiscard]] Message place(std::uint64_t offset) const override {
    return Phrase::tr("byte %1").with(formatCount(offset));
  }

 private:
  std::shared_ptr<const WholeText> m_text;
};

class EngineLogReader : public DocumentReader {
 public:
  using DocumentReader::DocumentReader;

  Expected<std::shared_ptr<const Trace>> run(SourceFile source) {
    if (holdsResults(m_text->view)) {
      return std::unexpected(Error{
          Error::Kind::NotATrace,
          Phrase::tr("%1 is not a trace. It looks like %2").with(source.path, Phrase::tr("plain text or a log"))});
    }
    constexpr std::size_t linesBetweenStops = 4096;
    std::string_view rest = m_text->view;
    for (std::size_t lines = 0; !rest.empty(); ++lines) {
      const auto offset = static_cast<std::uint64_t>(rest.data() - m_text->view.data());
      if (lines % linesBetweenStops == 0) {
        noteProgress(source, offset);
        if (m_stop.stop_requested()) {
          return loadingCanceled(source.path);
        }
        if (isFullAt(offset)) {
          break;
        }
      }
      const std::string_view line = takeLogLine(rest);
      if (const auto stats = readStatLine(line)) {
        add(*stats, offset);
      } else if (line.find_first_not_of(" \t\r") != std::string_view::npos) {
        m_builder.report().add(IssueKind::UnsupportedRecord, offset, "line without figures of the engine");
      }
    }
    noteEnd(m_text->view.size(), false);
    return built(std::move(source), Phrase::tr("log of an inference engine"), std::make_shared<LineEvents>(m_text));
  }

 private:
  void add(const StatLine& line, std::uint64_t offset) {
    const ProcessId process = processOf(line.engine);
    for (const Stat& stat : line.stats) {
      const auto [counter, isNew] = m_counters.try_emplace({process, stat.name}, CounterId::none);
      if (isNew) {
        Counter made;
        made.process = process;
        made.name = m_builder.intern(stat.name);
        made.unit = m_builder.intern(stat.unit);
        counter->second = m_builder.addCounter(made);
      }
      m_builder.addSample(counter->second, {line.timeNs}, stat.value);
    }
    if (!line.what.empty()) {
      m_builder.addInstant({.time = {line.timeNs},
                            .offset = offset,
                            .name = m_builder.intern(line.what),
                            .track = m_tracks.at(process)});
    }
  }

  ProcessId processOf(std::string_view engine) {
    const auto [at, isNew] = m_processes.try_emplace(engine, ProcessId::none);
    if (isNew) {
      Process process;
      process.name = m_builder.intern(engine.empty() ? "engine" : engine);
      at->second = m_builder.addProcess(process);
      Track track;
      track.process = at->second;
      track.kind = TrackKind::Thread;
      track.name = m_builder.intern("batches");
      m_tracks[at->second] = m_builder.addTrack(track);
    }
    return at->second;
  }

  std::map<std::string_view, ProcessId> m_processes;
  std::map<ProcessId, TrackId> m_tracks;
  std::map<std::pair<ProcessId, std::string_view>, CounterId> m_counters;
};

}  // namespace

bool isEngineLog(std::string_view head) {
  // Results that were printed too are read as those of a log.
  for (const std::string_view ruler : {"=====", "-----", "| ---", "|--"}) {
    if (head.contains(ruler)) {
      return false;
    }
  }
  constexpr int minLines = 3;
  int found = 0;
  while (!head.empty() && found < minLines) {
    found += readStatLine(takeLogLine(head)) ? 1 : 0;
  }
  return found >= minLines;
}

Expected<std::shared_ptr<const Trace>> readEngineLog(std::shared_ptr<const Input> input, const LoadOptions& options,
                                                     std::stop_token stop, Progress& progress) {
  return readDocument<EngineLogReader>(std::move(input), options, std::move(stop), progress);
}

Expected<std::shared_ptr<const Trace>> readEngineLogText(std::string text, const LoadOptions& options) {
  return readDocumentText<EngineLogReader>(std::move(text), options);
}

}  // namespace kernline::engine
