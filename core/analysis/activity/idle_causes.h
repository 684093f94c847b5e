// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/device_tracks.h"
#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace kernline {

/// The reason why a device was idle. A device is idle while none of its streams runs a kernel, a copy or a fill. A gap
/// ends with the activity that starts next, and the host call that launched it shows what was late:
///
/// - Before that call began, the host had not requested the activity. This part of the gap belongs to what the
///   launching thread (or else the one that launched what ran before) was waiting in; if it was not waiting, the device
///   was HostBound.
/// - From the call's begin, the activity was on its way. Up to `maxLaunchLatency` that is LaunchLatency; where the call
///   had ended before the gap began, the activity was queued, and the gap is the device's own: an InterKernelGap, or
///   between two operations of one graph launch a GraphGap.
///
/// So a gap may be cut into intervals of several causes, and the sums of all causes are the idle time to the
/// nanosecond.
enum class IdleCause : std::uint8_t {
  HostBound,  ///< the next activity was not launched yet and its thread did not wait, or sat in a launch call that took
              ///< longer than a launch may; no more activity was launched; blamed: the call the thread was in for most
              ///< of it (`HostActivity`), else the launch call
  Synchronization,  ///< the host was in a …Synchronize call, or the stream in a recorded wait; blamed: that call or
                    ///< wait
  Memcpy,           ///< the host was in a …Memcpy… call, or a launched copy took long to start; blamed: call or copy
  Communication,    ///< the host was in nccl:…, gloo:… or the like, or a launched communication kernel took long to
                    ///< start; blamed: that operator or kernel
  LaunchLatency,   ///< the activity was launched into an empty queue and started within `maxLaunchLatency`; blamed: the
                   ///< launch call
  InterKernelGap,  ///< the activity was queued when the one before it ended, and started within `maxLaunchLatency`;
                   ///< blamed: the activity
  GraphGap,        ///< gap between two operations that one call launched as a graph; blamed: that call
  Unknown,  ///< no launch is recorded, or the clocks disagree (launched after it ran), or launched activity took longer
            ///< than that to start for no known reason; blamed: the activity
};

inline constexpr std::size_t idleCauseCount = static_cast<std::size_t>(IdleCause::Unknown) + 1;

/// `host_bound`, `synchronization`, … as the command line spells them.
[[nodiscard]] std::string_view toText(IdleCause cause);
/// "host-bound", "synchronization", …: for people.
[[nodiscard]] std::string_view shownName(IdleCause cause);

struct IdleInterval {
  TimeRange range;
  IdleCause cause = IdleCause::Unknown;
  bool followsSync = false;      ///< HostBound, directly after a synchronization that let the device run dry
  SpanId blamed = SpanId::none;  ///< none if no more activity was launched
  SpanId next = SpanId::none;    ///< the activity that ends the gap; none after the last
  SpanId sync = SpanId::none;    ///< the synchronization that it follows
};

struct DeviceIdle {
  std::int32_t rank = -1;
  std::int32_t device = -1;
  ProcessId process = ProcessId::none;
  std::string name;
  TimeRange window;
  Duration idle;  ///< equals the sum of `sums`
  std::array<Duration, idleCauseCount> sums{};
  Duration hostBoundAfterSync;          ///< the part of HostBound that follows a synchronization
  std::vector<IdleInterval> intervals;  ///< ascending, none overlapping

  [[nodiscard]] Duration of(IdleCause cause) const { return sums[static_cast<std::size_t>(cause)]; }
  /// The rest of the window; 0 if that is empty.
  [[nodiscard]] double busyShare() const {
    return window.length().ns > 0 ? 1 - static_cast<double>(idle.ns) / static_cast<double>(window.length().ns) : 0;
  }
  /// The longest interval of this cause, or nullptr.
  [[nodiscard]] const IdleInterval* longest(IdleCause cause) const;
};

/// HostBound time of a device while the host was in calls of one name.
struct HostCause {
  StringId name = StringId::none;  ///< none if in no call that filled half of the gap
  Duration total;
  std::uint64_t count = 0;                ///< intervals
  const IdleInterval* longest = nullptr;  ///< interval of the `DeviceIdle` passed in
};

/// Returns the causes by total time, longest first; totals add up to `idle.of(HostBound)`.
[[nodiscard]] std::vector<HostCause> hostCauses(const Trace& trace, const DeviceIdle& idle);

struct IdleOptions {
  /// Range to account for. Nullopt for each device's own: first start to last end of its work. With a range, time in it
  /// before a device's first and after its last activity is idle, too.
  std::optional<TimeRange> range = {};
  /// HTA's default ("consecutive_kernel_delay", which its code compares with microseconds).
  Duration maxLaunchLatency{30'000};
};

/// One entry for each device with work. O(n log n) in device activity, a pass over each thread that launched late.
/// Empty if stopped.
[[nodiscard]] std::vector<DeviceIdle> idleCauses(const Trace& trace, const IdleOptions& options = {},
                                                 const std::stop_token& stop = {});

/// Sums the idle time within `range` by cause, over all these devices.
[[nodiscard]] std::array<Duration, idleCauseCount> idleWithin(std::span<const DeviceIdle> devices, TimeRange range);

}  // namespace kernline
