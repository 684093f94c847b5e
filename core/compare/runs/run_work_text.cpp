// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/run_work_text.h"

#include "core/compare/runs/run_text.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace kernline {

namespace {

constexpr double percentOfAll = 100;

std::string signedDuration(Duration duration) {
  return signedTime(static_cast<double>(duration.ns));
}

std::string callsText(double calls) {
  return calls == std::round(calls) ? formatCount(std::llround(calls)) : fmt::format("{:.1f}", calls);
}

/// "68", "0.5": a change in percent.
std::string percentText(double ratio) {
  const double percent = std::abs(ratio - 1) * percentOfAll;
  return percent < 10 ? fmt::format("{:.1f}", percent) : fmt::format("{:.0f}", percent);
}

Message appended(Message list, Message next) {
  return list.isEmpty() ? std::move(next) : Phrase::tr("%1, %2").with(std::move(list), std::move(next));
}

/// Whether a change is large enough to explain anything.
bool tells(const std::optional<double>& ratio) {
  constexpr double small = 0.005;
  return ratio && std::abs(*ratio - 1) >= small;
}

/// Copies and elementwise kernels have FLOPs, too, but these do not determine their time.
bool isBoundByFlops(const WorkReason& reason) {
  return reason.split.measure == WorkMeasure::Flops || reason.base.bound() == WorkBound::Compute ||
         reason.other.bound() == WorkBound::Compute;
}

/// Whether the type of the FLOPs changes, if ceilings define work: their peaks differ. Vector units have no type.
bool changesType(const WorkReason& reason) {
  const auto isType = [](std::string_view peak) { return !peak.empty() && !peak.starts_with("vector"); };
  return reason.split.measure == WorkMeasure::Roofline && isType(reason.basePeak) && isType(reason.otherPeak) &&
         reason.basePeak != reason.otherPeak && isBoundByFlops(reason);
}

Message changeOfWork(const WorkReason& reason) {
  Message list;
  if (changesType(reason)) {
    const Phrase phrase = tells(reason.flopsRatio) ? Phrase::tr("most FLOPs in %1 instead of %2")
                                                   : Phrase::tr("the same FLOPs in %1 instead of %2");
    list = phrase.with(std::string(reason.otherPeak), std::string(reason.basePeak));
  }
  if (tells(reason.bytesRatio)) {
    const Phrase phrase = *reason.bytesRatio < 1 ? Phrase::tr("%1 % fewer bytes") : Phrase::tr("%1 % more bytes");
    list = appended(std::move(list), phrase.with(percentText(*reason.bytesRatio)));
  }
  if (tells(reason.flopsRatio) && isBoundByFlops(reason)) {
    const Phrase phrase = *reason.flopsRatio < 1 ? Phrase::tr("%1 % fewer FLOPs") : Phrase::tr("%1 % more FLOPs");
    list = appended(std::move(list), phrase.with(percentText(*reason.flopsRatio)));
  }
  return list;
}

Message aboutCalls(const WorkReason& reason) {
  const std::string time = signedDuration(reason.split.calls);
  if (reason.baseStep.calls == 0) {
    return Phrase::tr("%1 from calls that only the other run has").with(time);
  }
  if (reason.otherStep.calls == 0) {
    return Phrase::tr("%1 from calls that only the baseline has").with(time);
  }
  const Phrase phrase = reason.split.calls.ns > 0 ? Phrase::tr("%1 from more calls (%2 → %3)")
                                                  : Phrase::tr("%1 from fewer calls (%2 → %3)");
  return phrase.with(time, callsText(reason.baseStep.calls), callsText(reason.otherStep.calls));
}

Message aboutWork(const WorkReason& reason) {
  const std::string time = signedDuration(reason.split.work);
  Message change = changeOfWork(reason);
  const bool isMore = reason.split.work.ns > 0;
  if (change.isEmpty()) {
    return (isMore ? Phrase::tr("%1 from more work") : Phrase::tr("%1 from less work")).with(time);
  }
  return (isMore ? Phrase::tr("%1 from more work (%2)") : Phrase::tr("%1 from less work (%2)"))
      .with(time, std::move(change));
}

Message aboutEfficiency(const WorkReason& reason) {
  const std::string time = signedDuration(reason.split.efficiency);
  const bool isLower = reason.split.efficiency.ns > 0;
  const auto before = reason.base.shareOfRoofline();
  const auto after = reason.other.shareOfRoofline();
  if (before && after) {
    const Phrase phrase = isLower ? Phrase::tr("%1 from lower efficiency (%2 instead of %3 of roofline)")
                                  : Phrase::tr("%1 from higher efficiency (%2 instead of %3 of roofline)");
    return phrase.with(time, formatShare(*after), formatShare(*before));
  }
  const auto rate = [&](const WorkFigures& figures) {
    return reason.split.measure == WorkMeasure::Flops ? formatFlopRate(figures.flopsPerSecond().value_or(0))
                                                      : formatByteRate(figures.bytesPerSecond().value_or(0));
  };
  const Phrase phrase = isLower ? Phrase::tr("%1 from lower efficiency (%2 instead of %3)")
                                : Phrase::tr("%1 from higher efficiency (%2 instead of %3)");
  return phrase.with(time, rate(reason.other), rate(reason.base));
}

Message aboutUnmodeled(const WorkReason& reason) {
  const std::string time = signedDuration(reason.split.unmodeled);
  if (reason.family.empty()) {
    return Phrase::tr("%1 from work that is not modeled").with(time);
  }
  const Phrase phrase = reason.split.unmodeled.ns > 0 ? Phrase::tr("%1 from longer calls, whose work is not modeled")
                                                      : Phrase::tr("%1 from shorter calls, whose work is not modeled");
  return phrase.with(time);
}

}  // namespace

