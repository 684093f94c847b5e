// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/track_order.h"

#include "core/model/trace/id_key.h"
#include "core/model/trace/titles.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace kernline {

namespace {

int rowGroup(TrackKind kind) {
  switch (kind) {
    case TrackKind::Stream:
      return 0;
    case TrackKind::DeviceOther:
      return 1;
    case TrackKind::Steps:
      return 2;
    case TrackKind::Thread:
      return 3;
    case TrackKind::Async:
      return 4;
    case TrackKind::Bookkeeping:
      break;
  }
  return 5;
}

}  // namespace

DisplayOrder displayOrder(std::span<const Process> processes, std::span<const Track> tracks,
                          const StringPool& strings) {
  std::vector<bool> ownRowsOnly(processes.size(), true);
  std::vector<bool> hasRows(processes.size(), false);
  for (const Track& track : tracks) {
    if (track.process != ProcessId::none) {
      hasRows[index(track.process)] = true;
      if (track.kind != TrackKind::Bookkeeping) {
        ownRowsOnly[index(track.process)] = false;
      }
    }
  }
  DisplayOrder order;
  order.processes.resize(processes.size());
  for (std::uint32_t i = 0; i < processes.size(); ++i) {
    order.processes[i] = ProcessId{i};
  }
  std::ranges::stable_sort(order.processes, {}, [&](ProcessId id) {
    const Process& p = processes[index(id)];
    const int group = p.device >= 0 ? 0 : (hasRows[index(id)] && ownRowsOnly[index(id)] ? 2 : 1);
    return std::tuple(group, p.rank, std::max(p.device, 0), p.sortIndex, IdKey(withoutRank(strings[p.pid])));
  });
  std::vector<std::uint32_t> placeOfProcess(processes.size());
  for (std::uint32_t i = 0; i < processes.size(); ++i) {
    placeOfProcess[index(order.processes[i])] = i;
  }
  order.tracks.resize(tracks.size());
  for (std::uint32_t i = 0; i < tracks.size(); ++i) {
    order.tracks[i] = TrackId{i};
  }
  std::ranges::stable_sort(order.tracks, {}, [&](TrackId id) {
    const Track& t = tracks[index(id)];
    const std::uint32_t place = t.process == ProcessId::none ? UINT32_MAX : placeOfProcess[index(t.process)];
    return std::tuple(place, rowGroup(t.kind), t.sortIndex, IdKey(strings[t.tid]), strings[t.name]);
  });
  return order;
}

}  // namespace kernline
