// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/part_of_file.h"

#include "core/model/format/quantity.h"
#include "core/model/trace/import_report.h"

#include <algorithm>
#include <charconv>
#include <string>

namespace kernline {

bool isExportOfPart(const Trace& trace) {
  return std::ranges::count(trace.metadata(), partOfFileKey, &MetadataEntry::key) > 0;
}

Phrase exportOfPart() {
  return Phrase::tr("Exported from a file that was read only partly.");
}

std::uint64_t eventsOutsideRange(const Trace& trace) {
  const auto entries = trace.metadata();
  const auto told = std::ranges::find(entries, outsideRangeKey, &MetadataEntry::key);
  std::uint64_t count = 0;
  if (told != entries.end()) {
    std::from_chars(told->value.data(), told->value.data() + told->value.size(), count);
  }
  return count;
}

Message notReadOutsideRange(std::uint64_t events) {
  return Phrase::tr("Only a range of time was read, without %1 spans and other events outside of it.")
      .with(formatCount(events));
}

Message missingPart(const Trace& trace) {
  if (trace.report()[IssueKind::MemoryLimit].count > 0) {
    return Phrase::tr("The memory limit was reached: the rest of the file was not read.");
  }
  if (isExportOfPart(trace)) {
    return exportOfPart();
  }
  const std::uint64_t outside = eventsOutsideRange(trace);
  return outside > 0 ? notReadOutsideRange(outside) : Message();
}

std::optional<MetadataEntry> partOfFileEntry(const Trace& trace) {
  if (trace.report()[IssueKind::MemoryLimit].count == 0 || isExportOfPart(trace)) {
    return std::nullopt;
  }
  return MetadataEntry{std::string(partOfFileKey), "\"memory limit\""};
}

}  // namespace kernline