Message sentenceOn(const WorkReason& reason) {
  constexpr double minShare = 0.05;  // share of all parts
  using About = Message (*)(const WorkReason&);
  std::vector<std::pair<std::int64_t, About>> parts{{std::abs(reason.split.calls.ns), aboutCalls},
                                                    {std::abs(reason.split.work.ns), aboutWork},
                                                    {std::abs(reason.split.efficiency.ns), aboutEfficiency},
                                                    {std::abs(reason.split.unmodeled.ns), aboutUnmodeled}};
  std::ranges::stable_sort(parts, std::ranges::greater{}, &std::pair<std::int64_t, About>::first);
  double all = 0;
  for (const auto& [size, about] : parts) {
    all += static_cast<double>(size);
  }
  Message list;
  for (const auto& [size, about] : parts) {
    if (size > 0 && static_cast<double>(size) >= minShare * all) {
      list = appended(std::move(list), about(reason));
    }
  }
  const bool isSaidByFamilies = reason.family.empty() && parts.front().second == &aboutUnmodeled &&
                                static_cast<double>(parts[1].first) < minShare * all;
  if (list.isEmpty() || isSaidByFamilies) {
    return {};
  }
  Message what = reason.family.empty() ? Message(Phrase::tr("all GPU work")) : Message::phrase(reason.family);
  return Phrase::tr("%1 per step in %2: %3.")
      .with(signedDuration(reason.split.delta()), std::move(what), std::move(list));
}

std::vector<Message> workSentences(const RunComparison& comparison, const ComparedWork& work, std::size_t run,
                                   std::size_t limit) {
  std::vector<Message> made;
  if (!work.isKnown()) {
    made.emplace_back(Phrase::tr("No input shapes recorded; record with record_shapes=True."));
    return made;
  }
  for (const WorkReason& reason : work.reasons(comparison, run)) {
    if (Message sentence = sentenceOn(reason); !sentence.isEmpty() && made.size() < limit) {
      made.push_back(std::move(sentence));
    }
  }
  return made;
}

SplitTexts textsOf(const ChangeSplit& split) {
  const bool hasWork = split.measure != WorkMeasure::None;
  return {.calls = signedDuration(split.calls),
          .work = hasWork ? signedDuration(split.work) : std::string(),
          .efficiency = hasWork ? signedDuration(split.efficiency) : std::string(),
          .unmodeled = split.unmodeled.ns != 0 ? signedDuration(split.unmodeled) : std::string()};
}

std::string rooflineText(const ComparedWork& work, std::size_t row, std::size_t run) {
  const auto share = [&](std::size_t of) {
    const WorkFigures& figures = work.runs[of].rowsOfSteps[row].figures;
    return figures.modeled.ns > 0 ? figures.shareOfRoofline() : std::nullopt;
  };
  const auto text = [](const std::optional<double>& value) { return value ? formatShare(*value) : std::string("–"); };
  const auto base = share(0);
  const auto other = share(run);
  return base || other ? fmt::format("{} → {}", text(base), text(other)) : std::string();
}

}  // namespace kernline
