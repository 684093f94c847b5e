// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_subject.h"

#include "core/analysis/statistics/arrived_values.h"
#include "core/analysis/statistics/kernel_occupancy.h"
#include "core/model/base/parallel.h"
#include "core/model/format/quantity.h"
#include "core/model/names/kernel_name.h"
#include "core/model/trace/arg_number.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kernline {

namespace {

constexpr std::array<std::string_view, 1> roomKeys{"grid"};

/// The blocks of a launch with none for more than half of the multiprocessors of its device.
struct LaunchRoom {
  std::int64_t blocks = 0;
  std::int64_t multiprocessors = 0;

  auto operator<=>(const LaunchRoom&) const = default;
  /// Returns the share of the device that has a block. One block each may keep it busy, so no more is taken for free.
  [[nodiscard]] double fill() const { return static_cast<double>(blocks) / static_cast<double>(multiprocessors); }
};

/// Returns nullopt for launches with more blocks.
std::optional<LaunchRoom> roomOf(const ArgNode& args, const Device& device) {
  const double blocks = productOf(args.find("grid")).value_or(0);
  const auto multiprocessors = static_cast<std::int64_t>(device.multiprocessors);
  if (!(blocks >= 1) || blocks * 2 > static_cast<double>(multiprocessors)) {
    return std::nullopt;
  }
  return LaunchRoom{.blocks = std::llround(blocks), .multiprocessors = multiprocessors};
}

const Device* deviceOfPieces(const Trace& trace, const DeviceTimeline& timeline) {
  const SpanId first = timeline.pieces.empty() ? SpanId::none : timeline.pieces.front().span;
  const ProcessId process = first == SpanId::none ? ProcessId::none : trace.track(trace.trackOf(first)).process;
  const Device* device = process == ProcessId::none ? nullptr : describedDevice(trace, trace.process(process).device);
  return device != nullptr && device->multiprocessors > 0 ? device : nullptr;
}

/// A kernel that leaves half of its device free.
struct SmallPiece {
  TimelinePiece* piece = nullptr;
  LaunchRoom room;
};

/// Finds such pieces of a device. Of very many kernels it reads every nth; the others are taken for the one of their
/// name before them.
class SmallPieces {
 public:
  explicit SmallPieces(AdviceSubject& subject) : m_subject(subject), m_trace(subject.trace) {}

  [[nodiscard]] std::vector<SmallPiece> of(DeviceTimeline& timeline) {
    const Device* device = deviceOfPieces(m_trace, timeline);
    std::vector<TimelinePiece*> kernels;
    for (TimelinePiece& piece : timeline.pieces) {
      if (device != nullptr && m_trace.kind(piece.span) == SpanKind::Kernel && !piece.communicates) {
        kernels.push_back(&piece);
      }
    }
    if (kernels.empty()) {
      return {};
    }
    constexpr std::size_t maxRead = 200'000;
    const std::size_t stride = (kernels.size() + maxRead - 1) / maxRead;
    const std::vector<std::optional<LaunchRoom>> rooms = roomsOf(kernels, stride, *device);
    std::vector<SmallPiece> small;
    std::unordered_map<StringId, std::optional<LaunchRoom>> lastOf;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      std::optional<LaunchRoom>& room = lastOf[m_trace.name(kernels[i]->span)];
      room = i % stride == 0 ? rooms[i / stride] : room;
      if (room && !kernels[i]->isTaken && !isFast(kernels[i]->span)) {
        small.push_back({.piece = kernels[i], .room = *room});
      }
    }
    return small;
  }

 private:
  /// Returns those of every `stride`th kernel.
  [[nodiscard]] std::vector<std::optional<LaunchRoom>> roomsOf(const std::vector<TimelinePiece*>& kernels,
                                                               std::size_t stride, const Device& device) const {
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    std::vector<SpanId> read;
    for (std::size_t i = 0; i < kernels.size(); i += stride) {
      read.push_back(kernels[i]->span);
    }
    std::unordered_map<SpanId, std::size_t> places;
    for (std::size_t i = 0; i < read.size(); ++i) {
      places[read[i]] = i;
    }
    std::vector<std::uint32_t> numbers(read.size(), none);
    // Neighbours in the file share the blocks that a compressed source inflates.
    std::ranges::sort(read, {}, [&](SpanId kernel) { return m_trace.offset(kernel); });
    ArrivedValues<LaunchRoom> values;
    numberArgs(
        m_trace, read, roomKeys, defaultThreads(), m_subject.stop, values,
        [&](const ArgNode& args) { return roomOf(args, device); },
        [&](SpanId kernel, std::uint32_t number) { numbers[places.at(kernel)] = number; });
    const std::vector<LaunchRoom> known = values.inOrder(numbers);
    std::vector<std::optional<LaunchRoom>> rooms;
    rooms.reserve(numbers.size());
    for (const std::uint32_t number : numbers) {
      rooms.push_back(number == none ? std::nullopt : std::optional(known[number]));
    }
    return rooms;
  }

