// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/part_of_file.h"

#include "core/model/format/quantity.h"
#include "core/model/trace/import_report.h"

#include <algorithm>
#include <string>
#include <utility>

namespace kernline {

bool isExportOfPart(const Trace& trace) {
  return std::ranges::count(trace.metadata(), partOfFileKey, &MetadataEntry::key) > 0;
}

Phrase exportOfPart() {
  return Phrase::tr("Exported from a file that was read only partly.");
}

Message notReadOutsideRange(std::uint64_t events) {
  return Phrase::tr("Only a range of time was read; %1 spans and other events outside of it are not included.")
      .with(formatCount(events));
}

Message missingPart(const Trace& trace) {
  Message said;
  if (trace.report()[IssueKind::MemoryLimit].count > 0) {
    said = Phrase::tr("The memory limit was reached: the rest of the file was not read.");
  } else if (isExportOfPart(trace)) {
    said = exportOfPart();
  }
  if (!trace.readWindow()) {
    return said;
  }
  Message outside = notReadOutsideRange(trace.readWindow()->leftOut);
  return said.isEmpty() ? outside : said.then(std::move(outside));
}

std::optional<MetadataEntry> partOfFileEntry(const Trace& trace) {
  const bool wasCut = trace.report()[IssueKind::MemoryLimit].count > 0;
  if (isExportOfPart(trace) || (!wasCut && !trace.readWindow())) {
    return std::nullopt;
  }
  return MetadataEntry{std::string(partOfFileKey), wasCut ? "\"memory limit\"" : "\"range of time\""};
}

}  // namespace kernline
