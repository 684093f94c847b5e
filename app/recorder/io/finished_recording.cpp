// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/finished_recording.h"

#include "app/recorder/io/counted.h"
#include "app/recorder/io/say.h"

#include <fmt/format.h>

#include <cstdint>

namespace kernline::recorder {

void finishRecording(RecordingWriter& writer, RecordingFooter footer, const std::string& shownOutput) {
  if (footer.inFlight > 0) {
    footer.notes.push_back(fmt::format(
        "{} in flight on the GPUs when the recording ended",
        footer.inFlight == 1 ? std::string("1 activity was") : fmt::format("{} activities were", footer.inFlight)));
  }
  const RecordCounts& records = writer.records();
  const bool hasWork =
      records[RecordKind::Kernel] + records[RecordKind::Memcpy] + records[RecordKind::Memset] + footer.inFlight > 0;
  if (const std::uint64_t calls = records[RecordKind::RuntimeCall]; calls > 0 && !hasWork) {
    footer.notes.push_back(fmt::format("no GPU work was recorded, though there were {}", counted(calls, "call")));
  }
  if (!writer.finish(footer)) {
    say(writer.problem());
  }
  for (const std::string& note : footer.notes) {
    say(note);
  }
  if (writer.keptOlderFile()) {
    say(fmt::format("nothing was recorded; {} was left unchanged", shownOutput));
    return;
  }
  const std::uint64_t dropped = footer.dropped + writer.lost();
  say(counted(writer.records().sum(), "event") + " in " + shownOutput +
      (dropped > 0 ? fmt::format("; {} dropped", dropped) : ""));
}

}  // namespace kernline::recorder