  /// Whether it is near its roofline, whatever its blocks.
  [[nodiscard]] bool isFast(SpanId kernel) const {
    constexpr double good = 0.5;
    return m_subject.meter.of(kernel).shareOfRoofline().value_or(0) >= good;
  }

  AdviceSubject& m_subject;
  const Trace& m_trace;
};

/// Launches of a kernel with as many blocks.
struct SmallKernel {
  Duration time;
  Duration claimed;
};
using SmallKernelKey = std::tuple<StringId, LaunchRoom>;

/// The time that as many blocks take where they share a full device; a launch takes its own time in any case.
Duration timeInFullDevice(Duration time, double fill, double launchNs) {
  return {std::llround(fill * std::max(0.0, static_cast<double>(time.ns) - launchNs))};
}

Message kernelSentence(const AdviceSubject& subject, const SmallKernelKey& key, const SmallKernel& kernel) {
  const auto& [name, room] = key;
  return Phrase::tr("%1: %2 blocks for %3 multiprocessors (%4).")
      .with(shortKernelName(subject.trace.text(name)), formatCount(static_cast<std::uint64_t>(room.blocks)),
            formatCount(static_cast<std::uint64_t>(room.multiprocessors)), subject.perStep(kernel.time));
}

}  // namespace

void adviseSmallKernels(AdviceSubject& subject) {
  constexpr std::int64_t minShareInverse = 4;  // of the time of all kernels
  std::vector<SmallPiece> small;
  SmallPieces finder(subject);
  for (DeviceTimeline& device : subject.devices) {
    const std::vector<SmallPiece> found = finder.of(device);
    small.insert(small.end(), found.begin(), found.end());
  }
  Duration time;
  double filled = 0;
  for (const SmallPiece& each : small) {
    time += each.piece->inside;
    filled += static_cast<double>(each.piece->inside.ns) * each.room.fill();
  }
  if (time.ns == 0 || time.ns * minShareInverse < subject.advice.kernelTime.ns) {
    return;
  }
  constexpr double usualLaunchNs = 2000;
  const double launchNs = subject.meter.ceilings() ? subject.meter.ceilings()->launchNs : usualLaunchNs;
  AdviceDraft draft;
  std::map<SmallKernelKey, SmallKernel> kernels;
  for (const SmallPiece& each : small) {
    TimelinePiece& piece = *each.piece;
    const Duration claimed = piece.claim(piece.inside - timeInFullDevice(piece.inside, each.room.fill(), launchNs));
    piece.isTaken = true;  // what keeps it from its roofline is known
    draft.add(claimed, piece.span, subject.trace.range(piece.span));
    SmallKernel& kernel = kernels[{subject.trace.name(piece.span), each.room}];
    kernel.time += piece.inside;
    kernel.claimed += claimed;
  }
  if (draft.bound.ns == 0) {
    return;
  }
  const double fill = filled / static_cast<double>(time.ns);
  const double share =
      static_cast<double>(time.ns) / static_cast<double>(std::max<std::int64_t>(subject.advice.kernelTime.ns, 1));
  AdviceRow row{.kind = AdviceKind::SmallKernels,
                .title = Phrase::tr("Give the device more work at once: small kernels take %1 of kernel time")
                             .with(formatShare(share)),
                .bound = draft.bound,
                .confidence = Confidence::Low,
                .evidence = {},
                .places = draft.places()};
  row.evidence.push_back(
      Phrase::tr("They take %1 and occupy %2 of the multiprocessors.").with(subject.perStep(time), formatShare(fill)));
  std::vector<std::pair<SmallKernelKey, SmallKernel>> largest(kernels.begin(), kernels.end());
  std::ranges::stable_sort(largest, std::ranges::greater{}, [](const auto& each) { return each.second.claimed; });
  constexpr std::size_t mostNamed = 3;
  largest.resize(std::min(largest.size(), mostNamed));
  for (const auto& [key, kernel] : largest) {
    row.evidence.push_back(kernelSentence(subject, key, kernel));
  }
  row.evidence.emplace_back(
      Phrase::tr("A larger batch does more work in a step of about the same time; it saves nothing of this step."));
  row.evidence.emplace_back(
      Phrase::tr("Several streams, or one kernel for several, save up to the bound, if the kernels are independent."));
  row.example = row.places.front().span;
  subject.advice.rows.push_back(std::move(row));
}

}  // namespace kernline
