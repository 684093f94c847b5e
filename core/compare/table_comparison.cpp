// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/table_comparison.h"

#include "core/compare/file_names.h"
#include "core/compare/row_matching.h"
#include "core/compare/speed_ups.h"
#include "core/format/printable_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace kernline {

namespace {

bool hasDeviceTimes(const TableRef& ref) {
  return (*ref).columnOf(ColumnRole::SelfDevice) || (*ref).columnOf(ColumnRole::Total);
}

bool listsAlmostAll(const LogTable& table, const TableTime& time, RowKind kind) {
  constexpr double almost = 0.999;  // totals are printed with four digits
  const auto listed = table.selfDeviceTime(kind);
  return listed && time.printedDevice && *listed >= almost * *time.printedDevice;
}

/// The change of the total that rows are shares of.
std::optional<double> wholeChange(const TableComparison& made) {
  const auto total = [&](const TableTime& time) {
    return made.rowTime == RowTime::Device ? time.device() : time.host();
  };
  const auto base = total(made.times.front());
  const auto other = total(made.times.back());
  return base && other && *base != *other ? std::optional(*other - *base) : std::nullopt;
}

void addDeltas(TableComparison& made) {
  const auto whole = wholeChange(made);
  for (ComparedRow& row : made.rows) {
    const ComparedSide& base = row.sides.front();
    const auto last = std::ranges::find_if(row.sides.rbegin(), row.sides.rend(), &ComparedSide::isPresent);
    const bool isOnlyBase = last == row.sides.rend() || &*last == &base;
    const double other = isOnlyBase ? 0 : last->time;
    row.delta = made.tables.size() > 1 ? other - base.time : 0;
    if (base.isPresent() && !isOnlyBase && base.time > 0) {
      row.ratio = other / base.time;
    }
    if (whole) {
      row.shareOfChange = row.delta / *whole;
    }
  }
  const auto weight = [&](const ComparedRow& row) {
    return made.tables.size() > 1 ? std::abs(row.delta) : row.sides.front().time;
  };
  std::ranges::stable_sort(made.rows, std::greater<>{}, weight);
}

}  // namespace

std::string_view toText(NameMatch match) {
  constexpr std::array<std::string_view, 3> names{"exact", "cut", "short_name"};
  return names[static_cast<std::size_t>(match)];
}

std::string_view toText(SpeedUp::By by) {
  constexpr std::array<std::string_view, 4> names{"device_time", "host_time", "wall_time", "printed"};
  return names[static_cast<std::size_t>(by)];
}

std::string_view ComparedRow::status() const {
  if (!sides.front().isPresent()) {
    return "only_other";
  }
  const bool isInOther = std::any_of(sides.begin() + 1, sides.end(), [](const auto& side) { return side.isPresent(); });
  return isInOther ? "both" : "only_base";
}

bool TableComparison::listsAll(std::size_t table, RowKind kind) const {
  return kind == RowKind::Kernel ? listsAllKernels[table] : kind == RowKind::Plain || listsAllOperators[table];
}

std::string TableComparison::change(const ComparedRow& row) const {
  if (row.ratio == row.ratio) {
    return fmt::format("{}{:.3f}×", row.match == NameMatch::Cut ? "≈" : "", row.ratio);
  }
  if (row.match == NameMatch::Cut) {
    return "cut name";
  }
  if (row.status() == "only_base") {
    return listsAll(tables.size() - 1, row.kind) && tables.size() > 1 ? "gone" : "not listed";
  }
  if (row.status() == "only_other") {
    return listsAll(0, row.kind) ? "new" : "not listed";
  }
  return {};
}

double TableComparison::share(const ComparedRow& row, std::size_t table) const {
  const auto total = rowTime == RowTime::Device ? times[table].device() : times[table].host();
  const bool isKnown = total && *total > 0 && row.sides[table].isPresent();
  return isKnown ? row.sides[table].time / *total : std::numeric_limits<double>::quiet_NaN();
}

