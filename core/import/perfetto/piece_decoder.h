// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/events/decimal_time.h"
#include "core/import/events/event_batch.h"
#include "core/import/events/interner.h"
#include "core/import/perfetto/event_fields.h"
#include "core/import/perfetto/interned.h"
#include "core/import/perfetto/packet_source.h"
#include "core/import/perfetto/stage_fields.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kernline::perfetto {

/// The end of a slice, waiting for its begin.
struct SliceEnd {
  Time time;
  std::uint64_t offset = 0;
  chrome::ThreadIndex thread = chrome::ThreadIndex::none;
  bool hasArgs = false;
};

/// Slices of one sequence in the order of the file: begins, which are spans without a duration, then ends.
struct SliceRun {
  std::uint32_t sequence = 0;
  std::uint32_t firstBegin = 0;
  std::uint32_t begins = 0;
  std::uint32_t firstEnd = 0;
  std::uint32_t ends = 0;
};
inline constexpr Duration noDuration{INT64_MIN};  ///< duration of a begin event

/// A call with the numbers of the GPU stages that it launched, and a stage with its number; both by place among the
/// spans.
struct StageLink {
  std::uint64_t stage = 0;
  std::uint32_t span = 0;
};

/// Key of a span's track, until all tracks are known.
struct RowKey {
  enum class Kind : std::uint8_t { Track, Lane, Gpu, Ids };
  Kind kind = Kind::Track;
  std::uint64_t id = 0;  ///< a track's uuid, a GPU's number, a pid
  std::int64_t tid = 0;  ///< thread id; only for Ids
  std::string lane;      ///< lane of a GPU
  bool operator==(const RowKey&) const = default;
};
struct DecodedRow {
  RowKey key;
  std::uint32_t kinds = 0;   ///< bits of the SpanKinds on it
  std::int32_t device = -1;  ///< device in an argument of its spans; -1 if none
};

/// Events of one piece, in its worker's ids of strings and tracks.
struct DecodedPiece {
  chrome::EventBatch events;
  std::vector<SliceEnd> ends;
  std::vector<SliceRun> runs;
  std::vector<StageLink> launches;
  std::vector<StageLink> stages;
  std::size_t number = 0;
  std::size_t worker = 0;
};

/// Decodes pieces, one after the other in the order in which the source gives them.
class PieceDecoder {
 public:
  chrome::Interner words;
  std::vector<DecodedRow> rows;  ///< indexed by ThreadIndex
  std::size_t notesSeen = 0;     ///< count for PacketSource::next
  bool hasTorchStages = false;   ///< whether PyTorch's writer has been met

  [[nodiscard]] DecodedPiece decode(const PacketPiece& piece);

 private:
  struct Name {
    StringId text = StringId::empty;
    SpanKind bareKind = SpanKind::Other;
  };
  struct Stage {
    StringId text = StringId::empty;
    CategoryId category = CategoryId::none;
    SpanKind kind = SpanKind::Other;
  };
  enum class Role : std::uint8_t { None, Correlation, External, Agent };
  struct GpuCounters {
    bool hasGpu = false;
    std::uint64_t gpu = 0;
    std::map<std::uint32_t, std::pair<StringId, StringId>> names;  // name and unit of each counter
  };
  /// Interned data while a state of a sequence is valid.
  struct Generation {
    ByIid<CategoryId> categories;
    ByIid<Name> names;
    ByIid<Role> roles;  // roles of annotations by name
    ByIid<Stage> stages;
    ByIid<StringId> kernels;
    ByIid<GpuCounters> counters;
  };
  /// The ids among an event's arguments.
  struct ArgIds {
    std::uint64_t correlation = 0;
    std::uint64_t external = 0;
    std::int32_t device = -1;
  };
  struct ActiveSequence {
    SequenceState state;
    Generation* generation = nullptr;
    std::uint32_t run = UINT32_MAX;  // index of the run that may go on
  };

