// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/run_figures.h"

#include "core/compare/runs/measured_run.h"
#include "core/compare/runs/run_work.h"
#include "core/compare/tables/file_names.h"
#include "core/model/base/message.h"
#include "core/model/log/known_words.h"
#include "core/model/log/log_builder.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <set>

namespace kernline {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

double deviation(const std::vector<Duration>& lengths, double mean) {
  if (lengths.size() < 2) {
    return none;
  }
  double squares = 0;
  for (const Duration length : lengths) {
    squares += (static_cast<double>(length.ns) - mean) * (static_cast<double>(length.ns) - mean);
  }
  return std::sqrt(squares / static_cast<double>(lengths.size() - 1));
}

double numberIn(const std::string& text) {
  double number = none;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? number : none;
}

/// Returns "model seq_len=256 …", to find runs that the names do not distinguish.
std::string identityOf(const RunName& name) {
  std::string text = name.model;
  for (const auto& [key, value] : name.parameters) {
    text.append("\n").append(key).append("=").append(value);
  }
  return text;
}

class FigureLog {
 public:
  ContextId contextOf(const RunFigures& run, const std::string& folder) {
    LogContext context;
    context.subject = m_builder.intern(run.name.model);
    for (const auto& [key, value] : run.name.parameters) {
      context.parameters.push_back(parameter(key, value));
    }
    if (!folder.empty()) {
      context.parameters.push_back(parameter("file", folder));
    }
    return m_builder.addContext(std::move(context));
  }

  void add(ContextId context, std::string_view name, Quantity quantity, double value, double error = none) {
    m_builder.addMetric({.context = context,
                         .name = m_builder.intern(name),
                         .key = m_builder.intern(logs::keyOf(name)),
                         .unit = m_builder.intern(baseUnit(quantity)),
                         .quantity = quantity,
                         .value = {value, StringId::empty},
                         .error = error,
                         .line = 0});
  }

  void addFailure(ContextId context, std::string_view why) {
    m_builder.addFailure({.context = context, .text = m_builder.intern(why), .line = 0});
  }

  [[nodiscard]] std::shared_ptr<const Log> build() {
    m_builder.setSource("traces", "traces", 0, nullptr);
    return m_builder.build();
  }

 private:
  LogParameter parameter(std::string_view key, const std::string& value) {
    return {.name = m_builder.intern(key),
            .key = m_builder.intern(key),
            .value = {numberIn(value), m_builder.intern(value)}};
  }

  LogBuilder m_builder;
};

void addFigures(FigureLog& log, ContextId context, const RunFigures& run, bool isWithoutProfiler) {
  log.add(context, Phrase::tr("step time"), Quantity::Time, run.step, run.stepError);
  if (isWithoutProfiler) {
    log.add(context, Phrase::tr("step time without the profiler"), Quantity::Time, run.withoutProfiler);
  }
  log.add(context, Phrase::tr("GPU busy time"), Quantity::Time, run.busy);
  log.add(context, Phrase::tr("GPU idle time"), Quantity::Time, run.idle);
  log.add(context, Phrase::tr("kernels"), Quantity::Count, run.kernels);
  if (run.memory) {
    log.add(context, Phrase::tr("peak memory"), Quantity::Bytes, static_cast<double>(run.memory->peakAllocated));
    if (run.memory->peakReserved > 0) {
      log.add(context, Phrase::tr("reserved memory"), Quantity::Bytes, static_cast<double>(run.memory->peakReserved));
    }
  }
  if (run.work) {
    log.add(context, Phrase::tr("bytes moved"), Quantity::Bytes, run.work->bytes);
    if (run.work->flopsPerSecond.value_or(0) > 0) {
      log.add(context, Phrase::tr("FLOP rate"), Quantity::FlopRate, *run.work->flopsPerSecond);
    }
    if (run.work->shareOfRoofline) {
      log.add(context, Phrase::tr("share of roofline"), Quantity::Share, *run.work->shareOfRoofline);
    }
  }
}

/// Returns nullopt if most of the time is not modeled: copies alone have their bytes without any shapes.
std::optional<StepWork> stepWork(const ComparedRun& run, const std::stop_token& stop) {
  const WorkFigures figures = workOfSteps(run, stop);
  if (figures.modeled.ns <= figures.kernelTime.ns / 2) {
    return {};
  }
  return StepWork{.flopsPerSecond = figures.flopsPerSecond(),
                  .bytes = figures.bytes / static_cast<double>(run.steps.steps.size()),
                  .shareOfRoofline = figures.shareOfRoofline()};
}

}  // namespace

RunFigures figuresOf(const RunInput& input, const std::string& step, std::string_view pattern, bool withWork,
                     const std::stop_token& stop) {
  RunFigures made{.name = runName(input.path, pattern),
                  .path = input.path,
                  .stepError = none,
                  .memory = {},
                  .work = {},
                  .refusal = {}};
  Expected<ComparedRun> run = measureRun(input, step);
  if (!run) {
    made.refusal = run.error().message.english();
    return made;
  }
  constexpr std::uint32_t kernels = 0;
  constexpr std::uint32_t others = 1;
  run->rowOfActivity.clear();
  for (const SpanId activity : run->activities) {
    run->rowOfActivity.push_back(run->trace->kind(activity) == SpanKind::Kernel ? kernels : others);
  }
  takeAccount(*run, 2);
  made.step = run->perStep(run->account.wall);
  made.stepError = deviation(run->account.lengths, made.step);
  made.withoutProfiler = static_cast<double>(run->undisturbed.likely.ns);
  made.isSlowedByProfiler = isSlowedByProfiler(*run);
  made.busy = run->perStep(run->account.busy);
  for (const Duration idle : run->account.idle) {
    made.idle += run->perStep(idle);
  }
  made.kernels = static_cast<double>(run->account.rows[kernels].count) / static_cast<double>(run->steps.steps.size());
  made.work = withWork ? stepWork(*run, stop) : std::nullopt;
  made.memory = std::move(run->memory);
  return made;
}

std::shared_ptr<const Log> logOfFigures(std::span<const RunFigures> runs) {
  std::set<std::string> seen;
  bool areAlike = false;
  std::vector<std::string> paths;
  for (const RunFigures& run : runs) {
    areAlike = !seen.insert(identityOf(run.name)).second || areAlike;
    paths.push_back(run.path);
  }
  const std::vector<std::string> names = fileNames(paths);
  const bool isWithoutProfiler = std::ranges::any_of(runs, &RunFigures::isSlowedByProfiler);
  FigureLog log;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const ContextId context = log.contextOf(runs[i], areAlike ? names[i] : std::string{});
    if (runs[i].refusal.empty()) {
      addFigures(log, context, runs[i], isWithoutProfiler);
    } else {
      log.addFailure(context, runs[i].refusal);
    }
  }
  return log.build();
}

}  // namespace kernline
