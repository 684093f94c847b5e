// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/finish_table.h"

#include "core/import/log/cell_text.h"
#include "core/import/log/quantity_text.h"
#include "core/model/base/text.h"
#include "core/model/log/known_words.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace kernline::logs {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

struct CellKind {
  Quantity quantity;
  std::string_view unit;
  auto operator<=>(const CellKind&) const = default;
};

bool isUnitKept(Quantity quantity) {
  return quantity == Quantity::Number || quantity == Quantity::Rate;
}

/// Whether all numbers of a column end in B, as models have parameters.
bool isInBillions(const LogBuilder& log, const ColumnPlan& plan, const LogTable& table, std::size_t column) {
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const std::string_view text = trimmed(log.text(table.cell(row, column).text));
    const ReadCell read = readCell(plan, text);
    const bool isScaled = read.quantity == Quantity::Bytes && read.unit != "B";
    if (isScaled || (read.quantity == Quantity::Number && !text.ends_with('B'))) {
      return false;
    }
  }
  return true;
}

/// Returns the kind of most numbers of a column, if its head does not say; text if most cells are no numbers. Writes
/// the kind of each cell to `quantities`.
CellKind majority(const LogBuilder& log, const ColumnPlan& plan, const LogTable& table, std::size_t column,
                  std::vector<Quantity>& quantities) {
  std::map<CellKind, std::size_t> counts;
  std::size_t texts = 0;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const std::string_view text = log.text(table.cell(row, column).text);
    const ReadCell read = readCell(plan, text);
    quantities.push_back(read.quantity);
    if (read.quantity != Quantity::Text) {
      ++counts[{read.quantity, isUnitKept(read.quantity) ? read.unit : std::string_view{}}];
    } else {
      texts += isNoValue(text) ? 0 : 1;
    }
  }
  // "13.0B" next to "6.7B" is no number of bytes.
  const auto billions = counts.find({Quantity::Number, {}});
  if (const auto bytes = counts.find({Quantity::Bytes, {}}); billions != counts.end() && bytes != counts.end()) {
    billions->second += isInBillions(log, plan, table, column) ? std::exchange(bytes->second, 0) : 0;
  }
  CellKind best{Quantity::Text, {}};
  std::size_t maxCount = 0;
  std::size_t numbers = 0;
  for (const auto& [kind, count] : counts) {
    numbers += count;
    if (count > maxCount) {
      maxCount = count;
      best = kind;
    }
  }
  return numbers > texts ? best : CellKind{Quantity::Text, {}};
}

/// Numbers of another kind than their column's become text, except for a bare 0.
void dropMismatchedCells(LogBuilder& log, const ColumnPlan& plan, LogTable& table, std::size_t column,
                         const std::vector<Quantity>& quantities) {
  const Quantity quantity = table.columns[column].quantity;
  const bool inBillions = quantity == Quantity::Number && isInBillions(log, plan, table, column);
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    LogCell& cell = table.cells[row * table.columns.size() + column];
    const std::string_view text = log.text(cell.text);
    if (quantity == Quantity::Text) {
      cell.number = none;
    } else if (inBillions && quantities[row] == Quantity::Bytes) {
      constexpr double billion = 1e9;
      cell.number = readCell(plan, text).number * billion;
    } else if (cell.hasNumber() && cell.number != 0 && quantities[row] != quantity) {
      cell.number = none;
      log.addIssue(LogIssueKind::BadCell, table.rows[row].line, text);
    }
  }
}

void settleColumn(LogBuilder& log, const ColumnPlan& plan, LogTable& table, std::size_t column) {
  LogColumn& settled = table.columns[column];
  if (plan.isText) {
    return;
  }
  if (plan.unit) {
    settled.quantity = plan.unit->quantity;
    settled.unit = log.intern(isUnitKept(settled.quantity) ? plan.unitText : baseUnit(settled.quantity));
    return;
  }
  std::vector<Quantity> quantities;
  quantities.reserve(table.rows.size());
  const CellKind kind = majority(log, plan, table, column, quantities);
  settled.quantity = kind.quantity;
  settled.unit = log.intern(isUnitKept(kind.quantity) ? kind.unit : baseUnit(kind.quantity));
  dropMismatchedCells(log, plan, table, column, quantities);
}

bool namesError(std::string_view name) {
  constexpr std::string_view names[] = {"error",     "errormessage", "errormsg",      "exception",
                                        "traceback", "failure",      "failurereason", "errortype"};
  return std::ranges::find(names, folded(name)) != std::end(names);
}

bool isNoError(std::string_view text) {
  constexpr std::string_view words[] = {"false", "no", "0", "ok", "none", "success"};
  const std::string word = lowered(trimmed(text));
  return isAbsent(trimmed(text)) || word == "nan" || std::ranges::find(words, word) != std::end(words);
}

