// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/finish_table.h"

#include "core/import/log/cell_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <string>

namespace kernline::logs {

namespace {

/// All values that round to a printed number.
struct Range {
  double low = 0;
  double high = 0;

  [[nodiscard]] bool overlaps(const Range& other) const {
    // Some programs cut digits off instead of rounding: half a step more on both sides, and the noise of doubles.
    const double slack = 1e-9 * std::max({std::abs(low), std::abs(high), 1e-6});
    return low <= other.high + slack && other.low <= high + slack;
  }
};

Range operator/(const Range& a, const Range& b) {
  return {a.low / b.high, b.low > 0 ? a.high / b.low : std::numeric_limits<double>::infinity()};
}

/// 10 to that power, for the units and places that are printed.
double powerOfTen(int power) {
  constexpr double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  const auto size = static_cast<std::size_t>(std::abs(power));
  if (size >= std::size(powers)) {
    return std::pow(10.0, power);
  }
  return power < 0 ? 1 / powers[size] : powers[size];
}

/// Places behind the point of a printed number.
int placesOf(std::string_view text) {
  const std::size_t point = text.find('.');
  if (point == std::string_view::npos) {
    return 0;
  }
  std::size_t end = point + 1;
  while (end < text.size() && text[end] >= '0' && text[end] <= '9') {
    ++end;
  }
  return static_cast<int>(end - point - 1);
}

class TableCheck {
 public:
  TableCheck(LogBuilder& log, const TablePlan& plan, const LogTable& table)
      : m_log(log), m_plan(plan), m_table(table) {}

  void run() {
    if (m_table.kind == TableKind::Torch) {
      checkTorch();
    } else if (m_table.kind == TableKind::Nsys || m_table.kind == TableKind::Nvprof ||
               m_table.kind == TableKind::Unitrace) {
      checkSummary();
    }
  }

 private:
  /// One last printed digit to either side: programs cut digits off as well as round, and some count whole
  /// nanoseconds only.
  static Range around(double number, std::string_view text, double one) {
    const double step = std::max(powerOfTen(-placesOf(text)) * one, one > 1 ? 1.0 : 0.0);
    return {number - step, number + step};
  }

  /// Range of values that the cell may stand for; nullopt if it is no number, or not above 0.
  [[nodiscard]] std::optional<Range> rangeOf(std::size_t row, ColumnRole role) const {
    const auto column = m_table.columnOf(role);
    if (!column) {
      return std::nullopt;
    }
    const LogCell& cell = m_table.cell(row, *column);
    if (!cell.hasNumber() || cell.number <= 0) {
      return std::nullopt;
    }
    const ColumnPlan& plan = m_plan.columns[*column];
    const ReadCell read = readCell(plan, m_log.text(cell.text));
    const auto unit = read.unit.empty() ? plan.unit : unitOf(read.unit, plan.bytes);
    const double one = unit ? static_cast<double>(unit->factor) * powerOfTen(unit->decimalPower) : 1;
    return around(cell.number, m_log.text(cell.text), one);
  }

  [[nodiscard]] std::optional<Range> totalOf(std::string_view device) const {
    for (const LogTotal& total : m_table.totals) {
      const auto quantity = leadingQuantity(m_log.text(total.value.text), ByteBase::Binary);
      const auto unit = quantity ? unitOf(quantity->unit, ByteBase::Binary) : std::nullopt;
      if (m_log.text(total.device) == device && unit && total.value.number > 0) {
        return around(total.value.number, m_log.text(total.value.text), powerOfTen(unit->decimalPower));
      }
    }
    return std::nullopt;
  }

  void report(LogIssueKind kind, std::size_t row, std::string_view what) {
    const auto name = m_table.columnOf(ColumnRole::Name);
    const std::string_view of = name ? m_log.text(m_table.cell(row, *name).text) : std::string_view{};
    m_log.addIssue(kind, m_table.rows[row].line, fmt::format("{}: {}", what, of));
  }

  void checkShare(std::size_t row, ColumnRole share, ColumnRole part, const std::optional<Range>& total) {
    const auto printed = rangeOf(row, share);
    const auto value = rangeOf(row, part);
    if (printed && value && total && !printed->overlaps(*value / *total)) {
      report(LogIssueKind::ShareContradiction, row, "share");
    }
  }

