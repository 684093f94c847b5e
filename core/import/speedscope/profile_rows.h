// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/samples/stack_row.h"
#include "core/import/speedscope/profile_text.h"
#include "core/model/trace/trace_builder.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace kernline::speedscope {

/// The row for the spans of a profile.
struct ProfileRow {
  TraceBuilder& builder;
  TrackId track;
  std::span<const samples::Frame> frames;
  const char* textBegin;
  ValueUnit unit;
  /// Tells whether memory ran out at an offset: no more is read from there on.
  std::function<bool(std::uint64_t)> isFullAt;
};

/// A sampled profile: a stack lasts as long as its weight.
void addSamples(const ProfileRow& row, std::string_view profile);
/// An evented profile: frames open and close.
void addEvents(const ProfileRow& row, std::string_view profile);

/// One more than the largest number of a frame that samples or events of these profiles name.
[[nodiscard]] std::size_t countFrames(std::string_view profiles);

}  // namespace kernline::speedscope
