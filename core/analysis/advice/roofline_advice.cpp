// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_subject.h"

#include "core/analysis/statistics/input_shapes.h"
#include "core/model/format/quantity.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace kernline {

namespace {

/// All of one operator.
struct RooflineClaims {
  AdviceDraft draft;
  WorkFigures figures;
  Duration hidden;                           ///< time above the roofline while other work ran
  std::map<std::string, Duration> byShapes;  ///< parts of the bound by shapes as shown; empty if not recorded
  std::uint64_t pieces = 0;
  std::set<std::string> peaks;  ///< "bf16": the peaks that limit compute-bound activities
};

Confidence confidenceIn(const RooflineClaims& claims, const Ceilings& ceilings) {
  constexpr double half = 0.5;
  constexpr double large = 10;
  constexpr double small = 3;
  const double floors = static_cast<double>(claims.draft.measured.ns) / static_cast<double>(claims.pieces) /
                        std::max(ceilings.launchNs, 1.0);
  if (floors < small) {
    return Confidence::Low;
  }
  return floors >= large && claims.figures.shareOfRoofline().value_or(1) < half ? Confidence::High : Confidence::Medium;
}

Message boundSentence(const AdviceSubject& subject, const RooflineClaims& claims) {
  const std::string share = formatShare(claims.figures.shareOfRoofline().value_or(0));
  const Duration each{claims.draft.measured.ns / static_cast<std::int64_t>(claims.pieces)};
  const Ceilings& ceilings = *subject.meter.ceilings();
  const bool isComputeBound = claims.figures.bound() == WorkBound::Compute && claims.peaks.size() == 1;
  const std::string peak = isComputeBound ? *claims.peaks.begin() : std::string();
  const Phrase sentence = claims.figures.bound() != WorkBound::Compute
                              ? Phrase::tr("Its kernels take %1, %2 each, at %3 of the memory bandwidth (%4).")
                          : isComputeBound
                              ? Phrase::tr("Its kernels take %1, %2 each, at %3 of the peak (%4).")
                              : Phrase::tr("Its kernels take %1, %2 each, at %3 of the peaks of their types.");
  const std::string held = isComputeBound ? peak + " " + formatFlopRate(ceilings.flopsPerSecond.find(peak)->second)
                                          : formatByteRate(ceilings.bytesPerSecond);
  return sentence.with(subject.perStep(claims.draft.measured), formatDuration(each), share, held);
}

Message rooflineTitle(const std::string& name, const RooflineClaims& claims) {
  const Phrase title = claims.figures.bound() == WorkBound::Compute ? Phrase::tr("%1 runs at %2 of peak")
                                                                    : Phrase::tr("%1 runs at %2 of memory bandwidth");
  return title.with(name, formatShare(claims.figures.shareOfRoofline().value_or(0)));
}

std::string shapesOf(const WorkForm& form) {
  return form.shape.dims.empty() ? std::string() : std::string(tensorDims(form.shape.dims));
}

}  // namespace

void adviseRoofline(AdviceSubject& subject) {
  if (!subject.meter.ceilings()) {
    return;
  }
  const Ceilings& ceilings = *subject.meter.ceilings();
  std::map<std::string, RooflineClaims> found;
  for (DeviceTimeline& device : subject.devices) {
    for (TimelinePiece& piece : device.pieces) {
      const WorkCall* call = subject.model.callWith(piece.span);
      const WorkFigures figures = subject.meter.of(piece.span);
      if (piece.isTaken || call == nullptr || figures.rooflineCount == 0) {
        continue;
      }
      RooflineClaims& claims = found[subject.model.forms[call->form].name];
      const Duration above = piece.recoverable;
      const Duration claimed = piece.claimRecoverable(above);
      claims.draft.addActivity(subject.trace, claimed, piece.span);
      claims.draft.measured += piece.inside;
      claims.figures.add(figures);
      claims.hidden += above - claimed;
      claims.byShapes[shapesOf(subject.model.forms[call->form])] += claimed;
      ++claims.pieces;
      if (figures.bound() == WorkBound::Compute) {
        claims.peaks.emplace(subject.meter.peakName(*call));
      }
    }
  }
  for (auto& [name, claims] : found) {
    // Kernels at three quarters of a datasheet's figures are as fast as such kernels get.
    constexpr double good = 0.75;
    if (claims.draft.bound.ns == 0 || claims.figures.shareOfRoofline().value_or(1) >= good) {
      continue;
    }
    AdviceRow row{.kind = AdviceKind::Roofline,
                  .title = rooflineTitle(name, claims),
                  .bound = claims.draft.bound,
                  .confidence = confidenceIn(claims, ceilings),
                  .evidence = {boundSentence(subject, claims)},
                  .places = claims.draft.places(),
                  .remedy = std::move(claims.draft.remedy)};
    if (ceilings.origin == CeilingOrigin::Datasheet) {
      const bool isComputeBound = claims.figures.bound() == WorkBound::Compute;
      row.evidence.push_back(Phrase::tr("The saving assumes that %1 of this datasheet value can be reached.")
                                 .with(formatShare(isComputeBound ? reachablePeak : reachableBandwidth)));
    }
    const auto worst = std::ranges::max_element(claims.byShapes, {}, [](const auto& one) { return one.second; });
    if (!worst->first.empty() && claims.byShapes.size() > 1) {
      row.evidence.push_back(
          Phrase::tr("%2 of the saving come from the shapes %1.").with(worst->first, subject.perStep(worst->second)));
    } else if (!worst->first.empty()) {
      row.evidence.push_back(Phrase::tr("All have the shapes %1.").with(worst->first));
    }
    if (claims.hidden.ns > claims.draft.bound.ns / 10) {
      row.evidence.push_back(
          Phrase::tr("A further %1 above the roofline overlaps other work of the device, and is not counted.")
              .with(subject.perStep(claims.hidden)));
    }
    subject.advice.rows.push_back(std::move(row));
  }
}

}  // namespace kernline
