// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/perfetto/pair_slices.h"
#include "core/import/perfetto/piece_decoder.h"
#include "core/import/perfetto/track_table.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::perfetto {

/// The rows of all workers as those of one trace, in the words of JSON traces (process_name, thread_name, labels),
/// so that devices, streams and threads are recognized as there.
class TraceRows {
 public:
  TraceRows(std::span<PieceDecoder> decoders, const TrackTable& tracks);

  [[nodiscard]] const RowPlaces& places() const { return m_places; }
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(m_rows.size()); }

  /// Says of spans on streams without a category what they are: activity has a correlation id, a range has none.
  void classifySpans(std::span<DecodedPiece> pieces, std::span<const PieceDecoder> decoders) const;
  /// Names counters after their tracks, and adds up those that count differences.
  void nameCounters(std::span<DecodedPiece> pieces, std::span<PieceDecoder> decoders) const;
  /// Instants on the tracks of processes are the process's.
  void scopeInstants(std::span<DecodedPiece> pieces) const;
  /// Gives each worker's words the names of its threads; metadata records of all of them, in the words of the first.
  [[nodiscard]] std::vector<chrome::MetadataRecord> nameThreads(std::span<PieceDecoder> decoders) const;

 private:
  struct Row {
    DecodedRow decoded;  // merged from all workers
    const TrackInfo* track = nullptr;
    std::string pid;
    std::string tid;
    std::string name;
    std::string labels;
    bool isThread = true;
    bool isBareStream = false;  // whether its spans have no kind
  };

  void gather(std::span<PieceDecoder> decoders);
  void nameRow(Row& row) const;
  void nameTrackRow(Row& row) const;
  void nameGpuRow(Row& row) const;
  [[nodiscard]] bool isHost(std::int64_t pid) const { return m_hosts.contains(pid); }
  [[nodiscard]] std::string pathName(const TrackInfo& track) const;

  const TrackTable& m_tracks;
  RowPlaces m_places;
  std::vector<Row> m_rows;
  std::set<std::int64_t> m_hosts;                     // processes with calls and operators
  std::map<std::string, std::string> m_processNames;  // keyed by pid
};

}  // namespace kernline::perfetto
