// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds the user's notes on a trace, in a file next to it.
#pragma once

#include "core/model/base/error.h"
#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kernline {

/// A note that a user added at a time, a range or a span of a trace.
struct Note {
  std::string text;
  TimeRange range;                           ///< range on the trace's own clock; begin = end for a moment
  std::optional<std::uint64_t> eventOffset;  ///< offset of the annotated span in the trace's text; nullopt if none
  std::string spanName;                      ///< name of the annotated span; empty if none

  bool operator==(const Note&) const = default;
};

/// A note about `span` with the text at hand.
[[nodiscard]] Note noteOn(const Trace& trace, SpanId span, std::string text);

/// The span a note is about: at the same place in the text, or, in a file that was written anew, one of the same name
/// that starts at the same time. none if there is no such span any more. O(spans).
[[nodiscard]] SpanId spanOf(const Trace& trace, const Note& note);

/// The file with the notes of a trace: "run.json.gz.notes.json" for "run.json.gz".
[[nodiscard]] std::filesystem::path notesFileOf(const std::filesystem::path& trace);

/// No file: no notes. Errors: Unreadable with the file's name and the place of what is wrong.
[[nodiscard]] Expected<std::vector<Note>> readNotes(const std::filesystem::path& file);

/// Writes a new file and puts it in place of the old one at once, so that a crash leaves the one or the other.
/// Without any note the file is removed. Errors: Unreadable with the file's name and the system's reason.
[[nodiscard]] Expected<void> writeNotes(const std::filesystem::path& file, const std::vector<Note>& notes);

}  // namespace kernline
