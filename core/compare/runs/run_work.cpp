// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/run_work.h"

#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/work/reference_device.h"
#include "core/model/base/saturating_sum.h"
#include "core/model/names/kernel_name.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace kernline {

namespace {

/// FLOPs per byte above which computing limits the time, if ceilings do not decide it: fewer than any device with
/// tensor cores can do per byte of memory (resources/devices.txt), more than its vector units.
constexpr double computeIntensity = 50;

/// Kernel families by name, each looked up once.
class FamilyOfNames {
 public:
  explicit FamilyOfNames(const Trace& trace) : m_trace(trace) {}

  std::size_t of(SpanId activity) {
    const auto [place, isNew] = m_families.try_emplace(m_trace.name(activity), std::size_t{});
    if (isNew) {
      place->second = static_cast<std::size_t>(kernelFamily(m_trace.nameText(activity)));
    }
    return place->second;
  }

 private:
  const Trace& m_trace;
  std::unordered_map<StringId, std::size_t> m_families;
};

/// Holds each activity of a run against its own ceilings and those that all runs share.
class PieceMeter {
 public:
  PieceMeter(const ComparedRun& run, const std::optional<Ceilings>& shared, const std::stop_token& stop)
      : m_model(modelOf(run, stop)),
        m_own(*run.trace, *m_model, ceilingsIn(*run.trace, run.deviceModel)),
        m_shared(*run.trace, *m_model, shared) {}

  [[nodiscard]] WorkSums of(SpanId activity) const {
    const WorkFigures shared = m_shared.of(activity);
    return {.figures = m_own.of(activity), .rooflineNs = shared.rooflineNs, .rooflineTime = shared.rooflineTime};
  }
  [[nodiscard]] WorkFigures ownOf(SpanId activity) const { return m_own.of(activity); }
  /// Returns the name of the shared device's peak that its FLOPs are compared with.
  [[nodiscard]] std::string_view peakOf(SpanId activity) const {
    const WorkCall* call = m_model->callWith(activity);
    return call == nullptr ? std::string_view{} : m_shared.peakName(*call);
  }

 private:
  /// Returns the model of an open run, with the user's settings.
  static std::shared_ptr<const WorkModel> modelOf(const ComparedRun& run, const std::stop_token& stop) {
    const std::shared_ptr<const WorkModel> model = causesOf(run.trace)->work(stop);
    return model ? model : std::make_shared<const WorkModel>();
  }

  std::shared_ptr<const WorkModel> m_model;
  WorkMeter m_own;
  WorkMeter m_shared;
};

RunWork workOf(const ComparedRun& run, std::size_t rows, const std::optional<Ceilings>& shared,
               const std::stop_token& stop) {
  const PieceMeter meter(run, shared, stop);
  FamilyOfNames families(*run.trace);
  RunWork made{.rows = std::vector<WorkSums>(rows),
               .rowsOfSteps = std::vector<WorkSums>(rows),
               .families = std::vector<WorkSums>(kernelFamilyCount),
               .steps = {}};
  for (std::size_t i = 0; i < run.activities.size() && !stop.stop_requested(); ++i) {
    const WorkSums piece = meter.of(run.activities[i]);
    made.rows[run.rowOfActivity[i]].add(piece);
    if (i >= run.deviceActivities || run.bySteps.steps()[i] == noStep) {
      continue;
    }
    made.rowsOfSteps[run.rowOfActivity[i]].add(piece);
    made.steps.add(piece);
    const std::size_t family = families.of(run.activities[i]);
    made.families.resize(std::max(made.families.size(), family + 1));
    made.families[family].add(piece);
    if (piece.figures.flops > 0) {
      const std::string_view peak = meter.peakOf(run.activities[i]);
      made.steps.addFlops(peak, piece.figures.flops);
      made.families[family].addFlops(peak, piece.figures.flops);
    }
  }
  return made;
}

/// `sums` in `measure`, a `parts`-th of it.
CallSums callsOf(const WorkSums& sums, WorkMeasure measure, double calls, double timeNs, double parts) {
  const WorkFigures& figures = sums.figures;
  const bool isRoofline = measure == WorkMeasure::Roofline;
  const double work = isRoofline ? sums.rooflineNs : measure == WorkMeasure::Flops ? figures.flops : figures.bytes;
  const Duration time = isRoofline ? sums.rooflineTime : figures.modeled;
  constexpr double maxTime = 9e18;  // nanoseconds; times in hostile files add up beyond 64 bits
  return {.calls = calls,
          .time = {std::llround(std::min(timeNs, maxTime))},
          .work = work / parts,
          .workTime = static_cast<double>(time.ns) / parts};
}

/// The best that both sides have.
WorkMeasure measureOf(const WorkSums& base, const WorkSums& other) {
  const auto hasRoofline = [](const WorkSums& side) {
    return isMeasured(callsOf(side, WorkMeasure::Roofline, 1, static_cast<double>(side.figures.kernelTime.ns), 1));
  };
  if (hasRoofline(base) && hasRoofline(other)) {
    return WorkMeasure::Roofline;
  }
  const auto computes = [](const WorkSums& side) { return side.figures.intensity().value_or(0) >= computeIntensity; };
  if (computes(base) && computes(other)) {
    return WorkMeasure::Flops;
  }
  return base.figures.bytes > 0 && other.figures.bytes > 0 ? WorkMeasure::Bytes : WorkMeasure::None;
}

WorkReason reasonOf(std::string family, const WorkSums& base, const WorkSums& other, double baseSteps,
                    double otherSteps) {
  const WorkMeasure measure = measureOf(base, other);
  const auto ofStep = [&](const WorkSums& sums, double steps) {
    const auto count = static_cast<double>(sums.figures.count);
    const double calls = !family.empty() ? count / steps : count > 0 ? 1 : 0;
    return callsOf(sums, measure, calls, static_cast<double>(sums.figures.kernelTime.ns) / steps, steps);
  };
  WorkReason made{.family = family,
                  .base = base.figures,
                  .other = other.figures,
                  .baseStep = ofStep(base, baseSteps),
                  .otherStep = ofStep(other, otherSteps),
                  .flopsRatio = {},
                  .bytesRatio = {},
                  .basePeak = base.mainPeak(),
                  .otherPeak = other.mainPeak(),
                  .split = {}};
  const auto ratio = [&](double before, double after) {
    const double baseCalls = made.baseStep.calls * baseSteps;
    const double otherCalls = made.otherStep.calls * otherSteps;
    return before > 0 && after > 0 ? std::optional((after / otherCalls) / (before / baseCalls)) : std::nullopt;
  };
  made.flopsRatio = ratio(base.figures.flops, other.figures.flops);
  made.bytesRatio = ratio(base.figures.bytes, other.figures.bytes);
  made.split = splitOf(made.baseStep, made.otherStep, measure);
  return made;
}

/// Adds up the parts of families; the rest of `whole` is not modeled.
ChangeSplit sumOf(std::span<const WorkReason> families, const ChangeSplit& whole) {
  ChangeSplit sum{.measure = whole.measure};
  for (const WorkReason& family : families) {
    sum.calls += family.split.calls;
    sum.work += family.split.work;
    sum.efficiency += family.split.efficiency;
  }
  sum.unmodeled = whole.delta() - sum.delta();
  return sum;
}

}  // namespace

