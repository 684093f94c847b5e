// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/events_answer.h"

#include "app/cli/kit/args_json.h"
#include "app/cli/kit/range_members.h"
#include "app/cli/kit/track_title.h"
#include "core/model/format/csv_cell.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>

namespace kernline::cli {

namespace {

constexpr std::size_t maxTrackWidth = 40;

std::string paddedLeft(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, displayWidth(text)), ' ') + text;
}

std::string paddedRight(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, displayWidth(text)), ' ');
}

}  // namespace

void EventWriter::beginFile(const LoadedFile& file, SpanOrigins* origins) {
  m_file = &file;
  m_origins = origins;
  m_titles.clear();
  for (const Track& track : file.trace->tracks()) {
    m_titles.push_back(fullTitle(*file.trace, track));
  }
  fileBegan();
}

std::uint32_t EventWriter::laneOf(SpanId span) const {
  const LaneId lane = trace().laneOf(span);
  return static_cast<std::uint32_t>(index(lane)) - trace().track(trace().lane(lane).track).firstLane;
}

JsonEventWriter::JsonEventWriter(Output& output, std::size_t files)
    : EventWriter(output, files), m_document(output, "events-1") {
  m_document.beginArray("events");
}

void JsonEventWriter::fileBegan() {
  m_files.push_back({{"path", textValue(path())}});
  addRange(m_files.back(), std::nullopt, trace());
}

void JsonEventWriter::write(SpanId span) {
  Json event{{"name", textValue(trace().nameText(span))},
             {"category", textValue(trace().categoryText(span))},
             {"track", textValue(titleOf(span))},
             {"start_ns", trace().start(span).ns},
             {"duration_ns", trace().duration(span).ns},
             {"lane", laneOf(span)},
             {"args", argsObject(trace().details(span).args)}};
  if (origins() != nullptr) {
    origins()->addTo(event, span);
  }
  if (isOneOfSeveral()) {
    event["file"] = m_files.size() - 1;
  }
  m_document.element(event);
}

void JsonEventWriter::end() {
  m_document.endArray();
  m_document.beginArray("files");
  for (const Json& each : m_files) {
    m_document.element(each);
  }
  m_document.endArray();
  m_document.end();
}

CsvEventWriter::CsvEventWriter(Output& output, std::size_t files) : EventWriter(output, files) {
  output.write(isOneOfSeveral() ? "file," : "");
  output.write("name,category,track,start_ns,duration_ns,lane,args\n");
}

void CsvEventWriter::write(SpanId span) {
  output().write(isOneOfSeveral() ? csvCell(path()) + "," : "");
  output().write(fmt::format("{},{},{},{},{},{},{}\n", csvCell(trace().nameText(span)),
                             csvCell(trace().categoryText(span)), csvCell(titleOf(span)), trace().start(span).ns,
                             trace().duration(span).ns, laneOf(span),
                             csvCell(toText(argsObject(trace().details(span).args)))));
}

/// Widths are chosen before the first line, since the lines are never all in memory.
void TextEventWriter::fileBegan() {
  if (isOneOfSeveral()) {
    output().write(printable(path()) + "\n");
  }
  m_trackWidth = 5;
  for (const Track& track : trace().tracks()) {
    m_trackWidth = std::max(m_trackWidth, displayWidth(printable(fullTitle(trace(), track))));
  }
  m_trackWidth = std::min(m_trackWidth, maxTrackWidth);
  output().write(
      fmt::format("{:>13}  {:>9}  {}  name\n", "start (µs)", "duration", paddedRight("track", m_trackWidth)));
}

void TextEventWriter::write(SpanId span) {
  const Duration start = trace().start(span) - trace().bounds().begin;
  output().write(fmt::format("{:>13}  {}  {}  {}\n", formatDuration(start, TimeUnit::Microseconds, 3),
                             paddedLeft(formatDuration(trace().duration(span)), 9),
                             paddedRight(elided(printable(titleOf(span)), m_trackWidth), m_trackWidth),
                             printable(trace().nameText(span))));
}

}  // namespace kernline::cli
