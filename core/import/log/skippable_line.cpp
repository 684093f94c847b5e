// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/skippable_line.h"

#include "core/import/log/byte_set.h"
#include "core/import/log/cell_text.h"
#include "core/import/log/command_line.h"
#include "core/import/log/duration_text.h"
#include "core/import/log/fields.h"
#include "core/import/log/line_marks.h"
#include "core/import/log/line_prefix.h"
#include "core/import/log/name_unit.h"
#include "core/import/log/pair_line.h"
#include "core/import/log/quantity_text.h"
#include "core/import/log/record_line.h"
#include "core/import/log/series_reader.h"
#include "core/import/log/text_line.h"
#include "core/import/log/value_row.h"
#include "core/import/log/written_path.h"
#include "core/model/base/text.h"
#include "core/model/log/known_words.h"

#include <algorithm>

namespace kernline::logs {

namespace {

/// Characters that rulers, headings, boxes, JSON, quoted cells and bracketed parts begin with.
bool beginsLoud(std::string_view text) {
  static constexpr ByteSet signs{"-=*_#~+|:{\"\\"};
  if (signs.has(text.front())) {
    return true;
  }
  const bool mayBeHead = text.front() == 'N' || text.front() == 'T';
  if ((mayBeHead && looksTabular(text)) || text.starts_with("Invocations ")) {
    return true;
  }
  return text.front() == '[' && (text.starts_with("[{") || bracketLabel(text));
}

/// Three or more fields, two blanks apart.
bool looksAligned(std::string_view text) {
  std::size_t gaps = 0;
  for (std::size_t at = findGap(text); at != std::string_view::npos && gaps < 2; at = findGap(text, at)) {
    ++gaps;
    at = std::min(text.find_first_not_of(' ', at), text.size());
  }
  return gaps >= 2;
}

/// Sentences have blanks elsewhere than behind their commas; heads of comma-separated values have few.
bool looksLikeCommaHead(std::string_view text) {
  const auto commas = std::ranges::count(text, ',');
  const auto blanks = std::ranges::count(text, ' ');
  return blanks <= 2 * commas || (commas >= 2 && text.find(", ") == std::string_view::npos);
}

bool looksLikeSemicolonHead(std::string_view text) {
  const auto signs = std::ranges::count(text, ';');
  return signs > 0 && std::ranges::count(text, ' ') <= 2 * signs;
}

/// "1.83 ms (1.32x)", "1.2 sec total, 81.3 tokens/s": a number, and a unit or a word.
bool beginsWithQuantity(std::string_view value) {
  if (!isDigit(value.front())) {
    return false;
  }
  if (const std::size_t slash = value.find('/'); slash != std::string_view::npos && numberOf(value.substr(0, slash))) {
    return quantityOf(value.substr(slash + 1), ByteBase::Binary).has_value();  // "38.1/80.0 GiB"
  }
  const std::size_t number = std::min(value.find(' '), value.size());
  const std::size_t unit = std::min(value.find(' ', number + 1), value.size());
  std::string_view text = value.substr(0, unit);
  text.remove_suffix(text.ends_with(',') ? 1 : 0);
  return quantityWithAnyUnit(text, ByteBase::Binary).has_value();
}

/// "label: value" that is no measurement.
SkippableLine ofLabeled(const Labeled& labeled, std::string_view text, std::uint16_t marks) {
  const bool mayBePairs = isDigit(labeled.value.front()) && labeled.value.contains(": ");
  if (isNoValue(labeled.value) || namesSubject(labeled.label) || namesRound(labeled.label) ||
      (labeled.value.contains('=') && (marks & hasDigit) != 0)) {
    return SkippableLine::None;
  }
  if (labeled.value.front() == '{' || mayBePairs || namesMachine(labeled.label) ||
      quantityWithAnyUnit(labeled.value, ByteBase::Binary)) {
    return SkippableLine::None;
  }
  if (beginsWithQuantity(labeled.value) || durationOf(labeled.label, labeled.value) ||
      (labeled.label.contains('/') && labeled.value.contains('/'))) {
    return SkippableLine::None;
  }
  if ((marks & hasComma) != 0) {
    // Several of them; a first one that is none makes all of them text.
    const auto first = labeledValue(PlainLine{text.substr(0, text.find(", "))});
    if (first && (isNoValue(first->value) || quantityWithAnyUnit(first->value, ByteBase::Binary))) {
      return SkippableLine::None;
    }
  }
  return SkippableLine::OutsideConfiguration;
}

bool isAssignedValue(std::string_view text) {
  const auto found = assignedValue(text);
  return found && (durationOf(found->label, found->value) || quantityOf(found->value, ByteBase::Binary));
}

bool isMeasureAndNumber(std::string_view text) {
  const auto found = measureAndNumber(text);
  return found && (namesRound(found->label) ||
                   (quantityOf(found->value, ByteBase::Binary) &&
                    (namesMeasure(found->label) || (text.contains('=') && unitInName(found->label)))));
}

/// "real	0m1.234s".
bool isShellTime(std::string_view text) {
  return text.ends_with('s') && (text.starts_with("real") || text.starts_with("user") || text.starts_with("sys"));
}

bool canNameKernel(std::string_view line, std::uint16_t marks) {
  return line.starts_with("  ") && (marks & hasComma) != 0 &&
         (line.contains(", Context ") || line.contains(", Invocations ") || line.contains(", CC "));
}

bool looksLikeTable(std::string_view line, std::string_view text, std::uint16_t marks) {
  return (marks & (hasTab | hasBar)) != 0 || beginsLoud(text) || looksAligned(text) ||
         ((marks & hasComma) != 0 && looksLikeCommaHead(text)) || looksLikeSemicolonHead(text) ||
         canNameKernel(line, marks);
}

/// Whether the line may be a row that only its neighbors identify as one.
bool isRowWithoutHead(std::string_view line, std::uint16_t marks) {
  // Timers of Megatron-LM, "forward ....: (1.2, 3.4)", and the line above them.
  const bool isOfTimers = line.ends_with("across ranks (ms):") || line.contains("..: ");
  if (isOfTimers || mayBeSeriesRow(line, marks) || line.starts_with("AUTOTUNE ")) {
    return true;
  }
  const auto row = (marks & hasDigit) != 0 ? valueRow(line, marks) : std::nullopt;
  return row && row->failure.empty();
}

}  // namespace

SkippableLine skippableLine(std::string_view line, std::uint16_t marks) {
  const std::string_view text = trimmed(line);
  if (text.empty() || looksLikeTable(line, text, marks) || isRowWithoutHead(line, marks)) {
    return SkippableLine::None;
  }
  const PlainLine plain{text};
  if (failureText(plain) || canNameFile(text) || canBeRecord(text, marks) || canBeCommand(text, marks) ||
      ((marks & hasDigit) != 0 && text.contains(" per loop")) || (canBePairs(text, marks) && pairLine(text)) ||
      ((marks & hasEquals) != 0 && !statedParameters(text).empty()) || isShellTime(text)) {
    return SkippableLine::None;
  }
  SkippableLine skippable = SkippableLine::Always;
  if ((marks & (hasColon | hasHighByte)) != 0) {
    if (bareLabel(plain)) {
      return SkippableLine::None;
    }
    if (const auto labeled = labeledValue(plain)) {
      skippable = ofLabeled(*labeled, text, marks);
    }
  }
  const bool isMeasured =
      (marks & hasDigit) != 0 && (isMeasureAndNumber(text) || ((marks & hasEquals) != 0 && isAssignedValue(text)));
  return isMeasured ? SkippableLine::None : skippable;
}

}  // namespace kernline::logs
