// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/chrome_json/piece_reader.h"
#include "core/import/source/input.h"

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

namespace kernline::chrome {

/// A piece handed to a worker, with what keeps its text alive.
struct WorkPiece {
  Piece piece;
  std::size_t sequence = 0;  ///< place in the file among the pieces
  std::shared_ptr<std::string> buffer;
};

/// Hands the pieces of one event array to workers. Cuts are guesses at event borders; the code that joins the results
/// checks that each piece ended where the next one begins.
class PieceSource {
 public:
  PieceSource() = default;
  PieceSource(const PieceSource&) = delete;
  PieceSource& operator=(const PieceSource&) = delete;
  virtual ~PieceSource() = default;

  /// The next piece for a worker; false when there is none left. Called from several threads.
  [[nodiscard]] virtual bool next(WorkPiece& piece) = 0;
  /// The worker is through with it.
  virtual void release(const WorkPiece& piece) = 0;
  /// Whether every piece of the sample that a preview is made of has been handed out.
  [[nodiscard]] virtual bool isSampleOut() const = 0;
  /// Bytes of the stored file that have been handed out.
  [[nodiscard]] virtual std::uint64_t storedBytesDone() const = 0;
};

/// Pieces of a mapped text, a sample from all over it first.
[[nodiscard]] std::unique_ptr<PieceSource> piecesOfMapped(const Input& input, std::uint64_t begin,
                                                          std::size_t pieceBytes);

/// Pieces of a stream as it is decoded. `head` is what has been read of it, from byte `begin` of the text on.
[[nodiscard]] std::unique_ptr<PieceSource> piecesOfStream(const Input& input, std::string head, std::uint64_t begin,
                                                          std::size_t pieceBytes);

}  // namespace kernline::chrome
