// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/openers.h"

#include "core/import/chrome_json/read_chrome.h"
#include "core/import/engine_log/read_engine_log.h"
#include "core/import/event_csv/read_event_csv.h"
#include "core/import/execution_trace/read_execution_trace.h"
#include "core/import/firefox/read_firefox.h"
#include "core/import/log/read_log.h"
#include "core/import/memory/read_snapshot.h"
#include "core/import/memory/read_snapshot_database.h"
#include "core/import/memory/read_timeline.h"
#include "core/import/ncu/read_ncu.h"
#include "core/import/nsys/read_nsys.h"
#include "core/import/perf_script/read_perf_script.h"
#include "core/import/perfetto/read_perfetto.h"
#include "core/import/pprof/read_pprof.h"
#include "core/import/proton/read_proton.h"
#include "core/import/records/notebook.h"
#include "core/import/records/read_records.h"
#include "core/import/rocpd/read_rocpd.h"
#include "core/import/source/html_page.h"
#include "core/import/source/stored_file.h"
#include "core/import/speedscope/read_speedscope.h"
#include "core/import/sqlite/connection.h"
#include "core/import/sqlite/database_bytes.h"
#include "core/import/text_profile/read_text_profile.h"
#include "core/import/xplane/read_xplane.h"
#include "core/model/log/known_words.h"
#include "core/open/execution_files.h"
#include "core/open/flight_dumps.h"
#include "core/open/nsys_export.h"
#include "core/output/recording/read_recording.h"
#include "core/output/reopen/read_parquet.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <variant>

namespace kernline {

namespace {

/// A partly read stream, from its beginning: first its cached text, then the rest.
class ReplayedStream final : public TextStream {
 public:
  ReplayedStream(std::shared_ptr<const SourceText> kept, std::unique_ptr<TextStream> rest)
      : m_kept(std::move(kept)), m_keptBytes(m_kept->size()), m_rest(std::move(rest)) {}

  [[nodiscard]] std::size_t read(std::span<char> into) override {
    if (m_at < m_keptBytes) {
      const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), m_keptBytes - m_at));
      const std::string piece = m_kept->read(m_at, wanted);
      m_at = piece.empty() ? m_keptBytes : m_at + piece.size();
      piece.copy(into.data(), piece.size());
      if (!piece.empty()) {
        return piece.size();
      }
    }
    return m_rest->read(into);
  }
  [[nodiscard]] std::uint64_t storedBytesRead() const override { return m_rest->storedBytesRead(); }
  [[nodiscard]] std::optional<std::string> damage() const override { return m_rest->damage(); }

 private:
  std::shared_ptr<const SourceText> m_kept;
  std::uint64_t m_keptBytes;
  std::uint64_t m_at = 0;
  std::unique_ptr<TextStream> m_rest;
};

template <typename T>
Expected<Document> asDocument(Expected<std::shared_ptr<const T>> read) {
  return read ? Expected<Document>{std::move(*read)} : std::unexpected(std::move(read.error()));
}

Phrase describedHead(std::string_view head) {
  return describeContent(head.substr(0, 4096));
}

/// Restarts an input that another reader has begun to read.
void beginAgain(Input& input) {
  if (input.stream != nullptr) {
    input.stream = std::make_unique<ReplayedStream>(input.text, std::move(input.stream));
  }
}

Expected<Document> openLogOf(const std::shared_ptr<Input>& input, const ReadContext& reading) {
  const std::string head{headOf(*input)};
  auto log =
      logs::readLog(input, {.threads = reading.options.threads, .memoryExhausted = reading.options.memoryExhausted},
                    reading.stop, reading.progress);
  if (!log) {
    return std::unexpected(std::move(log.error()));
  }
  if ((*log)->isEmpty()) {
    return std::unexpected(
        Error{Error::Kind::NotATrace,
              Phrase::tr("%1: no trace, and no table, metric or failure that Kernline can read. It looks like %2")
                  .with(input->path, describedHead(head))});
  }
  return Document{std::move(*log)};
}

/// Most lines are rows by themselves: JSON lines, which readRecords knows better than the reader of logs.
bool isOfRecords(const Log& log) {
  std::size_t rows = 0;
  for (const LogTable& table : log.tables()) {
    rows += table.kind == TableKind::Generic ? table.rows.size() : 0;
  }
  return rows * 2 > log.lineCount();
}

