// SPDX-License-Identifier: GPL-3.0-or-later
// This folder loads files for windows.
#pragma once

#include "core/analysis/query/query_index.h"
#include "core/import/follow/piped_recording.h"
#include "core/model/log/log.h"
#include "core/model/memory/memory_history.h"
#include "core/model/trace/trace.h"
#include "ui/kit/jobs/job.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kernline {
struct Experiment;
struct RankSet;
}  // namespace kernline

namespace kernline::ui {

/// Contents of a file; exactly one is set.
struct OpenedFile {
  std::shared_ptr<const QueryIndex> index;  ///< index of a trace; owns the trace
  std::shared_ptr<const Log> log = nullptr;
  std::shared_ptr<const MemoryHistory> memory = nullptr;
  std::string path = {};                ///< path that opens it again; empty for the requested one
  std::vector<OpenedFile> others = {};  ///< further logs of an archive of logs
  std::size_t skippedLogs = 0;          ///< number of logs beyond these
  /// The file in which a piped recording is stored; removed with the last owner. nullptr for the file itself.
  std::shared_ptr<const PipedRecording> piped = nullptr;
  std::shared_ptr<const RankSet> ranks = nullptr;  ///< ranks of a trace of several ranks; or digests, without any trace
  std::shared_ptr<const Experiment> experiment = nullptr;  ///< experiment of a folder or an archive of several files
};

/// The loading of one file, of a trace up to the index that the timeline draws from. Starts at once, before there is a
/// QApplication if need be, so that reading runs during the start of the user interface; stores results until there is
/// a listener. GUI thread only.
class FileLoad {
 public:
  using TracePtr = std::shared_ptr<const Trace>;

  struct Listener {
    std::function<void(TracePtr)> onPreview;
    std::function<void(Expected<OpenedFile>)> onDone;
  };

  /// `range`: as in `LoadOptions`.
  explicit FileLoad(std::string path, std::string range = {});
  /// A finished one; `file` has its path.
  explicit FileLoad(OpenedFile file);
  ~FileLoad();
  FileLoad(const FileLoad&) = delete;
  FileLoad& operator=(const FileLoad&) = delete;

  /// Sets the listener, which gets everything that already arrived at once.
  void listen(Listener listener);
  /// Gives a result back, or a preview, for the next listener.
  void keep(Expected<OpenedFile> result);
  void keep(TracePtr preview);
  /// A trace has arrived, or a preview of one, and was not taken yet.
  [[nodiscard]] bool hasTrace() const;
  /// A log has arrived, and was not taken yet.
  [[nodiscard]] bool hasLog() const;
  /// A snapshot or timeline of memory has arrived, and was not taken yet.
  [[nodiscard]] bool hasMemory() const;
  /// An experiment has arrived, and was not taken yet.
  [[nodiscard]] bool hasExperiment() const;
  /// A run of digests has arrived, and was not taken yet.
  [[nodiscard]] bool hasDigests() const;
  void cancel();

  [[nodiscard]] const std::string& path() const { return m_path; }
  [[nodiscard]] const Progress& progress() const { return m_job ? m_job->progress() : m_noProgress; }
  /// Returns the time since the start; stops with the result.
  [[nodiscard]] std::chrono::nanoseconds elapsed() const;

 private:
  struct Inbox;

  std::string m_path;
  std::chrono::steady_clock::time_point m_started = std::chrono::steady_clock::now();
  std::shared_ptr<Inbox> m_inbox;
  std::optional<Job<OpenedFile>> m_job;  // nullopt for one that was done before
  Progress m_noProgress;
};

}  // namespace kernline::ui
