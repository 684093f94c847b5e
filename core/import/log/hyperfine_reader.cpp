// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/hyperfine_reader.h"

#include "core/import/log/fields.h"
#include "core/import/log/quantity_text.h"
#include "core/model/base/text.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace kernline::logs {

namespace {

/// "./sort 8" of "Benchmark 1: ./sort 8", and of "Benchmark #1: ./sort 8" of older ones; empty for anything else.
std::string_view benchmarkedCommand(std::string_view text) {
  constexpr std::string_view mark = "Benchmark ";
  const std::size_t colon = text.starts_with(mark) ? text.find(": ") : std::string_view::npos;
  std::string_view number =
      colon == std::string_view::npos ? std::string_view{} : text.substr(mark.size(), colon - mark.size());
  number.remove_prefix(number.starts_with('#') ? 1 : 0);
  const bool isCounted = !number.empty() && std::ranges::all_of(number, isDigit);
  return isCounted ? trimmed(text.substr(colon + 2)) : std::string_view{};
}

/// "400.1 ms" of "[User: 400.1 ms, System: 100.2 ms]" by its label.
std::string_view namedTime(std::string_view text, std::string_view label) {
  const std::size_t at = text.find(label);
  if (at == std::string_view::npos) {
    return {};
  }
  const std::string_view rest = text.substr(at + label.size());
  return trimmed(rest.substr(0, rest.find_first_of(",]")));
}

bool isTimeText(std::string_view text) {
  const auto quantity = quantityOf(text, ByteBase::Binary);
  return quantity && quantity->quantity == Quantity::Time && !quantity->unit.empty();
}

}  // namespace

bool HyperfineReader::take(const SourceLine& line, const LinesAbove& above, Scope& scope) {
  const std::string_view text = trimmed(line.text);
  if (!m_isOpen) {
    const std::string* const before = text.starts_with("Time (") ? above.at(line.number - 1) : nullptr;
    m_command = before == nullptr ? std::string_view{} : benchmarkedCommand(trimmed(*before));
    if (m_command.empty() || !takeTime(text)) {
      return false;
    }
    m_isOpen = true;
    m_line = line.number - 1;
    m_place = {.title = {}, .context = scope.context(), .line = m_line, .offset = line.offset};
    return true;
  }
  if (const std::string_view command = benchmarkedCommand(text); !command.empty()) {
    endCommand();
    m_command = command;
    m_line = line.number;
    return true;
  }
  if (text.empty() || takeTime(text) || takeRange(text) || text.starts_with("Warning: ")) {
    return true;
  }
  finish();
  return false;
}

bool HyperfineReader::takeTime(std::string_view text) {
  if (!text.starts_with("Time (") || m_command.empty()) {
    return false;
  }
  const std::size_t colon = text.find("):");
  const std::size_t open = text.find('[');
  if (colon == std::string_view::npos || open == std::string_view::npos || open < colon) {
    return false;
  }
  const std::string_view times = trimmed(text.substr(colon + 2, open - colon - 2));
  constexpr std::string_view sign = "±";
  const std::size_t at = times.find(sign);
  const std::string_view mean = trimmed(times.substr(0, at));
  if (!isTimeText(mean)) {
    return false;
  }
  m_figures.emplace_back("mean", mean);
  if (at != std::string_view::npos) {
    m_figures.emplace_back("stddev", trimmed(times.substr(at + sign.size())));
  }
  for (const auto& [name, label] : {std::pair{"user", "User: "}, std::pair{"system", "System: "}}) {
    const std::string_view time = namedTime(text.substr(open), label);
    if (isTimeText(time)) {
      m_figures.emplace_back(name, time);
    }
  }
  return true;
}

bool HyperfineReader::takeRange(std::string_view text) {
  constexpr std::string_view ellipsis = "…";
  const std::size_t colon = text.starts_with("Range (") ? text.find("):") : std::string_view::npos;
  const std::string_view rest = colon == std::string_view::npos ? std::string_view{} : trimmed(text.substr(colon + 2));
  const std::size_t at = rest.find(ellipsis);
  if (m_command.empty() || at == std::string_view::npos) {
    return false;
  }
  const std::string_view max = trimmed(rest.substr(at + ellipsis.size()));
  const std::size_t gap = findGap(max);
  m_figures.emplace_back("min", trimmed(rest.substr(0, at)));
  m_figures.emplace_back("max", trimmed(max.substr(0, gap)));
  const std::string_view runs = gap == std::string_view::npos ? std::string_view{} : trimmed(max.substr(gap));
  if (runs.ends_with(" runs")) {
    m_figures.emplace_back("runs", runs.substr(0, runs.find(' ')));
  }
  return true;
}

/// A command without figures failed: what it printed says why.
void HyperfineReader::endCommand() {
  const MadeTable::Cells figures = std::exchange(m_figures, {});
  const std::string command = std::exchange(m_command, {});
  if (!command.empty()) {
    MadeTable::Cells cells{{"command", command}};
    cells.insert(cells.end(), figures.begin(), figures.end());
    if (figures.empty()) {
      cells.emplace_back("mean", "failed");
    }
    m_table.addRow(std::move(cells), m_line);
  }
}

void HyperfineReader::finish() {
  if (m_isOpen) {
    endCommand();
  }
  m_isOpen = false;
  m_table.write(m_log, std::exchange(m_place, {}));
}

}  // namespace kernline::logs
