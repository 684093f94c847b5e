// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace_builder.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace kernline::samples {

/// A function, as a profile lists it once for all its stacks.
struct Frame {
  StringId name = StringId::empty;
  SpanKind kind = SpanKind::Other;
  std::uint64_t offset = 0;  ///< offset of its place in the text
};

/// Returns the kind of a frame in a file of this name.
[[nodiscard]] SpanKind kindOfSource(std::string_view fileName);

// A span of a stack is known by where its sample begins in the text and by its depth, so that of spans of one extent
// the outer comes first.
inline constexpr unsigned depthBits = 12;
inline constexpr std::size_t maxDepth = (std::size_t{1} << depthBits) - 1;
[[nodiscard]] constexpr std::uint64_t offsetAt(std::uint64_t byte, std::size_t depth = 0) {
  return byte << depthBits | depth;
}
[[nodiscard]] constexpr std::uint64_t byteOf(std::uint64_t offset) {
  return offset >> depthBits;
}
[[nodiscard]] constexpr std::size_t depthOf(std::uint64_t offset) {
  return offset & maxDepth;
}

/// Draws stacks that follow each other as spans on a row: a frame lasts as long as consecutive stacks have it at the
/// same depth. If stacks change so much that spans would outgrow the stacks many times, or are deeper than
/// `maxDepth`, only the outer frames are drawn, and counted so.
class StackRow {
 public:
  /// `frames` must outlive it.
  StackRow(TraceBuilder& builder, TrackId track, std::span<const Frame> frames, std::size_t stacks)
      : m_builder(builder), m_track(track), m_frames(frames), m_spansLeft(spansPerStack * stacks + spansAnyway) {}

  /// Sets the stack from `time` on, from the root to the leaf, by numbers of frames; `byte` is its place in the text.
  /// Times must not go back.
  void see(Time time, std::span<const std::uint32_t> stack, std::uint64_t byte);
  /// Ends what is open.
  void end(Time time) { closeDownTo(0, time); }

 private:
  static constexpr std::size_t spansPerStack = 16;
  static constexpr std::size_t spansAnyway = 65536;

  struct Open {
    std::uint32_t frame = 0;
    Time start;
    std::uint64_t offset = 0;
  };

  void closeDownTo(std::size_t depth, Time time);

  TraceBuilder& m_builder;
  TrackId m_track;
  std::span<const Frame> m_frames;
  std::size_t m_spansLeft;
  std::vector<Open> m_open;
};

}  // namespace kernline::samples
