// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/records/record_source.h"

#include "core/import/records/measured_names.h"
#include "core/import/records/serving_results.h"
#include "core/model/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace kernline::records {

namespace {

constexpr int maxNesting = 4;
constexpr std::size_t maxFields = 4096;
constexpr std::size_t maxExpanded = 4096;  // records of an object with a list of objects
constexpr std::size_t maxRecordBytes = std::size_t{1} << 20;
constexpr std::size_t maxBrokenRecords = 64;  // broken records that are searched beyond their line
constexpr std::size_t maxBrokenLines = 1000;  // lines before the first record

bool holdsObjects(std::string_view list) {
  MemberWalk walk(list);
  return walk.next() && walk.value().kind == RawValue::Kind::Object;
}

/// An object while it is made flat.
struct FlatObject {
  Record record;
  std::string listName;  // name of the first list of objects in it
  std::string_view list;
};

bool addMembers(std::string_view object, const std::string& outer, int depth, RecordSource& source, std::uint32_t line,
                FlatObject& flat) {
  for (MemberWalk walk(object); walk.next();) {
    const RawValue& value = walk.value();
    const std::string name = outer + walk.key().unescaped();
    if (value.kind == RawValue::Kind::Object) {
      if (depth == maxNesting || !addMembers(value.text, name + ".", depth + 1, source, line, flat)) {
        return false;
      }
    } else if (value.kind == RawValue::Kind::Array) {
      const bool isOfObjects = holdsObjects(value.text);
      if (isOfObjects && !flat.list.empty()) {
        return false;  // rows of which of them?
      }
      if (isOfObjects) {
        flat.listName = name;
        flat.list = value.text;
      } else {
        source.tables.noteSkipped(name, line);
      }
    } else if (flat.record.size() == maxFields) {
      return false;
    } else {
      flat.record.push_back({.name = name, .text = textOf(value)});
    }
  }
  return true;
}

/// Adds the members next to the list to those of each of its objects.
bool addOfList(const FlatObject& flat, RecordSource& source, std::uint32_t line, std::vector<Record>& records) {
  for (MemberWalk walk(flat.list); walk.next();) {
    FlatObject inner{.record = flat.record, .listName = {}, .list = {}};
    const bool isFlat = walk.value().kind == RawValue::Kind::Object && records.size() < maxExpanded &&
                        addMembers(walk.value().text, flat.listName + ".", 1, source, line, inner) &&
                        inner.list.empty();
    if (!isFlat) {
      return false;
    }
    records.push_back(std::move(inner.record));
  }
  return std::ranges::any_of(records, holdsMeasurement);
}

const char* behindSpace(const char* at, const char* end) {
  return std::find_if_not(at, end, [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; });
}

}  // namespace

std::uint32_t RecordSource::lineOf(const char* place) {
  const auto at = static_cast<std::size_t>(place - m_text.data());
  if (m_line == 0) {
    m_log.noteLine(++m_line, m_offset);
  }
  while (m_counted < at) {
    const std::size_t end = m_text.find('\n', m_counted);
    if (end == std::string_view::npos || end >= at) {
      break;
    }
    m_counted = end + 1;
    if (m_counted < m_text.size()) {
      m_log.noteLine(++m_line, m_offset + m_counted);
    }
  }
  return m_line;
}

bool RecordSource::isFullAt(const char* place) {
  if (!m_isFull && m_enough.stop_requested()) {
    m_isFull = true;
    const std::uint32_t line = lineOf(place);
    m_log.addIssue(LogIssueKind::MemoryLimit, line, fmt::format("from line {} on", line));
  }
  return m_isFull;
}

void RecordSource::add(const Record& record, const char* place) {
  const std::uint32_t line = lineOf(place);
  tables.add(record, line, m_offset + static_cast<std::uint64_t>(place - m_text.data()));
}

std::string textOf(const RawValue& value) {
  return value.kind == RawValue::Kind::Word && value.text == "null" ? std::string{} : value.unescaped();
}

std::vector<Record> flatRecords(std::string_view object, RecordSource& source, std::uint32_t line) {
  FlatObject flat;
  std::vector<Record> records;
  if (!addMembers(object, {}, 0, source, line, flat)) {
    return {};
  }
  if (flat.list.empty()) {
    records.push_back(std::move(flat.record));
  } else if (!addOfList(flat, source, line, records)) {
    return {};
  }
  std::erase_if(records, [](const Record& record) { return record.empty(); });
  std::ranges::for_each(records, sayServingUnits);
  return records;
}

bool addFlatRecords(std::string_view list, RecordSource& source) {
  for (MemberWalk walk(list); walk.next();) {
    const RawValue& value = walk.value();
    if (value.kind != RawValue::Kind::Object || source.isStopped()) {
      return false;
    }
    if (source.isFullAt(value.text.data())) {
      break;
    }
    const std::vector<Record> records = flatRecords(value.text, source, source.lineOf(value.text.data()));
    if (records.empty()) {
      return false;
    }
    for (const Record& record : records) {
      source.add(record, value.text.data());
    }
  }
  return source.tables.rowCount() > 0;
}

bool addJsonLines(RecordSource& source) {
  const char* const end = source.text().data() + source.text().size();
  std::size_t broken = 0;
  const char* at = behindSpace(source.text().data(), end);
  while (at != end && !source.isStopped() && !source.isFullAt(at) &&
         (broken < maxBrokenLines || source.tables.rowCount() > 0)) {
    const char* const lineEnd = std::find(at, end, '\n');
    // An object is on one line, or printed over several. After much damage only single lines are tried.
    chrome::ValueScan found = chrome::scanValue(at, lineEnd);
    if (found.after == nullptr && broken < maxBrokenRecords) {
      found = chrome::scanValue(at, at + std::min(maxRecordBytes, static_cast<std::size_t>(end - at)));
    }
    const std::uint32_t line = source.lineOf(at);
    const bool isObject = found.after != nullptr && found.value.kind == RawValue::Kind::Object;
    const std::vector<Record> records = isObject ? flatRecords(found.value.text, source, line) : std::vector<Record>{};
    for (const Record& record : records) {
      source.add(record, at);
    }
    if (records.empty()) {
      source.tables.noteBroken({at, static_cast<std::size_t>(lineEnd - at)}, line);
      ++broken;
    }
    at = behindSpace(found.after == nullptr ? lineEnd : found.after, end);
  }
  return source.tables.rowCount() > 1;
}

}  // namespace kernline::records
