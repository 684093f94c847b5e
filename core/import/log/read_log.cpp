// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/read_log.h"

#include "core/import/load_options.h"
#include "core/import/log/find_file.h"
#include "core/import/log/finish_table.h"
#include "core/import/log/line_feed.h"
#include "core/import/log/line_prefix.h"
#include "core/import/log/source_reader.h"
#include "core/import/source/member_path.h"
#include "core/model/base/parallel.h"
#include "core/model/log/log_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kernline::logs {

namespace {

constexpr std::size_t maxSources = 1024;

class LogReader {
 public:
  LogReader(const Input& input, const ReadOptions& options)
      : m_input(input),
        m_enough(options.memoryExhausted),
        m_lines(input, options.threads == 0 ? defaultThreads() - 1 : options.threads - 1, options.pieceBytes,
                options.skipsLines) {}

  bool readLines(const std::stop_token& stop, Progress& progress) {
    while (const std::unique_ptr<LineBatch> batch = m_lines.next()) {
      if (stop.stop_requested()) {
        return false;
      }
      if (m_enough.stop_requested()) {
        m_log.addIssue(LogIssueKind::MemoryLimit, m_number + 1, fmt::format("from line {} on", m_number + 1));
        break;
      }
      take(*batch);
      progress.bytesDone = batch->piece().storedBytesDone;
      release(batch->piece());
    }
    return true;
  }

  /// Ends whatever is still open.
  LogBuilder& finished() {
    m_plain.reader.finish();
    for (auto& [name, source] : m_sources) {
      source.reader.finish();
    }
    matchCutNames(m_log);
    return m_log;
  }

 private:
  struct Source {
    SourceReader reader;
    bool isTouched = false;  // whether this batch has lines of it
  };

  void take(const LineBatch& batch) {
    m_ofBatch.assign(batch.sources().size(), nullptr);
    for (const BatchLine& line : batch.lines()) {
      ++m_number;
      m_log.noteLine(m_number, batch.piece().offset + line.offset);
      if (line.isCut) {
        m_log.addIssue(LogIssueKind::LongLine, m_number, line.text);
      }
      if (line.kind == BatchLine::Kind::Binary) {
        m_log.addIssue(LogIssueKind::BinaryLine, m_number);
      } else if (line.kind != BatchLine::Kind::ProgressBar) {
        take(batch, line);
      }
    }
    for (Source* source : m_touched) {
      source->reader.settle();
      source->isTouched = false;
    }
    m_touched.clear();
  }

  void take(const LineBatch& batch, const BatchLine& line) {
    SourceLine sourceLine{
        .text = line.text, .offset = batch.piece().offset + line.offset, .number = m_number, .marks = line.marks};
    Source* source = nullptr;
    if (line.kind == BatchLine::Kind::Unsettled) {
      const PrefixedLine prefixed = m_prefixes.strip(line.text);
      sourceLine.text = prefixed.text;
      source = &sourceOf(prefixed.source, prefixed.rank);
    } else {
      m_prefixes.pass();
      source = m_ofBatch[line.source];
      if (source == nullptr) {
        const BatchSource& named = batch.sources()[line.source];
        source = m_ofBatch[line.source] = &sourceOf(named.name, named.rank);
      }
    }
    if (!source->isTouched) {
      source->isTouched = true;
      m_touched.push_back(source);
    }
    source->reader.take(sourceLine, line.skippable);
  }

  Source& sourceOf(std::string_view name, std::int32_t rank) {
    if (name.empty()) {
      return m_plain;
    }
    const auto found = m_sources.find(name);
    if (found != m_sources.end()) {
      return found->second;
    }
    if (m_sources.size() == maxSources) {
      return m_plain;
    }
    return m_sources.try_emplace(std::string{name}, Source{SourceReader{m_log, name, rank}}).first->second;
  }

  /// Readers keep copies of the lines that they hold, so that the pages can go: many at a time, for each time all
  /// processors are interrupted.
  void release(const TextPiece& piece) {
    constexpr std::size_t releasedBytes = std::size_t{1} << 22;
    constexpr std::size_t morePages = std::size_t{1} << 16;  // the one that the last piece ended on is among them
    const std::size_t end = piece.offset - m_input.mappedOffset + piece.text.size();
    if (m_input.stream == nullptr && end - m_released >= releasedBytes) {
      m_input.release(m_released - std::min(m_released, morePages), end);
      m_released = end;
    }
  }

  const Input& m_input;
  std::stop_token m_enough;
  LineFeed m_lines;
  LogBuilder m_log;
  PrefixStripper m_prefixes;
  std::uint32_t m_number = 0;
  std::size_t m_released = 0;  // bytes of a mapping whose pages were given back
  Source m_plain{SourceReader{m_log, {}, -1}};
  std::map<std::string, Source, std::less<>> m_sources;
  std::vector<Source*> m_ofBatch;  // indexed by the batch's number of the source
  std::vector<Source*> m_touched;
};

}  // namespace

Expected<std::shared_ptr<const Log>> readLog(const std::shared_ptr<const Input>& input, const ReadOptions& options,
                                             const std::stop_token& stop, Progress& progress) {
  progress.stage = Progress::Stage::Reading;
  progress.bytesTotal = input->storedBytes;
  LogReader reader{*input, options};
  if (!reader.readLines(stop, progress)) {
    return loadingCanceled(input->path);
  }
  progress.stage = Progress::Stage::Arranging;
  LogBuilder& log = reader.finished();
  if (input->stream != nullptr && input->stream->damage()) {
    log.addIssue(LogIssueKind::DamagedInput, 0, *input->stream->damage());
  }
  const std::string stored = splitMemberPath(input->path).file;
  std::map<StringId, StringId> found;  // a log may say the same path again and again
  for (LoggedFile& file : log.files()) {
    const auto [known, isNew] = found.try_emplace(file.path);
    if (isNew) {
      known->second = log.intern(findFile(log.text(file.path), stored));
    }
    file.found = known->second;
  }
  log.setSource(input->path, input->container.empty() ? "log" : "log, " + input->container, input->storedBytes,
                input->text);
  progress.stage = Progress::Stage::Done;
  return log.build();
}

std::shared_ptr<const Log> readLogText(const std::string& text, const ReadOptions& options) {
  Input input;
  input.path = "(memory)";
  input.mapped = text;
  LogReader reader{input, options};
  Progress progress;
  static_cast<void>(reader.readLines({}, progress));
  LogBuilder& log = reader.finished();
  log.setSource(input.path, "log", text.size(), nullptr);
  return log.build();
}

}  // namespace kernline::logs
