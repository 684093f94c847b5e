// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/part_of_file.h"

#include "core/model/trace/import_report.h"

#include <algorithm>
#include <string>

namespace kernline {

bool isExportOfPart(const Trace& trace) {
  return std::ranges::count(trace.metadata(), partOfFileKey, &MetadataEntry::key) > 0;
}

Phrase exportOfPart() {
  return Phrase::tr("Exported from a file that was read only partly.");
}

Message missingPart(const Trace& trace) {
  if (trace.report()[IssueKind::MemoryLimit].count > 0) {
    return Phrase::tr("The memory limit was reached: the rest of the file was not read.");
  }
  return isExportOfPart(trace) ? exportOfPart() : Message();
}

std::optional<MetadataEntry> partOfFileEntry(const Trace& trace) {
  if (trace.report()[IssueKind::MemoryLimit].count == 0 || isExportOfPart(trace)) {
    return std::nullopt;
  }
  return MetadataEntry{std::string(partOfFileKey), "\"memory limit\""};
}

}  // namespace kernline
