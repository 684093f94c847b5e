// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/titles.h"

#include "core/model/base/text.h"
#include "core/model/trace/id_key.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace kernline {

namespace {

constexpr std::string_view blocksOfDevice = "blocks";  // Kernline's recorder: "GPU 0 blocks"

/// The word that `name` begins with if it names a device: "MTIA 9", "GPU0".
std::string_view acceleratorOf(std::string_view name) {
  for (const std::string_view word : acceleratorWords) {
    const std::string_view rest = name.substr(std::min(word.size(), name.size()));
    const bool hasNumber = !rest.empty() && rest.find_first_of("0123456789") <= 1;
    if (name.starts_with(word) && hasNumber) {
      return word;
    }
  }
  return {};
}

std::string hostTitle(const Process& process, const StringPool& strings) {
  const std::string_view pid = withoutRank(strings[process.pid]);
  const std::string_view name = trimmed(strings[process.name]);
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

/// Returns what follows the device in the name of its process: "stream:12 Compute" of "/gpu:0/stream:12 Compute"; empty
/// for "/device:GPU:0" and "GPU0".
std::string_view nameWithinDevice(std::string_view name) {
  name = trimmed(name);
  if (name.starts_with('/')) {
    const auto slash = name.find('/', 1);
    return slash == std::string_view::npos ? std::string_view{} : name.substr(slash + 1);
  }
  const std::string_view word = acceleratorOf(name);
  if (word.empty()) {
    return name;
  }
  const auto own = name.find_first_not_of(" 0123456789", word.size());
  return own == std::string_view::npos        ? std::string_view{}
         : name.substr(own) == blocksOfDevice ? name.substr(own)
                                              : name;
}

std::string deviceTitle(const Process& process, std::span<const Device> devices, const StringPool& strings) {
  const std::string_view model = deviceModel(process.device, devices);
  const std::string number = deviceNumber(process, strings);
  if (nameWithinDevice(strings[process.name]) == blocksOfDevice) {
    return fmt::format("{} · {}", number, blocksOfDevice);  // next to that of the GPU, which names the model
  }
  return model.empty() ? number : fmt::format("{} · {}", number, model);
}

bool haveSeveralRanks(std::span<const Process> processes) {
  std::int32_t known = -1;
  return std::ranges::any_of(processes, [&](const Process& process) {
    const bool isOther = known >= 0 && process.rank >= 0 && process.rank != known;
    known = process.rank >= 0 ? process.rank : known;
    return isOther;
  });
}

/// The devices' processes by title; those that share one need different titles.
using SameTitle = std::map<std::string, std::vector<std::size_t>>;

SameTitle byTitle(std::span<const Process> processes, const std::vector<std::string>& titles) {
  SameTitle groups;
  for (std::size_t i = 0; i < processes.size(); ++i) {
    if (processes[i].device >= 0) {
      groups[titles[i]].push_back(i);
    }
  }
  return groups;
}

}  // namespace

std::string_view withoutRank(std::string_view text) {
  constexpr std::string_view word = "rank ";
  const auto end = text.starts_with(word) ? text.find_first_not_of("0123456789", word.size()) : std::string_view::npos;
  const bool isRank = end != std::string_view::npos && end > word.size() && text.substr(end).starts_with(": ");
  return isRank ? text.substr(end + 2) : text;
}

std::string deviceNumber(const Process& process, const StringPool& strings) {
  const std::string_view labels = trimmed(strings[process.labels]);
  const bool isWordAlone = std::ranges::find(acceleratorWords, labels) != acceleratorWords.end();  // Ascend's "NPU"
  std::string_view word = isWordAlone ? labels : acceleratorOf(labels);
  if (word.empty()) {
    word = acceleratorOf(trimmed(strings[process.name]));
  }
  return fmt::format("{} {}", word.empty() ? "GPU" : word, process.device);
}

std::string_view deviceModel(std::int32_t device, std::span<const Device> devices) {
  const auto known = std::ranges::find(devices, device, &Device::id);
  return known == devices.end() ? std::string_view{} : std::string_view{known->name};
}

std::vector<std::string> processTitles(std::span<const Process> processes, std::span<const Device> devices,
                                       const StringPool& strings) {
  std::vector<std::string> titles;
  for (const Process& process : processes) {
    titles.push_back(process.device >= 0 ? deviceTitle(process, devices, strings) : hostTitle(process, strings));
  }
  if (haveSeveralRanks(processes)) {
    for (std::size_t i = 0; i < processes.size(); ++i) {
      const std::string_view first = std::string_view(titles[i]).substr(0, 4);
      const bool saysRank = first == "rank" || first == "Rank" || first == "RANK";
      const std::string exported = fmt::format("rank {}: ", processes[i].rank);
      if (titles[i].starts_with(exported)) {
        titles[i].replace(0, exported.size(), fmt::format("rank {} · ", processes[i].rank));
      } else if (processes[i].rank >= 0 && !saysRank) {
        titles[i] = fmt::format("rank {} · {}", processes[i].rank, titles[i]);
      }
    }
  }
  for (const auto& [title, group] : byTitle(processes, titles)) {
    for (const std::size_t i : group) {
      const std::string_view own = nameWithinDevice(strings[processes[i].name]);
      if (group.size() > 1 && !own.empty()) {
        titles[i] += fmt::format(" · {}", own);
      }
      if (processes[i].isSummary && own != blocksOfDevice) {
        titles[i] += " (repeats the streams)";
      }
    }
  }
  return titles;
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
  const bool isDeviceRow = track.kind == TrackKind::Stream || track.kind == TrackKind::DeviceOther;
  return fmt::format("{} {}", track.kind == TrackKind::Stream ? "stream" : isDeviceRow ? "row" : "thread", tid);
}

}  // namespace kernline
