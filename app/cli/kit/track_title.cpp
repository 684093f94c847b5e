// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kit/track_title.h"

namespace kernline::cli {

std::string processTitle(const Trace& trace, const Track& track) {
  return track.process == ProcessId::none ? std::string{} : std::string{trace.text(trace.process(track.process).title)};
}

std::string fullTitle(const Trace& trace, const Track& track) {
  const std::string process = processTitle(trace, track);
  const std::string_view own = trace.text(track.title);
  return process.empty() ? std::string{own} : process + " · " + std::string{own};
}

}  // namespace kernline::cli