void WorkSums::add(const WorkSums& more) {
  figures.add(more.figures);
  rooflineNs += more.rooflineNs;
  rooflineTime = saturatingSum(rooflineTime, more.rooflineTime);
}

void WorkSums::addFlops(std::string_view peak, double flops) {
  const auto known = std::ranges::find(flopsByPeak, peak, &std::pair<std::string_view, double>::first);
  if (known == flopsByPeak.end()) {
    flopsByPeak.emplace_back(peak, flops);
  } else {
    known->second += flops;
  }
}

std::string_view WorkSums::mainPeak() const {
  const auto most = std::ranges::find_if(
      flopsByPeak, [&](const std::pair<std::string_view, double>& peak) { return 2 * peak.second > figures.flops; });
  return most == flopsByPeak.end() ? std::string_view{} : most->first;
}

bool ComparedWork::isKnown() const {
  return std::ranges::any_of(runs, [](const RunWork& run) {
    return std::ranges::any_of(run.rows, [](const WorkSums& row) { return row.figures.flops > 0; });
  });
}

ChangeSplit ComparedWork::splitOfRow(const RunComparison& comparison, std::size_t row, std::size_t run) const {
  const WorkSums& base = runs.front().rowsOfSteps[row];
  const WorkSums& other = runs[run].rowsOfSteps[row];
  const WorkMeasure measure = measureOf(base, other);
  const auto calls = [&](std::size_t of, const WorkSums& sums) {
    const RunSide& side = comparison.rows[row].sides[of];
    return callsOf(sums, measure, side.callsPerStep, side.perStep,
                   static_cast<double>(comparison.runs[of].steps.steps.size()));
  };
  return splitOf(calls(0, base), calls(run, other), measure);
}

std::vector<WorkReason> ComparedWork::reasons(const RunComparison& comparison, std::size_t run) const {
  std::vector<WorkReason> made;
  if (!isKnown()) {
    return made;
  }
  const RunWork& base = runs.front();
  const RunWork& other = runs[run];
  const auto baseSteps = static_cast<double>(comparison.runs.front().steps.steps.size());
  const auto otherSteps = static_cast<double>(comparison.runs[run].steps.steps.size());
  for (std::size_t f = 0; f < std::max(base.families.size(), other.families.size()); ++f) {
    const WorkSums before = f < base.families.size() ? base.families[f] : WorkSums{};
    const WorkSums after = f < other.families.size() ? other.families[f] : WorkSums{};
    if (before.figures.count + after.figures.count > 0) {
      made.push_back(reasonOf(std::string(toText(static_cast<KernelFamily>(f))), before, after, baseSteps, otherSteps));
    }
  }
  std::ranges::stable_sort(made, std::ranges::greater{},
                           [](const WorkReason& reason) { return std::abs(reason.split.delta().ns); });
  WorkReason all = reasonOf({}, base.steps, other.steps, baseSteps, otherSteps);
  if (all.split.work.ns == 0 && all.split.efficiency.ns == 0) {  // too little of it all is modeled, but not of families
    all.split = sumOf(made, all.split);
  }
  made.insert(made.begin(), std::move(all));
  return made;
}

WorkFigures workOfSteps(const ComparedRun& run, const std::stop_token& stop) {
  const PieceMeter meter(run, std::nullopt, stop);
  WorkFigures made;
  for (std::size_t i = 0; i < run.deviceActivities && !stop.stop_requested(); ++i) {
    if (run.bySteps.steps()[i] != noStep) {
      made.add(meter.ownOf(run.activities[i]));
    }
  }
  return made;
}

ComparedWork compareWork(const RunComparison& comparison, const std::stop_token& stop) {
  ComparedWork made;
  for (const ComparedRun& run : comparison.runs) {
    if (made.ceilings = ceilingsIn(*run.trace, run.deviceModel); made.ceilings) {
      break;
    }
  }
  for (const ComparedRun& run : comparison.runs) {
    made.runs.push_back(workOf(run, comparison.rows.size(), made.ceilings, stop));
  }
  return stop.stop_requested() ? ComparedWork{} : made;
}

}  // namespace kernline
