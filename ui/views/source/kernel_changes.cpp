// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/source/kernel_changes.h"

#include "core/compare/source/source_comparison_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/source/state_marks.h"

#include <QStringList>

#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace kernline::ui {
namespace {

QStringList changedFacts(const SampledRun& before, const SampledRun& after, const ComparedKernel& kernel) {
  const SampledKernelFacts& first = before.facts[kernel.before];
  const SampledKernelFacts& second = after.facts[kernel.after];
  using Text = std::function<std::string(double)>;
  QStringList words;
  const auto add = [&](const QString& change, std::optional<double> a, std::optional<double> b, const Text& text) {
    if (a && b && text(*a) != text(*b)) {
      words << change.arg(qt(text(*a)), qt(text(*b)));
    }
  };
  const Text count = [](double value) { return formatCount(std::llround(value)); };
  const auto instructions = [](const SampledRun& run, std::size_t number) {
    return static_cast<double>(run.sources.kernels[number].instructions.size());
  };
  add(QStringLiteral("%1 → %2"), first.durationNs, second.durationNs,
      [](double value) { return formatDuration(Duration{std::llround(value)}); });
  if (kernel.isPerLaunch) {
    words << Words::tr("samples %1").arg(qt(comparedChange(kernel, kernel.samples)));
  }
  add(Words::tr("registers %1 → %2"), first.registersPerThread, second.registersPerThread, count);
  add(Words::tr("shared memory %1 → %2"), first.sharedBytesPerBlock, second.sharedBytesPerBlock,
      [](double value) { return formatBytes(std::llround(value)); });
  add(Words::tr("occupancy %1 → %2"), first.occupancy, second.occupancy, formatShare);
  add(Words::tr("instructions %1 → %2"), instructions(before, kernel.before), instructions(after, kernel.after), count);
  return words;
}

QStringList changedStates(const ComparedKernel& kernel) {
  constexpr qsizetype maxWords = 5;
  QStringList words;
  for (const ComparedState& state : kernel.states) {
    if (words.size() < maxWords && kernel.isClear(state.samples)) {
      words << QStringLiteral("%1 %2").arg(stateName(state.state), qt(comparedChange(kernel, state.samples)));
    }
  }
  return words;
}

}  // namespace

QString kernelChanges(const SampledRun& before, const SampledRun& after, const ComparedKernel& kernel,
                      const QString& title) {
  const QString dot = QStringLiteral(" · ");
  const QStringList states = changedStates(kernel);
  const QString facts = QStringLiteral("%1: %2").arg(title, changedFacts(before, after, kernel).join(dot));
  return states.isEmpty() ? facts : QStringLiteral("%1\n%2").arg(facts, Words::tr("States: %1").arg(states.join(dot)));
}

}  // namespace kernline::ui
