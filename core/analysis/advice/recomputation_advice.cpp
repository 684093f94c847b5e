// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_subject.h"

#include "core/analysis/advice/recomputed_memory.h"

#include "core/model/trace/name_cache.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kernline {

namespace {

constexpr std::string_view backwardStep = "autograd::engine::evaluate_function";

/// Operators that only forward passes call.
bool isOfForward(std::string_view op) {
  constexpr std::array<std::string_view, 9> names{
      "aten::linear",     "aten::matmul",     "aten::layer_norm",
      "aten::rms_norm",   "aten::conv2d",     "aten::scaled_dot_product_attention",
      "aten::batch_norm", "aten::group_norm", "aten::embedding"};
  return std::ranges::find(names, op) != names.end();
}

/// Operators of forward passes within a backward pass, as activation checkpointing calls them.
class Recomputed {
 public:
  /// A pass over the names of all spans. `parents` as `parentsOf` gives them.
  Recomputed(const Trace& trace, const std::vector<SpanId>& parents) : m_trace(trace), m_parents(parents) {
    NameCache<bool> forward;
    const auto names = trace.names();
    const auto kinds = trace.kinds();
    for (std::uint32_t i = 0; i < names.size(); ++i) {
      if (kinds[i] != SpanKind::Op) {
        continue;
      }
      const bool isForward = forward.of(names[i], [&] { return isOfForward(trace.text(names[i])); });
      if (const SpanId step = isForward ? placeOf(SpanId{i}).step : SpanId::none; step != SpanId::none) {
        m_parts.try_emplace(step);
      }
    }
  }

  /// Whether autograd ran the operator that launched this work again: the operator below the step of the backward pass
  /// has a sequence number of its own, which only operators of a forward pass get.
  [[nodiscard]] bool has(SpanId activity) {
    const SpanId launch = m_parts.empty() ? SpanId::none : m_trace.launchOf(activity);
    const Place place = launch == SpanId::none ? Place{} : placeOf(launch);
    const auto step = m_parts.find(place.step);
    if (place.op == SpanId::none || step == m_parts.end() || !hasOwnNumber(place.op)) {
      return false;
    }
    const TimeRange range = withHooks(place);
    RecomputedPart& part = step->second;
    part.range = part.range.isEmpty() ? range : part.range.unitedWith(range);
    if (part.operators.empty() || part.operators.back() != place.op) {
      part.operators.push_back(place.op);  // of several activities, which follow each other
    }
    return true;
  }

  /// The steps of the backward pass without that.
  [[nodiscard]] std::vector<AdviceRemedy::ShorterCall> shorterCalls() const {
    std::vector<AdviceRemedy::ShorterCall> calls;
    for (const auto& [step, part] : m_parts) {
      const auto whole = static_cast<float>(std::max<std::int64_t>(m_trace.duration(step).ns, 1));
      calls.push_back({.call = step, .factor = 1 - static_cast<float>(part.range.length().ns) / whole});
    }
    return calls;
  }

  /// Returns the host's time for all queried work: in each step of the backward pass, from where its function requests
  /// a saved tensor to where it continues.
  [[nodiscard]] Duration hostTime() const {
    Duration sum;
    for (const auto& [step, part] : m_parts) {
      sum += part.range.length();
    }
    return sum;
  }

  /// Returns what all queried work is of, by time.
  [[nodiscard]] std::vector<RecomputedPart> parts() const {
    std::vector<RecomputedPart> made;
    for (const auto& [step, part] : m_parts) {
      if (!part.range.isEmpty()) {
        made.push_back(part);
      }
    }
    std::ranges::sort(made, {}, [](const RecomputedPart& part) { return part.range.begin; });
    return made;
  }

 private:
  /// The place of a span in a backward pass.
  struct Place {
    SpanId step = SpanId::none;      ///< none outside of steps
    SpanId op = SpanId::none;        ///< the outermost one around the span, or itself, below the step and its function
    SpanId function = SpanId::none;  ///< Python function of the step
  };

