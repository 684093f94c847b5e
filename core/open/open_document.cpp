// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/open_document.h"

#include "core/import/chrome_json/read_chrome.h"
#include "core/import/log/read_log.h"
#include "core/import/memory/read_snapshot.h"
#include "core/import/memory/read_timeline.h"
#include "core/import/pickle/read_pickle.h"
#include "core/import/source/archive_members.h"
#include "core/import/source/input.h"
#include "core/open/open_ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <new>
#include <optional>
#include <utility>

namespace kernline {

namespace {

constexpr std::size_t textHeadBytes = 4096;  // enough to tell text from bytes
constexpr std::size_t mostLogs = 100;        // of one archive

/// A stream that has been read in part, from its beginning: first what was kept of it, then the rest.
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

std::string_view headOf(const Input& input) {
  return (input.stream == nullptr ? input.mapped : std::string_view{input.head}).substr(0, headBytes);
}

/// Text that begins as JSON does; "[rank0]: …" and "[INFO] …" do not.
bool beginsAsJson(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) {
    return false;
  }
  const std::size_t second = text.find_first_not_of(" \t\r\n", first + 1);
  const char next = second == std::string_view::npos ? '\0' : text[second];
  return (text[first] == '{' && (next == '"' || next == '}' || next == '\0')) ||
         (text[first] == '[' && (next == '{' || next == ']' || next == '[' || next == '\0' || next == ','));
}

Expected<Document> openLog(const std::shared_ptr<Input>& input, const LoadOptions& options, const std::stop_token& stop,
                           Progress& progress) {
  const std::string head{headOf(*input).substr(0, textHeadBytes)};
  auto log = logs::readLog(input, {.threads = options.threads}, stop, progress);
  if (!log) {
    return std::unexpected(std::move(log.error()));
  }
  if ((*log)->isEmpty()) {
    return std::unexpected(
        Error{Error::Kind::NotATrace,
              Phrase::tr("%1: no trace, and no table, metric or failure that Kernline can read. It looks like %2")
                  .with(input->path, describeContent(head))});
  }
  return Document{std::move(*log)};
}

Expected<Document> openTrace(const std::shared_ptr<Input>& input, const LoadOptions& options,
                             const std::stop_token& stop, Progress& progress) {
  auto trace = chrome::readChrome(input, {options}, stop, progress);
  if (trace) {
    return Document{std::move(*trace)};
  }
  if (trace.error().kind != Error::Kind::NotATrace) {
    return std::unexpected(std::move(trace.error()));
  }
  if (!isText(std::string_view{headOf(*input)}.substr(0, textHeadBytes))) {
    return std::unexpected(std::move(trace.error()));
  }
  // JSON of another kind may hold tables: nsys prints such.
  if (input->stream != nullptr) {
    input->stream = std::make_unique<ReplayedStream>(input->text, std::move(input->stream));
  }
  auto log = openLog(input, options, stop, progress);
  const bool isLog = log || log.error().kind != Error::Kind::NotATrace;
  return isLog ? std::move(log) : std::unexpected(std::move(trace.error()));
}

Expected<Document> asDocument(Expected<std::shared_ptr<const MemoryHistory>> memory) {
  return memory ? Expected<Document>{std::move(*memory)} : std::unexpected(std::move(memory.error()));
}

Expected<Document> openInputAs(Input opened, const LoadOptions& options, const std::stop_token& stop,
                               Progress& progress) {
  const std::string head{headOf(opened)};
  if (isTraceByItsHead(head)) {
    auto trace = loadInput(std::move(opened), options, stop, progress);
    return trace ? Expected<Document>{std::move(*trace)} : std::unexpected(std::move(trace.error()));
  }
  if (pickle::isPickle(head)) {
    return asDocument(memory::readSnapshot(opened, stop, progress));
  }
  if (memory::isTimeline(head)) {
    return asDocument(memory::readTimeline(opened, stop));
  }
  const auto input = std::make_shared<Input>(std::move(opened));
  const bool isLog = isText(std::string_view{head}.substr(0, textHeadBytes)) && !beginsAsJson(head);
  return isLog ? openLog(input, options, stop, progress) : openTrace(input, options, stop, progress);
}

/// The ranks in a folder, as one trace.
Expected<Document> openFolder(const std::string& path, const LoadOptions& options, const std::stop_token& stop,
                              Progress& progress) {
  auto ranks = openRanks({path}, {}, options, stop, progress);
  return ranks ? Expected<Document>{(*ranks)->trace} : std::unexpected(std::move(ranks.error()));
}

Expected<Document> openOne(const std::string& path, const LoadOptions& options, const std::stop_token& stop,
                           Progress& progress) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    return openFolder(path, options, stop, progress);
  }
  Expected<Input> opened = openInput(path);
  return opened ? openInputAs(std::move(*opened), options, stop, progress) : std::unexpected(std::move(opened.error()));
}

