// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_subject.h"

#include "core/model/format/quantity.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline {

namespace {

/// "aten::mm, aten::addmm": what takes longest first.
std::string namesByTime(const std::map<std::string, Duration>& times) {
  std::vector<std::pair<Duration, std::string_view>> sorted;
  for (const auto& [name, time] : times) {
    sorted.emplace_back(time, name);
  }
  std::ranges::stable_sort(sorted, std::ranges::greater{}, &decltype(sorted)::value_type::first);
  std::string text;
  for (const auto& [time, name] : sorted) {
    text.append(text.empty() ? "" : ", ").append(name);
  }
  return text;
}

}  // namespace

/// Products of single precision on the vector units of a device that has TF32.
void advisePrecision(AdviceSubject& subject) {
  const std::optional<Ceilings>& ceilings = subject.reach.ceilings();
  const auto peak = ceilings ? ceilings->flopsPerSecond.find("tf32") : decltype(ceilings->flopsPerSecond.find("")){};
  if (!ceilings || peak == ceilings->flopsPerSecond.end()) {
    return;
  }
  constexpr double nsOfSecond = 1e9;
  AdviceDraft draft;
  double minNs = 0;  // time with TF32
  std::map<std::string, Duration> byOperator;
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
      draft.addActivity(subject.trace, claimed, piece.span);
      draft.measured += piece.inside;
      minNs += least;
      byOperator[subject.nameOf(piece.span)] += claimed;
    }
  }
  if (draft.bound.ns == 0) {
    return;
  }
  AdviceRow row{.kind = AdviceKind::Precision,
                .title = Phrase::tr("Allow TF32 for the fp32 products of %1").with(namesByTime(byOperator)),
                .bound = draft.bound,
                .confidence = Confidence::Medium,
                .evidence = {Phrase::tr("They take %1 on the vector units, and at least %2 on tensor cores with TF32.")
                                 .with(subject.perStep(draft.measured), subject.perStep({std::llround(minNs)})),
                             Phrase::tr("torch.set_float32_matmul_precision(\"high\") allows it, where 10 bits of "
                                        "mantissa are enough.")},
                .places = draft.places(),
                .remedy = std::move(draft.remedy)};
  row.example = row.places.front().span;
  subject.advice.rows.push_back(std::move(row));
}

}  // namespace kernline
