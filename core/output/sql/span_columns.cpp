// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/sql/span_columns.h"

#include "core/analysis/steps/step_times.h"
#include "core/model/base/message.h"
#include "core/model/trace/arg_values.h"

#include <array>
#include <vector>

namespace kernline::sql {

namespace {

using enum ColumnType;

constexpr Use compare = Use::Compare;
constexpr Use compareOrder = Use::Compare | Use::Order;
constexpr Use match = Use::Match | Use::Order;

Cell spanOrNull(SpanId span) {
  return span == SpanId::none ? Cell{} : Cell::integer(static_cast<std::int64_t>(index(span)));
}

Cell startOf(const SpanRow& r) {
  return Cell::integer(r.trace().start(r.span).ns);
}
Cell durationOf(const SpanRow& r) {
  return Cell::integer(r.trace().duration(r.span).ns);
}
Cell endOf(const SpanRow& r) {
  return Cell::integer(r.trace().end(r.span).ns);
}
Cell laneOf(const SpanRow& r) {
  return Cell::integer(static_cast<std::int64_t>(index(r.lane)) - r.trace().track(r.track).firstLane);
}
Cell opOf(const SpanRow& r) {
  const SpanId op = r.model->opOf(r.span);
  return op == SpanId::none ? Cell{} : Cell::text(r.trace().nameText(op));
}
Cell stepOf(const SpanRow& r) {
  const std::uint32_t step = r.model->stepOf(r.span);
  return step == noStep ? Cell{} : Cell::text(r.trace().text(r.model->steps().steps[step].name));
}
Cell stepNumberOf(const SpanRow& r) {
  const std::uint32_t step = r.model->stepOf(r.span);
  return step == noStep ? Cell{} : Cell::integer(static_cast<std::int64_t>(r.model->stepNumber(step)));
}
Cell repairedOf(const SpanRow& r) {
  return Cell::integer(kernline::has(r.trace().flags(r.span), SpanFlags::Repaired) ? 1 : 0);
}
Cell latencyOf(const SpanRow& r) {
  const SpanId call = r.trace().launchOf(r.span);
  return call == SpanId::none ? Cell{} : Cell::integer((r.trace().start(r.span) - r.trace().start(call)).ns);
}

const std::array sharedColumns{
    SpanColumn{{"id", Integer, compareOrder | Use::Lookup | Use::Unique, Phrase::tr("number of the span, for joins")},
               Dependence::Row,
               [](const SpanRow& r) { return spanOrNull(r.span); }},
    SpanColumn{{"name", Text, match, Phrase::tr("as in the file")},
               Dependence::Name,
               [](const SpanRow& r) { return Cell::text(r.trace().nameText(r.span)); }},
    SpanColumn{{"category", Text, match, Phrase::tr("as in the file: kernel, cpu_op, …; NULL if absent")},
               Dependence::Category,
               [](const SpanRow& r) { return Cell::textOrNull(r.trace().categoryText(r.span)); }},
    SpanColumn{{"kind", Text, match,
                Phrase::tr("kernel, memcpy, memset, device_sync, device_annotation, runtime, op, python_function, "
                           "annotation, overhead or other")},
               Dependence::Kind,
               [](const SpanRow& r) { return Cell::text(toText(r.trace().kind(r.span))); }},
    SpanColumn{{"start_ns", Integer, compareOrder, Phrase::tr("on the clock of the trace")}, Dependence::Row, startOf},
    SpanColumn{{"duration_ns", Integer, compareOrder, Phrase::tr("duration")}, Dependence::Row, durationOf},
    SpanColumn{{"end_ns", Integer, compareOrder, "start_ns + duration_ns"}, Dependence::Row, endOf},
    SpanColumn{{"self_ns", Integer, Use::None, Phrase::tr("duration without direct children on the same track")},
               Dependence::Row,
               [](const SpanRow& r) { return Cell::integer(r.model->nesting().selfTimes[index(r.span)].ns); },
               true},
    SpanColumn{{"depth", Integer, Use::None, Phrase::tr("number of enclosing spans on the same track")},
               Dependence::Row,
               [](const SpanRow& r) { return Cell::integer(r.model->nesting().depths[index(r.span)]); },
               true},
    SpanColumn{{"track", Text, match, Phrase::tr("process and track: GPU 0 · stream 7")},
               Dependence::Track,
               [](const SpanRow& r) { return Cell::text(r.model->trackTitle(r.track)); }},
    SpanColumn{{"track_id", Integer, compareOrder, "tracks.id"},
               Dependence::Track,
               [](const SpanRow& r) { return Cell::integer(static_cast<std::int64_t>(index(r.track))); }},
    SpanColumn{{"process", Text, match, Phrase::tr("title of the process or device")},
               Dependence::Track,
               [](const SpanRow& r) { return r.model->processTitle(r.track); }},
    SpanColumn{{"thread", Text, match, Phrase::tr("track alone: stream 7, thread 4711")},
               Dependence::Track,
               [](const SpanRow& r) { return Cell::textOrNull(r.trace().text(r.trace().track(r.track).title)); }},
    SpanColumn{
        {"lane", Integer, Use::None, Phrase::tr("line within the track, 0 at the top")}, Dependence::Row, laneOf},
    SpanColumn{{"device", Integer, compareOrder, Phrase::tr("index of the GPU; NULL on the host")},
               Dependence::Track,
               [](const SpanRow& r) { return r.model->device(r.track); }},
    SpanColumn{{"stream", Integer, compare, Phrase::tr("stream; NULL on the host")},
               Dependence::Track,
               [](const SpanRow& r) { return r.model->stream(r.track); }},
    SpanColumn{{"rank", Integer, compareOrder, Phrase::tr("distributed rank; NULL if unknown")},
               Dependence::Track,
               [](const SpanRow& r) { return r.model->rank(r.track); }},
    SpanColumn{
        {"step", Text, Use::Order, Phrase::tr("name of the step that launched it; of a call, in which it starts")},
        Dependence::Row,
        stepOf,
        true},
    SpanColumn{{"step_number", Integer, Use::None, Phrase::tr("steps.number of that step")},
               Dependence::Row,
               stepNumberOf,
               true},
    SpanColumn{
        {"op", Text, Use::Order, Phrase::tr("name of the operator that issued it")}, Dependence::Row, opOf, true},
    SpanColumn{{"op_id", Integer, Use::None, Phrase::tr("spans.id of that operator")},
               Dependence::Row,
               [](const SpanRow& r) { return spanOrNull(r.model->opOf(r.span)); },
               true},
    SpanColumn{{"repaired", Integer, Use::None, Phrase::tr("1: times were clamped, or missing in the file")},
               Dependence::Row,
               repairedOf},
    SpanColumn{{"source_offset", Integer, Use::None,
                Phrase::tr("position of the event: byte of the decompressed text, or row of a database")},
               Dependence::Row,
               [](const SpanRow& r) { return Cell::integer(static_cast<std::int64_t>(r.trace().offset(r.span))); }},
    SpanColumn{{"correlation", Integer, Use::None, Phrase::tr("from the args, read from the file; not in *"), true},
               Dependence::Row,
               [](const SpanRow& r) { return argValue(r.trace(), r.span, "correlation", *r.scratch); }},
};

const std::array ownColumns{
    SpanColumn{{"short_name", Text, match, Phrase::tr("function and main template arguments")},
               Dependence::Name,
               [](const SpanRow& r) { return Cell::text(r.model->shortName(r.trace().name(r.span))); },
               true},
    SpanColumn{{"family", Text, match, Phrase::tr("GEMM, attention, elementwise, …, by name")},
               Dependence::Name,
               [](const SpanRow& r) { return Cell::text(r.model->family(r.trace().name(r.span))); },
               true},
    SpanColumn{{"launch_id", Integer, Use::None, Phrase::tr("spans.id of the launch call")},
               Dependence::Row,
               [](const SpanRow& r) { return spanOrNull(r.trace().launchOf(r.span)); }},
    SpanColumn{{"launch_latency_ns", Integer, Use::None,
                Phrase::tr("from the start of the launch call to the start of the kernel")},
               Dependence::Row,
               latencyOf},
    SpanColumn{{"grid", Text, Use::None, Phrase::tr("blocks, as [x, y, z], read from the file; not in *"), true},
               Dependence::Row,
               [](const SpanRow& r) { return argValue(r.trace(), r.span, "grid", *r.scratch); }},
    SpanColumn{
        {"block", Text, Use::None, Phrase::tr("threads per block, as [x, y, z], read from the file; not in *"), true},
        Dependence::Row,
        [](const SpanRow& r) { return argValue(r.trace(), r.span, "block", *r.scratch); }},
};

}  // namespace

std::span<const SpanColumn> spanColumns() {
  return sharedColumns;
}

std::span<const SpanColumn> kernelColumns() {
  static const std::vector<SpanColumn> columns = [] {
    std::vector<SpanColumn> all(sharedColumns.begin(), sharedColumns.end());
    all.insert(all.end(), ownColumns.begin(), ownColumns.end());
    return all;
  }();
  return columns;
}

}  // namespace kernline::sql
