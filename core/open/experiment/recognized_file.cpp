// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/experiment/recognized_file.h"

#include "core/import/execution_trace/execution_nodes.h"
#include "core/model/base/text.h"
#include "core/open/formats.h"
#include "core/open/openers.h"
#include "core/open/rank_files.h"
#include "core/open/sniff.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace kernline {

namespace {

/// The rank that a trace of PyTorch says before its events: "distributedInfo": {…, "rank": 3, …}.
std::int32_t rankInHead(std::string_view head) {
  const std::size_t info = head.find("\"distributedInfo\"");
  const std::string_view object = info == std::string_view::npos ? std::string_view{} : head.substr(info);
  constexpr std::string_view key = "\"rank\":";
  const std::size_t at = object.find(key);
  if (at == std::string_view::npos) {
    return -1;
  }
  const std::size_t digits = object.find_first_not_of(' ', at + key.size());
  std::int32_t rank = -1;
  if (digits != std::string_view::npos) {
    std::from_chars(object.data() + digits, object.data() + object.size(), rank);
  }
  return rank;
}

/// Returns the kind by the reader. A JSON document without events has to be read to know its contents: results, as a
/// rule.
FileKind kindOf(const Format& format, std::string_view head) {
  const auto open = format.open;
  if (open == &openNcuReport) {
    return FileKind::NcuReport;
  }
  if (open == &openSnapshot || open == &openTimeline) {
    return FileKind::Memory;
  }
  if (open == &openFlightDump) {
    return FileKind::FlightDump;
  }
  if (open == &openExecutionTrace) {
    return FileKind::ExecutionTrace;
  }
  if (open == &openJson && head.find_first_of("\"0123456789") == std::string_view::npos) {
    return FileKind::Unread;  // brackets alone
  }
  if (open == &openNotebook || (open == &openJson && format.recognize(head) != FormatMatch::Trace)) {
    return FileKind::Records;
  }
  if (open != &openLog) {
    return FileKind::Trace;
  }
  const std::string_view text = sniff::withoutLeadingSpace(head);
  return sniff::isSeparated(text, ',') || sniff::isSeparated(text, '\t') ? FileKind::Records : FileKind::Log;
}

/// Files that are read together with a trace: by their names, as whoever reads them knows them.
std::optional<FileKind> kindByName(std::string_view name) {
  const std::string_view file = fileNameOf(name);
  if (file.ends_with(".notes.json")) {
    return FileKind::Notes;
  }
  if (file.starts_with("output_code.py") || file.starts_with("inductor_provenance_tracking_node_mappings.json")) {
    return FileKind::Compiled;
  }
  return std::nullopt;
}

}  // namespace

FoundFile unreadable(std::string_view name, Message why) {
  FoundFile file;
  file.name = name;
  file.what = std::move(why);
  return file;
}

FoundFile recognized(std::string_view name, std::string_view head) {
  const Format* const reader = readerOf(head);
  FoundFile file = unreadable(name, formatOf(head).name);
  const std::optional<FileKind> beside = kindByName(name);
  if (beside) {
    file.kind = *beside;
  } else if (reader != nullptr) {
    file.kind = kindOf(*reader, head);
    file.isOfReport = reader->open == &openReport;
    if (file.kind == FileKind::Trace && reader->open == &openJson) {
      file.what = Phrase::tr("Chrome trace JSON");  // the format's own name is for those without events
    } else if (reader->open == &openSnapshot) {
      file.what = Phrase::tr("memory snapshot (Python pickle)");  // the format's own name says what reads it
    } else if (reader->open == &openTimeline) {
      file.what = Phrase::tr("memory timeline");
    } else if (reader->open == &openFlightDump) {
      file.what = Phrase::tr("NCCL flight recorder dump");
    }
  }
  file.byHead = file.kind;
  if (file.kind == FileKind::ExecutionTrace) {
    file.process = execution::executionHead(head).pid;
  }
  if (file.kind != FileKind::Unread) {
    const std::int32_t said = file.kind == FileKind::Trace ? rankInHead(head) : -1;
    file.rank = said >= 0 ? said : rankOfPath(name).value_or(-1);
  }
  return file;
}

}  // namespace kernline
