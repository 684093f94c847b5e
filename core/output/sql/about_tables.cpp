// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/message.h"
#include "core/output/sql/list_specs.h"

#include <fmt/format.h>

#include <array>

namespace kernline::sql {

namespace {

using enum ColumnType;

const Track& trackAt(const Model& model, std::uint64_t row) {
  return model.trace().tracks()[row];
}

TrackId trackId(std::uint64_t row) {
  return TrackId{static_cast<std::uint32_t>(row)};
}

const Process* processOf(const Model& model, std::uint64_t row) {
  const ProcessId process = trackAt(model, row).process;
  return process == ProcessId::none ? nullptr : &model.trace().process(process);
}

Cell edge(const Track& track, Time TimeRange::* end) {
  return track.spanCount == 0 ? Cell{} : Cell::integer((track.extent.*end).ns);
}

ListSpec trackTable() {
  return {"tracks",
          Phrase::tr("tracks of the timeline: threads, streams and others with spans"),
          [](Model& model) -> std::uint64_t { return model.trace().tracks().size(); },
          {{{"id", Integer, Use::Lookup | Use::Unique, Phrase::tr("number of the track, for joins")},
            [](Model&, std::uint64_t row, std::string&) { return Cell::integer(static_cast<std::int64_t>(row)); }},
           {{"title", Text, Use::Match, Phrase::tr("as spans.track")},
            [](Model& m, std::uint64_t row, std::string&) { return Cell::text(m.trackTitle(trackId(row))); }},
           {{"kind", Text, Use::Match, "stream, device_other, thread, async, steps or bookkeeping"},
            [](Model& m, std::uint64_t row, std::string&) { return Cell::text(toText(trackAt(m, row).kind)); }},
           {{"process", Text, Use::Match, Phrase::tr("title of the process or device")},
            [](Model& m, std::uint64_t row, std::string&) { return m.processTitle(trackId(row)); }},
           {{"pid", Text, Use::Match, Phrase::tr("as in the file")},
            [](Model& m, std::uint64_t row, std::string&) {
              const Process* process = processOf(m, row);
              return process == nullptr ? Cell{} : Cell::textOrNull(m.trace().text(process->pid));
            }},
           {{"tid", Text, Use::Match, Phrase::tr("as in the file")},
            [](Model& m, std::uint64_t row, std::string&) {
              return Cell::textOrNull(m.trace().text(trackAt(m, row).tid));
            }},
           {{"device", Integer, Use::None, Phrase::tr("index of the GPU; NULL on the host")},
            [](Model& m, std::uint64_t row, std::string&) { return m.device(trackId(row)); }},
           {{"rank", Integer, Use::None, Phrase::tr("distributed rank; NULL if unknown")},
            [](Model& m, std::uint64_t row, std::string&) { return m.rank(trackId(row)); }},
           {{"spans", Integer, Use::None, Phrase::tr("number of spans")},
            [](Model& m, std::uint64_t row, std::string&) { return Cell::integer(trackAt(m, row).spanCount); }},
           {{"lanes", Integer, Use::None, Phrase::tr("number of lanes")},
            [](Model& m, std::uint64_t row, std::string&) { return Cell::integer(trackAt(m, row).laneCount); }},
           {{"start_ns", Integer, Use::None, Phrase::tr("start of the first span")},
            [](Model& m, std::uint64_t row, std::string&) { return edge(trackAt(m, row), &TimeRange::begin); }},
           {{"end_ns", Integer, Use::None, Phrase::tr("end of the last span")},
            [](Model& m, std::uint64_t row, std::string&) { return edge(trackAt(m, row), &TimeRange::end); }}}};
}

std::string_view severityText(IssueSeverity severity) {
  constexpr std::array<std::string_view, 3> texts{"note", "repaired", "lost"};
  return texts[static_cast<std::size_t>(severity)];
}

IssueKind issueAt(const Model& model, std::uint64_t row) {
  return model.trace().report().kinds()[row];
}

ListSpec issueTable() {
  return {
      "issues",
      Phrase::tr("data issues: what the importer repaired or skipped, and what may be wrong"),
      [](Model& model) -> std::uint64_t { return model.trace().report().kinds().size(); },
      {{{"kind", Text, Use::Match, "partial_overlap, …"},
        [](Model& m, std::uint64_t row, std::string&) { return Cell::text(issueText(issueAt(m, row)).key); }},
       {{"severity", Text, Use::Match, "note, repaired or lost"},
        [](Model& m, std::uint64_t row, std::string&) {
          return Cell::text(severityText(issueText(issueAt(m, row)).severity));
        }},
       {{"count", Integer, Use::None, Phrase::tr("number of occurrences")},
        [](Model& m, std::uint64_t row, std::string&) {
          return Cell::integer(static_cast<std::int64_t>(m.trace().report()[issueAt(m, row)].count));
        }},
       {{"source_offset", Integer, Use::None,
         Phrase::tr("position of the first one: byte of the decompressed text, or row of a database")},
        [](Model& m, std::uint64_t row, std::string&) {
          return Cell::integer(static_cast<std::int64_t>(m.trace().report()[issueAt(m, row)].firstOffset));
        }},
       {{"example", Text, Use::Match, Phrase::tr("example: the first one")},
        [](Model& m, std::uint64_t row, std::string&) {
          return Cell::textOrNull(m.trace().report()[issueAt(m, row)].example);
        }},
       {{"description", Text, Use::Match, Phrase::tr("description")},
        [](Model& m, std::uint64_t row, std::string&) { return Cell::text(issueText(issueAt(m, row)).description); }}}};
}

struct Fact {
  std::string_view key;
  Cell (*value)(const Trace& trace, std::string& scratch);
};

constexpr std::array facts{
    Fact{"path",
         [](const Trace& t, std::string&) { return t.sources().empty() ? Cell{} : Cell::text(t.sources()[0].path); }},
    Fact{"format",
         [](const Trace& t, std::string& scratch) {
           scratch = t.sources().empty() ? std::string() : t.sources()[0].format.english();
           return Cell::passing(scratch);
         }},
    Fact{"start_ns", [](const Trace& t, std::string&) { return Cell::integer(t.bounds().begin.ns); }},
    Fact{"end_ns", [](const Trace& t, std::string&) { return Cell::integer(t.bounds().end.ns); }},
    Fact{"base_time_ns", [](const Trace& t, std::string&) { return Cell::integer(t.baseTimeNs()); }},
    Fact{"spans", [](const Trace& t, std::string&) { return Cell::integer(static_cast<std::int64_t>(t.spanCount())); }},
};

ListSpec metaTable() {
  return {"meta",
          Phrase::tr("the trace as a whole, and the members of the document besides the events"),
          [](Model& model) -> std::uint64_t { return facts.size() + model.trace().metadata().size(); },
          {{{"key", Text, Use::Match,
             Phrase::tr("path, format, start_ns, end_ns, base_time_ns, spans, then the members of the file")},
            [](Model& m, std::uint64_t row, std::string&) {
              return Cell::text(row < facts.size() ? facts[row].key : m.trace().metadata()[row - facts.size()].key);
            }},
           {{"value", Any, Use::None, Phrase::tr("value; JSON for members of the file")},
            [](Model& m, std::uint64_t row, std::string& scratch) {
              return row < facts.size() ? facts[row].value(m.trace(), scratch)
                                        : Cell::text(m.trace().metadata()[row - facts.size()].value);
            }}}};
}

}  // namespace

std::vector<ListSpec> aboutTables() {
  return {trackTable(), issueTable(), metaTable()};
}

}  // namespace kernline::sql
