// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/perfetto/wire.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace kernline::perfetto {

/// A LegacyEvent: the fields ph, id and the like of JSON traces.
struct LegacyFields {
  char phase = 0;  ///< 0 if none
  std::uint64_t nameIid = 0;
  std::int64_t durationUs = 0;
  bool hasId = false;
  bool isLocalId = false;
  std::uint64_t id = 0;
  std::string_view idScope;
  std::uint64_t bindId = 0;
  bool bindsEnclosing = false;
  std::uint32_t flowDirection = 0;  ///< 1 in, 2 out, 3 both
  std::uint32_t instantScope = 0;   ///< 1 global, 2 process, 3 thread
  bool hasPid = false;
  bool hasTid = false;
  std::int64_t pid = 0;
  std::int64_t tid = 0;
};

/// A TrackEvent's fields as they are in its packet. Lists keep their memory from event to event.
struct EventFields {
  EventType type = EventType::Unspecified;
  bool hasTrack = false;
  bool hasInteger = false;
  bool hasDouble = false;
  bool hasAnnotations = false;
  std::uint64_t track = 0;
  std::uint64_t nameIid = 0;
  std::string_view name;
  std::int64_t integer = 0;  ///< value of a counter
  double real = 0;
  LegacyFields legacy;
  std::vector<std::uint64_t> categoryIids;
  std::vector<std::string_view> categories;
  std::vector<std::string_view> annotations;
  std::vector<std::uint64_t> flows;
  std::vector<std::uint64_t> endingFlows;
  std::vector<std::uint64_t> stages;  ///< event ids of render stages that it launched (PyTorch's gpu_correlation)
  std::vector<std::uint64_t> extraTracks;
  std::vector<std::uint64_t> extraValues;
  std::vector<std::uint64_t> extraDoubleTracks;
  std::vector<double> extraDoubles;
  std::uint64_t sourceLocation = 0;  ///< iid
  std::string_view sourceLocationText;
  std::uint64_t logText = 0;  ///< iid

  /// The annotations that are stored.
  enum class Keep : std::uint8_t {
    All,
    PossibleIds,  ///< args with unknown names, or names as long as those of ids
  };
  /// Throws protobuf::DamagedMessage.
  void read(std::string_view payload, Keep keep = Keep::All);

 private:
  void clear();
  void readRareField(Message message);

  bool m_hasRare = false;  // fields that few events have
};

/// A repeated number, packed or not, whatever its wire type.
void addNumbers(Message message, std::vector<std::uint64_t>& numbers);

}  // namespace kernline::perfetto
