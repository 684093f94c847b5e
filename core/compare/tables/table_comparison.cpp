// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/table_comparison.h"

#include "core/compare/tables/file_names.h"
#include "core/compare/tables/ncu_profile.h"
#include "core/compare/tables/row_matching.h"
#include "core/compare/tables/speed_ups.h"
#include "core/compare/tables/summary_rows.h"
#include "core/model/format/printable_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace kernline {

namespace {

constexpr double notMeasured = std::numeric_limits<double>::quiet_NaN();

bool listsNearlyAll(const LogTable& table, const TableTime& time, RowKind kind, RowTime rowTime) {
  if (table.kind != TableKind::Torch) {
    return table.kind != TableKind::Ncu;  // these print all that they have seen, but ncu measures only the selected
                                          // kernels
  }
  constexpr double nearlyAll = 0.999;  // totals are printed with four digits
  const auto isAll = [](const std::optional<double>& listed, const std::optional<double>& printed) {
    return listed && printed && *listed >= nearlyAll * *printed;
  };
  const bool isAllOfHost = kind == RowKind::Operator && isAll(time.hostRows, time.printedHost);
  return isAllOfHost || (rowTime != RowTime::Host && isAll(table.selfDeviceTime(kind), time.printedDevice));
}

/// The change of the total that rows are shares of.
std::optional<double> wholeChange(const TableComparison& made) {
  if (made.rowTime == RowTime::Launch) {
    return std::nullopt;
  }
  const auto total = [&](const TableTime& time) {
    return made.rowTime == RowTime::Device ? time.device() : time.host();
  };
  const auto base = total(made.times.front());
  const auto other = total(made.times.back());
  constexpr double lastDigit = 1e-4;  // printed precision of totals: less is no change
  return base && other && std::abs(*other - *base) > lastDigit * *base ? std::optional(*other - *base) : std::nullopt;
}

/// Returns the time of a row in a table. If it is missing there: 0 if the table lists all, else unknown.
double timeIn(const TableComparison& made, const ComparedRow& row, std::size_t table) {
  const ComparedSide& side = row.sides[table];
  if (side.isPresent()) {
    return made.timeOf(side);
  }
  const bool isKnown = made.rowTime != RowTime::Launch && row.match != NameMatch::Cut && !side.canBeCut;
  return isKnown && made.listsAll(table, row.kind) ? 0 : notMeasured;
}

void addDelta(const TableComparison& made, ComparedRow& row, std::optional<double> whole) {
  const auto last = std::ranges::find_if(row.sides.rbegin(), row.sides.rend(), &ComparedSide::isPresent);
  const bool isOnlyBase = last == row.sides.rend() || &*last == &row.sides.front();
  const std::size_t other =
      isOnlyBase ? made.tables.size() - 1 : row.sides.size() - 1 - static_cast<std::size_t>(last - row.sides.rbegin());
  const double before = timeIn(made, row, 0);
  const double after = timeIn(made, row, other);
  row.delta = after - before;
  if (row.sides.front().isPresent() && !isOnlyBase && before > 0) {
    row.ratio = after / before;
  }
  if (whole) {
    row.shareOfChange = row.delta / *whole;
  }
}

void addDeltas(TableComparison& made) {
  const auto whole = wholeChange(made);
  for (ComparedRow& row : made.rows) {
    if (made.tables.size() > 1) {
      addDelta(made, row, whole);
    }
  }
  const auto time = [&](const ComparedRow& row) {
    double max = 0;
    for (const ComparedSide& side : row.sides) {
      max = std::fmax(max, side.isPresent() ? made.timeOf(side) : 0);
    }
    return max;
  };
  const auto weight = [&](const ComparedRow& row) {
    const double size = std::abs(row.delta);
    return made.tables.size() == 1 ? std::pair(time(row), 0.0)
           : size == size          ? std::pair(size, 0.0)
                                   : std::pair(-1.0, time(row));
  };
  std::ranges::stable_sort(made.rows, std::greater<>{}, weight);
}

std::string_view subjectOf(const TableRef& ref) {
  const ContextId context = (*ref).context;
  return context == ContextId::none ? std::string_view{} : ref.log->text(ref.log->context(context).subject);
}

bool hasSameParameters(const TableRef& a, const TableRef& b) {
  const auto parametersOf = [](const TableRef& ref) {
    std::set<std::pair<std::string_view, std::string_view>> seen;
    if ((*ref).context != ContextId::none) {
      for (const LogParameter& parameter : ref.log->context((*ref).context).parameters) {
        seen.emplace(ref.log->text(parameter.key), ref.log->text(parameter.value.text));
      }
    }
    return seen;
  };
  return parametersOf(a) == parametersOf(b);
}

}  // namespace

