// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/skippable_line.h"
#include "core/import/log/text_pieces.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kernline::logs {

/// A line as far as it can be understood alone.
struct BatchLine {
  enum class Kind : std::uint8_t {
    Text,         ///< text without the prefix of a launcher or a logger
    Unsettled,    ///< whole line: the lines above decide what it is
    ProgressBar,  ///< only a progress bar without values: a terminal would have drawn over it
    Binary,       ///< bytes that are no text
  };

  std::string_view text;     ///< text without its end and colors; text that a carriage return overwrote is gone
  std::uint32_t offset = 0;  ///< offset in the piece
  std::uint32_t source = 0;  ///< index into the batch's sources
  std::uint16_t marks = 0;   ///< marks of `text`
  Kind kind = Kind::Text;
  SkippableLine skippable = SkippableLine::None;
  bool isCut = false;  ///< the line is longer than `maxLineLength`
};

/// The source of a line; see PrefixedLine.
struct BatchSource {
  std::string_view name;
  std::int32_t rank = -1;
};

/// All that can be found about the lines of a piece without those above them: made by many workers at once. Views
/// into the piece and into texts of its own.
class LineBatch {
 public:
  LineBatch(TextPiece piece, bool findsSkippable);

  [[nodiscard]] const TextPiece& piece() const { return m_piece; }
  [[nodiscard]] const std::vector<BatchLine>& lines() const { return m_lines; }
  [[nodiscard]] const std::vector<BatchSource>& sources() const { return m_sources; }

 private:
  void addLine(std::string_view text, std::uint32_t offset);
  void settle(BatchLine& line);
  std::uint32_t sourceOf(std::string_view name, std::int32_t rank);
  std::string_view cleaned(const BatchLine& line);

  TextPiece m_piece;
  bool m_findsSkippable;
  std::vector<BatchLine> m_lines;
  std::vector<BatchSource> m_sources;  // the first one is no source
  std::unordered_map<std::string_view, std::uint32_t> m_sourceByName;
  std::uint32_t m_lastSource = 0;
  std::string m_store;  // cleaned lines; never moves
};

}  // namespace kernline::logs
