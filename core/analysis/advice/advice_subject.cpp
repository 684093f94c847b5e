// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_subject.h"

#include "core/analysis/causes/span_origin.h"
#include "core/model/format/quantity.h"
#include "core/model/names/element_type.h"
#include "core/model/names/kernel_name.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace kernline {

namespace {

/// All but the last two dimensions.
std::int64_t batchOf(const TensorArgument& matrix) {
  std::int64_t batch = 1;
  for (std::size_t i = 0; i + 2 < matrix.dims.size(); ++i) {
    if (__builtin_mul_overflow(batch, matrix.dims[i], &batch)) {
      return 0;
    }
  }
  return batch;
}

/// Whether the dimension before the last one is dense.
bool liesTransposed(const TensorArgument& matrix) {
  const std::size_t rank = matrix.dims.size();
  return matrix.strides.size() == rank && matrix.strides[rank - 1] != 1 && matrix.strides[rank - 2] == 1;
}

/// Whether a product of these sizes explains the work of the call: tensors of convolutions may fit each other by
/// chance.
bool isWorkOf(const ProductSizes& sizes, const CallWork& needs) {
  constexpr double maxRatio = 1.1;  // a bias adds a little
  const double flops = 2 * sizes.outputs() * static_cast<double>(sizes.k);
  return needs.flops <= flops * maxRatio && flops <= needs.flops * maxRatio;
}

}  // namespace

std::optional<Ceilings> reachableOf(const std::optional<Ceilings>& ceilings) {
  std::optional<Ceilings> made = ceilings;
  if (made && made->origin == CeilingOrigin::Datasheet) {
    made->bytesPerSecond *= reachableBandwidth;
    for (auto& [type, flops] : made->flopsPerSecond) {
      flops *= reachablePeak;
    }
  }
  return made;
}

AdviceSubject::AdviceSubject(TraceAnalysis& origins, const WorkModel& modeled, const WorkMeter& measured,
                             std::stop_token stopped)
    : causes(origins),
      trace(origins.trace()),
      model(modeled),
      meter(measured),
      stop(std::move(stopped)),
      waits(trace),
      reach(trace, modeled, reachableOf(measured.ceilings())) {}

void AdviceDraft::add(Duration claimed, SpanId span, TimeRange range) {
  constexpr std::size_t maxPlaces = 5;
  const auto greater = [](const Place& a, const Place& b) { return a.claimed > b.claimed; };
  bound += claimed;
  ++count;
  if (m_places.size() < maxPlaces || claimed > m_places.front().claimed) {
    m_places.push_back({claimed, {span, range}});
    std::ranges::push_heap(m_places, greater);
  }
  if (m_places.size() > maxPlaces) {
    std::ranges::pop_heap(m_places, greater);
    m_places.pop_back();
  }
}

void AdviceDraft::addActivity(const Trace& trace, Duration claimed, SpanId activity) {
  add(claimed, activity, trace.range(activity));
  remedy.shorten(activity, claimed);
}

std::vector<AdvicePlace> AdviceDraft::places() const {
  std::vector<Place> sorted = m_places;
  std::ranges::sort(sorted, [](const Place& a, const Place& b) {
    return a.claimed != b.claimed ? a.claimed > b.claimed : a.place.range.begin < b.place.range.begin;
  });
  std::vector<AdvicePlace> places;
  for (const Place& each : sorted) {
    places.push_back(each.place);
  }
  return places;
}

std::optional<ProductSizes> productSizes(const CallArguments& call, const CallWork& needs) {
  std::vector<const TensorArgument*> matrices;
  for (const CallArgument& argument : call.arguments) {
    if (argument.kind == CallArgument::Kind::Tensor && argument.tensors.front().dims.size() >= 2) {
      matrices.push_back(&argument.tensors.front());
    }
  }
  // The first two that fit each other: addmm has a third one in front, which may be a matrix, too.
  for (std::size_t i = 0; i + 1 < matrices.size(); ++i) {
    const TensorArgument& a = *matrices[i];
    const TensorArgument& b = *matrices[i + 1];
    const auto width = elementBytes(a.type);
    const std::int64_t k = a.dims.back();
    const bool isWeight = b.dims.size() == 2 && b.dims[1] == k && b.dims[0] != k;  // linear(x, w[N, K])
    if (!width || a.type != b.type || (!isWeight && b.dims[b.dims.size() - 2] != k)) {
      continue;
    }
    ProductSizes sizes{.m = a.dims[a.dims.size() - 2],
                       .n = isWeight ? b.dims[0] : b.dims.back(),
                       .k = k,
                       .batch = batchOf(a),
                       .width = *width,
                       .isATransposed = liesTransposed(a),
                       .isBTransposed = isWeight || liesTransposed(b)};
    if (sizes.m > 0 && sizes.n > 0 && sizes.k > 0 && sizes.batch > 0 && isWorkOf(sizes, needs)) {
      return sizes;
    }
  }
  return {};
}

