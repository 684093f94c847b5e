// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/table_head.h"

#include "core/import/log/cell_text.h"
#include "core/import/log/column_plan.h"
#include "core/import/log/decimal_comma.h"
#include "core/import/log/line_marks.h"
#include "core/model/base/text.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

namespace kernline::logs {

namespace {

constexpr std::size_t minFreeColumns = 3;  // columns of tables that only their columns distinguish from text

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

/// A number, whatever its decimal sign.
bool hasValue(std::string_view cell) {
  return hasNumber(trimmed(cell)) || commaMeaning(cell) != CommaMeaning::None;
}

bool anyValue(const std::vector<std::string>& cells) {
  return std::ranges::any_of(cells, hasValue);
}

/// Whether the cell is a number, or a replacement for one.
bool isFigure(std::string_view cell) {
  return hasValue(cell) || isNoValue(cell);
}

bool anyFigure(const std::vector<std::string>& cells) {
  return std::ranges::any_of(cells, isFigure);
}

bool isWholeNumber(std::string_view text) {
  constexpr std::size_t maxDigits = 18;
  return !text.empty() && text.size() <= maxDigits && std::ranges::all_of(text, isDigit);
}

/// Whether `next` can be the first row below a head of sizes: below sizes that are no round ones, whole numbers may be
/// more data.
bool standsBelowSizes(const std::vector<std::string>& names, const std::vector<std::string>& next) {
  const auto isRound = [](const std::string& size) {
    const std::uint64_t number = isWholeNumber(size) ? std::stoull(size) : 1;
    return number % 10 == 0 || (number > 1 && (number & (number - 1)) == 0);
  };
  const bool areRound = std::ranges::count_if(names.begin() + 1, names.end(), isRound) * 2 >
                        static_cast<std::ptrdiff_t>(names.size() - 1);
  return !hasValue(next.front()) == !hasValue(names.front()) &&
         (areRound || !std::all_of(next.begin() + 1, next.end(), isWholeNumber));
}

/// Whether the names, some of which are numbers, are a head, as a name that is no number is above a number: "model",
/// "64", "128", "speedup".
bool isMixedHead(const std::vector<std::string>& names, const std::vector<std::string>& cells) {
  bool isClear = false;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool isNumber = hasNumber(names[i]);
    if ((!isNumber && !isHead({names[i], names[i]})) || (i == 0 && isNumber)) {
      return false;
    }
    isClear = isClear || (!isNumber && hasValue(cells[i]));
  }
  return isClear && std::ranges::any_of(names, isWholeNumber);
}

/// Each separator has a blank behind it, and the cells are names: no sentence, no call of a function.
bool isSpacedOut(std::string_view line) {
  constexpr std::ptrdiff_t maxWords = 3;  // words per name
  bool isOpen = false;
  return line.find_first_of("=;{}") == std::string_view::npos && line.find(": ") == std::string_view::npos &&
         std::ranges::all_of(csvCells(line, ',', isOpen), [](std::string_view cell) {
           cell = trimmed(cell);
           return std::ranges::count(cell, ' ') < maxWords && !cell.ends_with('.') &&
                  std::ranges::count(cell, '(') == std::ranges::count(cell, ')') && !cell.starts_with('(');
         });
}

/// Whether there is a cell for each name, and several figures among them, as nvidia-smi prints next to times and names
/// of devices.
bool isFullRow(const RowLayout& layout, std::string_view head, std::string_view next) {
  const std::vector<std::string> cells = layout.cells(next, 0);
  return cells.size() >= minFreeColumns && cells.size() == layout.cells(head, 0).size() &&
         std::ranges::count_if(cells, [](const std::string& cell) { return isFigure(trimmed(cell)); }) >= 2;
}

/// Two columns, names with blanks behind their commas, sizes as names, more or fewer names than cells: rows must bear
/// them out.
std::optional<FoundHead> looseHead(std::vector<std::string> names, std::vector<std::string> cells,
                                   const RowLayout& layout, bool isSpaced) {
  FoundHead found{.names = std::move(names), .layout = layout, .minRows = 2};
  if (cells.size() == found.names.size() + 1 && cells.back().empty()) {
    cells.pop_back();  // a separator behind each row
  }
  if (found.names.size() < 2 || cells.size() < 2) {
    return std::nullopt;
  }
  if (cells.size() == found.names.size()) {
    const bool isSized = isHeadOfSizes(found.names) && standsBelowSizes(found.names, cells);
    const bool isNamed =
        isHead(found.names) && (isSpaced && cells.size() < minFreeColumns ? isFigure(cells.back()) : anyFigure(cells));
    return isSized || isNamed || isMixedHead(found.names, cells) ? std::optional(found) : std::nullopt;
  }
  if (!isHead(found.names) || !anyValue(cells)) {
    return std::nullopt;
  }
  if (cells.size() == found.names.size() + 1 && cells.size() >= minFreeColumns) {
    // Rows have names; but if only the last cell would be below a name of numbers, that cell has none.
    const bool isRemark = !isFigure(cells.back()) && hasValue(cells[cells.size() - 2]);
    found.names.insert(isRemark ? found.names.end() : found.names.begin(), isRemark ? "unnamed" : "index");
    return found;
  }
  const bool areEnough = cells.size() < found.names.size() && cells.size() * 2 > found.names.size();
  return areEnough && !isSpaced ? std::optional(found) : std::nullopt;
}

/// Returns the names of separated columns, without the last one if each line ends in a separator.
std::vector<std::string> namesIn(std::vector<std::string> names, const std::vector<std::string>& cells) {
  if (names.size() > 1 && names.back().empty() && !cells.empty() && cells.back().empty()) {
    names.pop_back();
  }
  if (!names.empty() && names.front().empty()) {
    names.front() = "index";  // data frames leave the head of their row numbers empty
  }
  return names;
}

std::optional<FoundHead> tabHead(std::string_view head, std::string_view next) {
  const std::vector<std::string> cells = copied(tabCells(next));
  std::vector<std::string> names = namesIn(copied(tabCells(head)), cells);
  const RowLayout layout{RowLayout::Kind::Tabs};
  if (names.size() >= minFreeColumns && cells.size() == names.size() && isHead(names)) {
    return FoundHead{.names = std::move(names), .layout = layout};
  }
  return looseHead(std::move(names), cells, layout, false);
}

std::optional<FoundHead> barHead(std::string_view head, std::string_view next) {
  std::vector<std::string> names = barTexts(head);
  const std::vector<std::string> cells = barTexts(next);
  if (cells.size() != names.size()) {
    return std::nullopt;
  }
  const bool isNamed = isHead(names) && (anyNumber(cells) || std::ranges::any_of(cells, isFailure));
  const bool isSized = isHeadOfSizes(names) && standsBelowSizes(names, cells);
  if (!isNamed && !isSized && !isMixedHead(names, cells)) {
    return std::nullopt;
  }
  return FoundHead{.names = std::move(names), .layout = RowLayout{RowLayout::Kind::Bars}};
}

/// "Name", "Average", "50%", "99%": names, and percentiles in fewer columns than they.
bool isHeadWithShares(const std::vector<std::string>& names) {
  std::vector<std::string> others;
  std::ranges::copy_if(names, std::back_inserter(others), [](const std::string& name) {
    return !name.ends_with('%') || !numberOf(std::string_view{name}.substr(0, name.size() - 1));
  });
  return others.size() < names.size() && others.size() * 2 >= names.size() && isHead(others);
}

bool mayBeUnitraceHead(std::string_view head) {
  const std::string_view text = trimmed(head);
  return text.starts_with("Function,") || text.starts_with("Kernel,");
}

std::optional<FoundHead> semicolonHead(std::string_view head, std::string_view next) {
  // Sentences have more blanks. Checked first, as for commas.
  if (std::ranges::count(head, ' ') > 2 * std::ranges::count(head, ';')) {
    return std::nullopt;
  }
  const RowLayout layout{RowLayout::Kind::Semicolons};
  const std::vector<std::string> cells = layout.cells(next, 0);
  return looseHead(namesIn(copied(layout.cells(head, 0)), cells), cells, layout, false);
}

std::optional<FoundHead> commaHead(std::string_view head, std::string_view next) {
  // Sentences have a blank behind their commas. Checked first: most lines of a log end here.
  const bool isQuoted = head.starts_with('"');
  const bool hasBlanks = !isQuoted && head.find(", ") != std::string_view::npos;
  const RowLayout layout{RowLayout::Kind::Commas};
  if (hasBlanks && !mayBeUnitraceHead(head) &&
      (!isSpacedOut(head) || (!isSpacedOut(next) && !isFullRow(layout, head, next)))) {
    return std::nullopt;
  }
  bool isOpen = false;
  std::vector<std::string> names = copied(csvCells(head, ',', isOpen));
  if (isOpen) {
    return std::nullopt;
  }
  const std::vector<std::string> cells = csvCells(next, ',', isOpen);
  if (hasBlanks && !isUnitraceHead(names)) {
    return looseHead(std::move(names), cells, layout, true);
  }
  names = namesIn(std::move(names), cells);
  const bool isKnown = isHead(names) || isHeadWithShares(names) || isRawNcuHead(names) || isNvprofLaunchHead(names);
  if (names.size() >= minFreeColumns && isKnown) {
    const TableKind kind = planOf(names, {}).kind;
    const bool isNcu = kind == TableKind::Ncu && cells.size() > 1;  // its lines may end early
    const bool isRow = cells.size() == names.size() && (anyValue(cells) || kind != TableKind::Generic);
    // A cell may go on in the next line.
    const bool isBegun = isOpen && cells.size() <= names.size();
    if (isNcu || isRow || isBegun || kind == TableKind::Unitrace) {  // names in their rows may contain commas
      return FoundHead{.names = std::move(names), .layout = layout};
    }
  }
  return looseHead(std::move(names), cells, layout, false);
}

/// "size  64  128", then "model" alone, as pandas prints a pivot: the name of the rows.
bool isNameOfRows(std::string_view line) {
  constexpr std::size_t maxLength = 64;
  const std::string_view text = trimmed(line);
  return !text.empty() && !line.starts_with(' ') && text.size() <= maxLength && !hasNumber(text) &&
         text.find_first_of(" :,|") == std::string_view::npos;
}

std::optional<FoundHead> alignedHead(std::string_view head, std::string_view next) {
  const std::size_t gap = findGap(head);
  if (gap == std::string_view::npos) {
    return std::nullopt;
  }
  const bool mayHaveIndex = head.starts_with("  ");  // a name less than there are cells
  const std::size_t second = std::min(head.find_first_not_of(' ', gap), head.size());
  if (!mayHaveIndex && findGap(head, second) == std::string_view::npos && !head.contains('\t')) {
    return std::nullopt;  // two names at most
  }
  std::vector<std::string> names = fieldTexts(head);
  if (names.size() > 1 && names.back() == "\\") {
    names.pop_back();  // a data frame that goes on below
  }
  if (names.empty()) {
    return std::nullopt;
  }
  FoundHead found{.names = std::move(names), .layout = RowLayout{RowLayout::Kind::Fields}, .minRows = 2};
  if (isHeadOfSizes(found.names) && isNameOfRows(next)) {
    found.names.front() = trimmed(next);
    found.isNextPart = true;
    return found;
  }
  const std::vector<std::string> cells = fieldTexts(next);
  if (cells.size() == found.names.size() + 1 && cells.size() >= minFreeColumns && mayHaveIndex) {
    found.names.insert(found.names.begin(), "index");  // data frames leave the head of their row numbers out
    // "Performance:   69.9   0.34" below "(ns/day)   (hour/ns)" needs no second row.
    const bool isLabeled = cells.front().ends_with(':') && std::all_of(cells.begin() + 1, cells.end(), isFigure);
    found.minRows = isLabeled && isHead(found.names) ? 1 : found.minRows;
  }
  if (found.names.size() < minFreeColumns) {
    return std::nullopt;
  }
  if (isHead(found.names)) {
    if (isProfilerHead(found.names)) {
      found.minRows = 1;
      return found;
    }
    if (cells.size() < found.names.size()) {
      if (auto spans = leftAlignedSpans(head, next); !spans.empty()) {
        found.layout = RowLayout{std::move(spans)};
        return found;
      }
    }
    return cells.size() == found.names.size() && anyNumber(cells) ? std::optional(found) : std::nullopt;
  }
  const bool isSized = cells.size() == found.names.size() && isHeadOfSizes(found.names) && anyNumber(cells) &&
                       standsBelowSizes(found.names, cells);
  return isSized || (cells.size() == found.names.size() && isMixedHead(found.names, cells)) ? std::optional(found)
                                                                                            : std::nullopt;
}

}  // namespace

bool isHeadOfSizes(const std::vector<std::string>& cells) {
  if (cells.size() < minFreeColumns || !isHead({cells.front(), cells.front()})) {
    return false;
  }
  // "0.5 ms", "268 TFLOPS" are no sizes, but two values of a row.
  const auto kindOf = [](const PrintedQuantity& size) {
    return size.quantity == Quantity::Count ? Quantity::Number : size.quantity;  // "512", "1K"
  };
  const auto first = quantityOf(cells[1], ByteBase::Binary);
  double last = 0;
  return first && std::all_of(cells.begin() + 1, cells.end(), [&](const std::string& cell) {
           const auto size = quantityOf(cell, ByteBase::Binary);
           const double before = std::exchange(last, size ? size->value : 0);
           return last > before && kindOf(*size) == kindOf(*first);
         });
}

bool isHead(const std::vector<std::string>& cells) {
  constexpr std::size_t maxLength = 256;
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
  if (head.text.contains(';') && next.text.contains(';')) {
    if (auto found = semicolonHead(head.text, next.text)) {
      return found;
    }
  }
  return alignedHead(head.text, next.text);
}

}  // namespace kernline::logs
