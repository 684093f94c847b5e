// SPDX-License-Identifier: GPL-3.0-or-later
// The head of a torch table that lost its own.
#include "core/import/log/column_plan.h"
#include "core/import/log/quantity_text.h"

#include <algorithm>
#include <iterator>

namespace kernline::logs {

namespace {

enum class CellLook { Other, Share, Time, Bytes, Integer };

CellLook lookOf(std::string_view text) {
  const auto quantity = quantityOf(text, ByteBase::Binary);
  if (!quantity) {
    return CellLook::Other;
  }
  switch (quantity->quantity) {
    case Quantity::Share:
      return CellLook::Share;
    case Quantity::Time:
      return CellLook::Time;
    case Quantity::Bytes:
      return CellLook::Bytes;
    default:
      return quantity->unit.empty() && quantity->isInteger ? CellLook::Integer : CellLook::Other;
  }
}

}  // namespace

std::vector<std::string> torchHeadOf(const std::vector<std::string_view>& cells) {
  constexpr std::size_t minCells = 7;
  if (cells.size() < minCells) {
    return {};
  }
  std::vector<CellLook> looks;
  std::ranges::transform(cells, std::back_inserter(looks), lookOf);
  using enum CellLook;
  std::vector<std::string> head{"Name"};
  std::size_t at = 1;
  // Async rows print a bare 0 for their share of CPU total.
  const auto isShare = [&](std::size_t i) { return looks[i] == Share || cells[i] == "0" || cells[i] == "NaN"; };
  if (!(isShare(1) && looks[2] == Time && isShare(3) && looks[4] == Time && looks[5] == Time)) {
    return {};
  }
  for (const char* name : {"Self CPU %", "Self CPU", "CPU total %", "CPU total", "CPU time avg"}) {
    head.emplace_back(name);
  }
  at = 6;
  const bool hasDevice =
      at + 4 < cells.size() && looks[at] == Time && isShare(at + 1) && looks[at + 2] == Time && looks[at + 3] == Time;
  if (hasDevice) {
    for (const char* name : {"Self CUDA", "Self CUDA %", "CUDA total", "CUDA time avg"}) {
      head.emplace_back(name);
    }
    at += 4;
  }
  for (const char* name : {"CPU Mem", "Self CPU Mem", "CUDA Mem", "Self CUDA Mem"}) {
    if (at < cells.size() && looks[at] == Bytes) {
      head.emplace_back(name);
      ++at;
    }
  }
  if (at >= cells.size() || looks[at] != Integer) {
    return {};
  }
  head.emplace_back("# of Calls");
  while (++at < cells.size()) {
    head.emplace_back(cells[at].starts_with('[') ? "Input Shapes" : "");
  }
  return head;
}

}  // namespace kernline::logs