CallArguments AdviceSubject::readArgumentsOf(const WorkForm& form) const {
  return form.op == SpanId::none ? CallArguments() : callArguments(form.trace->args(form.op, argumentKeys()));
}

const CommunicationCalls& AdviceSubject::communication() {
  return m_communication ? *m_communication : m_communication.emplace(causes, stop);
}

void AdviceSubject::readArguments() {
  constexpr std::size_t maxForms = 20'000;  // forms, about 1 KB each
  if (model.forms.size() > maxForms) {
    return;
  }
  for (std::uint32_t f = 0; f < model.forms.size() && !stop.stop_requested(); ++f) {
    m_arguments.try_emplace(f, readArgumentsOf(model.forms[f]));
  }
}

const CallArguments& AdviceSubject::arguments(const WorkCall& call) {
  const auto known = m_arguments.find(call.form);
  return known != m_arguments.end()
             ? known->second
             : m_arguments.try_emplace(call.form, readArgumentsOf(model.forms[call.form])).first->second;
}

Message AdviceSubject::perStep(Duration sum) const {
  const std::string time = formatDuration(advice.mean(sum));
  return advice.steps > 0 ? Phrase::tr("%1 per step").with(time) : Message::name(time);
}

std::string AdviceSubject::nameOf(SpanId activity) const {
  const WorkCall* call = model.callWith(activity);
  return call != nullptr && hasOperator(*call) ? model.forms[call->form].name
                                               : shortKernelName(trace.nameText(activity));
}

void AdviceSubject::doubtRecorded(AdviceRow& row, Duration doubtful) const {
  row.doubtful = doubtful;
  constexpr std::int64_t little = 10;
  const Duration most = advice.recording.of(doubtful);
  if (most.ns * little < row.bound.ns || most.ns == 0) {
    return;
  }
  row.evidence.push_back(
      Phrase::tr("Recording slows the host down: up to %1 of this may be the profiler's.").with(perStep(most)));
  constexpr std::int64_t nearlyAll = 10;
  if (run) {
    return;
  }
  if ((row.bound - most).ns * nearlyAll <= row.bound.ns) {
    row.confidence = Confidence::Low;
  } else if (most.ns * 2 >= row.bound.ns && row.confidence == Confidence::High) {
    row.confidence = Confidence::Medium;
  }
}

std::string_view AdviceSubject::originNameOf(SpanId span) {
  const SpanId target = span == SpanId::none ? span : originTarget(originOf(causes, span, stop));
  const bool saysMore = target != SpanId::none && target != span && trace.name(target) != trace.name(span);
  return saysMore ? trace.nameText(target) : std::string_view();
}

std::string_view AdviceSubject::originNameOf(std::span<const AdvicePlace> places) {
  std::vector<std::string_view> names;
  for (const AdvicePlace& place : places) {
    names.push_back(originNameOf(place.span));
  }
  const auto most = std::ranges::max_element(
      names, {}, [&](std::string_view name) { return name.empty() ? 0 : std::ranges::count(names, name); });
  return most == names.end() ? std::string_view() : *most;
}

void AdviceSubject::addOrigins() {
  for (AdviceRow& row : advice.rows) {
    const std::string_view longest = originNameOf(row.example);
    const std::string_view name = longest.empty() ? longest : originNameOf(row.places);
    if (!name.empty()) {
      const Phrase phrase = name == longest ? Phrase::tr("The longest is called from %1.")
                                            : Phrase::tr("Most of the longest are called from %1.");
      row.evidence.push_back(phrase.with(name));
    }
  }
}

}  // namespace kernline
