// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/input.h"
#include "core/import/source/unpack_limit.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

struct inflate_state;

namespace kernline {

/// Inflates the members of a gzip file one after the other and checks their sums. Can be put back to any place it
/// has been at, by a checkpoint.
class GzipDecoder {
 public:
  /// A place in the text, with all that is needed to go on from there on another decoder.
  struct Checkpoint {
    std::uint64_t decoded = 0;  ///< text bytes before it
    std::uint64_t stored = 0;   ///< stored bytes consumed
    std::uint64_t members = 0;
    std::string state;  ///< state of the inflate machine, about 55 kB; empty between members
  };

  /// `stored` must be at the beginning of a member. So much text as `usual` is never too much for the stored bytes
  /// (unpack_limit.h).
  explicit GzipDecoder(std::unique_ptr<TextStream> stored, std::uint64_t usual = usualUnpackedBytes);
  /// `stored` must be at `from.stored`.
  GzipDecoder(std::unique_ptr<TextStream> stored, const Checkpoint& from);
  GzipDecoder(const GzipDecoder&) = delete;
  GzipDecoder& operator=(const GzipDecoder&) = delete;
  ~GzipDecoder();

  /// Fills `into`; less only at the end or at damage.
  [[nodiscard]] std::size_t decode(std::span<char> into);

  [[nodiscard]] Checkpoint checkpoint() const;
  [[nodiscard]] std::uint64_t decodedBytes() const { return m_decoded; }
  [[nodiscard]] std::uint64_t storedBytes() const;  ///< consumed so far
  [[nodiscard]] std::optional<std::string> damage() const;

 private:
  enum class Phase { BetweenMembers, InMember, Ended };

  bool refill();
  [[nodiscard]] std::optional<unsigned char> nextByte();
  bool skipBytes(std::size_t count);
  bool skipText();
  bool beginMember();
  bool skipHeader();
  void endOfMembers(unsigned char first);
  std::size_t inflateSome(std::span<char> into);
  void fail(std::string what);

  std::unique_ptr<TextStream> m_stored;
  std::unique_ptr<inflate_state> m_state;
  std::vector<unsigned char> m_input;
  std::uint64_t m_inputEnd = 0;  // stored offset after the bytes in m_input
  std::uint64_t m_decoded = 0;
  std::uint64_t m_members = 0;  // begun so far
  std::uint64_t m_usual;
  Phase m_phase = Phase::BetweenMembers;
  std::optional<std::string> m_damage;
};

}  // namespace kernline