std::string_view toText(NameMatch match) {
  constexpr std::array<std::string_view, 4> names{"exact", "cut_by_figures", "cut", "short_name"};
  return names[static_cast<std::size_t>(match)];
}

std::string_view remarkOn(NameMatch match) {
  constexpr std::array<std::string_view, 4> remarks{"", Phrase::tr("≈ cut name, matched by count and time"),
                                                    Phrase::tr("cut name"), Phrase::tr("matched by short name")};
  return remarks[static_cast<std::size_t>(match)];
}

std::string_view toText(SpeedUp::By by) {
  constexpr std::array<std::string_view, 5> names{"device_time", "host_time", "wall_time", "launch_time", "printed"};
  return names[static_cast<std::size_t>(by)];
}

std::string_view toText(RowTime time) {
  constexpr std::array<std::string_view, 3> names{"device", "host", "launch"};
  return names[static_cast<std::size_t>(time)];
}

std::optional<RowTime> rowTimeFrom(std::string_view text) {
  for (const RowTime time : {RowTime::Device, RowTime::Host, RowTime::Launch}) {
    if (toText(time) == text) {
      return time;
    }
  }
  return std::nullopt;
}

std::string_view ComparedRow::status() const {
  if (!sides.front().isPresent()) {
    return "only_other";
  }
  const bool isInOther = std::any_of(sides.begin() + 1, sides.end(), [](const auto& side) { return side.isPresent(); });
  return isInOther ? "both" : "only_base";
}

double TableComparison::timeOf(const ComparedSide& side) const {
  if (rowTime != RowTime::Launch) {
    return side.time;
  }
  return side.count > 0 ? side.time / side.count : notMeasured;
}

bool TableComparison::listsAll(std::size_t table, RowKind kind) const {
  return kind == RowKind::Kernel ? listsAllKernels[table] : kind == RowKind::Plain || listsAllOperators[table];
}

std::string TableComparison::change(const ComparedRow& row) const {
  if (row.ratio == row.ratio) {
    const bool isCut = row.match == NameMatch::Cut || row.match == NameMatch::CutByFigures;
    return fmt::format("{}{:.3f}×", isCut ? "≈" : "", row.ratio);
  }
  if (row.match == NameMatch::Cut || std::ranges::any_of(row.sides, &ComparedSide::canBeCut)) {
    return std::string(Phrase::tr("cut name"));
  }
  if (row.status() == "only_base") {
    return listsAll(tables.size() - 1, row.kind) && tables.size() > 1 ? std::string(Phrase::tr("gone"))
                                                                      : std::string(Phrase::tr("not listed"));
  }
  if (row.status() == "only_other") {
    return listsAll(0, row.kind) ? std::string(Phrase::tr("new")) : std::string(Phrase::tr("not listed"));
  }
  return {};
}

double TableComparison::share(const ComparedRow& row, std::size_t table) const {
  const auto total = rowTime == RowTime::Device ? times[table].device() : times[table].host();
  const bool isKnown = total && *total > 0 && row.sides[table].isPresent() && rowTime != RowTime::Launch;
  return isKnown ? row.sides[table].time / *total : notMeasured;
}