std::string tableName(const TableRef& ref) {
  const Log& log = *ref.log;
  const LogTable& table = *ref;
  std::string name;
  if (table.context != ContextId::none) {
    const LogContext& context = log.context(table.context);
    name = log.text(context.subject);
    if (context.rank >= 0) {
      name += fmt::format("{}rank {}", name.empty() ? "" : ", ", context.rank);
    }
    constexpr std::size_t mostParameters = 3;
    std::set<StringId> said;
    for (const LogParameter& parameter : context.parameters) {
      if (said.size() == mostParameters || !said.insert(parameter.key).second) {
        continue;
      }
      name += fmt::format("{}{}={}", name.empty() ? "" : ", ", log.text(parameter.key), log.text(parameter.value.text));
    }
  }
  if (name.empty() && table.context != ContextId::none) {
    name = log.text(log.context(table.context).prefix);
  }
  if (name.empty()) {
    name = log.text(table.title);
  }
  if (name.empty()) {
    name = fmt::format("table at line {}", table.firstLine);
  }
  constexpr std::size_t longest = 60;
  return elided(printable(name), longest);
}

std::vector<std::string> tableNames(std::span<const TableRef> refs) {
  std::vector<std::string> plain;
  std::ranges::transform(refs, std::back_inserter(plain), tableName);
  std::vector<std::string> paths;
  std::ranges::transform(refs, std::back_inserter(paths), [](const TableRef& ref) { return ref.log->path(); });
  const std::vector<std::string> files = fileNames(paths);
  std::vector<std::string> names = plain;
  for (std::size_t i = 0; i < refs.size(); ++i) {
    const bool saysNothing = plain[i].starts_with("table at line ");
    bool hasTwinInFile = false;
    bool hasTwinElsewhere = false;
    for (std::size_t k = 0; k < refs.size(); ++k) {
      const bool isTwin = k != i && plain[k] == plain[i];
      hasTwinInFile = hasTwinInFile || (isTwin && refs[k].log == refs[i].log);
      hasTwinElsewhere = hasTwinElsewhere || ((isTwin || saysNothing) && refs[k].log != refs[i].log);
    }
    if (hasTwinElsewhere) {
      const std::string file = printable(files[i]);
      names[i] = saysNothing ? fmt::format("{}, line {}", file, (*refs[i]).firstLine) : file + ": " + plain[i];
    }
    if (hasTwinInFile) {
      names[i] += fmt::format(", line {}", (*refs[i]).firstLine);
    }
  }
  return names;
}

std::vector<TableRef> tablesToCompare(std::span<const TableRef> refs) {
  if (refs.size() == 2) {
    return {refs.begin(), refs.end()};
  }
  std::set<const Log*> logs;
  std::map<std::string, std::vector<TableRef>> byName;
  for (const TableRef& ref : refs) {
    logs.insert(ref.log.get());
    byName[tableName(ref)].push_back(ref);
  }
  // Every log has the name, and as many tables as there are logs have it: each has it once.
  std::erase_if(byName, [&logs](const auto& named) {
    std::set<const Log*> with;
    std::ranges::transform(named.second, std::inserter(with, with.end()),
                           [](const TableRef& ref) { return ref.log.get(); });
    return with.size() != logs.size() || named.second.size() != logs.size();
  });
  const auto isOfKernels = [](const auto& named) {
    return named.first.contains("kern") || named.first.contains("Kernel");
  };
  if (std::ranges::count_if(byName, isOfKernels) == 1) {
    std::erase_if(byName, [&](const auto& named) { return !isOfKernels(named); });
  }
  return logs.size() > 1 && byName.size() == 1 ? byName.begin()->second : std::vector<TableRef>{};
}

TableComparison compareTables(std::vector<TableRef> tables, std::optional<RowTime> rowTime) {
  TableComparison made;
  made.tables = std::move(tables);
  made.rowTime = rowTime.value_or(std::ranges::all_of(made.tables, hasDeviceTimes) ? RowTime::Device : RowTime::Host);
  made.names = tableNames(made.tables);
  for (const TableRef& ref : made.tables) {
    made.times.push_back(tableTime(*ref.log, *ref));
    made.listsAllKernels.push_back(listsAlmostAll(*ref, made.times.back(), RowKind::Kernel));
    made.listsAllOperators.push_back(listsAlmostAll(*ref, made.times.back(), RowKind::Operator));
  }
  made.rows = matchRows(made.tables, made.rowTime);
  for (ComparedRow& row : made.rows) {
    row.sides.resize(made.tables.size());
  }
  addDeltas(made);
  addSpeedUps(made);
  return made;
}

std::vector<TableRef> profilesOf(std::span<const std::shared_ptr<const Log>> logs) {
  std::vector<TableRef> refs;
  for (const std::shared_ptr<const Log>& log : logs) {
    for (std::size_t i = 0; i < log->tables().size(); ++i) {
      if (isProfile(log->tables()[i])) {
        refs.push_back({log, i});
      }
    }
  }
  return refs;
}

}  // namespace kernline