bool namesStatus(std::string_view name) {
  constexpr std::string_view names[] = {"status", "state", "outcome", "result", "verdict"};
  return std::ranges::find(names, folded(name)) != std::end(names);
}

/// "timeout", "wrong answer", "OUT_OF_MEMORY" of a run.
bool isBadStatus(std::string_view text) {
  constexpr std::string_view words[] = {"oom",     "out of memory", "out_of_memory", "cancel",   "wrong",
                                        "invalid", "incorrect",     "abort",         "mismatch", "node_fail"};
  const std::string status = lowered(text);
  return isFailure(text) || std::ranges::any_of(words, [&](std::string_view word) { return status.contains(word); });
}

/// Whether a column of numbers has none in this row.
bool lacksNumber(const LogTable& table, std::size_t row) {
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    if (table.columns[column].quantity != Quantity::Text && !table.cell(row, column).hasNumber()) {
      return true;
    }
  }
  return false;
}

/// The part of a column that says why a run has no number.
enum class ReasonOf : std::uint8_t { Text, Value, Error, Status };

std::vector<ReasonOf> reasonsOf(const LogBuilder& log, const LogTable& table) {
  std::vector<ReasonOf> reasons;
  for (const LogColumn& column : table.columns) {
    const std::string_view name = log.text(column.name);
    reasons.push_back(column.quantity != Quantity::Text ? ReasonOf::Value
                      : namesError(name)                ? ReasonOf::Error
                      : namesStatus(name)               ? ReasonOf::Status
                                                        : ReasonOf::Text);
  }
  return reasons;
}

/// Runs that have a reason in place of a number, with what their row says of them.
void addFailures(LogBuilder& log, const TablePlan& plan, const LogTable& table) {
  if (table.kind != TableKind::Generic) {
    return;
  }
  const std::vector<ReasonOf> reasons = reasonsOf(log, table);
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const auto textOf = [&](std::size_t column) { return log.text(table.cell(row, column).text); };
    std::size_t failed = 0;
    const auto saysWhy = [&](std::size_t column) {
      switch (reasons[column]) {
        case ReasonOf::Value:
          return !table.cell(row, column).hasNumber() && isFailure(textOf(column));
        case ReasonOf::Error:
          return !isNoError(textOf(column));
        case ReasonOf::Status:
          return isBadStatus(textOf(column)) && lacksNumber(table, row);
        case ReasonOf::Text:
          break;
      }
      return false;
    };
    while (failed < table.columns.size() && !saysWhy(failed)) {
      ++failed;
    }
    if (failed == table.columns.size()) {
      continue;
    }
    LogFailure failure{.text = table.cell(row, failed).text, .line = table.rows[row].line};
    if (!log.isFullOfFailures()) {
      LogContext where = table.context == ContextId::none ? LogContext{} : log.context(table.context);
      for (std::size_t column = 0; column < table.columns.size(); ++column) {
        const bool isText = table.columns[column].quantity == Quantity::Text;
        const bool isSet = isText || (plan.columns[column].unit == std::nullopt && column < failed &&
                                      !numberOf(log.text(table.columns[column].name)));
        if (column != failed && isSet && !textOf(column).empty() && !isFailure(textOf(column))) {
          where.parameters.push_back({.name = table.columns[column].name,
                                      .key = log.intern(keyOf(log.text(table.columns[column].name))),
                                      .value = table.cell(row, column)});
        }
      }
      failure.context = log.addContext(std::move(where));
    }
    log.addFailure(failure);
  }
}

double numberAt(const LogTable& table, std::size_t row, ColumnRole role) {
  const auto column = table.columnOf(role);
  return column ? table.cell(row, *column).number : none;
}

/// Work of the device: the host has no part in it.
bool isDeviceRow(const LogTable& table, std::size_t row) {
  const double selfHost = numberAt(table, row, ColumnRole::SelfHost);
  const double hostTotal = numberAt(table, row, ColumnRole::HostTotal);
  const bool hasHost = selfHost == selfHost || hostTotal == hostTotal;
  return hasHost && !(selfHost > 0) && !(hostTotal > 0) && numberAt(table, row, ColumnRole::SelfDevice) > 0;
}

bool namesAnnotation(std::string_view name) {
  return name.starts_with("ProfilerStep") || name.starts_with("nccl:") || name.starts_with("##") ||
         name.find('#') != std::string_view::npos;
}

