// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/column_uses.h"

#include "core/compare/tables/name_words.h"
#include "core/compare/tables/sized_names.h"
#include "core/compare/tables/told_columns.h"
#include "core/model/base/text.h"
#include "core/model/log/known_words.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace kernline {

namespace {

constexpr std::string_view subjectNames[] = {"model",     "modelname", "method",     "impl",      "implementation",
                                             "backend",   "provider",  "variant",    "algorithm", "algo",
                                             "framework", "library",   "engine",     "attention", "name",
                                             "benchmark", "kernel",    "kernelname", "modeltype"};

constexpr std::string_view yesOrNo[] = {"true", "false", "True", "False", "yes", "no", "Yes", "No", ""};

/// Facts about the cells of a column.
struct ColumnValues {
  std::set<double> different;
  std::size_t count = 0;
  bool isWhole = true;

  [[nodiscard]] bool isConstant() const { return different.size() == 1; }
  /// Each at least twice on average.
  [[nodiscard]] bool repeats() const { return different.size() > 1 && different.size() * 2 <= count; }
};

class ColumnJudge {
 public:
  ColumnJudge(const Log& log, const LogTable& table)
      : m_log(log), m_table(table), m_uses(table.columns.size()), m_isSized(table.columns.size()) {}

  std::vector<ColumnUse> uses() {
    for (std::size_t c = 0; c < m_uses.size(); ++c) {
      m_uses[c] = m_table.columns[c].use;
    }
    judgeTexts();
    if (m_table.kind != TableKind::Generic) {
      judgeProfilersNumbers();
      return m_uses;
    }
    findSizes();
    if (!m_uses.empty() && m_uses.front() == ColumnUse::Undetermined && countsRows(0)) {
      m_uses.front() = ColumnUse::Ignored;
    }
    for (std::size_t c = 0; c < m_uses.size(); ++c) {
      if (m_uses[c] == ColumnUse::Undetermined) {
        m_uses[c] = isBoundOfAnother(c)                                     ? ColumnUse::Ignored
                    : isSizedMeasurement(c)                                 ? ColumnUse::Measurement
                    : hasOtherTexts(c) && onlyIdentifies(m_log, m_table, c) ? ColumnUse::Ignored
                                                                            : byName(c);
      }
    }
    for (std::size_t c = 0; c < m_uses.size(); ++c) {
      if (m_uses[c] == ColumnUse::Undetermined) {
        m_uses[c] = byValues(c);
      }
    }
    measureSomething();
    ignoreRepeatedAxes();
    return m_uses;
  }

 private:
  [[nodiscard]] std::string_view nameOf(std::size_t c) const { return m_log.text(m_table.columns[c].name); }
  [[nodiscard]] bool isText(std::size_t c) const { return m_table.columns[c].quantity == Quantity::Text; }

  [[nodiscard]] bool isYesOrNo(std::size_t c) const {
    for (std::size_t row = 0; row < m_table.rows.size(); ++row) {
      if (std::ranges::find(yesOrNo, m_log.text(m_table.cell(row, c).text)) == std::end(yesOrNo)) {
        return false;
      }
    }
    return true;
  }

  [[nodiscard]] bool isSameText(std::size_t c) const {
    for (std::size_t row = 1; row < m_table.rows.size(); ++row) {
      if (m_log.text(m_table.cell(row, c).text) != m_log.text(m_table.cell(0, c).text)) {
        return false;
      }
    }
    return true;
  }

  /// "Axis (pow2)" next to "Axis".
  [[nodiscard]] bool repeatsAnother(std::size_t c) const { return hasNameWithout(c, " (pow2)"); }

  /// The minimum and the maximum next to a value of Weights & Biases.
  [[nodiscard]] bool isBoundOfAnother(std::size_t c) const {
    return hasNameWithout(c, "__MIN") || hasNameWithout(c, "__MAX");
  }

  [[nodiscard]] bool hasNameWithout(std::size_t c, std::string_view ending) const {
    const std::string_view name = nameOf(c);
    return name.ends_with(ending) && std::ranges::any_of(m_table.columns, [&](const LogColumn& column) {
             return m_log.text(column.name) == name.substr(0, name.size() - ending.size());
           });
  }

  /// The number of the row, as data frames have it for their index.
  [[nodiscard]] bool countsRows(std::size_t c) const {
    const std::string name = logs::folded(nameOf(c));
    if (isText(c) || (name != "index" && name != "unnamed:0" && name != "id")) {
      return false;
    }
    for (std::size_t row = 0; row < m_table.rows.size(); ++row) {
      if (m_table.cell(row, c).number != m_table.cell(0, c).number + static_cast<double>(row)) {
        return false;
      }
    }
    return true;
  }

