// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/records/read_records.h"

#include "core/import/load_options.h"
#include "core/import/records/record_source.h"
#include "core/import/records/result_files.h"
#include "core/import/records/whole_text.h"
#include "core/model/base/text.h"
#include "core/model/log/log_builder.h"

#include <algorithm>
#include <cstdint>

namespace kernline::records {

namespace {

/// Whether the text is one JSON value without text behind it.
bool isOneValue(std::string_view text) {
  text = trimmed(text);
  const char* const end = text.data() + text.size();
  const chrome::ValueScan scan = chrome::scanValue(text.data(), end);
  return scan.after == end || text.starts_with('[');
}

/// Fills `log`; false if there are no records.
bool readInto(LogBuilder& log, std::string_view text, std::uint64_t offset, const std::stop_token& stop,
              const std::stop_token& enough) {
  RecordSource source(log, text, offset, stop, enough);
  if (trimmed(text).empty() || !(isOneValue(text) ? addResultFile(source) : addJsonLines(source))) {
    return false;
  }
  source.finishLines();
  return source.tables.finish();
}

}  // namespace

Expected<std::shared_ptr<const Log>> readRecords(const Input& input, const std::stop_token& stop, Progress& progress,
                                                 const std::stop_token& enough) {
  progress.stage = Progress::Stage::Reading;
  const WholeText whole(input);
  LogBuilder log;
  const bool isRead = !whole.isTooLong() && readInto(log, whole.text(), whole.offset(), stop, enough);
  if (stop.stop_requested()) {
    return loadingCanceled(input.path);
  }
  if (!isRead) {
    return std::unexpected(Error{Error::Kind::NotATrace, Phrase::tr("%1: no records of results").with(input.path)});
  }
  if (whole.damage()) {
    log.addIssue(LogIssueKind::DamagedInput, 0, *whole.damage());
  }
  log.setSource(input.path, input.container.empty() ? "records" : "records, " + input.container, input.storedBytes,
                input.text);
  progress.stage = Progress::Stage::Done;
  return log.build();
}

std::shared_ptr<const Log> readRecordsText(const std::string& text) {
  LogBuilder log;
  if (!readInto(log, text, 0, {}, {})) {
    return nullptr;
  }
  log.setSource("(memory)", "records", text.size(), nullptr);
  return log.build();
}

}  // namespace kernline::records
