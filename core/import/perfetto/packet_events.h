// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/perfetto/packet_source.h"
#include "core/model/base/source_text.h"
#include "core/model/trace/event_source.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace kernline::perfetto {

/// Context from earlier packets, stored for reading single packets again.
struct PacketContext {
  std::vector<StateNotes> notes;                                ///< interned texts
  std::vector<PackedBytes> packed;                              ///< compressed packets
  std::vector<std::pair<std::uint64_t, std::uint32_t>> clears;  ///< (offset, sequence): texts began anew
};

/// The events of a Perfetto trace, by the byte at which the packet of each begins; see also PackedPlace.
[[nodiscard]] std::shared_ptr<const EventSource> packetsAsEvents(std::shared_ptr<const SourceText> text,
                                                                 PacketContext context);

}  // namespace kernline::perfetto