  void checkAverage(std::size_t row, ColumnRole average, ColumnRole total) {
    const auto printed = rangeOf(row, average);
    const auto sum = rangeOf(row, total);
    const auto calls = m_table.columnOf(ColumnRole::Calls);
    const double count = calls ? m_table.cell(row, *calls).number : 0;
    if (printed && sum && count > 0 && !printed->overlaps({sum->low / count, sum->high / count})) {
      report(LogIssueKind::AverageContradiction, row, "average");
    }
  }

  /// `sum` adds the lower limits of the rows.
  void checkSum(double sum, const std::optional<Range>& total, std::string_view what) {
    constexpr double noise = 1e-9;
    if (total && sum > total->high * (1 + noise)) {
      m_log.addIssue(LogIssueKind::SumContradiction, m_table.lastLine,
                     fmt::format("{}: {:.0f} ns, printed {:.0f} ns", what, sum, (total->low + total->high) / 2));
    }
  }

  void checkTorch() {
    const auto host = totalOf("CPU");
    const auto device = totalOf(m_plan.device);
    double selfHost = 0;
    double kernels = 0;
    for (std::size_t row = 0; row < m_table.rows.size(); ++row) {
      checkShare(row, ColumnRole::SelfHostShare, ColumnRole::SelfHost, host);
      checkShare(row, ColumnRole::HostShare, ColumnRole::HostTotal, host);
      checkShare(row, ColumnRole::SelfDeviceShare, ColumnRole::SelfDevice, device);
      checkAverage(row, ColumnRole::HostAverage, ColumnRole::HostTotal);
      checkAverage(row, ColumnRole::DeviceAverage, ColumnRole::DeviceTotal);
      const auto self = rangeOf(row, ColumnRole::SelfHost);
      const auto onDevice = rangeOf(row, ColumnRole::SelfDevice);
      selfHost += self ? self->low : 0;
      kernels += onDevice && m_table.rows[row].kind == RowKind::Kernel ? onDevice->low : 0;
    }
    checkSum(selfHost, host, "self CPU time of all rows");
    checkSum(kernels, device, "self device time of all kernels");
  }

  /// The total that the shares are of is not printed; the largest row says it best.
  [[nodiscard]] std::optional<Range> impliedTotal(std::size_t from, std::size_t to) const {
    std::optional<Range> best;
    double maxShare = 0;
    for (std::size_t row = from; row < to; ++row) {
      const auto share = rangeOf(row, ColumnRole::Share);
      const auto total = rangeOf(row, ColumnRole::Total);
      if (share && total && share->low > maxShare) {
        maxShare = share->low;
        best = *total / *share;
      }
    }
    return best;
  }

  void checkOrder(std::size_t row) {
    const auto minimum = rangeOf(row, ColumnRole::Minimum);
    const auto maximum = rangeOf(row, ColumnRole::Maximum);
    for (const ColumnRole role : {ColumnRole::Average, ColumnRole::Median}) {
      const auto middle = rangeOf(row, role);
      const bool isBelow = middle && minimum && middle->high < minimum->low;
      const bool isAbove = middle && maximum && middle->low > maximum->high;
      if (isBelow || isAbove) {
        report(LogIssueKind::OrderContradiction, row, role == ColumnRole::Average ? "average" : "median");
      }
    }
  }

  /// Rows of one group ("GPU activities") share one total.
  [[nodiscard]] std::size_t groupEnd(std::size_t from) const {
    const bool hasGroups = m_table.kind == TableKind::Nvprof && m_plan.columns.front().name == "Type";
    std::size_t to = from + 1;
    while (to < m_table.rows.size() && (!hasGroups || m_table.cell(to, 0).text == m_table.cell(from, 0).text)) {
      ++to;
    }
    return to;
  }

  void checkSummary() {
    for (std::size_t from = 0; from < m_table.rows.size();) {
      const std::size_t to = groupEnd(from);
      const auto total = impliedTotal(from, to);
      for (; from < to; ++from) {
        checkShare(from, ColumnRole::Share, ColumnRole::Total, total);
        checkAverage(from, ColumnRole::Average, ColumnRole::Total);
        checkOrder(from);
      }
    }
  }

  LogBuilder& m_log;
  const TablePlan& m_plan;
  const LogTable& m_table;
};

}  // namespace

void checkTable(LogBuilder& log, const TablePlan& plan, const LogTable& table) {
  TableCheck{log, plan, table}.run();
}

}  // namespace kernline::logs