Message tableName(const TableRef& ref) {
  const Log& log = *ref.log;
  const LogTable& table = *ref;
  std::string name;
  if (table.context != ContextId::none) {
    const LogContext& context = log.context(table.context);
    name = log.text(context.subject);
    if (context.rank >= 0) {
      name += fmt::format("{}rank {}", name.empty() ? "" : ", ", context.rank);
    }
    constexpr std::size_t maxParameters = 3;
    std::set<StringId> seen;
    for (const LogParameter& parameter : context.parameters) {
      if (seen.size() == maxParameters || !seen.insert(parameter.key).second) {
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
    return Phrase::tr("table at line %1").with(table.firstLine);
  }
  constexpr std::size_t maxNameLength = 60;
  return Message::name(elided(printable(name), maxNameLength));
}

std::vector<Message> tableNames(std::span<const TableRef> refs) {
  std::vector<Message> plain;
  std::ranges::transform(refs, std::back_inserter(plain), tableName);
  std::vector<std::string> paths;
  std::ranges::transform(refs, std::back_inserter(paths), [](const TableRef& ref) { return ref.log->path(); });
  const std::vector<std::string> files = fileNames(paths);
  std::vector<Message> names = plain;
  for (std::size_t i = 0; i < refs.size(); ++i) {
    const bool saysNothing = !plain[i].arguments().empty();
    bool hasTwinInFile = false;
    bool hasTwinElsewhere = false;
    for (std::size_t k = 0; k < refs.size(); ++k) {
      const bool isTwin = k != i && plain[k] == plain[i];
      hasTwinInFile = hasTwinInFile || (isTwin && refs[k].log == refs[i].log);
      hasTwinElsewhere = hasTwinElsewhere || ((isTwin || saysNothing) && refs[k].log != refs[i].log);
    }
    if (hasTwinElsewhere) {
      const std::string file = printable(files[i]);
      names[i] = saysNothing ? Phrase::tr("%1, line %2").with(file, (*refs[i]).firstLine)
                             : Phrase::tr("%1: %2").with(file, plain[i]);
    }
    if (hasTwinInFile) {
      names[i] = Phrase::tr("%1, line %2").with(names[i], (*refs[i]).firstLine);
    }
  }
  return names;
}

namespace {

bool isNamedAfterKernels(const std::string& name) {
  return name.contains("kern") || name.contains("Kernel");
}

bool listsKernels(const TableRef& ref) {
  for (std::size_t row = 0; row < (*ref).rows.size(); ++row) {
    if (rowKindOf(*ref.log, *ref, row) == RowKind::Kernel) {
      return true;
    }
  }
  return false;
}

/// The only table with kernels of each log that has one; of several the only one that is named after them.
std::vector<TableRef> tablesOfKernels(std::span<const TableRef> refs) {
  std::vector<TableRef> taken;
  for (std::size_t begin = 0; begin < refs.size();) {
    std::size_t end = begin;
    std::vector<TableRef> ofLog;
    for (; end < refs.size() && refs[end].log == refs[begin].log; ++end) {
      if (listsKernels(refs[end])) {
        ofLog.push_back(refs[end]);
      }
    }
    if (ofLog.size() > 1) {
      std::erase_if(ofLog, [](const TableRef& ref) { return !isNamedAfterKernels(tableName(ref).english()); });
    }
    if (ofLog.size() == 1) {
      taken.push_back(ofLog.front());
    }
    begin = end;
  }
  return taken;
}

}  // namespace

std::vector<TableRef> tablesToCompare(std::span<const TableRef> refs) {
  if (refs.size() == 2) {
    return {refs.begin(), refs.end()};
  }
  std::set<const Log*> logs;
  std::map<std::string, std::vector<TableRef>> byName;
  for (const TableRef& ref : refs) {
    logs.insert(ref.log.get());
    byName[tableName(ref).english()].push_back(ref);
  }
  // Every log has the name, and as many tables as there are logs have it: each has it once.
  std::erase_if(byName, [&logs](const auto& named) {
    std::set<const Log*> with;
    std::ranges::transform(named.second, std::inserter(with, with.end()),
                           [](const TableRef& ref) { return ref.log.get(); });
    return with.size() != logs.size() || named.second.size() != logs.size();
  });
  const auto isOfKernels = [](const auto& named) { return isNamedAfterKernels(named.first); };
  if (std::ranges::count_if(byName, isOfKernels) == 1) {
    std::erase_if(byName, [&](const auto& named) { return !isOfKernels(named); });
  }
  if (logs.size() > 1 && byName.size() == 1) {
    return byName.begin()->second;
  }
  std::vector<TableRef> ofKernels = tablesOfKernels(refs);
  return logs.size() > 1 && ofKernels.size() == logs.size() ? ofKernels : std::vector<TableRef>{};
}

bool isOfNcu(const TableRef& ref) {
  return (*ref).kind == TableKind::Ncu;
}

RowTime fittingTime(std::span<const TableRef> tables) {
  const bool onDevice = std::ranges::all_of(tables, [](const TableRef& ref) { return hasDeviceTimes(*ref.log, *ref); });
  const bool hasNcu = std::ranges::any_of(tables, isOfNcu);
  if (onDevice && hasNcu) {
    return RowTime::Launch;
  }
  return onDevice ? RowTime::Device : RowTime::Host;
}

std::vector<TableRef> tablesToBeginWith(std::span<const TableRef> refs) {
  constexpr std::size_t pair = 2;
  constexpr std::size_t max = 4;
  std::vector<TableRef> chosen = tablesToCompare(refs);
  if (chosen.empty() && !refs.empty()) {
    std::set<std::string_view> subjects;
    std::ranges::copy_if(refs, std::back_inserter(chosen), [&](const TableRef& ref) {
      return hasSameParameters(refs.front(), ref) && subjects.insert(subjectOf(ref)).second;
    });
  }
  if (chosen.size() < pair) {
    chosen.assign(refs.begin(), refs.begin() + static_cast<std::ptrdiff_t>(std::min(pair, refs.size())));
  }
  chosen.resize(std::min(chosen.size(), max));
  return chosen;
}

TableComparison compareTables(std::vector<TableRef> tables, std::optional<RowTime> rowTime) {
  TableComparison made;
  made.tables = std::move(tables);
  made.rowTime = rowTime.value_or(fittingTime(made.tables));
  made.names = tableNames(made.tables);
  // Each names kernels its own way and counts other things: what only one lists may be the other's under another name.
  const bool isOneProfiler =
      std::ranges::all_of(made.tables, [&](const TableRef& ref) { return (*ref).kind == (*made.tables.front()).kind; });
  for (const TableRef& ref : made.tables) {
    made.times.push_back(tableTime(*ref.log, *ref));
    made.listsAllKernels.push_back(isOneProfiler &&
                                   listsNearlyAll(*ref, made.times.back(), RowKind::Kernel, made.rowTime));
    made.listsAllOperators.push_back(isOneProfiler &&
                                     listsNearlyAll(*ref, made.times.back(), RowKind::Operator, made.rowTime));
  }
  made.rows = matchRows(made.tables, made.rowTime);
  if (!isOneProfiler) {  // torch counts the device's time for operators and ranges as well, the others for kernels
                         // alone
    std::erase_if(made.rows,
                  [&](const ComparedRow& row) { return isOnDevice(row.kind) == (made.rowTime == RowTime::Host); });
  }
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
    if (std::shared_ptr<const Log> launches = profileOfNcu(*log)) {
      refs.push_back({std::move(launches), 0});
    }
  }
  return refs;
}

}  // namespace kernline
