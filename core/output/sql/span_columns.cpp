// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/sql/span_columns.h"

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
  const SpanId op = r.trace().opOf(r.span);
  return op == SpanId::none ? Cell{} : Cell::text(r.trace().nameText(op));
}
Cell stepOf(const SpanRow& r) {
  const auto step = r.model->stepAt(r.track, r.trace().start(r.span));
  return step ? Cell::text(r.trace().text(r.trace().steps()[*step].name)) : Cell{};
}
Cell repairedOf(const SpanRow& r) {
  return Cell::integer(kernline::has(r.trace().flags(r.span), SpanFlags::Repaired) ? 1 : 0);
}
Cell latencyOf(const SpanRow& r) {
  const SpanId call = r.trace().launchOf(r.span);
  return call == SpanId::none ? Cell{} : Cell::integer((r.trace().start(r.span) - r.trace().start(call)).ns);
}

const std::array sharedColumns{
    SpanColumn{{"id", Integer, compareOrder | Use::Lookup | Use::Unique, "the span's number, for joins"},
               Dependence::Row,
               [](const SpanRow& r) { return spanOrNull(r.span); }},
    SpanColumn{{"name", Text, match, "as the file has it"},
               Dependence::Name,
               [](const SpanRow& r) { return Cell::text(r.trace().nameText(r.span)); }},
    SpanColumn{{"category", Text, match, "as the file has it: kernel, cpu_op, …; NULL if it has none"},
               Dependence::Category,
               [](const SpanRow& r) { return Cell::textOrNull(r.trace().categoryText(r.span)); }},
    SpanColumn{{"kind", Text, match,
                "kernel, memcpy, memset, device_sync, device_annotation, runtime, op, python_function, annotation, "
                "overhead or other"},
               Dependence::Kind,
               [](const SpanRow& r) { return Cell::text(toText(r.trace().kind(r.span))); }},
    SpanColumn{{"start_ns", Integer, compareOrder, "on the trace's own clock"}, Dependence::Row, startOf},
    SpanColumn{{"duration_ns", Integer, compareOrder, "length"}, Dependence::Row, durationOf},
    SpanColumn{{"end_ns", Integer, compareOrder, "start_ns + duration_ns"}, Dependence::Row, endOf},
    SpanColumn{{"self_ns", Integer, Use::None, "duration less what lies directly inside on the same track"},
               Dependence::Row,
               [](const SpanRow& r) { return Cell::integer(r.model->nesting().selfTimes[index(r.span)].ns); }},
    SpanColumn{{"depth", Integer, Use::None, "spans of the same track around it; 0: none"},
               Dependence::Row,
               [](const SpanRow& r) { return Cell::integer(r.model->nesting().depths[index(r.span)]); }},
    SpanColumn{{"track", Text, match, "title of its track behind that of its process: GPU 0 · stream 7"},
               Dependence::Track,
               [](const SpanRow& r) { return Cell::text(r.model->trackTitle(r.track)); }},
    SpanColumn{{"track_id", Integer, compareOrder, "tracks.id"},
               Dependence::Track,
               [](const SpanRow& r) { return Cell::integer(static_cast<std::int64_t>(index(r.track))); }},
    SpanColumn{{"process", Text, match, "title of its process or device"},
               Dependence::Track,
               [](const SpanRow& r) { return r.model->processTitle(r.track); }},
    SpanColumn{{"thread", Text, match, "title of its track alone: stream 7, thread 4711"},
               Dependence::Track,
               [](const SpanRow& r) { return Cell::textOrNull(r.trace().text(r.trace().track(r.track).title)); }},
    SpanColumn{{"lane", Integer, Use::None, "line within the track, 0 at its top"}, Dependence::Row, laneOf},
    SpanColumn{{"device", Integer, compareOrder, "index of its GPU; NULL on the host"},
               Dependence::Track,
               [](const SpanRow& r) { return r.model->device(r.track); }},
    SpanColumn{{"stream", Integer, compare, "its stream; NULL elsewhere"},
               Dependence::Track,
               [](const SpanRow& r) { return r.model->stream(r.track); }},
    SpanColumn{{"rank", Integer, compareOrder, "distributed rank; NULL if unknown"},
               Dependence::Track,
               [](const SpanRow& r) { return r.model->rank(r.track); }},
    SpanColumn{{"step", Text, Use::Order, "name of the step in which it starts"}, Dependence::Row, stepOf},
    SpanColumn{{"op", Text, Use::Order, "name of the operator that made it"}, Dependence::Row, opOf},
    SpanColumn{{"op_id", Integer, Use::None, "spans.id of that operator"},
               Dependence::Row,
               [](const SpanRow& r) { return spanOrNull(r.trace().opOf(r.span)); }},
    SpanColumn{{"repaired", Integer, Use::None, "1: its times were clamped or absent in the file"},
               Dependence::Row,
               repairedOf},
    SpanColumn{
        {"source_offset", Integer, Use::None, "of its event: a byte of the decompressed text, or a row of a database"},
        Dependence::Row,
        [](const SpanRow& r) { return Cell::integer(static_cast<std::int64_t>(r.trace().offset(r.span))); }},
    SpanColumn{{"correlation", Integer, Use::None, "of its args, read from the file; not in *", true},
               Dependence::Row,
               [](const SpanRow& r) { return argValue(r.trace(), r.span, "correlation", *r.scratch); }},
};

const std::array ownColumns{
    SpanColumn{{"short_name", Text, match, "function and the template arguments that matter"},
               Dependence::Name,
               [](const SpanRow& r) { return Cell::text(r.model->shortName(r.trace().name(r.span))); }},
    SpanColumn{{"family", Text, match, "GEMM, attention, elementwise, … by the name"},
               Dependence::Name,
               [](const SpanRow& r) { return Cell::text(r.model->family(r.trace().name(r.span))); }},
    SpanColumn{{"launch_id", Integer, Use::None, "spans.id of the call that launched it"},
               Dependence::Row,
               [](const SpanRow& r) { return spanOrNull(r.trace().launchOf(r.span)); }},
    SpanColumn{{"launch_latency_ns", Integer, Use::None, "from the start of that call to its own start"},
               Dependence::Row,
               latencyOf},
    SpanColumn{{"grid", Text, Use::None, "blocks, as [x, y, z], read from the file; not in *", true},
               Dependence::Row,
               [](const SpanRow& r) { return argValue(r.trace(), r.span, "grid", *r.scratch); }},
    SpanColumn{{"block", Text, Use::None, "threads of a block, as [x, y, z], read from the file; not in *", true},
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
