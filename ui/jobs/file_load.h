// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/query_index.h"
#include "core/trace/trace.h"
#include "ui/jobs/job.h"

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace kernline::ui {

/// The loading of one file, up to the index that the timeline draws from. Starts at once, before there is a
/// QApplication if need be, so that reading runs beside the start of the user interface; keeps what arrives until
/// somebody listens. GUI thread only.
class FileLoad {
 public:
  using TracePtr = std::shared_ptr<const Trace>;
  using IndexPtr = std::shared_ptr<const QueryIndex>;  ///< holds the whole trace

  struct Listener {
    std::function<void(TracePtr)> onPreview;
    std::function<void(Expected<IndexPtr>)> onDone;
  };

  explicit FileLoad(std::string path);
  ~FileLoad();
  FileLoad(const FileLoad&) = delete;
  FileLoad& operator=(const FileLoad&) = delete;

  /// What arrived already is told to the listener at once.
  void listen(Listener listener);
  void cancel() { m_job.requestStop(); }

  [[nodiscard]] const std::string& path() const { return m_path; }
  [[nodiscard]] const Progress& progress() const { return m_job.progress(); }
  /// Since the start; stops with the result.
  [[nodiscard]] std::chrono::nanoseconds elapsed() const;

 private:
  struct Inbox;

  std::string m_path;
  std::chrono::steady_clock::time_point m_started = std::chrono::steady_clock::now();
  std::shared_ptr<Inbox> m_inbox;
  Job<IndexPtr> m_job;
};

}  // namespace kernline::ui
