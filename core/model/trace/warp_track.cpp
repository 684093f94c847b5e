// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/warp_track.h"

#include <charconv>
#include <system_error>

namespace kernline {

namespace {

/// Takes `before` and the number behind it from the front of a text.
std::optional<std::uint32_t> takeNumberBehind(std::string_view& text, std::string_view before) {
  if (!text.starts_with(before)) {
    return std::nullopt;
  }
  const char* const digits = text.data() + before.size();
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(digits, text.data() + text.size(), number);
  if (error != std::errc{}) {
    return std::nullopt;
  }
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

std::optional<WarpTrack> protonRow(std::string_view process, std::string_view row) {
  const std::size_t core = process.rfind(" Core");
  const auto warp = takeNumberBehind(row, "warp ");
  if (core == std::string_view::npos || !warp || !(row.empty() || row.starts_with(" (line "))) {
    return std::nullopt;
  }
  std::string_view place = process.substr(core);
  const auto sm = takeNumberBehind(place, " Core");
  const auto block = sm ? takeNumberBehind(place, " CTA") : std::nullopt;
  return block && place.empty() ? std::optional(WarpTrack{process.substr(0, core), sm, *block, *warp}) : std::nullopt;
}

std::optional<WarpTrack> flashInferRow(std::string_view process, std::string_view row) {
  const auto sm = takeNumberBehind(process, "SM_");
  const auto block = takeNumberBehind(row, "blk");
  const auto group = takeNumberBehind(row, "_g");
  const bool isIt = sm && block && group && process.empty() && row.empty();
  return isIt ? std::optional(WarpTrack{{}, sm, *block, *group}) : std::nullopt;
}

/// A group of rows and its rows have one name in tg4perfetto, which these files are written with.
std::optional<WarpTrack> flashInferRowWithoutSm(std::string_view process, std::string_view row) {
  const auto block = takeNumberBehind(process, "block_");
  const auto group = takeNumberBehind(row, "group_");
  const auto again = takeNumberBehind(row, " / group_");
  const bool isIt = block && group && again == group && process.empty() && row.empty();
  return isIt ? std::optional(WarpTrack{{}, {}, *block, *group}) : std::nullopt;
}

}  // namespace

std::optional<WarpTrack> warpTrackOf(std::string_view process, std::string_view row) {
  for (const auto rowOf : {protonRow, flashInferRow, flashInferRowWithoutSm}) {
    if (const std::optional<WarpTrack> found = rowOf(process, row)) {
      return found;
    }
  }
  return std::nullopt;
}

std::optional<WarpTrack> warpTrackOf(const Trace& trace, const Track& track) {
  if (track.process == ProcessId::none) {
    return std::nullopt;
  }
  const Process& process = trace.process(track.process);
  return warpTrackOf(trace.text(process.name == StringId::empty ? process.pid : process.name),
                     trace.text(track.name == StringId::empty ? track.tid : track.name));
}

}  // namespace kernline
