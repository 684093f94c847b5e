// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/message.h"
#include "core/output/sql/list_specs.h"

#include <algorithm>
#include <cmath>

namespace kernline::sql {

namespace {

using enum ColumnType;

const Step& stepAt(Model& model, std::uint64_t row) {
  return model.steps().steps[row];
}

const Instant& instantAt(const Model& model, std::uint64_t row) {
  return model.trace().instants()[row];
}

const MemoryEvent& memoryAt(const Model& model, std::uint64_t row) {
  return model.trace().memoryEvents()[row];
}

Cell present(std::int64_t figure) {
  return figure == MemoryEvent::absent ? Cell{} : Cell::integer(figure);
}

Cell titleOf(const Model& model, TrackId track) {
  return track == TrackId::none ? Cell{} : Cell::text(model.trackTitle(track));
}

Cell titleOf(const Model& model, ProcessId process) {
  return process == ProcessId::none ? Cell{}
                                    : Cell::textOrNull(model.trace().text(model.trace().process(process).title));
}

/// Samples are numbered in the order of the trace: counter after counter.
const Counter& counterOf(const Model& model, std::uint64_t row) {
  const std::span<const Counter> counters = model.trace().counters();
  const auto after = std::ranges::upper_bound(counters, row, {}, &Counter::firstSample);
  return *(after - 1);
}

ListSpec stepTable() {
  return {
      "steps",
      Phrase::tr("training or inference steps, recorded or found, each to the end of the device work launched in it"),
      [](Model& model) -> std::uint64_t { return model.steps().steps.size(); },
      {{{"name", Text, Use::Match, "ProfilerStep#3"},
        [](Model& m, std::uint64_t row, std::string&) { return Cell::text(m.trace().text(stepAt(m, row).name)); }},
       {{"start_ns", Integer, Use::None, Phrase::tr("on the clock of the trace")},
        [](Model& m, std::uint64_t row, std::string&) { return Cell::integer(stepAt(m, row).range.begin.ns); }},
       {{"duration_ns", Integer, Use::None, Phrase::tr("duration")},
        [](Model& m, std::uint64_t row, std::string&) { return Cell::integer(stepAt(m, row).range.length().ns); }},
       {{"end_ns", Integer, Use::None, "start_ns + duration_ns"},
        [](Model& m, std::uint64_t row, std::string&) { return Cell::integer(stepAt(m, row).range.end.ns); }},
       {{"process", Text, Use::Match, Phrase::tr("title of the process")},
        [](Model& m, std::uint64_t row, std::string&) { return titleOf(m, stepAt(m, row).process); }},
       {{"span_id", Integer, Use::Lookup, Phrase::tr("spans.id of the annotation; NULL if there is none")},
        [](Model& m, std::uint64_t row, std::string&) {
          const SpanId span = stepAt(m, row).span;
          return span == SpanId::none ? Cell{} : Cell::integer(static_cast<std::int64_t>(index(span)));
        }},
       {{"number", Integer, Use::None, Phrase::tr("number among the steps of the process, from 0")},
        [](Model& m, std::uint64_t row, std::string&) {
          return Cell::integer(static_cast<std::int64_t>(m.stepNumber(row)));
        }},
       {{"source", Text, Use::Match, Phrase::tr("recorded, annotation, function or rounds")},
        [](Model& m, std::uint64_t, std::string&) { return Cell::text(toText(m.steps().source)); }},
       {{"device_ns", Integer, Use::None, Phrase::tr("device time of the activities launched in the step")},
        [](Model& m, std::uint64_t row, std::string&) { return Cell::integer(m.stepStats(row).device.ns); }},
       {{"idle_ns", Integer, Use::None, Phrase::tr("of its time, while nothing ran on a device")},
        [](Model& m, std::uint64_t row, std::string&) { return Cell::integer(m.stepStats(row).idle.ns); }},
       {{"exposed_communication_ns", Integer, Use::None,
         Phrase::tr("of device_ns, communication that no other kernel of the device hides")},
        [](Model& m, std::uint64_t row, std::string&) {
          return Cell::integer(m.stepStats(row).exposedCommunication.ns);
        }}}};
}

ListSpec counterTable() {
  return {
      "counters",
      Phrase::tr("values of counters"),
      [](Model& model) -> std::uint64_t { return model.trace().counterSampleCount(); },
      {{{"name", Text, Use::Match, Phrase::tr("name of the counter")},
        [](Model& m, std::uint64_t row, std::string&) { return Cell::text(m.trace().text(counterOf(m, row).name)); }},
       {{"series", Text, Use::Match, Phrase::tr("series of the counter; NULL if it has only one")},
        [](Model& m, std::uint64_t row, std::string&) {
          return Cell::textOrNull(m.trace().text(counterOf(m, row).series));
        }},
       {{"unit", Text, Use::Match, Phrase::tr("bytes, %, …; NULL if unknown")},
        [](Model& m, std::uint64_t row, std::string&) {
          return Cell::textOrNull(m.trace().text(counterOf(m, row).unit));
        }},
       {{"track", Text, Use::Match, Phrase::tr("title of the process or device")},
        [](Model& m, std::uint64_t row, std::string&) { return titleOf(m, counterOf(m, row).process); }},
       {{"time_ns", Integer, Use::None, Phrase::tr("on the clock of the trace")},
        [](Model& m, std::uint64_t row, std::string&) {
          const Counter& counter = counterOf(m, row);
          return Cell::integer(m.trace().sampleTimes(counter)[row - counter.firstSample].ns);
        }},
       {{"value", Real, Use::None,
         Phrase::tr("value from this time on; NULL where it was not sampled, so count(value) counts samples")},
        [](Model& m, std::uint64_t row, std::string&) {
          const Counter& counter = counterOf(m, row);
          const double value = m.trace().sampleValues(counter)[row - counter.firstSample];
          return std::isnan(value) ? Cell{} : Cell::real(value);
        }}}};
}

ListSpec instantTable() {
  return {
      "instants",
      Phrase::tr("events at a point in time"),
      [](Model& model) -> std::uint64_t { return model.trace().instants().size(); },
      {{{"name", Text, Use::Match, Phrase::tr("as in the file")},
        [](Model& m, std::uint64_t row, std::string&) { return Cell::text(m.trace().text(instantAt(m, row).name)); }},
       {{"category", Text, Use::Match, Phrase::tr("as in the file")},
        [](Model& m, std::uint64_t row, std::string&) {
          return Cell::textOrNull(m.trace().categoryText(instantAt(m, row).category));
        }},
       {{"time_ns", Integer, Use::None, Phrase::tr("on the clock of the trace")},
        [](Model& m, std::uint64_t row, std::string&) { return Cell::integer(instantAt(m, row).time.ns); }},
       {{"track", Text, Use::Match, Phrase::tr("track; NULL for the whole trace")},
        [](Model& m, std::uint64_t row, std::string&) { return titleOf(m, instantAt(m, row).track); }},
       {{"source_offset", Integer, Use::None,
         Phrase::tr("position of the event: byte of the decompressed text, or row of a database")},
        [](Model& m, std::uint64_t row, std::string&) {
          return Cell::integer(static_cast<std::int64_t>(instantAt(m, row).offset));
        }}}};
}

ListSpec memoryTable() {
  return {"memory",
          Phrase::tr("allocations and frees recorded by torch.profiler"),
          [](Model& model) -> std::uint64_t { return model.trace().memoryEvents().size(); },
          {{{"time_ns", Integer, Use::None, Phrase::tr("on the clock of the trace")},
            [](Model& m, std::uint64_t row, std::string&) { return Cell::integer(memoryAt(m, row).time.ns); }},
           {{"bytes", Integer, Use::None, Phrase::tr("negative for a free")},
            [](Model& m, std::uint64_t row, std::string&) { return Cell::integer(memoryAt(m, row).bytes); }},
           {{"allocated_bytes", Integer, Use::None, Phrase::tr("total afterwards")},
            [](Model& m, std::uint64_t row, std::string&) { return present(memoryAt(m, row).totalAllocated); }},
           {{"reserved_bytes", Integer, Use::None, Phrase::tr("total afterwards")},
            [](Model& m, std::uint64_t row, std::string&) { return present(memoryAt(m, row).totalReserved); }},
           {{"address", Integer, Use::Lookup, Phrase::tr("address of the block")},
            [](Model& m, std::uint64_t row, std::string&) {
              return Cell::integer(static_cast<std::int64_t>(memoryAt(m, row).address));
            }},
           {{"device", Integer, Use::None, Phrase::tr("index of the GPU; NULL on the host")},
            [](Model& m, std::uint64_t row, std::string&) { return Cell::indexOrNull(memoryAt(m, row).device); }},
           {{"track", Text, Use::Match, Phrase::tr("thread")},
            [](Model& m, std::uint64_t row, std::string&) { return titleOf(m, memoryAt(m, row).track); }}}};
}

}  // namespace

std::vector<ListSpec> timeTables() {
  return {stepTable(), counterTable(), instantTable(), memoryTable()};
}

}  // namespace kernline::sql
