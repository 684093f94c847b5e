// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace kernline {

/// Kind of a span, independent of its producer's name for it.
enum class SpanKind : std::uint8_t {
  Other,             ///< none of the kinds below
  Kernel,            ///< runs on a device
  Memcpy,            ///< a copy on a device
  Memset,            ///< a memset on a device
  DeviceSync,        ///< a synchronization drawn on a device row; not activity
  DeviceAnnotation,  ///< a user's range projected on a device row; not activity
  Runtime,           ///< a runtime or driver API call on the host
  Op,                ///< a framework operator on the host (aten::mm)
  PythonFunction,    ///< a Python frame
  Annotation,        ///< a user's range on the host, ProfilerStep# too
  Overhead,          ///< the profiler's own cost
};

/// `kernel`, `memcpy`, … as the command line spells them.
[[nodiscard]] std::string_view toText(SpanKind kind);

/// Returns whether spans of this kind keep a device busy.
[[nodiscard]] constexpr bool isDeviceActivity(SpanKind kind) {
  return kind == SpanKind::Kernel || kind == SpanKind::Memcpy || kind == SpanKind::Memset;
}

enum class TrackKind : std::uint8_t {
  Stream,       ///< a queue of a device
  DeviceOther,  ///< another row of a device process (annotations, sync rows, XLA modules)
  Thread,       ///< a thread of a host process
  Async,        ///< spans that belong to no thread, by process and name
  Steps,        ///< the steps, one lane
  Bookkeeping,  ///< rows the profiler writes about itself ("Spans", "Traces", overhead)
};

[[nodiscard]] std::string_view toText(TrackKind kind);

enum class SpanFlags : std::uint8_t {
  None = 0,
  Unfinished = 1,      ///< B without E: its end is the end of its thread
  Repaired = 2,        ///< a time of it was clamped or absent
  GraphReplay = 4,     ///< one of many of one CUDA graph launch
  Overlapping = 8,     ///< partly overlaps a neighbor, so it sits on a lane of its own
  OutsideBounds = 16,  ///< time 0 among epoch times; excluded from the trace's bounds
};

constexpr SpanFlags operator|(SpanFlags a, SpanFlags b) {
  return static_cast<SpanFlags>(static_cast<std::uint8_t>(a) | static_cast<std::uint8_t>(b));
}
constexpr SpanFlags& operator|=(SpanFlags& a, SpanFlags b) {
  return a = a | b;
}
constexpr bool has(SpanFlags set, SpanFlags flag) {
  return (static_cast<std::uint8_t>(set) & static_cast<std::uint8_t>(flag)) != 0;
}

}  // namespace kernline
