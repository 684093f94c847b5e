// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/notes/notes.h"

#include "core/model/base/replaced_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <optional>
#include <system_error>

namespace kernline {

namespace {

using nlohmann::json;

constexpr auto formatName = "kernline-notes";
constexpr int formatVersion = 1;
constexpr std::uintmax_t maxNotesBytes = std::uintmax_t{64} << 20;  // notes are written by hand

std::unexpected<Error> unusableNotes(const std::filesystem::path& file, const Message& why) {
  return std::unexpected(Error{Error::Kind::Unreadable, Phrase::tr("Notes in %1: %2").with(file.string(), why)});
}

json toJson(const Note& note) {
  json out{{"text", note.text}, {"start_ns", note.range.begin.ns}, {"duration_ns", note.range.length().ns}};
  if (note.eventOffset) {
    out["event_offset"] = *note.eventOffset;
    out["span"] = note.spanName;
  }
  return out;
}

/// nlohmann::json throws where a member is absent or of another type; the caller catches that once for the file.
Note fromJson(const json& in) {
  Note note;
  note.text = in.at("text").get<std::string>();
  note.range.begin = {in.at("start_ns").get<std::int64_t>()};
  const auto length = in.at("duration_ns").get<std::int64_t>();
  if (length < 0 || note.range.begin.ns > INT64_MAX - length) {
    throw json::other_error::create(600, "a note ends before it begins", &in);
  }
  note.range.end = note.range.begin + Duration{length};
  if (in.contains("event_offset")) {
    note.eventOffset = in.at("event_offset").get<std::uint64_t>();
    note.spanName = in.value("span", std::string());
  }
  return note;
}

}  // namespace

Note noteOn(const Trace& trace, SpanId span, std::string text) {
  return {.text = std::move(text),
          .range = trace.range(span),
          .eventOffset = trace.offset(span),
          .spanName = std::string(trace.nameText(span))};
}

SpanId spanOf(const Trace& trace, const Note& note) {
  if (!note.eventOffset) {
    return SpanId::none;
  }
  SpanId alike = SpanId::none;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const SpanId span{i};
    if (trace.start(span) != note.range.begin || trace.nameText(span) != note.spanName) {
      continue;
    }
    if (trace.offset(span) == *note.eventOffset) {
      return span;
    }
    alike = alike == SpanId::none ? span : alike;
  }
  return alike;
}

std::filesystem::path notesFileOf(const std::filesystem::path& trace) {
  std::filesystem::path file = trace;
  file += ".notes.json";
  return file;
}

Expected<std::vector<Note>> readNotes(const std::filesystem::path& file) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (error == std::errc::no_such_file_or_directory) {
    return std::vector<Note>{};
  }
  if (error) {
    return unusableNotes(file, Phrase::tr("cannot read the file (%1).").with(Message::systemError(error.value())));
  }
  if (size > maxNotesBytes) {
    return unusableNotes(file, Phrase::tr("the file is over 64 MiB, too large for notes."));
  }
  std::ifstream in(file, std::ios::binary);
  try {
    const json document = json::parse(in);
    if (document.value("format", std::string()) != formatName) {
      return unusableNotes(file, Phrase::tr("not in Kernline's format. Move the file away to start new notes."));
    }
    if (document.at("version").get<int>() > formatVersion) {
      return unusableNotes(file, Phrase::tr("written by a newer version of Kernline. Update Kernline to open them."));
    }
    std::vector<Note> notes;
    for (const json& note : document.at("notes")) {
      notes.push_back(fromJson(note));
    }
    return notes;
  } catch (const json::exception& problem) {
    return unusableNotes(file, Phrase::tr("the file is damaged (%1). Repair it or move it away.").with(problem.what()));
  }
}

Expected<void> writeNotes(const std::filesystem::path& file, const std::vector<Note>& notes) {
  json document{{"format", formatName}, {"version", formatVersion}, {"notes", json::array()}};
  std::ranges::transform(notes, std::back_inserter(document["notes"]), toJson);
  const std::optional<Message> problem =
      notes.empty() ? removeFile(file)
                    : replaceFile(file, document.dump(2, ' ', false, json::error_handler_t::replace) + '\n');
  return problem ? Expected<void>(unusableNotes(file, *problem)) : Expected<void>();
}

}  // namespace kernline
