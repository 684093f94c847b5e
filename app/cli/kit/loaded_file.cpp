// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/loaded_file.h"

#include "app/cli/kit/cached_files.h"
#include "app/cli/kit/captured_answer.h"
#include "app/cli/kit/memory_limit.h"
#include "app/cli/kit/output.h"
#include "core/analysis/causes/trace_analysis.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/model/trace/changed_source.h"
#include "core/model/trace/part_of_file.h"
#include "core/open/load.h"
#include "core/open/open_ranks.h"
#include "core/open/rank_files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <any>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <initializer_list>
#include <mutex>
#include <stop_token>
#include <string_view>
#include <thread>
#include <utility>

namespace kernline::cli {

namespace {

std::string progressLine(const std::string& path, const Progress& progress) {
  const std::uint64_t bytes = progress.bytesDone;
  const std::uint64_t total = progress.bytesTotal;
  const bool arranging = progress.stage == Progress::Stage::Arranging;
  std::string line = fmt::format("{} {}", arranging ? "arranging" : "reading", elided(printable(path), 40));
  if (total > 0) {
    line += fmt::format("  {:3} %", std::min<std::uint64_t>(100, bytes * 100 / total));
  }
  return line + fmt::format("  {}", formatBytes(static_cast<std::int64_t>(bytes)));
}

/// Shows how far a load is, from its first quarter of a second on, and wipes the line in the end.
class ProgressDisplay {
 public:
  ProgressDisplay(const std::string& path, const Progress& progress)
      : m_thread([&path, &progress](const std::stop_token& stop) {
          std::mutex mutex;
          std::condition_variable_any wake;
          std::unique_lock lock{mutex};
          bool shown = false;
          while (!wake.wait_for(lock, stop, std::chrono::milliseconds{250}, [&] { return stop.stop_requested(); })) {
            fmt::print(stderr, "\r\x1b[K{}", progressLine(path, progress));
            std::fflush(stderr);
            shown = true;
          }
          if (shown) {
            fmt::print(stderr, "\r\x1b[K");
          }
        }) {}

 private:
  std::jthread m_thread;
};

/// Reads with `read(progress)`, shows how far it is, and complains if it fails.
template <typename Read>
auto readShowingProgress(const std::string& path, Duration& time, Read read) {
  const auto begin = std::chrono::steady_clock::now();
  Progress progress;
  std::optional<ProgressDisplay> display;
  if (::isatty(STDERR_FILENO) == 1) {
    display.emplace(path, progress);
  }
  auto result = read(progress);
  display.reset();
  time = {std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - begin).count()};
  if (!result) {
    printError(result.error().message);
  }
  return result;
}

/// Whether the path is a folder of ranks, or the name of a run in one.
bool isFolder(const std::string& path) {
  std::error_code error;
  return (std::filesystem::is_directory(path, error) && !onlyProfileIn(path)) || isNameOfRun(path);
}

/// A program that gives more answers says that a file is too large, instead of ending.
LoadOptions loadOptions(const std::string& range = {}) {
  constexpr std::uint64_t eighths = 8;
  LoadOptions options;
  options.maxMemory = areFilesKept() ? memoryCeiling() / eighths * (eighths - 1) : 0;
  options.range = range;
  return options;
}

/// The ranks in a folder as one trace; what is doubtful about them goes to stderr.
Expected<std::shared_ptr<const Trace>> loadFolder(const std::string& path, Progress& progress) {
  auto set = openRanks({path}, {}, loadOptions(), stopOfAnswer(), progress);
  if (!set) {
    return std::unexpected(std::move(set.error()));
  }
  for (const Message& doubt : (*set)->doubts) {
    printError(doubt);
  }
  return (*set)->trace;
}

Expected<OpenedDocuments> openFolder(const std::string& path, Progress& progress) {
  auto trace = loadFolder(path, progress);
  if (!trace) {
    return std::unexpected(std::move(trace.error()));
  }
  OpenedDocuments opened;
  opened.documents.push_back({path, std::move(*trace)});
  return opened;
}

/// Returns the documents; empty if the file cannot be used, which is reported.
std::vector<LoadedDocument> readDocuments(const std::string& path, const std::string& range) {
  Duration time;
  auto opened = readShowingProgress(path, time, [&](Progress& progress) {
    return isFolder(path) ? openFolder(path, progress)
                          : openDocuments(path, loadOptions(range), stopOfAnswer(), progress);
  });
  std::vector<LoadedDocument> files;
  if (!opened) {
    return files;
  }
  for (OpenedDocument& one : opened->documents) {
    files.push_back({.path = std::move(one.path), .document = std::move(one.document), .loadTime = time});
  }
  if (opened->skippedLogs > 0) {
    printError(fmt::format("{file}: skipped {logs}, more than can be read at once; specify them as {file}/MEMBER",
                           fmt::arg("file", path), fmt::arg("logs", counted(opened->skippedLogs, "log"))));
  }
  return files;
}

/// One line on stderr if anything was lost or repaired. `trace` is what the summary of has the details.
void printCounts(const std::string& path, std::uint64_t lost, std::uint64_t repaired, const std::string& trace) {
  const auto note = [&](std::string_view sentence) {
    printError(fmt::format(fmt::runtime(sentence), fmt::arg("file", path), fmt::arg("lost", counted(lost, "event")),
                           fmt::arg("repaired", repaired), fmt::arg("events", counted(repaired, "event")),
                           fmt::arg("trace", trace)));
  };
  if (lost > 0 && repaired > 0) {
    note("{file}: {lost} lost and {repaired} repaired while reading; see kernline summary {trace} for details");
  } else if (lost > 0) {
    note("{file}: {lost} lost while reading; see kernline summary {trace} for details");
  } else if (repaired > 0) {
    note("{file}: {events} repaired while reading; see kernline summary {trace} for details");
  }
}

/// Lists the contents of a trace without spans.
std::string whatElseIn(const Trace& trace) {
  std::string text;
  const std::initializer_list<std::pair<std::size_t, std::string_view>> parts{
      {trace.counters().size(), "counter"},
      {trace.instants().size(), "instant"},
      {trace.memoryEvents().size(), "memory event"}};
  for (const auto& [count, what] : parts) {
    text += count == 0 ? "" : (text.empty() ? "" : ", ") + counted(count, what);
  }
  return text;
}

void printWhatIsMissing(const std::string& path, const Trace& trace) {
  printLosses(path, trace.report());
  if (trace.spanCount() == 0) {
    const std::string others = whatElseIn(trace);
    printError(fmt::format("note: {}: the file has no spans{}; there are no times to count", printable(path),
                           others.empty() ? others : ", only " + others));
  }
  if (trace.readWindow()) {
    printError(
        fmt::format("note: {}: {}", printable(path), notReadOutsideRange(trace.readWindow()->leftOut).english()));
  }
}

}  // namespace

