// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/sql/span_columns.h"

#include "core/analysis/steps/step_times.h"
#include "core/model/base/message.h"
#include "core/model/trace/arg_values.h"

#include <array>
#include <optional>
#include <type_traits>
#include <vector>

namespace kernline::sql {

namespace {

using enum ColumnType;

constexpr Use compare = Use::Compare;
constexpr Use compareOrder = Use::Compare | Use::Order;
constexpr Use match = Use::Match | Use::Order;

/// Returns the span's number, or nullopt.
std::optional<std::int64_t> numberOf(SpanId span) {
  return span == SpanId::none ? std::nullopt : std::optional(static_cast<std::int64_t>(index(span)));
}

// Integers that every span has.
std::int64_t idOf(Model&, SpanId span) {
  return static_cast<std::int64_t>(index(span));
}
std::int64_t startOf(Model& model, SpanId span) {
  return model.trace().start(span).ns;
}
std::int64_t durationOf(Model& model, SpanId span) {
  return model.trace().duration(span).ns;
}
std::int64_t endOf(Model& model, SpanId span) {
  return model.trace().end(span).ns;
}
std::int64_t selfTimeOf(Model& model, SpanId span) {
  return model.nesting().selfTimes[index(span)].ns;
}
std::int64_t depthOf(Model& model, SpanId span) {
  return model.nesting().depths[index(span)];
}
std::int64_t repairedOf(Model& model, SpanId span) {
  return kernline::has(model.trace().flags(span), SpanFlags::Repaired) ? 1 : 0;
}
std::int64_t offsetOf(Model& model, SpanId span) {
  return static_cast<std::int64_t>(model.trace().offset(span));
}

// Integers that some spans have.
std::optional<std::int64_t> opIdOf(Model& model, SpanId span) {
  return numberOf(model.opOf(span));
}
std::optional<std::int64_t> launchIdOf(Model& model, SpanId span) {
  return numberOf(model.launchOf(span));
}
std::optional<std::int64_t> latencyOf(Model& model, SpanId span) {
  const SpanId call = model.launchOf(span);
  return call == SpanId::none ? std::nullopt
                              : std::optional((model.trace().start(span) - model.trace().start(call)).ns);
}

/// Returns the keys of many spans, as `SpanColumn::keys` describes.
template <auto of>
void keysOf(Model& model, std::span<const std::uint32_t> spans, std::uint32_t* to) {
  for (const std::uint32_t span : spans) {
    *to++ = of(model, SpanId{span});
  }
}

/// One of these of many spans, as `SpanColumn::integers` says.
template <auto of>
bool integersOf(Model& model, std::span<const std::uint32_t> spans, std::int64_t* to, std::uint32_t* areThere) {
  bool hasNull = false;
  for (const std::uint32_t span : spans) {
    const auto value = of(model, SpanId{span});
    if constexpr (std::is_same_v<decltype(value), const std::int64_t>) {
      *to++ = value;
    } else {
      *to++ = value.value_or(0);
      *areThere++ = value ? 1 : 0;
      hasNull = hasNull || !value;
    }
  }
  return hasNull;
}

/// One of these as a column.
template <auto of>
SpanColumn integerColumn(const Column& column, Derived made = Derived::Nothing,
                         std::shared_ptr<const std::int64_t[]> (*stored)(Model& model) = nullptr) {
  return {column,
          Dependence::Row,
          [](const SpanRow& r) {
            const std::optional<std::int64_t> value = of(*r.model, r.span);
            return value ? Cell::integer(*value) : Cell{};
          },
          integersOf<of>,
          made,
          nullptr,
          stored};
}

/// Times as their nanoseconds, which `owner` has.
template <typename Owner, typename Value>
std::shared_ptr<const std::int64_t[]> nanosecondsIn(const std::shared_ptr<Owner>& owner, std::span<const Value> times) {
  static_assert(std::is_standard_layout_v<Value> && sizeof(Value) == sizeof(times.front().ns));
  return {owner, reinterpret_cast<const std::int64_t*>(times.data())};
}
std::shared_ptr<const std::int64_t[]> storedStarts(Model& model) {
  return nanosecondsIn(model.sharedTrace(), model.trace().starts());
}
std::shared_ptr<const std::int64_t[]> storedDurations(Model& model) {
  return nanosecondsIn(model.sharedTrace(), model.trace().durations());
}
std::shared_ptr<const std::int64_t[]> storedSelfTimes(Model& model) {
  return nanosecondsIn(model.sharedNesting(), std::span(model.nesting().selfTimes));
}

Cell laneOf(const SpanRow& r) {
  return Cell::integer(static_cast<std::int64_t>(index(r.lane)) - r.trace().track(r.track).firstLane);
}
std::uint32_t opKey(Model& model, SpanId span) {
  const SpanId op = model.opOf(span);
  return op == SpanId::none ? noKey : static_cast<std::uint32_t>(index(model.trace().name(op)));
}
Cell opOf(const SpanRow& r) {
  const SpanId op = r.model->opOf(r.span);
  return op == SpanId::none ? Cell{} : Cell::text(r.trace().nameText(op));
}
std::uint32_t stepKey(Model& model, SpanId span) {
  static_assert(noStep == noKey);
  return model.stepOf(span);
}
Cell stepOf(const SpanRow& r) {
  const std::uint32_t step = r.model->stepOf(r.span);
  return step == noStep ? Cell{} : Cell::text(r.trace().text(r.model->steps().steps[step].name));
}
Cell stepNumberOf(const SpanRow& r) {
  const std::uint32_t step = r.model->stepOf(r.span);
  return step == noStep ? Cell{} : Cell::integer(static_cast<std::int64_t>(r.model->stepNumber(step)));
}

const std::array sharedColumns{
    integerColumn<idOf>(
        {"id", Integer, compareOrder | Use::Lookup | Use::Unique, Phrase::tr("number of the span, for joins")}),
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
    integerColumn<startOf>({"start_ns", Integer, compareOrder, Phrase::tr("on the clock of the trace")},
                           Derived::Nothing, storedStarts),
    integerColumn<durationOf>({"duration_ns", Integer, compareOrder, Phrase::tr("duration")}, Derived::Nothing,
                              storedDurations),
    integerColumn<endOf>({"end_ns", Integer, compareOrder, "start_ns + duration_ns"}),
    integerColumn<selfTimeOf>(
        {"self_ns", Integer, Use::None, Phrase::tr("duration without direct children on the same track")},
        Derived::Nesting, storedSelfTimes),
    integerColumn<depthOf>({"depth", Integer, Use::None, Phrase::tr("number of enclosing spans on the same track")},
                           Derived::Nesting),
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
        {"lane", Integer, Use::None, Phrase::tr("line within the track, 0 at the top")}, Dependence::Lane, laneOf},
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
        nullptr,
        Derived::Steps,
        keysOf<stepKey>},
    SpanColumn{{"step_number", Integer, Use::None, Phrase::tr("steps.number of that step")},
               Dependence::Row,
               stepNumberOf,
               nullptr,
               Derived::Steps,
               keysOf<stepKey>},
    SpanColumn{{"op", Text, Use::Order, Phrase::tr("name of the operator that issued it")},
               Dependence::Row,
               opOf,
               nullptr,
               Derived::Operators,
               keysOf<opKey>},
    integerColumn<opIdOf>({"op_id", Integer, Use::None, Phrase::tr("spans.id of that operator")}, Derived::Operators),
    integerColumn<repairedOf>(
        {"repaired", Integer, Use::None, Phrase::tr("1: times were clamped, or missing in the file")}),
    integerColumn<offsetOf>({"source_offset", Integer, Use::None,
                             Phrase::tr("position of the event: byte of the decompressed text, or row of a database")}),
    SpanColumn{{"correlation", Integer, Use::None, Phrase::tr("from the args, read from the file; not in *"), true},
               Dependence::Row,
               [](const SpanRow& r) { return argValue(r.trace(), r.span, "correlation", *r.scratch); }},
};

const std::array ownColumns{
    SpanColumn{
        {"short_name", Text, match,
         Phrase::tr("function and main template arguments; kernels of one trace that share these are distinguished")},
        Dependence::Name,
        [](const SpanRow& r) { return Cell::text(r.model->shortName(r.trace().name(r.span))); },
        nullptr,
        Derived::KernelNames},
    SpanColumn{{"family", Text, match, Phrase::tr("GEMM, attention, elementwise, …, by name")},
               Dependence::Name,
               [](const SpanRow& r) { return Cell::text(r.model->family(r.trace().name(r.span))); },
               nullptr,
               Derived::KernelNames},
    integerColumn<launchIdOf>({"launch_id", Integer, Use::None, Phrase::tr("spans.id of the launch call")},
                              Derived::Launches),
    integerColumn<latencyOf>({"launch_latency_ns", Integer, Use::None,
                              Phrase::tr("from the start of the launch call to the start of the kernel")},
                             Derived::Launches),
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
