// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/perfetto/packed_packets.h"
#include "core/import/perfetto/sequence_state.h"
#include "core/import/perfetto/track_table.h"
#include "core/import/source/input.h"
#include "core/model/trace/import_report.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kernline::perfetto {

/// Context that packets after it need, whichever worker decodes them.
struct StateNote {
  enum class Kind : std::uint8_t { Interned, Clocks, Track, Thread, Stages, Counters };
  Kind kind = Kind::Interned;
  std::uint32_t sequence = 0;
  std::uint64_t generation = 0;  ///< generation of the sequence's interned texts
  std::string payload;
};
using StateNotes = std::shared_ptr<const std::vector<StateNote>>;

/// Whole packets one after the other, with the context of those before them.
struct PacketPiece {
  std::string_view text;
  std::uint64_t begin = 0;        ///< offset of its first byte
  std::size_t number = 0;         ///< place among the pieces
  std::vector<StateNotes> notes;  ///< notes of earlier pieces that its reader has not been given yet
  std::vector<std::pair<std::uint32_t, SequenceState>> states;  ///< states of its sequences at its beginning
  std::shared_ptr<const std::string> buffer;                    ///< holds `text` where no mapping does
};

/// Applies what a packet changes for those after it in its sequence. False if that part of it is broken.
[[nodiscard]] bool applyPacket(const PacketHead& head, std::uint64_t offset, SequenceState& state, Clocks& clocks);

/// Cuts a trace into pieces of packets for workers. Interned texts, clocks and defaults make what a packet means depend
/// on those before it, so the cutting thread reads the heads of all packets in order, which is quick, and gives each
/// piece what was known before it; what is in the packets the workers decode side by side.
class PacketSource {
 public:
  PacketSource(const Input& input, std::size_t pieceBytes);

  /// The next piece; false when there is none. `notesSeen` counts for the caller, from 0 on. From any thread.
  [[nodiscard]] bool next(PacketPiece& piece, std::size_t& notesSeen);
  /// The caller is through with it.
  void release(const PacketPiece& piece) const;
  /// Bytes of the stored file that have been handed out.
  [[nodiscard]] std::uint64_t storedBytesDone() const;

  // Once all has been read:
  [[nodiscard]] const std::vector<StateNotes>& notes() const { return m_notes; }
  [[nodiscard]] const TrackTable& tracks() const { return m_tracks; }
  [[nodiscard]] const Clocks& clocks() const { return m_clocks; }
  [[nodiscard]] const std::vector<PackedBytes>& packed() const { return m_packed; }
  /// The places where each sequence's interned texts began anew, as (offset, sequence) in the order of the file.
  [[nodiscard]] const std::vector<std::pair<std::uint64_t, std::uint32_t>>& clears() const { return m_clears; }
  /// Returns the damage, and losses that the recorder reported.
  [[nodiscard]] ImportReport report() const;

 private:
  struct Sequence {
    SequenceState state;
    std::size_t lastPiece = SIZE_MAX;
  };
  /// Bytes at hand, of the file or of a compressed packet in it.
  struct Window {
    std::string_view text;
    std::size_t at = 0;
    std::uint64_t begin = 0;  ///< offset of text[0]
    bool isEnd = false;       ///< whether `text` is the last
    std::shared_ptr<const std::string> buffer;
    [[nodiscard]] std::uint64_t offset() const { return begin + at; }
  };

  bool fill();
  bool cut(Window& window, PacketPiece& piece);
  void skipDamage(Window& window);
  void take(const PacketHead& head, std::uint64_t offset, PacketPiece& piece);
  bool unpack(const PacketHead& head, std::uint64_t offset, const Window& window);

  const Input& m_input;
  std::size_t m_pieceBytes;
  mutable std::mutex m_mutex;
  Window m_outer;
  Window m_inner;  // inside a compressed packet, read before the file goes on
  bool m_isInDamage = false;
  IssueKind m_damage = IssueKind::BrokenEvent;  // its issue if no data follow it
  std::uint64_t m_damageAt = 0;
  std::size_t m_pieces = 0;
  std::uint64_t m_storedDone = 0;

  std::unordered_map<std::uint32_t, Sequence> m_sequences;
  std::pair<std::uint32_t, Sequence*> m_lastSequence{0, nullptr};
  Clocks m_clocks;
  TrackTable m_tracks;
  std::vector<StateNotes> m_notes;
  std::vector<StateNote> m_newNotes;  // notes of the piece being cut
  std::vector<PackedBytes> m_packed;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> m_clears;
  ImportReport m_report;
  std::uint64_t m_lost = 0;  // chunks and packets, by the last statistics of the recorder
  std::uint64_t m_lostAt = 0;
};

}  // namespace kernline::perfetto
