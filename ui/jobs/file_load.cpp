// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/jobs/file_load.h"

#include "core/base/parallel.h"
#include "core/import/open_document.h"

#include <atomic>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace kernline::ui {

/// Where results wait for a listener. Only the GUI thread touches it, but for the time of the result.
struct FileLoad::Inbox {
  Listener listener;
  TracePtr preview;
  std::optional<Expected<OpenedFile>> result;
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

  void takeResult(Expected<OpenedFile> outcome) {
    preview.reset();
    if (const auto tell = listener.onDone) {
      tell(std::move(outcome));
    } else {
      result = std::move(outcome);
    }
  }
};

namespace {

Expected<OpenedFile> indexed(Document opened, const std::stop_token& stop) {
  if (auto* log = std::get_if<std::shared_ptr<const Log>>(&opened)) {
    return OpenedFile{.index = nullptr, .log = std::move(*log)};
  }
  if (auto* memory = std::get_if<std::shared_ptr<const MemoryHistory>>(&opened)) {
    return OpenedFile{.index = nullptr, .memory = std::move(*memory)};
  }
  std::shared_ptr<const QueryIndex> index =
      QueryIndex::build(std::get<FileLoad::TracePtr>(std::move(opened)), stop, defaultThreads());
  if (!index) {
    return std::unexpected(Error{Error::Kind::Cancelled, "Stopped."});
  }
  return OpenedFile{.index = std::move(index)};
}

Expected<OpenedFile> indexed(Expected<OpenedDocuments> opened, const std::stop_token& stop) {
  if (!opened) {
    return std::unexpected(std::move(opened.error()));
  }
  std::vector<OpenedFile> files;
  for (OpenedDocument& one : opened->documents) {
    Expected<OpenedFile> file = indexed(std::move(one.document), stop);
    if (!file) {
      return file;
    }
    file->path = std::move(one.path);
    files.push_back(std::move(*file));
  }
  OpenedFile first = std::move(files.front());
  files.erase(files.begin());
  first.others = std::move(files);
  first.leftOut = opened->leftOut;
  return first;
}

}  // namespace

FileLoad::FileLoad(std::string path)
    : m_path(std::move(path)),
      m_inbox(std::make_shared<Inbox>()),
      m_job(
          std::in_place,
          [path = m_path, inbox = m_inbox](std::stop_token stop, Progress& progress) {
            LoadOptions options;
            options.onPreview = [inbox](TracePtr trace) {
              GuiQueue::post([inbox, trace = std::move(trace)]() mutable { inbox->takePreview(std::move(trace)); });
            };
            Expected<OpenedFile> result = indexed(openDocuments(path, options, stop, progress), stop);
            inbox->endedAt = std::chrono::steady_clock::now().time_since_epoch().count();
            return result;
          },
          [inbox = m_inbox](Expected<OpenedFile> outcome) { inbox->takeResult(std::move(outcome)); }) {}

FileLoad::FileLoad(OpenedFile file) : m_path(file.path), m_inbox(std::make_shared<Inbox>()) {
  m_inbox->endedAt = m_started.time_since_epoch().count();
  m_inbox->result = std::move(file);
}

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

void FileLoad::cancel() {
  if (m_job) {
    m_job->requestStop();
  }
}

void FileLoad::keep(Expected<OpenedFile> result) {
  m_inbox->listener = {};
  m_inbox->result = std::move(result);
}

bool FileLoad::hasLog() const {
  return m_inbox->result && *m_inbox->result && (*m_inbox->result)->log != nullptr;
}

bool FileLoad::hasMemory() const {
  return m_inbox->result && *m_inbox->result && (*m_inbox->result)->memory != nullptr;
}

std::chrono::nanoseconds FileLoad::elapsed() const {
  const std::chrono::steady_clock::rep ended = m_inbox->endedAt;
  const auto until = ended == 0 ? std::chrono::steady_clock::now()
                                : std::chrono::steady_clock::time_point(std::chrono::steady_clock::duration(ended));
  return until - m_started;
}

}  // namespace kernline::ui
