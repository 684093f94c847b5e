// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/records/nested_results.h"

#include "core/import/log/cell_text.h"
#include "core/import/log/quantity_text.h"
#include "core/import/records/column_results.h"
#include "core/import/records/measured_names.h"
#include "core/import/records/serving_results.h"
#include "core/model/base/text.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kernline::records {

namespace {

using enum ColumnUse;
using Kind = RawValue::Kind;

constexpr std::size_t maxNameDepth = 4;

void addSettings(const std::vector<Member>& members, RecordSource& source) {
  for (const Member& member : members) {
    if (isPlain(member.value)) {
      source.tables.addSetting(member.key, textOf(member.value), false);
    }
  }
}

// --- lists and objects by name ---

/// Makes a row of each object that holds plain values, with the names that lead to it, if all are as deep and measure
/// the same.
class ObjectsByName {
 public:
  explicit ObjectsByName(RecordSource& source) : m_source(source) {}

  bool add(std::string_view document) {
    collect(document);
    // One object alone is a configuration as likely as a result.
    const bool isMeasured = std::ranges::any_of(m_rows, holdsMeasurement, &Row::record);
    if (!m_isGood || m_rows.size() < 2 || !(isMeasured || areNumbersAlone()) || !haveCommonNumber() ||
        arePartsOfOne()) {
      return false;
    }
    addSettings(m_settings, m_source);
    std::ranges::move(m_missing, std::back_inserter(m_rows));
    std::ranges::stable_sort(m_rows, {}, &Row::place);
    fillUp();
    for (Row& row : m_rows) {
      m_source.add(row.record, row.place);
    }
    return true;
  }

 private:
  struct Row {
    Record record;
    const char* place;
  };

  void collect(std::string_view object) {
    for (MemberWalk walk(object); m_isGood && walk.next();) {
      const RawValue& value = walk.value();
      if (isPlain(value) && isInPlaceOfRow(value)) {
        addMissing(walk.key(), value);
        continue;
      }
      if (m_names.empty() && (isPlain(value) || (value.kind == Kind::Array && !isListOfObjects(value)))) {
        m_settings.push_back({walk.key().unescaped(), value});  // settings of the whole file
        continue;
      }
      m_isGood = !isPlain(value) && !m_source.isStopped();
      if (!m_isGood) {
        return;
      }
      m_names.push_back(walk.key().unescaped());
      if (value.kind == Kind::Array) {
        addRows(value.text);
      } else if (holdsPlain(value.text)) {
        addRow(value.text);
      } else {
        goIn(value.text);
      }
      m_names.pop_back();
    }
  }

  /// "c": null, "c": "OOM" among named objects: a row without values.
  [[nodiscard]] bool isInPlaceOfRow(const RawValue& value) const {
    const bool isMissing = value.text == "null" || (value.kind == Kind::String && logs::isFailure(value.unescaped()));
    return isMissing && !m_rows.empty() && m_levels == m_names.size() + 1;
  }

  void addMissing(const RawValue& key, const RawValue& value) {
    Record record = m_rows.back().record;
    record.resize(m_levels);
    for (std::size_t level = 0; level < m_names.size(); ++level) {
      record[level].text = m_names[level];
    }
    record.back().text = key.unescaped();
    if (value.kind == Kind::String) {
      record.push_back({.name = "error", .text = value.unescaped()});
    }
    m_missing.push_back({std::move(record), key.text.data()});
  }

  /// All are rows of one table: what one of them lacks is empty.
  void fillUp() {
    std::vector<std::string> names;
    std::set<std::string> known;
    for (const Row& row : m_rows) {
      for (const Field& field : row.record) {
        if (known.insert(field.name).second) {
          names.push_back(field.name);
        }
      }
    }
    if (names.size() * m_rows.size() > RecordTables::maxCells) {
      return;
    }
    for (Row& row : m_rows) {
      Record full;
      for (const std::string& name : names) {
        const auto found = std::ranges::find(row.record, name, &Field::name);
        full.push_back(found == row.record.end() ? Field{.name = name, .text = {}} : std::move(*found));
      }
      row.record = std::move(full);
    }
  }

  void goIn(std::string_view object) {
    m_isGood = m_isGood && m_names.size() < maxNameDepth;
    if (m_isGood) {
      collect(object);
    }
  }

  static bool isListOfObjects(const RawValue& list) {
    const std::vector<RawValue> values = valuesOf(list.text);
    return !values.empty() &&
           std::ranges::all_of(values, [](const RawValue& value) { return value.kind == Kind::Object; });
  }

  static bool holdsPlain(std::string_view object) {
    for (MemberWalk walk(object); walk.next();) {
      if (isPlain(walk.value())) {
        return true;
      }
    }
    return false;
  }

  /// Parts of a configuration have members of their own.
  [[nodiscard]] bool haveCommonNumber() const {
    const Record& first = m_rows.front().record;
    return std::any_of(first.begin() + static_cast<std::ptrdiff_t>(m_levels), first.end(), [&](const Field& field) {
      const auto with = static_cast<std::size_t>(std::ranges::count_if(m_rows, [&](const Row& row) {
        const auto found = std::ranges::find(row.record, field.name, &Field::name);
        return found != row.record.end() && logs::numberOf(trimmed(found->text));
      }));
      return with > 1 && with * 2 >= m_rows.size();
    });
  }

