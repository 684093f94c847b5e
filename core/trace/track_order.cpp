// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/track_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <string>
#include <tuple>

namespace kernline {

namespace {

/// Numeric ids before words, numbers by value.
struct IdKey {
  bool isWord = true;
  std::int64_t number = 0;
  std::string_view word;

  explicit IdKey(std::string_view text) : word(text) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    isWord = error != std::errc{} || end != text.data() + text.size();
    number = isWord ? 0 : number;
  }
  auto operator<=>(const IdKey&) const = default;
};

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

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view{}
                                         : text.substr(first, text.find_last_not_of(" \t") - first + 1);
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
    return std::tuple(group, std::max(p.device, 0), p.sortIndex, IdKey(strings[p.pid]));
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

std::string processTitle(const Process& process, std::span<const Device> devices, const StringPool& strings) {
  const std::string_view pid = strings[process.pid];
  const std::string_view name = trimmed(strings[process.name]);
  if (process.device >= 0) {
    const auto device = std::ranges::find(devices, process.device, &Device::id);
    const std::string_view model = device == devices.end() ? std::string_view{} : std::string_view{device->name};
    return model.empty() ? fmt::format("GPU {}", process.device) : fmt::format("GPU {} · {}", process.device, model);
  }
  if (name.empty() && pid == "-1") {
    return "Profiler overhead";  // kineto's own rows
  }
  if (name.empty()) {
    return pid.empty()         ? std::string("Profiler")
           : IdKey(pid).isWord ? std::string(pid)
                               : fmt::format("process {}", pid);
  }
  return name == pid || pid.empty() ? std::string(name) : fmt::format("{} ({})", name, pid);
}

std::string trackTitle(const Track& track, const StringPool& strings) {
  const std::string_view tid = strings[track.tid];
  const std::string_view name = trimmed(strings[track.name]);
  if (!name.empty()) {
    const bool saysId = tid.empty() || track.kind != TrackKind::Thread || name.find(tid) != std::string_view::npos;
    return saysId ? std::string(name) : fmt::format("{} ({})", name, tid);
  }
  if (tid.empty()) {
    return std::string(toText(track.kind));
  }
  if (IdKey(tid).isWord) {
    return std::string(tid);
  }
  return fmt::format("{} {}", track.kind == TrackKind::Stream ? "stream" : "thread", tid);
}

}  // namespace kernline
