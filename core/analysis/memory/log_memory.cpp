// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/log_memory.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string>
#include <string_view>

namespace kernline {

namespace {

/// "Self CUDA Mem" says self, and which device.
void takeColumn(const Log& log, const LogTable& table, std::size_t column, TableMemory& memory) {
  std::string_view name = log.text(table.columns[column].name);
  constexpr std::string_view end = " Mem";
  constexpr std::string_view self = "Self ";
  if (table.columns[column].quantity != Quantity::Bytes || !name.ends_with(end)) {
    return;
  }
  name.remove_suffix(end.size());
  const bool isSelf = name.starts_with(self);
  if (isSelf) {
    name.remove_prefix(self.size());
  }
  if (name == "CPU") {
    (isSelf ? memory.selfHost : memory.host) = column;
  } else {
    (isSelf ? memory.selfDevice : memory.device) = column;
  }
}

/// Figures of a row in the order in which rows are ranked.
std::array<double, 4> figuresOf(const LogTable& table, const TableMemory& memory, std::uint32_t row) {
  std::array<double, 4> figures{};
  std::size_t at = 0;
  for (const auto& column : {memory.selfDevice, memory.device, memory.selfHost, memory.host}) {
    if (column && table.cell(row, *column).hasNumber()) {
      figures.at(at) = std::abs(table.cell(row, *column).number);
    }
    ++at;
  }
  return figures;
}

void rankRows(const LogTable& table, TableMemory& memory) {
  constexpr std::array<double, 4> nothing{};
  for (std::uint32_t row = 0; row < table.rows.size(); ++row) {
    if (figuresOf(table, memory, row) != nothing) {
      memory.rows.push_back(row);
    }
  }
  std::ranges::stable_sort(memory.rows, [&](std::uint32_t a, std::uint32_t b) {
    return figuresOf(table, memory, a) > figuresOf(table, memory, b);
  });
}

bool isOutOfMemory(std::string_view text) {
  constexpr std::string_view words = "out of memory";
  const auto isSame = [](char a, char lower) { return std::tolower(static_cast<unsigned char>(a)) == lower; };
  return !std::ranges::search(text, words, isSame).empty() || text.contains("OutOfMemory") || text.contains("OOM");
}

}  // namespace

LogMemory logMemory(const Log& log) {
  LogMemory memory;
  for (std::size_t i = 0; i < log.tables().size(); ++i) {
    const LogTable& table = log.tables()[i];
    TableMemory found;
    found.table = i;
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
      takeColumn(log, table, column, found);
    }
    if (found.selfDevice || found.device || found.selfHost || found.host) {
      rankRows(table, found);
      memory.tables.push_back(std::move(found));
    }
  }
  for (std::uint32_t i = 0; i < log.metrics().size(); ++i) {
    if (log.metrics()[i].quantity == Quantity::Bytes) {
      memory.figures.push_back(i);
    }
  }
  for (std::uint32_t i = 0; i < log.failures().size(); ++i) {
    if (isOutOfMemory(log.text(log.failures()[i].text))) {
      memory.failures.push_back(i);
    }
  }
  return memory;
}

}  // namespace kernline
