// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_subject.h"

#include "core/model/format/quantity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline {

namespace {

/// Returns "AdamW" of "Optimizer.step#AdamW.step"; empty if it is no step of an optimizer for which torch has a fused
/// kernel.
std::string_view fusableOptimizer(std::string_view annotation) {
  constexpr std::string_view begin = "Optimizer.step#";
  constexpr std::array<std::string_view, 4> fusable{"Adam", "AdamW", "SGD", "Adagrad"};
  if (!annotation.starts_with(begin)) {
    return {};
  }
  const std::string_view rest = annotation.substr(begin.size());
  const auto name = std::ranges::find(fusable, rest.substr(0, rest.find('.')));
  return name == fusable.end() ? std::string_view() : *name;
}

/// Steps of one optimizer, none of them fused.
struct OptimizerClaims {
  AdviceDraft draft;
  Duration gaps;
  std::uint64_t kernels = 0;
  bool isByTensor = true;   ///< no operator works on lists of tensors
  Duration longest;         ///< time of the operator with most, summed over steps
  std::string longestName;  ///< name of that operator in a step
};

/// Work that one annotation launched, by operator.
struct OptimizerStep {
  std::vector<std::size_t> positions;  ///< positions in `DeviceTimeline::pieces`
  std::map<std::string, Duration, std::less<>> byOperator;
  bool isFused = false;
};

class OptimizerSteps {
 public:
  explicit OptimizerSteps(AdviceSubject& subject) : m_subject(subject) {}

  void look(DeviceTimeline& device) {
    std::map<SpanId, OptimizerStep> steps;
    for (std::size_t i = 0; i < device.pieces.size(); ++i) {
      const TimelinePiece& piece = device.pieces[i];
      const SpanId annotation = piece.isTaken || piece.communicates ? SpanId::none : annotationOf(piece.span);
      if (annotation == SpanId::none) {
        continue;
      }
      OptimizerStep& step = steps[annotation];
      const std::string op = m_subject.nameOf(piece.span);
      step.positions.push_back(i);
      step.byOperator[op] += piece.inside;
      step.isFused = step.isFused || op.find("_fused_") != std::string::npos;
    }
    for (const auto& [annotation, step] : steps) {
      if (!step.isFused) {
        claim(device, fusableOptimizer(m_subject.trace.nameText(annotation)), annotation, step);
      }
    }
  }

  void finish() {
    for (auto& [name, claims] : m_found) {
      AdviceRow row{.kind = AdviceKind::Optimizer,
                    .title = Phrase::tr("Use the fused kernel of %1").with(name),
                    .bound = claims.draft.bound,
                    .confidence = Confidence::Medium,
                    .evidence = {},
                    .places = claims.draft.places(),
                    .remedy = std::move(claims.draft.remedy)};
      const auto steps = static_cast<std::int64_t>(claims.draft.count);
      const Phrase kernels = claims.isByTensor
                                 ? Phrase::tr("%1 kernels, tensor by tensor, take %2; gaps between them take %3.")
                                 : Phrase::tr("%1 kernels take %2; gaps between them take %3.");
      row.evidence.push_back(kernels.with(formatCount(static_cast<std::int64_t>(claims.kernels) / steps),
                                          m_subject.perStep(claims.draft.measured), m_subject.perStep(claims.gaps)));
      row.evidence.push_back(
          Phrase::tr("fused=True does this in one kernel for many tensors. It takes at least as long as "
                     "%1 does: %2.")
              .with(claims.longestName, m_subject.perStep(claims.longest)));
      m_subject.doubtRecorded(row, claims.gaps);
      m_subject.advice.rows.push_back(std::move(row));
    }
  }

 private:
  /// The step of an optimizer around the launch of this work.
  [[nodiscard]] SpanId annotationOf(SpanId activity) const {
    const Trace& trace = m_subject.trace;
    const SpanId launch = trace.launchOf(activity);
    for (SpanId span = launch == SpanId::none ? launch : m_subject.parents[index(launch)]; span != SpanId::none;
         span = m_subject.parents[index(span)]) {
      if (trace.kind(span) == SpanKind::Annotation && !fusableOptimizer(trace.nameText(span)).empty()) {
        return span;
      }
    }
    return SpanId::none;
  }

  /// All but the operator that takes longest: a fused kernel reads and writes at least what that does.
  void claim(DeviceTimeline& device, std::string_view optimizer, SpanId annotation, const OptimizerStep& step) {
    constexpr std::size_t minKernels = 4;
    if (step.positions.size() < minKernels) {
      return;
    }
    const auto longest = std::ranges::max_element(step.byOperator, {}, [](const auto& op) { return op.second; });
    OptimizerClaims& claims = m_found[std::string(optimizer)];
    claims.draft.remedy.calls.push_back({.call = annotation, .factor = 0});  // one launch is left
    Duration claimed;
    for (const std::size_t position : step.positions) {
      TimelinePiece& piece = device.pieces[position];
      const std::string op = m_subject.nameOf(piece.span);
      const Duration gap =
          position == step.positions.front() ? Duration{} : device.claimLaunchGaps(m_subject.trace.start(piece.span));
      if (op != longest->first) {
        claims.draft.remedy.shorten(piece.span, piece.inside);
        claimed += piece.claim(piece.inside);
      }
      claimed += gap;
      claims.gaps += gap;
      claims.draft.measured += piece.inside;
      claims.isByTensor = claims.isByTensor && op.find("_foreach_") == std::string::npos;
      piece.isTaken = true;
      piece.recoverable = {};
    }
    claims.kernels += step.positions.size();
    claims.longest += longest->second;
    claims.longestName = longest->first;
    const SpanId first = device.pieces[step.positions.front()].span;
    const SpanId last = device.pieces[step.positions.back()].span;
    claims.draft.add(claimed, first, {m_subject.trace.start(first), m_subject.trace.end(last)});
  }

  AdviceSubject& m_subject;
  std::map<std::string, OptimizerClaims> m_found;
};

}  // namespace

void adviseOptimizers(AdviceSubject& subject) {
  OptimizerSteps steps(subject);
  for (DeviceTimeline& device : subject.devices) {
    steps.look(device);
  }
  steps.finish();
}

}  // namespace kernline