/// What can be made of the members that may be logs; nothing is found in some.
Expected<OpenedDocuments> openLogsOf(const std::string& path, const LoadOptions& options, const std::stop_token& stop,
                                     Progress& progress) {
  auto members = ArchiveMembers::open(path);
  if (!members) {
    return std::unexpected(std::move(members.error()));
  }
  OpenedDocuments opened;
  while (members->next()) {
    if (!mayBeLog(members->likeness())) {
      continue;
    }
    if (opened.documents.size() == mostLogs) {
      ++opened.leftOut;
      continue;
    }
    auto input = members->input();
    if (!input) {
      return std::unexpected(std::move(input.error()));
    }
    const std::string memberPath = input->path;
    auto document = openInputAs(std::move(*input), options, stop, progress);
    if (document) {
      opened.documents.push_back({memberPath, std::move(*document)});
    } else if (document.error().kind != Error::Kind::NotATrace) {
      return std::unexpected(std::move(document.error()));
    }
  }
  return opened;
}

Expected<OpenedDocuments> openAll(const std::string& path, const LoadOptions& options, const std::stop_token& stop,
                                  Progress& progress) {
  std::error_code error;
  const bool isFolder = std::filesystem::is_directory(path, error);
  Expected<Input> input = isFolder ? Input{} : openInput(path);
  if (!input) {
    return std::unexpected(std::move(input.error()));
  }
  if (input->logsInArchive > 1) {
    auto logs = openLogsOf(path, options, stop, progress);
    if (logs && logs->documents.size() == 1) {
      logs->documents.front().path = path;
    }
    if (!logs || !logs->documents.empty()) {
      return logs;
    }
  }
  auto document =
      isFolder ? openFolder(path, options, stop, progress) : openInputAs(std::move(*input), options, stop, progress);
  if (!document) {
    return std::unexpected(std::move(document.error()));
  }
  OpenedDocuments opened;
  opened.documents.push_back({path, std::move(*document)});
  return opened;
}

/// `read()`, and a sentence where memory is short.
template <typename Read>
auto withinMemory(const std::string& path, Read read) -> decltype(read()) {
  try {
    return read();
  } catch (const std::bad_alloc&) {
    return std::unexpected(
        Error{Error::Kind::OutOfMemory,
              Phrase::tr("%1: not enough memory. Close other files or programs and try again").with(path)});
  }
}

}  // namespace

Expected<OpenedDocuments> openDocuments(const std::string& path, const LoadOptions& options, std::stop_token stop,
                                        Progress& progress) {
  return withinMemory(path, [&] { return openAll(path, options, stop, progress); });
}

Expected<Document> openDocument(const std::string& path, const LoadOptions& options, std::stop_token stop,
                                Progress& progress) {
  return withinMemory(path, [&] { return openOne(path, options, stop, progress); });
}

Expected<Document> openPipedDocument(std::string head, const LoadOptions& options, std::stop_token stop,
                                     Progress& progress) {
  return withinMemory("-", [&]() -> Expected<Document> {
    Expected<Input> opened = openPipe(std::move(head));
    if (!opened) {
      return std::unexpected(std::move(opened.error()));
    }
    return openInputAs(std::move(*opened), options, stop, progress);
  });
}

Expected<Document> openDocument(const std::string& path) {
  Progress progress;
  return openDocument(path, {}, {}, progress);
}

}  // namespace kernline