/// Whether trainers printed it, a dictionary per line and step: that is a log, though each line is JSON too.
bool isOfTraining(const Log& log) {
  const auto hasRound = [&](const LogMetric& metric) {
    return std::ranges::any_of(log.context(metric.context).parameters, [&](const LogParameter& parameter) {
      return logs::namesRound(log.text(parameter.name));
    });
  };
  return !log.metrics().empty() && std::ranges::all_of(log.metrics(), hasRound);
}

}  // namespace

std::string_view headOf(const Input& input) {
  return (input.stream == nullptr ? input.mapped : std::string_view{input.head}).substr(0, headBytes);
}

Expected<Document> openDatabase(Input input, const ReadContext& reading) {
  SourceFile source;
  source.path = input.path;
  source.storedBytes = input.storedBytes;
  const std::string container = input.container;
  const std::shared_ptr<const SourceText> text = input.text;
  auto bytes = sqlite::DatabaseBytes::of(std::make_shared<const Input>(std::move(input)));
  if (!bytes) {
    return std::unexpected(std::move(bytes.error()));
  }
  source.origin = (*bytes)->isMapped() ? text : nullptr;
  const sqlite::Connection database(*bytes);
  if (recording::isRecording(database)) {
    return asDocument(recording::readRecording(std::move(*bytes), std::move(source), container, reading.options,
                                               reading.stop, reading.progress));
  }
  if (rocpd::isRocmDatabase(database)) {
    return asDocument(rocpd::readRocpd(std::move(*bytes), std::move(source), container, reading.options, reading.stop,
                                       reading.progress));
  }
  if (memory::isSnapshotDatabase(database)) {
    return asDocument(memory::readSnapshotDatabase(*bytes, source.path, container, source.storedBytes, reading.options,
                                                   reading.stop, reading.progress));
  }
  return asDocument(nsys::readNsys(std::move(*bytes), std::move(source), container, {.load = reading.options},
                                   reading.stop, reading.progress));
}

Expected<Document> openReport(Input input, const ReadContext& reading) {
  const bool isPlainFile = input.file != nullptr && input.file->isSeekable() && input.container.empty();
  const std::string path = input.path;
  if (!isPlainFile) {
    return std::unexpected(
        Error{Error::Kind::NotATrace,
              Phrase::tr("%1 is an Nsight Systems report that is packed. Unpack it, and open the file").with(path)});
  }
  const auto exported = exportOfReport(path, ExportPlaces::ofEnvironment(), reading.stop, reading.progress);
  if (!exported) {
    return std::unexpected(exported.error());
  }
  auto database = openInput(exported->string());
  if (!database) {
    return std::unexpected(std::move(database.error()));
  }
  database->path = path;  // path that the user opened, and that opens it again
  return openDatabase(std::move(*database), reading);
}

Expected<Document> openParquet(Input input, const ReadContext& reading) {
  const std::string folder = input.path.substr(0, input.path.rfind('/') + 1);
  const auto beside = [&](std::string_view table) { return openInput(folder + std::string(table) + ".parquet"); };
  return asDocument(parquet::readParquet(std::move(input), beside, reading.options, reading.stop, reading.progress));
}

Expected<Document> openEvents(Input input, const ReadContext& reading) {
  return asDocument(csv::readEventCsv(std::make_shared<const Input>(std::move(input)), reading.options, reading.stop,
                                      reading.progress));
}

Expected<Document> openPerfetto(Input input, const ReadContext& reading) {
  return asDocument(perfetto::readPerfetto(std::make_shared<const Input>(std::move(input)), {.load = reading.options},
                                           reading.stop, reading.progress));
}

Expected<Document> openXplane(Input input, const ReadContext& reading) {
  return asDocument(xplane::readXplane(std::make_shared<const Input>(std::move(input)), reading.options, reading.stop,
                                       reading.progress));
}

Expected<Document> openSpeedscope(Input input, const ReadContext& reading) {
  return asDocument(speedscope::readSpeedscope(std::make_shared<const Input>(std::move(input)), reading.options,
                                               reading.stop, reading.progress));
}

Expected<Document> openPprof(Input input, const ReadContext& reading) {
  return asDocument(pprof::readPprof(std::make_shared<const Input>(std::move(input)), reading.options, reading.stop,
                                     reading.progress));
}

Expected<Document> openPerfScript(Input input, const ReadContext& reading) {
  return asDocument(perf::readPerfScript(std::make_shared<const Input>(std::move(input)), reading.options, reading.stop,
                                         reading.progress));
}

