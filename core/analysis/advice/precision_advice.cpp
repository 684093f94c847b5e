// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_subject.h"

#include "core/model/format/quantity.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace kernline {

namespace {

/// Products of one operator.
struct PrecisionClaims {
  AdviceDraft draft;
  double leastNs = 0;  ///< with TF32
};

}  // namespace

/// Products of single precision on the vector units of a device that has TF32.
void advisePrecision(AdviceSubject& subject) {
  const std::optional<Ceilings>& ceilings = subject.reach.ceilings();
  const auto peak = ceilings ? ceilings->flopsPerSecond.find("tf32") : decltype(ceilings->flopsPerSecond.find("")){};
  if (!ceilings || peak == ceilings->flopsPerSecond.end()) {
    return;
  }
  constexpr double nsOfSecond = 1e9;
  std::map<std::string, PrecisionClaims> found;
  for (DeviceTimeline& device : subject.devices) {
    for (TimelinePiece& piece : device.pieces) {
      const WorkCall* call = piece.isTaken ? nullptr : subject.model.callWith(piece.span);
      if (call == nullptr || subject.model.needs(*call).unit != WorkUnit::Matrix ||
          subject.meter.peakName(*call) != "fp32") {
        continue;
      }
      const WorkFigures figures = subject.meter.of(piece.span);
      const double least =
          piece.insideShare * std::max({figures.flops / peak->second * nsOfSecond,
                                        figures.bytes / ceilings->bytesPerSecond * nsOfSecond, ceilings->launchNs});
      if (static_cast<double>(piece.inside.ns) <= least) {
        continue;
      }
      const Duration claimed = piece.claim(piece.inside - Duration{std::llround(std::ceil(least))});
      piece.isTaken = true;
      PrecisionClaims& claims = found[subject.nameOf(piece.span)];
      claims.draft.add(claimed, piece.span, subject.trace.range(piece.span));
      claims.draft.measured += piece.inside;
      claims.leastNs += least;
    }
  }
  for (const auto& [op, claims] : found) {
    AdviceRow row{
        .kind = AdviceKind::Precision,
        .title = Phrase::tr("Allow TF32 for the fp32 products of %1").with(op),
        .bound = claims.draft.bound,
        .confidence = Confidence::Medium,
        .evidence = {Phrase::tr("They take %1 on the vector units, and at least %2 on tensor cores with TF32.")
                         .with(subject.perStep(claims.draft.measured), subject.perStep({std::llround(claims.leastNs)})),
                     Phrase::tr("torch.set_float32_matmul_precision(\"high\") allows it, where 10 bits of "
                                "mantissa are enough.")},
        .places = claims.draft.places()};
    subject.addOrigin(row, row.places.front().span);
    subject.advice.rows.push_back(std::move(row));
  }
}

}  // namespace kernline
