// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/jobs/file_load.h"

#include "core/base/parallel.h"
#include "core/import/load.h"

#include <atomic>
#include <optional>
#include <utility>

namespace kernline::ui {

/// Where results wait for a listener. Only the GUI thread touches it, but for the time of the result.
struct FileLoad::Inbox {
  Listener listener;
  TracePtr preview;
  std::optional<Expected<IndexPtr>> result;
  std::atomic<std::chrono::steady_clock::rep> endedAt{0};
  bool isAbandoned = false;

  void takePreview(TracePtr trace) {
    if (isAbandoned || result) {
      disposeInBackground(std::move(trace));
    } else if (const auto tell = listener.onPreview) {  // a copy: a listener may let go of this load
      tell(std::move(trace));
    } else {
      preview = std::move(trace);
    }
  }

  void takeResult(Expected<IndexPtr> outcome) {
    preview.reset();
    if (const auto tell = listener.onDone) {
      tell(std::move(outcome));
    } else {
      result = std::move(outcome);
    }
  }
};

namespace {

Expected<FileLoad::IndexPtr> indexed(Expected<FileLoad::TracePtr> loaded, const std::stop_token& stop) {
  if (!loaded) {
    return std::unexpected(std::move(loaded.error()));
  }
  FileLoad::IndexPtr index = QueryIndex::build(std::move(*loaded), stop, defaultThreads());
  if (!index) {
    return std::unexpected(Error{Error::Kind::Cancelled, "Stopped."});
  }
  return index;
}

}  // namespace

FileLoad::FileLoad(std::string path)
    : m_path(std::move(path)),
      m_inbox(std::make_shared<Inbox>()),
      m_job(
          [path = m_path, inbox = m_inbox](std::stop_token stop, Progress& progress) {
            LoadOptions options;
            options.onPreview = [inbox](TracePtr trace) {
              GuiQueue::post([inbox, trace = std::move(trace)]() mutable { inbox->takePreview(std::move(trace)); });
            };
            Expected<IndexPtr> result = indexed(load(path, options, stop, progress), stop);
            inbox->endedAt = std::chrono::steady_clock::now().time_since_epoch().count();
            return result;
          },
          [inbox = m_inbox](Expected<IndexPtr> outcome) { inbox->takeResult(std::move(outcome)); }) {}

FileLoad::~FileLoad() {
  m_inbox->isAbandoned = true;
  m_inbox->listener = {};
}

void FileLoad::listen(Listener listener) {
  const std::shared_ptr<Inbox> inbox = m_inbox;  // a listener may let go of this load
  inbox->listener = std::move(listener);
  if (TracePtr preview = std::exchange(inbox->preview, nullptr)) {
    inbox->takePreview(std::move(preview));
  }
  if (auto result = std::exchange(inbox->result, std::nullopt)) {
    inbox->takeResult(std::move(*result));
  }
}

std::chrono::nanoseconds FileLoad::elapsed() const {
  const std::chrono::steady_clock::rep ended = m_inbox->endedAt;
  const auto until = ended == 0 ? std::chrono::steady_clock::now()
                                : std::chrono::steady_clock::time_point(std::chrono::steady_clock::duration(ended));
  return until - m_started;
}

}  // namespace kernline::ui