void setRowKinds(const LogBuilder& log, LogTable& table) {
  const auto name = table.columnOf(ColumnRole::Name);
  const bool hasHost = table.columnOf(ColumnRole::SelfHost) || table.columnOf(ColumnRole::HostTotal);
  if (table.kind != TableKind::Torch || !name || !hasHost) {
    return;
  }
  std::set<StringId> onHost;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    if (!isDeviceRow(table, row)) {
      onHost.insert(table.cell(row, *name).text);
      table.rows[row].kind = RowKind::Operator;
    }
  }
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    if (table.rows[row].kind == RowKind::Operator) {
      continue;
    }
    // A range of user code is shown on the device under its own name. Cut names do not identify anything.
    const StringId id = table.cell(row, *name).text;
    const bool isTwin = onHost.contains(id) && !table.rows[row].isNameCut;
    table.rows[row].kind = isTwin || namesAnnotation(log.text(id)) ? RowKind::Annotation : RowKind::Kernel;
  }
}

/// Whether the name looks like a user's range; kernels of templates have arguments, and copies have their direction.
bool looksLikeRange(std::string_view name) {
  return name.find_first_of("(<") == std::string_view::npos && !name.starts_with("Mem");
}

/// Returns the shortest row of a kernel that takes up `excess` alone, else the longest.
std::optional<std::size_t> rowOfExcess(const LogBuilder& log, const LogTable& table, std::size_t name, std::size_t self,
                                       double excess) {
  std::optional<std::size_t> best;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const double time = table.cell(row, self).number;
    if (table.rows[row].kind != RowKind::Kernel || !(time > 0) ||
        !looksLikeRange(log.text(table.cell(row, name).text))) {
      continue;
    }
    const double bestTime = best ? table.cell(*best, self).number : 0;
    const bool isBetter = time >= excess ? bestTime < excess || time < bestTime : time > bestTime;
    best = isBetter ? row : best;
  }
  return best;
}

/// Kernels cannot take longer than the device's total. If they seem to, some are ranges of user code whose row on the
/// host the table lacks: the excess is the time of one or several of them.
void findHiddenAnnotations(const LogBuilder& log, LogTable& table) {
  const auto total = std::ranges::find(table.totals, table.device, &LogTotal::device);
  const auto name = table.columnOf(ColumnRole::Name);
  const auto self = table.columnOf(ColumnRole::SelfDevice);
  if (total == table.totals.end() || !name || !self) {
    return;
  }
  constexpr double slack = 0.001;  // tolerance for rounded digits
  double excess = *table.selfDeviceTime(RowKind::Kernel) - total->value.number;
  while (excess > total->value.number * slack) {
    const auto row = rowOfExcess(log, table, *name, *self, excess * (1 - slack));
    if (!row) {
      return;
    }
    table.rows[*row].kind = RowKind::Annotation;
    excess -= table.cell(*row, *self).number;
  }
}

struct FullName {
  std::string_view text;
  StringId id;
};

/// All names that were not cut, sorted, each once.
std::vector<FullName> fullNames(LogBuilder& log) {
  std::vector<FullName> names;
  for (const LogTable& table : log.tables()) {
    const auto column = table.columnOf(ColumnRole::Name);
    for (std::size_t row = 0; column && row < table.rows.size(); ++row) {
      if (!table.rows[row].isNameCut) {
        const StringId id = table.cell(row, *column).text;
        names.push_back({log.text(id), id});
      }
    }
  }
  std::ranges::sort(names, {}, &FullName::text);
  const auto doubled = std::ranges::unique(names, {}, &FullName::text);
  names.erase(doubled.begin(), doubled.end());
  return names;
}

}  // namespace

std::optional<std::string_view> cutName(std::string_view name) {
  for (const std::string_view ending : {"...", "…"}) {
    if (name.size() > ending.size() && name.ends_with(ending)) {
      return name.substr(0, name.size() - ending.size());
    }
  }
  return std::nullopt;
}

void finishTable(LogBuilder& log, const TablePlan& plan, LogTable& table) {
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    settleColumn(log, plan.columns[column], table, column);
  }
  if (const auto name = table.columnOf(ColumnRole::Name)) {
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      table.rows[row].isNameCut = cutName(log.text(table.cell(row, *name).text)).has_value();
    }
  }
  addFailures(log, plan, table);
  setRowKinds(log, table);
  findHiddenAnnotations(log, table);
  checkTable(log, plan, table);
}

void matchCutNames(LogBuilder& log) {
  const std::vector<FullName> names = fullNames(log);
  for (LogTable& table : log.tables()) {
    const auto column = table.columnOf(ColumnRole::Name);
    for (std::size_t row = 0; column && row < table.rows.size(); ++row) {
      const auto begin = cutName(log.text(table.cell(row, *column).text));
      if (!begin) {
        continue;
      }
      const auto first = std::ranges::lower_bound(names, *begin, {}, &FullName::text);
      if (first == names.end() || !first->text.starts_with(*begin)) {
        continue;
      }
      if (first + 1 != names.end() && (first + 1)->text.starts_with(*begin)) {
        log.addIssue(LogIssueKind::AmbiguousName, table.rows[row].line, *begin);
      } else {
        table.rows[row].fullName = first->id;
      }
    }
  }
}

}  // namespace kernline::logs