  [[nodiscard]] static bool isNumber(const Field& field) { return logs::numberOf(trimmed(field.text)).has_value(); }

  /// A grid: rows with the same names, numbers alone, that are measured along sizes or are no whole ones.
  [[nodiscard]] bool areNumbersAlone() const {
    bool areSizes = true;
    bool areWhole = true;
    const Record& first = m_rows.front().record;
    for (const Row& row : m_rows) {
      if (row.record.size() != first.size() || row.record.size() <= m_levels) {
        return false;
      }
      for (std::size_t i = m_levels; i < first.size(); ++i) {
        const Field& field = row.record[i];
        if (field.name != first[i].name || !(isNumber(field) || logs::isNoValue(trimmed(field.text)))) {
          return false;
        }
        areSizes = areSizes && logs::numberOf(field.name);
        areWhole = areWhole && (!isNumber(field) || field.text.find_first_of(".eE") == std::string::npos);
      }
    }
    return areSizes || !areWhole;
  }

  /// "load", "successes", "failures" of one run: more of their numbers are of one of them alone than of several.
  [[nodiscard]] bool arePartsOfOne() const {
    std::map<std::string_view, std::size_t> counts;
    for (const Row& row : m_rows) {
      for (std::size_t i = m_levels; i < row.record.size(); ++i) {
        counts[row.record[i].name] += isNumber(row.record[i]) ? 1 : 0;
      }
    }
    const auto rowsWithOwn = std::ranges::count_if(m_rows, [&](const Row& row) {
      return std::any_of(row.record.begin() + static_cast<std::ptrdiff_t>(m_levels), row.record.end(),
                         [&](const Field& field) { return counts[field.name] == 1; });
    });
    const auto own = std::ranges::count_if(counts, [](const auto& name) { return name.second == 1; });
    const auto common = std::ranges::count_if(counts, [](const auto& name) { return name.second > 1; });
    return rowsWithOwn > 1 && own > common;
  }

  void addRows(std::string_view list) {
    m_isGood = isListOfObjects({.kind = Kind::Array, .text = list});
    for (MemberWalk walk(list); m_isGood && walk.next();) {
      addRow(walk.value().text);
    }
  }

  void addRow(std::string_view object) {
    m_levels = m_rows.empty() ? m_names.size() : m_levels;
    const std::vector<Record> flat = flatRecords(object, m_source, 1);
    m_isGood = m_levels == m_names.size() && !flat.empty();
    Record names;
    for (std::size_t level = 0; level < m_names.size(); ++level) {
      const bool isLast = level + 1 == m_names.size();
      const std::string outer = level == 0 ? "group" : "group " + std::to_string(level + 1);
      names.push_back({.name = isLast ? "name" : outer, .text = m_names[level], .use = isLast ? Subject : Parameter});
    }
    for (const Record& values : flat) {
      Record record = names;
      record.insert(record.end(), values.begin(), values.end());
      m_rows.push_back({std::move(record), object.data()});
    }
  }

  RecordSource& m_source;
  std::vector<std::string> m_names;
  std::vector<Row> m_rows;
  std::vector<Row> m_missing;  // rows without values
  std::vector<Member> m_settings;
  std::size_t m_levels = 0;
  bool m_isGood = true;
};

/// The one list of objects among the members, whatever its name is.
bool addOnlyList(const std::vector<Member>& members, RecordSource& source) {
  const Member* only = nullptr;
  for (const Member& member : members) {
    const auto values = member.value.kind == Kind::Array ? valuesOf(member.value.text) : std::vector<RawValue>{};
    if (values.empty() || values.front().kind != Kind::Object) {
      continue;
    }
    if (only != nullptr) {
      return false;
    }
    only = &member;
  }
  if (only == nullptr || !addFlatRecords(only->value.text, source) || !source.tables.measures()) {
    return false;
  }
  addSettings(members, source);
  return true;
}

/// {"model": "m", "results": {"a": {...}, "b": {...}}}: the results by name, the rest settings.
bool addNamedResults(const std::vector<Member>& members, RecordSource& source) {
  for (const std::string_view name : {"results", "benchmarks", "metrics", "measurements", "data"}) {
    const RawValue* const results = memberNamed(members, name);
    if (results != nullptr && results->kind == Kind::Object && ObjectsByName(source).add(results->text)) {
      addSettings(members, source);
      return true;
    }
  }
  return false;
}

bool addAlone(std::string_view document, RecordSource& source) {
  const std::vector<Record> records = flatRecords(document, source, 1);
  if (records.empty() || !(isServingResult(records.front()) || isClearResult(records.front()))) {
    return false;
  }
  for (const Record& record : records) {
    source.add(record, document.data());
  }
  return true;
}

}  // namespace

bool addNestedResults(std::string_view document, RecordSource& source) {
  if (!document.starts_with('{')) {
    return false;
  }
  const std::vector<Member> members = membersOf(document);
  const auto none = [&] { return source.tables.rowCount() == 0; };
  return addColumnResults(members, source) || (none() && addNamedResults(members, source)) ||
         (none() && addOnlyList(members, source)) || (none() && ObjectsByName(source).add(document)) ||
         (none() && addAlone(document, source));
}

}  // namespace kernline::records
