// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/open_file.h"

#include "app/cli/commands/commands.h"
#include "app/cli/kit/cached_files.h"
#include "app/cli/kit/captured_answer.h"
#include "app/cli/kit/memory_limit.h"
#include "core/analysis/advice/advice_rules.h"
#include "core/analysis/work/user_work.h"
#include "core/model/names/user_families.h"
#include "core/model/trace/changed_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <list>
#include <mutex>
#include <utility>

namespace kernline::python {

namespace {

constexpr std::size_t maxAnswerBytes = std::size_t{1} << 31U;
constexpr std::size_t filesOfAnswer = 64;
constexpr const char* kindOfReading = "documents";  // kind used by loadDocuments

using SharedTrace = std::shared_ptr<const Trace>;

/// A turn to ask the commands, of which one runs at a time, about files that are held.
class Turn {
 public:
  Turn(const std::stop_token& stop, const std::vector<const OpenFile*>& files)
      : m_lock(mutex()), m_captured(stop, maxAnswerBytes) {
    for (const OpenFile* file : files) {
      m_held.emplace_back(kindOfReading, std::vector{file->path}, file->documents);
    }
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() { cli::forgetFiles(); }

  [[nodiscard]] cli::CapturedAnswer& captured() { return m_captured; }

 private:
  static std::mutex& mutex() {
    static std::mutex turns;
    return turns;
  }

  std::lock_guard<std::mutex> m_lock;
  cli::CapturedAnswer m_captured;
  std::list<cli::PinnedFile> m_held;
};

/// Returns the tables of a file for `wanted` of them; an error if the file is no trace.
std::expected<arrow::TablesOfTrace*, Diagnostics> tablesOf(OpenFile& file, std::string_view wanted, Turn& turn) {
  if (const std::string_view kind = kindOf(file); kind != "trace") {
    const bool isMemory = kind == "memory";
    return std::unexpected(
        Diagnostics{fmt::format("{} is a {} and has no {}; use {}", file.path, isMemory ? "memory snapshot" : "log",
                                wanted, isMemory ? "memory()" : "answer(\"tables\")")});
  }
  if (!file.tables) {
    auto loaded = cli::loadFile(file.path);
    if (!loaded) {
      return std::unexpected(turn.captured().diagnostics());
    }
    file.tables.emplace(std::move(loaded->trace));
  }
  return &*file.tables;
}

std::expected<SharedTable, Diagnostics> shared(Expected<arrow::ArrowTable> table) {
  if (!table) {
    return std::unexpected(Diagnostics{table.error().message.english()});
  }
  return std::make_shared<const arrow::ArrowTable>(std::move(*table));
}

}  // namespace

std::string_view kindOf(const OpenFile& file) {
  const Document& document = file.documents.front().document;
  return std::holds_alternative<SharedTrace>(document)                  ? "trace"
         : std::holds_alternative<std::shared_ptr<const Log>>(document) ? "log"
                                                                        : "memory";
}

Diagnostics beginAnswering() {
  cli::keepFiles(filesOfAnswer, cli::memoryCeiling() / 2);
  Diagnostics complaints = useOwnFamilies();
  std::ranges::move(useOwnAdvice(), std::back_inserter(complaints));
  std::ranges::move(useOwnWork(), std::back_inserter(complaints));
  return complaints;
}

std::expected<Opened, Diagnostics> openFile(const std::string& path, const std::stop_token& stop) {
  Turn turn(stop, {});
  std::vector<cli::LoadedDocument> documents = cli::loadDocuments(path);
  if (documents.empty()) {
    return std::unexpected(turn.captured().diagnostics());
  }
  for (const cli::LoadedDocument& document : documents) {
    if (const auto* trace = std::get_if<SharedTrace>(&document.document)) {
      cli::printLosses(document.path, (*trace)->report());
    }
  }
  auto file = std::make_shared<OpenFile>();
  file->path = path;
  file->documents = std::move(documents);
  return Opened{.file = std::move(file), .diagnostics = turn.captured().diagnostics()};
}

std::optional<std::string> changeOf(const OpenFile& file) {
  for (const cli::LoadedDocument& document : file.documents) {
    const auto* trace = std::get_if<SharedTrace>(&document.document);
    if (const auto changed = trace == nullptr ? std::nullopt : changedSource(**trace)) {
      return changed->message.english();
    }
  }
  return std::nullopt;
}

Answer answer(const std::vector<std::string>& arguments, const std::vector<SharedFile>& files,
              const std::stop_token& stop) {
  std::vector<const OpenFile*> held;
  std::ranges::transform(files, std::back_inserter(held), [](const SharedFile& file) { return file.get(); });
  Turn turn(stop, held);
  Answer answer;
  answer.code = cli::runCommand(arguments);
  answer.diagnostics = turn.captured().diagnostics();
  if (turn.captured().isTooLong()) {
    answer.code = cli::unusableInput;
    answer.diagnostics = {"the answer has more than 2 GiB; ask for a range or for fewer rows"};
  }
  answer.text = turn.captured().takeText();
  return answer;
}

std::expected<SharedTable, Diagnostics> tableOf(OpenFile& file, std::string_view name,
                                                const std::vector<std::string>& columns, const std::stop_token& stop) {
  Turn turn(stop, {&file});
  const auto tables = tablesOf(file, name, turn);
  return tables ? shared((*tables)->table(name, columns, stop)) : std::unexpected(tables.error());
}

std::expected<SharedTable, Diagnostics> queryOf(OpenFile& file, std::string_view query, const std::stop_token& stop) {
  Turn turn(stop, {&file});
  const auto tables = tablesOf(file, "tables", turn);
  return tables ? shared((*tables)->query(query, stop)) : std::unexpected(tables.error());
}

}  // namespace kernline::python
