// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/open_table.h"
#include "core/import/log/skippable_line.h"
#include "core/import/log/table_head.h"
#include "core/import/log/text_reader.h"
#include "core/import/log/tool_readers.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::logs {

/// Reads the lines of one source (a rank, or a log without prefixes): finds where tables begin, and hands the rest to
/// the TextReader. A line waits until the next one is known, for that one may underline it or continue it as a table:
///
/// | lines | begin |
/// |---|---|
/// | dashes in columns, a head, dashes | a torch table |
/// | a head, dashes in columns | an nsys table, or any other |
/// | the head of a torch or nvprof table | that table, without its dashes |
/// | a row of a torch table | that table, without its head |
/// | a head, one run of dashes, a row with numbers | an aligned table |
/// | `+---+`, `\| a \| b \|` and dashes, bars over bars with numbers | a box, Markdown, `a \| b \| c` |
/// | tabs over as many tabs; commas over as many commas with numbers | tab- or comma-separated values |
/// | JSON objects with the members of an nsys report | that table |
/// | three or more words in columns over as many columns with numbers, twice | an aligned table without dashes |
class SourceReader {
 public:
  SourceReader(LogBuilder& log, std::string_view prefix, std::int32_t rank);

  /// Takes a line. In a run of skippable lines between tables only the last few matter; the others are skipped.
  void take(const SourceLine& line, SkippableLine skippable);
  /// Takes what was put off: its text may go away afterwards.
  void settle();
  void finish();

 private:
  /// A title may be three lines above its table (titleReach), and one line is held back.
  static constexpr std::size_t quietReach = 4;
  /// Level of headings over a ruler that is no "====".
  static constexpr std::uint32_t underlinedLevel = 2;

  enum class State : std::uint8_t {
    Text,
    BelowRuler,      ///< dashes in columns without a head above: the head comes next
    BelowUnderline,  ///< a text and a plain ruler: a heading, or the head of an aligned table
    InBoxHead,       ///< lines between the first two edges of a box
    InOtherBox,      ///< a box that is no table
  };

  struct Held {
    std::string text;
    std::uint64_t offset = 0;
    std::uint32_t number = 0;
    std::uint16_t marks = 0;
    bool isSet = false;
    bool isBelowText = false;  ///< neither blank line nor ruler above it: no heading
  };

  [[nodiscard]] bool isSkippable(SkippableLine skippable) const;
  [[nodiscard]] bool canPass() const;
  void takeNow(const SourceLine& line);
  bool feedTable(const SourceLine& line);
  bool takeInState(const SourceLine& line);
  void takePlain(const SourceLine& line);
  void takeColumnsRuler(const SourceLine& line);
  void takePlainRuler(const SourceLine& line);
  void takeBoxRuler(const SourceLine& line);
  bool takeBelowRuler(const SourceLine& line);
  bool takeWrapped(const SourceLine& line);
  bool takeBelowUnderline(const SourceLine& line);
  bool takeBoxHead(const SourceLine& line);
  bool takeJson(const SourceLine& line);
  bool beginWithoutRuler(const SourceLine& next);
  bool beginHeadless(const SourceLine& line);
  void begin(FoundHead found, const Held& at);
  void beginTable(OpenTable::Beginning beginning);

  void hold(const SourceLine& line);
  void readHeld(bool isAboveTable);
  static Held heldOf(const SourceLine& line);
  void closeTable(bool isWholeText = false);

  LogBuilder& m_log;
  TextReader m_text;
  ToolReaders m_tools;
  State m_state = State::Text;
  std::array<SourceLine, quietReach> m_passed;  // a ring of the last quiet lines
  std::size_t m_passedCount = 0;                // includes those that are no longer in it
  bool m_isHeldSkippable = false;
  std::optional<OpenTable> m_table;
  bool m_isJsonTable = false;     // its rows are objects
  bool m_isOnlyTable = false;     // it is the first of the text
  std::vector<Held> m_uncertain;  // the lines of a table until it is sure to be one
  Held m_held;
  Held m_head;                      // BelowUnderline: the text; BelowRuler and InBoxHead: where it began
  char m_rulerAbove = 0;            // ruler above the held text; 0 if none
  bool m_isBelowText = false;       // whether the next line is below text
  std::vector<ColumnSpan> m_spans;  // BelowRuler
  std::string m_ruler;              // BelowRuler: all of it, if it was wrapped
  std::size_t m_rulerLines = 0;
  std::size_t m_rulerWidth = 0;  // width of its first line
  std::string m_wrappedHead;
  std::size_t m_wrappedHeadLines = 0;
  std::vector<std::string> m_boxHead;
};

}  // namespace kernline::logs
