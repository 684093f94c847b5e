// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/read_log.h"

#include "core/import/log/find_file.h"
#include "core/import/log/finish_table.h"
#include "core/import/log/line_prefix.h"
#include "core/import/log/line_source.h"
#include "core/import/log/source_reader.h"
#include "core/log/log_builder.h"

#include <fmt/format.h>

#include <map>
#include <utility>

namespace kernline::logs {

namespace {

constexpr std::uint32_t linesPerLook = 4096;  // between looks at `stop`
constexpr std::size_t mostSources = 1024;

class LogReader {
 public:
  explicit LogReader(const Input& input) : m_lines(input) {}

  bool readLines(const std::stop_token& stop, Progress& progress) {
    Line line;
    while (m_lines.next(line)) {
      if (line.number % linesPerLook == 0) {
        progress.bytesDone = m_lines.storedBytesDone();
        if (stop.stop_requested()) {
          return false;
        }
      }
      m_log.noteLine(line.number, line.offset);
      if (line.isCut) {
        m_log.addIssue(LogIssueKind::LongLine, line.number, line.text);
      }
      take(line);
    }
    return true;
  }

  /// Whatever is still open ends here.
  LogBuilder& finished() {
    m_plain.finish();
    for (auto& [name, reader] : m_sources) {
      reader.finish();
    }
    matchCutNames(m_log);
    return m_log;
  }

 private:
  void take(const Line& line) {
    const PrefixedLine prefixed = m_prefixes.strip(line.text);
    const SourceLine sourceLine{
        .text = prefixed.text, .offset = line.offset, .number = line.number, .marks = line.marks};
    sourceOf(prefixed).take(sourceLine);
  }

  SourceReader& sourceOf(const PrefixedLine& line) {
    if (line.source.empty()) {
      return m_plain;
    }
    const auto found = m_sources.find(line.source);
    if (found != m_sources.end()) {
      return found->second;
    }
    if (m_sources.size() == mostSources) {
      return m_plain;
    }
    return m_sources.try_emplace(std::string{line.source}, m_log, line.source, line.rank).first->second;
  }

  LineSource m_lines;
  LogBuilder m_log;
  PrefixStripper m_prefixes;
  SourceReader m_plain{m_log, {}, -1};
  std::map<std::string, SourceReader, std::less<>> m_sources;
};

}  // namespace

Expected<std::shared_ptr<const Log>> readLog(const std::shared_ptr<const Input>& input, const std::stop_token& stop,
                                             Progress& progress) {
  progress.stage = Progress::Stage::Reading;
  progress.bytesTotal = input->storedBytes;
  LogReader reader{*input};
  if (!reader.readLines(stop, progress)) {
    return std::unexpected(Error{Error::Kind::Cancelled, fmt::format("{}: loading was cancelled", input->path)});
  }
  progress.stage = Progress::Stage::Arranging;
  LogBuilder& log = reader.finished();
  if (input->stream != nullptr && input->stream->damage()) {
    log.addIssue(LogIssueKind::DamagedInput, 0, *input->stream->damage());
  }
  for (LoggedFile& file : log.files()) {
    file.found = log.intern(findFile(log.text(file.path), input->path));
  }
  log.setSource(input->path, input->container.empty() ? "log" : "log, " + input->container, input->storedBytes,
                input->text);
  progress.stage = Progress::Stage::Done;
  return log.build();
}

std::shared_ptr<const Log> readLogText(const std::string& text) {
  Input input;
  input.path = "(memory)";
  input.mapped = text;
  LogReader reader{input};
  Progress progress;
  static_cast<void>(reader.readLines({}, progress));
  LogBuilder& log = reader.finished();
  log.setSource(input.path, "log", text.size(), nullptr);
  return log.build();
}

}  // namespace kernline::logs