  [[nodiscard]] Place placeOf(SpanId of) {
    Place place;
    SpanId outermost = SpanId::none;
    for (SpanId span = of; span != SpanId::none; span = m_parents[index(span)]) {
      if (m_trace.kind(span) != SpanKind::Op) {
        continue;
      }
      const StringId name = m_trace.name(span);
      if (m_isStep.of(name, [&] { return m_trace.text(name).starts_with(backwardStep); })) {
        place.step = span;
        place.function = outermost;
        return place;
      }
      place.op = outermost;
      outermost = span;
    }
    return {};
  }

  /// Returns the range from the function's start, which first requests a saved tensor, to the next operator behind this
  /// one: between operators runs Python.
  [[nodiscard]] TimeRange withHooks(const Place& place) const {
    TimeRange range = m_trace.range(place.op);
    const TimeRange function = m_trace.range(place.function);
    const Lane& lane = m_trace.lane(m_trace.laneOf(place.op));
    const auto next = static_cast<std::uint32_t>(index(place.op)) + 1;
    const bool hasNext = next < lane.firstSpan + lane.spanCount && m_trace.start(SpanId{next}) < function.end;
    range.begin = std::min(range.begin, function.begin);
    range.end = std::max(range.end, hasNext ? m_trace.start(SpanId{next}) : function.end);
    return range;
  }

  bool hasOwnNumber(SpanId op) {
    constexpr std::array<std::string_view, 2> keys{"Sequence number", "Fwd thread id"};
    const auto [known, isNew] = m_hasOwnNumber.try_emplace(op, false);
    if (isNew) {
      const ArgNode args = m_trace.args(op, keys);
      const ArgNode* thread = args.find(keys[1]);
      known->second = args.find(keys[0]) != nullptr && (thread == nullptr || thread->text == "0");
    }
    return known->second;
  }

  const Trace& m_trace;
  const std::vector<SpanId>& m_parents;
  NameCache<bool> m_isStep;
  std::unordered_map<SpanId, bool> m_hasOwnNumber;
  std::unordered_map<SpanId, RecomputedPart> m_parts;  // by step of the backward pass that may compute again
};

}  // namespace

void adviseRecomputation(AdviceSubject& subject) {
  Recomputed recomputed(subject.trace, subject.parents);
  AdviceDraft draft;
  Duration gaps;
  for (DeviceTimeline& device : subject.devices) {
    for (TimelinePiece& piece : device.pieces) {
      if (piece.isTaken || piece.communicates || !recomputed.has(piece.span)) {
        continue;
      }
      const Duration idle = device.claimLaunchGaps(subject.trace.start(piece.span));
      draft.add(piece.claim(piece.inside) + idle, piece.span, subject.trace.range(piece.span));
      draft.remedy.shorten(piece.span, piece.inside);
      draft.measured += piece.inside;
      gaps += idle;
      piece.isTaken = true;
    }
  }
  if (draft.bound.ns == 0) {
    return;
  }
  draft.remedy.calls = recomputed.shorterCalls();
  // The host would be ahead by so much at the end of the backward pass: later gaps close, too.
  const Duration host = recomputed.hostTime();
  for (DeviceTimeline& device : subject.devices) {
    for (TimelineGap& gap : device.gaps) {
      if (gaps < host && !gap.isClaimed && isOfHost(gap.idle.cause)) {
        gap.isClaimed = true;
        draft.bound += gap.idle.range.length();
        gaps += gap.idle.range.length();
      }
    }
  }
  AdviceRow row{.kind = AdviceKind::Recomputation,
                .title = Phrase::tr("Checkpoint less: the backward pass recomputes parts of the forward pass"),
                .bound = draft.bound,
                .confidence = Confidence::Medium,
                .evidence = {},
                .places = draft.places(),
                .remedy = std::move(draft.remedy)};
  row.evidence.push_back(
      Phrase::tr("Recomputation takes %1 on the device and %2 on the host; the device waits for that for %3.")
          .with(subject.perStep(draft.measured), subject.perStep(host), subject.perStep(gaps)));
  row.evidence.emplace_back(
      Phrase::tr("Activation checkpointing trades time for memory: with memory to spare, checkpoint fewer modules."));
  row.evidence.push_back(recomputedMemory(subject.trace, recomputed.parts(), subject.advice.steps, subject.stop));
  row.example = row.places.front().span;
  subject.doubtRecorded(row, gaps);
  subject.advice.rows.push_back(std::move(row));
}

}  // namespace kernline
