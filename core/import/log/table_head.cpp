// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/table_head.h"

#include "core/import/log/column_plan.h"
#include "core/import/log/line_marks.h"

#include <algorithm>

namespace kernline::logs {

namespace {

constexpr std::size_t minFreeColumns = 3;  // of tables that nothing but their columns tells from text

bool hasNumber(std::string_view cell) {
  return quantityOf(cell, ByteBase::Binary).has_value();
}

template <typename Cells>
std::vector<std::string> copied(const Cells& cells) {
  std::vector<std::string> result;
  for (const auto& cell : cells) {
    result.emplace_back(trimmed(cell));
  }
  return result;
}

std::vector<std::string> fieldTexts(std::string_view line) {
  std::vector<std::string> result;
  for (const Field& field : fieldsOf(line)) {
    result.emplace_back(field.text);
  }
  return result;
}

bool isProfilerHead(const std::vector<std::string>& cells) {
  const std::vector<std::string_view> views(cells.begin(), cells.end());
  return isTorchHead(views) || planOf(cells, {}).kind == TableKind::Nvprof;
}

std::optional<FoundHead> tabHead(std::string_view head, std::string_view next) {
  std::vector<std::string> names = copied(tabCells(head));
  if (names.size() < minFreeColumns || tabCells(next).size() != names.size() || !isHead(names)) {
    return std::nullopt;
  }
  return FoundHead{.names = std::move(names), .layout = RowLayout{RowLayout::Kind::Tabs}};
}

std::optional<FoundHead> barHead(std::string_view head, std::string_view next) {
  std::vector<std::string> names = barTexts(head);
  const std::vector<std::string> cells = barTexts(next);
  if (cells.size() != names.size() || !isHead(names) || !anyNumber(cells)) {
    return std::nullopt;
  }
  return FoundHead{.names = std::move(names), .layout = RowLayout{RowLayout::Kind::Bars}};
}

bool mayBeUnitraceHead(std::string_view head) {
  const std::string_view text = trimmed(head);
  return text.starts_with("Function,") || text.starts_with("Kernel,");
}

std::optional<FoundHead> commaHead(std::string_view head, std::string_view next) {
  // Sentences have a blank behind their commas. Asked first: most lines of a log end here.
  const bool hasBlanks = !head.starts_with('"') && head.find(", ") != std::string_view::npos;
  if (hasBlanks && !mayBeUnitraceHead(head)) {
    return std::nullopt;
  }
  bool isOpen = false;
  std::vector<std::string> names = copied(csvCells(head, ',', isOpen));
  if (hasBlanks && !isUnitraceHead(names)) {
    return std::nullopt;
  }
  if (names.size() > 1 && names.back().empty() && trimmed(next).ends_with(',')) {
    names.pop_back();  // a comma behind each cell
  }
  if (!names.empty() && names.front().empty()) {
    names.front() = "index";  // as data frames write their row numbers
  }
  if (names.size() < minFreeColumns || isOpen ||
      (!isHead(names) && !isRawNcuHead(names) && !isNvprofLaunchHead(names))) {
    return std::nullopt;
  }
  const std::vector<std::string> cells = csvCells(next, ',', isOpen);
  const TableKind kind = planOf(names, {}).kind;
  const bool isNcu = kind == TableKind::Ncu && cells.size() > 1;  // its lines may end early
  const bool isRow = cells.size() == names.size() && (anyNumber(cells) || kind != TableKind::Generic);
  if (!isNcu && !isRow && kind != TableKind::Unitrace) {  // whose rows may have commas in their names
    return std::nullopt;
  }
  return FoundHead{.names = std::move(names), .layout = RowLayout{RowLayout::Kind::Commas}};
}

std::optional<FoundHead> alignedHead(std::string_view head, std::string_view next) {
  if (findGap(head) == std::string_view::npos) {
    return std::nullopt;
  }
  std::vector<std::string> names = fieldTexts(head);
  if (names.size() < minFreeColumns || !isHead(names)) {
    return std::nullopt;
  }
  FoundHead found{.names = std::move(names), .layout = RowLayout{RowLayout::Kind::Fields}};
  if (!isProfilerHead(found.names)) {
    const std::vector<std::string> cells = fieldTexts(next);
    found.minRows = 2;
    if (cells.size() != found.names.size() || !anyNumber(cells)) {
      return std::nullopt;
    }
  }
  return found;
}

}  // namespace

bool isHead(const std::vector<std::string>& cells) {
  constexpr std::size_t maxLength = 64;
  return cells.size() >= 2 && std::ranges::all_of(cells, [](const std::string& cell) {
           const std::string_view text = trimmed(cell);
           return !text.empty() && text.size() <= maxLength && !hasNumber(text) &&
                  text.find(": ") == std::string_view::npos;
         });
}

bool anyNumber(const std::vector<std::string>& cells) {
  return std::ranges::any_of(cells, [](const std::string& cell) { return hasNumber(trimmed(cell)); });
}

std::vector<std::string> barTexts(std::string_view line) {
  return copied(barCells(line));
}

std::vector<std::string> headAtRuler(std::string_view line, const std::vector<ColumnSpan>& spans) {
  std::vector<std::string> names = fieldTexts(line);
  if (names.size() != spans.size()) {
    names = copied(cellsBelow(line, spans));
  }
  const bool isGood = names.size() == spans.size() && std::ranges::none_of(names, [](const std::string& name) {
                        return name.empty() || hasNumber(name);
                      });
  return isGood ? names : std::vector<std::string>{};
}

std::optional<FoundHead> headAboveUnderline(std::string_view head, std::string_view row) {
  if (std::vector<std::string> bars = barTexts(head); bars.size() >= 2) {
    if (barCells(row).size() != bars.size() || !isHead(bars)) {
      return std::nullopt;
    }
    return FoundHead{.names = std::move(bars), .layout = RowLayout{RowLayout::Kind::Bars}};
  }
  const std::vector<Field> fields = fieldsOf(row);
  if (fields.size() < 2) {
    return std::nullopt;
  }
  std::vector<std::string> names = fieldTexts(head);
  if (names.size() != fields.size()) {
    names = headAbove(head, fields);
  }
  const bool anyValue = std::any_of(fields.begin() + 1, fields.end(), [](const Field& f) { return hasNumber(f.text); });
  if (!anyValue || !isHead(names)) {
    return std::nullopt;
  }
  return FoundHead{.names = std::move(names), .layout = RowLayout{RowLayout::Kind::Fields}};
}

std::optional<FoundHead> headWithoutRuler(const SourceLine& head, const SourceLine& next) {
  const unsigned both = head.marks & next.marks;
  if ((both & hasTab) != 0) {
    return tabHead(head.text, next.text);
  }
  if ((both & hasBar) != 0) {
    return barHead(head.text, next.text);
  }
  if ((both & hasComma) != 0) {
    if (auto found = commaHead(head.text, next.text)) {
      return found;
    }
  }
  return alignedHead(head.text, next.text);
}

}  // namespace kernline::logs
