// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/track_choice.h"

#include "app/cli/kit/track_title.h"
#include "core/model/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace kernline::cli {

namespace {

template <typename Wanted>
std::vector<TrackId> tracksThat(const Trace& trace, const Wanted& wanted) {
  std::vector<TrackId> found;
  for (std::uint32_t t = 0; t < trace.tracks().size(); ++t) {
    if (wanted(trace.tracks()[t])) {
      found.push_back(TrackId{t});
    }
  }
  return found;
}

}  // namespace

Expected<std::vector<TrackId>> chooseTracks(const Trace& trace, const std::string& wanted) {
  if (wanted.empty()) {
    return tracksThat(trace, [](const Track&) { return true; });
  }
  std::vector<TrackId> exact = tracksThat(trace, [&](const Track& track) {
    return trace.text(track.tid) == wanted || trace.text(track.name) == wanted || trace.text(track.title) == wanted ||
           fullTitle(trace, track) == wanted;
  });
  if (!exact.empty()) {
    return exact;
  }
  const std::string part = lowered(wanted);
  std::vector<TrackId> similar =
      tracksThat(trace, [&](const Track& track) { return lowered(fullTitle(trace, track)).contains(part); });
  if (similar.empty()) {
    return std::unexpected(
        Error{Error::Kind::Usage,
              Message::name(fmt::format("there is no track \"{}\"; kernline summary --all lists the tracks", wanted))});
  }
  return similar;
}

}  // namespace kernline::cli