void printLosses(const std::string& path, const ImportReport& report) {
  printCounts(path, report.count(IssueSeverity::Lost), report.count(IssueSeverity::Repaired), path);
}

void printLosses(const std::string& path, const LogReport& report) {
  for (const LogIssueKind kind : {LogIssueKind::DamagedInput, LogIssueKind::MemoryLimit, LogIssueKind::TooManyMetrics,
                                  LogIssueKind::TooManyTables, LogIssueKind::TooManyRows}) {
    if (const std::uint64_t count = report[kind].count; count > 0) {
      printError(fmt::format("{file}: {what} ({count}); see kernline summary {file} for details",
                             fmt::arg("file", path), fmt::arg("what", logIssueText(kind).description),
                             fmt::arg("count", formatCount(count))));
    }
  }
}

std::shared_ptr<const RankSet> loadRanks(const std::vector<std::string>& paths,
                                         const std::vector<std::pair<std::int32_t, Duration>>& corrections) {
  std::string kind = "ranks";
  for (const auto& [rank, shift] : corrections) {
    kind += fmt::format(" {}={}", rank, shift.ns);
  }
  const std::any kept = cachedOrRead(kind, paths, [&]() -> std::any {
    Duration time;
    auto set = readShowingProgress(paths.front(), time, [&](Progress& progress) {
      return openRanks(paths, corrections, loadOptions(), stopOfAnswer(), progress, RankReading::DigestsAndTrace);
    });
    if (!set) {
      return {};
    }
    printCounts((*set)->path, (*set)->lost(), (*set)->repaired(), "TRACE");
    return std::shared_ptr<const RankSet>(std::move(*set));
  });
  return kept.has_value() ? std::any_cast<std::shared_ptr<const RankSet>>(kept) : nullptr;
}

std::optional<OpenedPlace> loadPlace(const std::string& path) {
  Duration time;
  auto place = readShowingProgress(
      path, time, [&](Progress& progress) { return openPlace(path, loadOptions(), stopOfAnswer(), progress); });
  return place ? std::optional(std::move(*place)) : std::nullopt;
}

void failIfChanged(Output& output, const Trace& trace) {
  if (const auto changed = changedSource(trace)) {
    output.fail(changed->message);
  }
}

std::optional<LoadedFile> loadFile(const std::string& path, const std::string& range) {
  if (areFilesKept()) {  // whatever the next command makes of it: it is read once
    std::vector<LoadedDocument> files = loadDocuments(path, range);
    if (files.empty()) {
      return std::nullopt;
    }
    if (auto* trace = std::get_if<std::shared_ptr<const Trace>>(&files.front().document); trace && files.size() == 1) {
      printWhatIsMissing(path, **trace);
      return LoadedFile{.path = path, .trace = std::move(*trace), .loadTime = files.front().loadTime};
    }
  }
  Duration time;
  auto trace = readShowingProgress(path, time, [&](Progress& progress) {
    return isFolder(path) ? loadFolder(path, progress) : load(path, loadOptions(range), stopOfAnswer(), progress);
  });
  if (!trace) {
    return std::nullopt;
  }
  printWhatIsMissing(path, **trace);
  return LoadedFile{.path = path, .trace = std::move(*trace), .loadTime = time};
}

std::vector<LoadedDocument> loadDocuments(const std::string& path, const std::string& range) {
  const std::string kind = range.empty() ? "documents" : fmt::format("documents within {}", range);
  const std::any kept = cachedOrRead(kind, {path}, [&]() -> std::any {
    std::vector<LoadedDocument> files = readDocuments(path, range);
    for (LoadedDocument& file : files) {
      if (const auto* trace = std::get_if<std::shared_ptr<const Trace>>(&file.document); trace && areFilesKept()) {
        file.analysis = causesOf(*trace);
      }
    }
    return files.empty() ? std::any() : std::any(std::move(files));
  });
  return kept.has_value() ? std::any_cast<std::vector<LoadedDocument>>(kept) : std::vector<LoadedDocument>();
}

}  // namespace kernline::cli
