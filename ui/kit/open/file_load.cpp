// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/open/file_load.h"

#include "core/compare/ranks/rank_set.h"
#include "core/import/follow/growing_trace.h"
#include "core/model/base/parallel.h"
#include "core/open/experiment/experiment.h"
#include "core/open/open_document.h"
#include "core/open/remote/open_remote.h"
#include "ui/kit/open/load_ranks.h"
#include "ui/kit/open/memory_limit.h"

#include <sys/stat.h>
#include <unistd.h>
#include <atomic>
#include <optional>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

namespace kernline::ui {

/// Results that wait for a listener. Only the GUI thread uses it, except for the time of the result.
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

Error stopped() {
  return {Error::Kind::Canceled, Phrase::tr("Stopped.")};
}

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
    return std::unexpected(stopped());
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
  first.skippedLogs = opened->skippedLogs;
  return first;
}

/// A recording that is piped in shows as soon as its events begin; the tab that shows it follows the rest.
Expected<OpenedFile> beginningOf(const std::string& head, const std::stop_token& stop) {
  auto piped = PipedRecording::begin(STDIN_FILENO, head);
  if (!piped) {
    return std::unexpected(std::move(piped.error()));
  }
  GrowingTrace growing((*piped)->path(), "-", memoryToUse());
  while (!stop.stop_requested()) {
    const auto more = (*piped)->hasEnded() ? GrowingTrace::More::None : GrowingTrace::More::Possible;
    auto look = growing.look(more, defaultThreads(), stop);
    if (!look) {
      return std::unexpected(std::move(look.error()));
    }
    if (look->trace) {
      auto index = QueryIndex::build(std::move(look->trace), stop, defaultThreads());
      return index ? Expected<OpenedFile>(OpenedFile{.index = std::move(index), .piped = std::move(*piped)})
                   : std::unexpected(stopped());
    }
    constexpr std::chrono::milliseconds pause{20};
    std::this_thread::sleep_for(pause);
  }
  return std::unexpected(stopped());
}

Expected<OpenedFile> openOne(const std::string& path, const LoadOptions& options, const std::stop_token& stop,
                             Progress& progress) {
  struct stat status{};
  if (auto ranks = path == "-" ? std::nullopt : loadRanks(path, options, stop, progress)) {
    return std::move(*ranks);
  }
  if (path != "-" || fstat(STDIN_FILENO, &status) != 0 || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) {
    return indexed(openDocuments(path, options, stop, progress), stop);
  }
  PipeHead head = readPipeHead(STDIN_FILENO, stop);
  if (head.isRecording) {
    return beginningOf(head.text, stop);
  }
  auto opened = openPipedDocument(std::move(head.text), options, stop, progress);
  return opened ? indexed(std::move(*opened), stop) : std::unexpected(std::move(opened.error()));
}

Expected<OpenedFile> openFile(const std::string& path, const LoadOptions& options, const std::stop_token& stop,
                              Progress& progress) {
  if (const auto place = remotePath(path)) {
    Expected<RemoteContent> opened = openRemote(*place, KERNLINE_VERSION, options, stop, progress);
    if (!opened) {
      return std::unexpected(std::move(opened.error()));
    }
    if (auto* const ranks = std::get_if<std::shared_ptr<const RankSet>>(&*opened)) {
      return OpenedFile{.index = nullptr, .ranks = std::move(*ranks)};
    }
    return indexed(std::get<Document>(std::move(*opened)), stop);
  }
  if (auto digests = loadDigests(path, options, stop, progress)) {
    return std::move(*digests);
  }
  Expected<OpenedPlace> place = openPlace(path, options, stop, progress);
  if (!place) {
    return std::unexpected(std::move(place.error()));
  }
  if (place->experiment != nullptr) {
    OpenedFile file;
    file.experiment = std::move(place->experiment);
    return file;
  }
  Expected<OpenedFile> file = openOne(place->document, options, stop, progress);
  if (file && file->path.empty() && place->document != path) {
    file->path = place->document;
  }
  return file;
}

}  // namespace

FileLoad::FileLoad(std::string path, std::string range)
    : m_path(std::move(path)),
      m_inbox(std::make_shared<Inbox>()),
      m_job(
          std::in_place,
          [path = m_path, range = std::move(range), inbox = m_inbox](std::stop_token stop, Progress& progress) {
            LoadOptions options;
            options.range = range;
            options.maxMemory = memoryToUse();
            options.onPreview = [inbox](TracePtr trace) {
              GuiQueue::post([inbox, trace = std::move(trace)]() mutable { inbox->takePreview(std::move(trace)); });
            };
            Expected<OpenedFile> result = openFile(path, options, stop, progress);
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

void FileLoad::keep(TracePtr preview) {
  m_inbox->listener = {};
  m_inbox->preview = std::move(preview);
}

bool FileLoad::hasTrace() const {
  return m_inbox->preview != nullptr || (m_inbox->result && *m_inbox->result && (*m_inbox->result)->index != nullptr);
}

bool FileLoad::hasLog() const {
  return m_inbox->result && *m_inbox->result && (*m_inbox->result)->log != nullptr;
}

bool FileLoad::hasMemory() const {
  return m_inbox->result && *m_inbox->result && (*m_inbox->result)->memory != nullptr;
}

bool FileLoad::hasExperiment() const {
  return m_inbox->result && *m_inbox->result && (*m_inbox->result)->experiment != nullptr;
}

bool FileLoad::hasDigests() const {
  return m_inbox->result && *m_inbox->result && (*m_inbox->result)->ranks && !(*m_inbox->result)->index;
}

std::chrono::nanoseconds FileLoad::elapsed() const {
  const std::chrono::steady_clock::rep ended = m_inbox->endedAt;
  const auto until = ended == 0 ? std::chrono::steady_clock::now()
                                : std::chrono::steady_clock::time_point(std::chrono::steady_clock::duration(ended));
  return until - m_started;
}

}  // namespace kernline::ui
