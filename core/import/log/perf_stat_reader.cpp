// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/perf_stat_reader.h"

#include "core/import/log/quantity_text.h"
#include "core/import/log/unit_text.h"
#include "core/model/base/text.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <string_view>

namespace kernline::logs {

namespace {

constexpr std::string_view statTitle = "Performance counter stats for ";

struct CounterLine {
  std::string_view printed;
  std::string_view name;
  double value = std::numeric_limits<double>::quiet_NaN();
  Quantity quantity = Quantity::Number;
};

/// "1,234.56 msec task-clock  # 0.998 CPUs utilized", "<not counted> cycles", "1.2 seconds time elapsed".
std::optional<CounterLine> counterLine(std::string_view text) {
  text = trimmed(text.substr(0, text.find("  #")));
  const bool isMissing = text.starts_with("<not ");
  const std::size_t end = isMissing ? text.find('>') : text.find(' ');
  if (end == std::string_view::npos) {
    return std::nullopt;
  }
  CounterLine line{.printed = text.substr(0, end + (isMissing ? 1 : 0)), .name = trimmed(text.substr(end + 1))};
  if (line.name.empty() || isMissing) {
    return line.name.empty() ? std::nullopt : std::optional(line);
  }
  const auto number = numberOf(line.printed);
  if (!number) {
    return std::nullopt;
  }
  line.value = *number;
  const std::size_t blank = std::min(line.name.find(' '), line.name.size());
  const auto unit = unitOf(line.name.substr(0, blank), ByteBase::Binary);
  if (unit && unit->quantity == Quantity::Time && blank < line.name.size()) {
    line.value = numberOf(line.printed, unit->decimalPower).value_or(*number) * static_cast<double>(unit->factor);
    line.quantity = Quantity::Time;
    line.name = trimmed(line.name.substr(blank));
  }
  return line;
}

}  // namespace

bool PerfStatReader::take(const SourceLine& line, Scope& scope) {
  const std::string_view text = trimmed(line.text);
  if (text.starts_with(statTitle)) {
    std::string_view command = text.substr(statTitle.size());
    command = trimmed(command.substr(0, command.rfind(':')));
    const bool isQuoted = command.size() > 2 && command.starts_with('\'') && command.ends_with('\'');
    m_command = isQuoted ? command.substr(1, command.size() - 2) : command;
    m_isOpen = true;
    return true;
  }
  if (!m_isOpen || text.empty()) {
    return m_isOpen;
  }
  const auto counter = counterLine(text);
  if (!counter) {
    m_isOpen = false;
    return false;
  }
  const auto label = scope.nameOf(counter->name);
  m_log.addMetric({.context = m_log.isFullOfMetrics() ? ContextId::none : scope.context(m_command),
                   .name = label.name,
                   .key = label.key,
                   .unit = m_log.intern(baseUnit(counter->quantity)),
                   .quantity = counter->quantity,
                   .value = {.number = counter->value, .text = m_log.intern(counter->printed)},
                   .line = line.number});
  return true;
}

}  // namespace kernline::logs
