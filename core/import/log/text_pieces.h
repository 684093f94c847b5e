// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/input.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::logs {

inline constexpr std::size_t maxLineBytes = std::size_t{1} << 20;

/// Whole lines, one after the other.
struct TextPiece {
  std::string_view text;
  std::uint64_t offset = 0;                   ///< offset in the decoded text
  std::uint64_t storedBytesDone = 0;          ///< stored bytes of the file read after this piece
  bool isCut = false;                         ///< the last line goes on beyond `maxLineBytes`; its rest was passed over
  std::shared_ptr<const std::string> buffer;  ///< keeps the text of a stream
};

/// Cuts an input into pieces of about `pieceBytes`, in memory that does not grow with the input.
class TextPieces {
 public:
  /// `input` must outlive the pieces if it is mapped.
  TextPieces(const Input& input, std::size_t pieceBytes);

  /// False after the last piece.
  [[nodiscard]] bool next(TextPiece& piece);

 private:
  bool nextMapped(TextPiece& piece);
  bool nextOfStream(TextPiece& piece);
  void passMappedLine();
  void passLineOfStream();
  bool fill(std::size_t bytes);

  const Input& m_input;
  std::size_t m_pieceBytes;
  std::size_t m_at = 0;       // mapped: in the mapping
  std::uint64_t m_begin = 0;  // stream: the offset of m_rest in the text
  std::string m_rest;         // stream: what was read and not given
  std::vector<char> m_read;   // stream: room for what is read at a time
  bool m_ended = false;
};

}  // namespace kernline::logs