Expected<Document> openTextProfile(Input input, const ReadContext& reading) {
  return asDocument(text_profile::readTextProfile(std::make_shared<const Input>(std::move(input)), reading.options,
                                                  reading.stop, reading.progress));
}

Expected<Document> openEngineLog(Input opened, const ReadContext& reading) {
  const auto input = std::make_shared<Input>(std::move(opened));
  auto trace = engine::readEngineLog(input, reading.options, reading.stop, reading.progress);
  if (trace || trace.error().kind != Error::Kind::NotATrace) {
    return asDocument(std::move(trace));
  }
  beginAgain(*input);
  return openLogOf(input, reading);  // a log with results in it
}

Expected<Document> openFirefox(Input input, const ReadContext& reading) {
  return asDocument(firefox::readFirefox(std::make_shared<const Input>(std::move(input)), reading.options, reading.stop,
                                         reading.progress));
}

Expected<Document> openProton(Input input, const ReadContext& reading) {
  return asDocument(proton::readProton(std::make_shared<const Input>(std::move(input)), reading.options, reading.stop,
                                       reading.progress));
}

Expected<Document> openPage(Input input, const ReadContext& reading) {
  auto inside = openTraceInPage(input);
  if (!inside) {
    return std::unexpected(std::move(inside.error()));
  }
  return asDocument(openChromeTrace(std::make_shared<const Input>(std::move(*inside)), reading));
}

Expected<Document> openFlightDump(Input input, const ReadContext& reading) {
  return asDocument(readFlightDumps(std::move(input), reading.stop, reading.progress));
}

Expected<Document> openNotebook(Input input, const ReadContext& reading) {
  return asDocument(records::readNotebook(input, reading.options.threads, reading.stop, reading.progress));
}

Expected<Document> openSnapshot(Input input, const ReadContext& reading) {
  return asDocument(memory::readSnapshot(input, reading.stop, reading.progress));
}

Expected<Document> openTimeline(Input input, const ReadContext& reading) {
  return asDocument(memory::readTimeline(input, reading.options, reading.stop));
}

Expected<Document> openExecutionTrace(Input input, const ReadContext& reading) {
  return asDocument(readExecutionTrace(input, reading.stop, reading.progress));
}

Expected<Document> openNcuReport(Input input, const ReadContext& reading) {
  return asDocument(ncu::readNcu(input, reading.options, reading.stop, reading.progress));
}

Expected<std::shared_ptr<const Trace>> openChromeTrace(const std::shared_ptr<const Input>& input,
                                                       const ReadContext& reading) {
  auto trace = chrome::readChrome(input, {.load = reading.options, .wrapEvents = joinedWithExecutionTrace(input->path)},
                                  reading.stop, reading.progress);
  if (!trace && trace.error().kind == Error::Kind::NotATrace) {
    const std::string_view head = headOf(*input);
    return std::unexpected(
        Error{Error::Kind::NotATrace,
              head.empty() ? Phrase::tr("%1 is empty").with(input->path)
                           : Phrase::tr("%1 is not a trace. It looks like %2").with(input->path, describedHead(head))});
  }
  return trace;
}

Expected<Document> openLog(Input input, const ReadContext& reading) {
  return openLogOf(std::make_shared<Input>(std::move(input)), reading);
}

Expected<Document> openJson(Input opened, const ReadContext& reading) {
  const auto input = std::make_shared<Input>(std::move(opened));
  auto trace = openChromeTrace(input, reading);
  if (trace) {
    return Document{std::move(*trace)};
  }
  if (trace.error().kind != Error::Kind::NotATrace || !isText(headOf(*input))) {
    return std::unexpected(std::move(trace.error()));
  }
  beginAgain(*input);
  auto log = openLogOf(input, reading);
  const Log* const read = log ? std::get<std::shared_ptr<const Log>>(*log).get() : nullptr;
  const bool hasTables = read != nullptr && !read->tables().empty() && !isOfRecords(*read);
  const bool isRead = hasTables || (read != nullptr && isOfTraining(*read));
  if (!isRead && !reading.stop.stop_requested()) {
    if (auto records = records::readRecords(*input, reading.stop, reading.progress, reading.options.memoryExhausted)) {
      return Document{std::move(*records)};
    }
  }
  const bool isLog = log || log.error().kind != Error::Kind::NotATrace;
  return isLog ? std::move(log) : std::unexpected(std::move(trace.error()));
}

}  // namespace kernline