  // piece_decoder.cpp
  void apply(const StateNote& note);
  void addInterned(std::string_view data, Generation& generation);
  static Role roleOf(std::string_view annotation);
  void addGpuCounters(std::string_view entry, std::uint64_t iid, ByIid<GpuCounters>& to);
  void readCounterDescriptor(std::string_view descriptor, GpuCounters& counters);
  Generation& generation(std::uint64_t number);
  ActiveSequence& sequence(std::uint32_t id);
  void decodePacket(std::string_view packet, std::uint64_t offset);
  void decodePayload(const PacketHead& head, ActiveSequence& here, std::optional<std::int64_t> time);
  void countOther(const PacketHead& head, std::uint64_t offset);
  StringId word(std::string_view text);
  Name named(std::string_view text);
  CategoryId category(std::string_view text);
  chrome::ThreadIndex row(RowKey::Kind kind, std::uint64_t id, std::int64_t tid = 0, std::string_view lane = {});

  // track_events.cpp
  void decodeEvent(const PacketHead& head, ActiveSequence& here, Time time);
  chrome::ThreadIndex rowOf(const EventFields& event, const ActiveSequence& here, std::uint32_t sequence);
  Name nameOf(const ActiveSequence& here);
  CategoryId categoryOf(const ActiveSequence& here);
  SpanRecord spanOf(const ActiveSequence& here, chrome::ThreadIndex thread, Time time);
  ArgIds argIds(const ActiveSequence& here) const;
  void addBegin(const SpanRecord& span, ActiveSequence& here, std::uint32_t sequence);
  void addEnd(const SliceEnd& end, ActiveSequence& here, std::uint32_t sequence);
  void addFlows(chrome::ThreadIndex thread, Time time, std::uint64_t correlation, bool isSpan);
  void addCounters(const ActiveSequence& here, chrome::ThreadIndex thread, Time time);
  void addSample(chrome::ThreadIndex thread, Time time, double value);

  // legacy_events.cpp
  void addLegacy(const PacketHead& head, ActiveSequence& here, chrome::ThreadIndex thread, Time time);
  void addLegacyFlow(chrome::ThreadIndex thread, Time time);
  void addLegacyCounter(const ActiveSequence& here, chrome::ThreadIndex thread, Time time);
  void addThroughJson(const ActiveSequence& here, chrome::ThreadIndex thread, Time time);

  // gpu_events.cpp
  void decodeStage(std::string_view payload, ActiveSequence& here, std::uint32_t sequence, Time time);
  void readStageSpecifications(std::string_view specifications, std::uint32_t sequence);
  void decodeGpuCounters(std::string_view payload, ActiveSequence& here, Time time);
  StringId stageName(const StageFields& fields, const Generation& generation, const Stage* stage);
  void readPlainCounters(std::string_view payload);
  void addGpuSample(std::string_view counter, const GpuCounters& described, std::uint64_t gpu, Time time);
  void decodeGpuMemory(std::string_view payload, Time time);

  std::unordered_map<std::uint64_t, std::unique_ptr<Generation>> m_generations;
  std::unordered_map<std::uint64_t, chrome::ThreadIndex> m_rowByKey;
  std::uint64_t m_lastRowKey = 0;
  chrome::ThreadIndex m_lastRow = chrome::ThreadIndex::none;
  Clocks m_clocks;
  TrackTable m_tracks;
  EventFields m_event;
  std::vector<InternedEntry> m_entries;
  std::unordered_map<std::uint64_t, GpuCounters> m_plainCounters;  // counters described in events, keyed by GPU

  // The count of the piece before: the next one is like it, and memory that doubles is cleared and copied again.
  std::size_t m_spansExpected = 0;
  std::size_t m_endsExpected = 0;

  // of the piece that is being decoded
  DecodedPiece* m_piece = nullptr;
  bool m_isReplaying = false;  // the contents of other pieces, which their decoders have counted
  std::uint64_t m_offset = 0;  // offset of the packet
  std::unordered_map<std::uint32_t, ActiveSequence> m_here;
  std::pair<std::uint32_t, ActiveSequence*> m_lastHere{0, nullptr};
};

using chrome::maxTimeNs;

/// The number in ids of devices as profilers write them: "Agent-4", "stream 7"; -1 where there is none.
[[nodiscard]] std::int64_t lastNumber(std::string_view text);

}  // namespace kernline::perfetto