  [[nodiscard]] bool hasOtherTexts(std::size_t c) const {
    for (std::size_t i = 0; i < m_uses.size(); ++i) {
      if (i != c && (isText(i) || logs::namesParameter(nameOf(i)) || namesSize(i))) {
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] bool namesSize(std::size_t c) const {
    const NameWords name = wordsOfName(nameOf(c));
    return !isText(c) && !name.words.empty() && name.words.back().meaning == WordMeaning::Size;
  }

  /// "64", "batch=4", "bs8_ms": what is measured at that size.
  [[nodiscard]] bool isSizedMeasurement(std::size_t c) const { return !isText(c) && m_isSized[c]; }

  void findSizes() {
    std::vector<MeasuredColumn> columns;
    for (const LogColumn& column : m_table.columns) {
      columns.push_back({std::string{m_log.text(column.name)}, column.quantity, std::string{m_log.text(column.unit)}});
    }
    const std::vector<SizedName> names = sizesInNames(columns);
    for (std::size_t c = 0; c < names.size(); ++c) {
      m_isSized[c] = !names[c].sizes.empty();
    }
  }

  /// Keeps the first of several equal axes.
  void ignoreRepeatedAxes() {
    for (std::size_t c = 0; c < m_uses.size(); ++c) {
      if (m_uses[c] != ColumnUse::Parameter || m_table.columns[c].use != ColumnUse::Undetermined) {
        continue;
      }
      for (std::size_t before = 0; before < c; ++before) {
        const bool isAxis = m_uses[before] == ColumnUse::Parameter || m_uses[before] == ColumnUse::Subject;
        if (isAxis && sayTheSame(m_log, m_table, before, c)) {
          m_uses[c] = ColumnUse::Ignored;
          break;
        }
      }
    }
  }

  void judgeTexts() {
    std::optional<std::size_t> subject;
    bool isNamed = std::ranges::find(m_uses, ColumnUse::Subject) != m_uses.end();
    const bool isSaid = isNamed;
    const bool isOfRuns = m_table.kind == TableKind::Generic;
    for (std::size_t c = 0; c < m_uses.size(); ++c) {
      if (!isText(c) || m_uses[c] != ColumnUse::Undetermined) {
        continue;
      }
      const bool isOnlyId = isOfRuns && hasOtherTexts(c) && onlyIdentifies(m_log, m_table, c);
      const bool isRemark = isOfRuns && saysWhyItFailed(nameOf(c));
      m_uses[c] = repeatsAnother(c) || isOnlyId || isRemark ? ColumnUse::Ignored : ColumnUse::Parameter;
      if (m_uses[c] == ColumnUse::Ignored || logs::namesParameter(nameOf(c)) || isSaid || isNamed) {
        continue;
      }
      const std::string folded = logs::folded(nameOf(c));
      isNamed = isOfRuns && std::ranges::find(subjectNames, folded) != std::end(subjectNames);
      // Equal values do not distinguish rows.
      const bool isBetter = !subject || (isOfRuns && isSameText(*subject) && !isSameText(c));
      if (isNamed || (isBetter && !(isOfRuns && isYesOrNo(c)))) {
        subject = c;
      }
    }
    if (subject) {
      m_uses[*subject] = ColumnUse::Subject;
    }
  }

  /// A profiler's columns are figures of its rows, however often one repeats.
  void judgeProfilersNumbers() {
    for (std::size_t c = 0; c < m_uses.size(); ++c) {
      if (m_uses[c] == ColumnUse::Undetermined) {
        const Quantity quantity = m_table.columns[c].quantity;
        const bool isPlain = quantity == Quantity::Count || quantity == Quantity::Number;
        const bool isSet = isPlain && logs::namesParameter(nameOf(c));
        m_uses[c] = isSet ? ColumnUse::Parameter : ColumnUse::Measurement;
      }
    }
  }

  [[nodiscard]] ColumnUse byName(std::size_t c) {
    const LogColumn& column = m_table.columns[c];
    const bool isPlain = column.quantity == Quantity::Count || column.quantity == Quantity::Number;
    if (isPlain && logs::namesParameter(nameOf(c))) {
      return valuesOf(c).isConstant() ? ColumnUse::Parameter : noteAxis(c);
    }
    const bool hasUnit = !isPlain || (column.quantity == Quantity::Number && column.unit != StringId::empty);
    const NameWords name = wordsOfName(nameOf(c));
    const bool isSize = column.quantity == Quantity::Bytes || column.quantity == Quantity::Count;
    if (c == 0 && isSize && !name.words.empty() && name.words.back().meaning == WordMeaning::Size &&
        !name.has(WordMeaning::Measure) && valuesOf(c).different.size() > 1) {
      return noteAxis(c);  // "size (B)", "Message size"
    }
    const bool measures =
        name.has(WordMeaning::Unit) || name.has(WordMeaning::Measure) || logs::namesMeasure(nameOf(c));
    return hasUnit || measures ? ColumnUse::Measurement : ColumnUse::Undetermined;
  }

  [[nodiscard]] ColumnValues valuesOf(std::size_t c) const {
    ColumnValues values;
    for (std::size_t row = 0; row < m_table.rows.size(); ++row) {
      const LogCell& cell = m_table.cell(row, c);
      if (cell.hasNumber()) {
        values.different.insert(cell.number);
        values.isWhole = values.isWhole && cell.number == std::floor(cell.number);
        ++values.count;
      }
    }
    return values;
  }

  [[nodiscard]] ColumnUse byValues(std::size_t c) {
    const ColumnValues values = valuesOf(c);
    if (values.isConstant() && values.count > 1) {
      return ColumnUse::Parameter;
    }
    const NameWords name = wordsOfName(nameOf(c));
    const bool isSize = !name.words.empty() && name.words.back().meaning == WordMeaning::Size;
    if (isSize && values.isWhole) {
      return noteAxis(c);
    }
    if (name.has(WordMeaning::Aspect)) {
      return ColumnUse::Measurement;
    }
    if (values.repeats() && !isToldByAnAxis(c)) {
      return noteAxis(c);
    }
    const bool isOnlyAxis = m_axes.empty() && values.isWhole && values.different.size() == values.count;
    return isOnlyAxis && values.count > 1 && isFirstNumber(c) ? noteAxis(c) : ColumnUse::Measurement;
  }

  ColumnUse noteAxis(std::size_t c) {
    m_axes.push_back(c);
    return ColumnUse::Parameter;
  }

  [[nodiscard]] bool isFirstNumber(std::size_t c) const {
    for (std::size_t i = 0; i < c; ++i) {
      if (!isText(i) && m_uses[i] != ColumnUse::Ignored) {
        return false;
      }
    }
    return true;
  }

  /// Whether one of the axes has a single value of this column for each of its own: then it is a result of that axis.
  [[nodiscard]] bool isToldByAnAxis(std::size_t c) const {
    return std::ranges::any_of(m_axes, [&](std::size_t axis) {
      std::map<double, double> told;
      for (std::size_t row = 0; row < m_table.rows.size(); ++row) {
        const double at = m_table.cell(row, axis).number;
        const double value = m_table.cell(row, c).number;
        if (at == at && value == value && told.try_emplace(at, value).first->second != value) {
          return false;
        }
      }
      return true;
    });
  }

  void measureSomething() {
    if (std::ranges::find(m_uses, ColumnUse::Measurement) != m_uses.end()) {
      return;
    }
    for (std::size_t c = m_uses.size(); c-- > 0;) {
      const bool mayMeasure =
          m_table.columns[c].use == ColumnUse::Undetermined && !isText(c) && !logs::namesParameter(nameOf(c));
      if (mayMeasure && !valuesOf(c).isConstant()) {
        m_uses[c] = ColumnUse::Measurement;
        return;
      }
    }
  }

  const Log& m_log;
  const LogTable& m_table;
  std::vector<ColumnUse> m_uses;
  std::vector<bool> m_isSized;
  std::vector<std::size_t> m_axes;  // parameters of numbers that were found by their names or values
};

}  // namespace

std::vector<ColumnUse> columnUses(const Log& log, const LogTable& table, const ColumnWishes& wishes) {
  std::vector<ColumnUse> uses = ColumnJudge(log, table).uses();
  for (std::size_t c = 0; c < uses.size() && table.kind == TableKind::Generic; ++c) {
    const LogColumn& column = table.columns[c];
    const auto wish = wishes.find(log.text(column.name));
    const bool isPossible = wish != wishes.end() && wish->second != ColumnUse::Undetermined &&
                            (wish->second != ColumnUse::Measurement || column.quantity != Quantity::Text);
    uses[c] = isPossible ? wish->second : uses[c];
  }
  return uses;
}

}  // namespace kernline
