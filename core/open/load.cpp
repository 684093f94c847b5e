// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/load.h"

#include "core/import/chrome_json/read_chrome.h"
#include "core/import/event_csv/read_event_csv.h"
#include "core/import/nsys/read_nsys.h"
#include "core/import/source/html_page.h"
#include "core/import/source/input.h"
#include "core/import/sqlite/connection.h"
#include "core/import/sqlite/database_bytes.h"
#include "core/output/recording/read_recording.h"

#include <fmt/format.h>

#include <new>

namespace kernline {

namespace {

Expected<std::shared_ptr<const Trace>> loadDatabase(std::shared_ptr<const Input> input, const LoadOptions& options,
                                                    std::stop_token stop, Progress& progress) {
  SourceFile source;
  source.path = input->path;
  source.storedBytes = input->storedBytes;
  const std::string container = input->container;
  auto bytes = sqlite::DatabaseBytes::of(std::move(input));
  if (!bytes) {
    return std::unexpected(std::move(bytes.error()));
  }
  if (recording::isRecording(sqlite::Connection(*bytes))) {
    return recording::readRecording(std::move(*bytes), std::move(source), container, options, std::move(stop),
                                    progress);
  }
  return nsys::readNsys(std::move(*bytes), std::move(source), container, {.load = options}, std::move(stop), progress);
}

}  // namespace

bool isTraceByItsHead(std::string_view head) {
  return head.starts_with(sqlite::fileMark) || csv::isEventTable(head.substr(0, headBytes)) || isHtmlPage(head);
}

Expected<std::shared_ptr<const Trace>> loadInput(Input opened, const LoadOptions& options, std::stop_token stop,
                                                 Progress& progress) {
  const std::string_view head = opened.stream == nullptr ? opened.mapped : opened.head;
  if (head.starts_with(sqlite::fileMark)) {
    return loadDatabase(std::make_shared<const Input>(std::move(opened)), options, std::move(stop), progress);
  }
  if (csv::isEventTable(head.substr(0, headBytes))) {
    return csv::readEventCsv(std::make_shared<const Input>(std::move(opened)), options, std::move(stop), progress);
  }
  if (isHtmlPage(head)) {
    Expected<Input> page = openTraceInPage(opened);
    if (!page) {
      return std::unexpected(std::move(page.error()));
    }
    opened = std::move(*page);
  }
  const auto input = std::make_shared<const Input>(std::move(opened));
  return chrome::readChrome(input, {options}, std::move(stop), progress);
}

Expected<std::shared_ptr<const Trace>> load(const std::string& path, const LoadOptions& options, std::stop_token stop,
                                            Progress& progress) {
  try {
    Expected<Input> opened = openInput(path);
    if (!opened) {
      return std::unexpected(std::move(opened.error()));
    }
    return loadInput(std::move(*opened), options, std::move(stop), progress);
  } catch (const std::bad_alloc&) {
    return std::unexpected(
        Error{Error::Kind::OutOfMemory,
              Phrase::tr("%1: not enough memory. Close other files or programs and try again").with(path)});
  }
}

Expected<std::shared_ptr<const Trace>> load(const std::string& path) {
  Progress progress;
  return load(path, {}, {}, progress);
}

}  // namespace kernline
