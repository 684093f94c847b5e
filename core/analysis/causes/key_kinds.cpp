// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/key_kinds.h"

#include "core/analysis/query/process_steps.h"
#include "core/analysis/steps/step_phase.h"
#include "core/model/names/kernel_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace kernline {

namespace {

/// Modules of the same path are one, wherever their nodes are.
SpanKeyPtr moduleKey(TraceAnalysis& analysis, const std::stop_token& stop) {
  const std::shared_ptr<const SpanModules> modules = analysis.modules(stop);
  if (!modules) {
    return nullptr;
  }
  std::vector<std::string> paths;
  for (std::uint32_t node = 0; node < modules->nodes.size(); ++node) {
    paths.push_back(modulePath(analysis.trace(), modules->nodes, node));
  }
  return byNumber(modules->ofSpan, std::move(paths));
}

SpanKeyPtr operatorKey(TraceAnalysis& analysis, const std::stop_token& stop) {
  std::shared_ptr<const ReplayedOps> replayed = analysis.replayedOps(stop);
  return replayed ? byOp(analysis.trace(), std::move(replayed)) : nullptr;
}

SpanKeyPtr phaseKey(TraceAnalysis& analysis, const std::stop_token& stop) {
  const std::shared_ptr<const SpanPhases> phases = analysis.phases(stop);
  if (!phases) {
    return nullptr;
  }
  return std::make_shared<const SpanKey>(
      SpanKey{.count = static_cast<std::uint32_t>(stepPhaseCount),
              .of = [phases](SpanId span) { return static_cast<std::uint32_t>(phases->phase[index(span)]); },
              .label =
                  [](std::uint32_t phase) {
                    const auto of = static_cast<StepPhase>(phase);
                    return of == StepPhase::Other ? std::string_view{} : toText(of);
                  }});
}

SpanKeyPtr stepKey(TraceAnalysis& analysis, const std::stop_token& stop) {
  const std::shared_ptr<const SpanPhases> phases = analysis.phases(stop);
  return phases ? byStep(analysis.trace(), *phases) : nullptr;
}

SpanKeyPtr shapeKey(TraceAnalysis& analysis, const std::stop_token& stop) {
  std::shared_ptr<const InputShapes> shapes = analysis.shapes(stop);
  return shapes ? byShape(analysis.trace(), std::move(shapes)) : nullptr;
}

SpanKeyPtr launchKey(TraceAnalysis& analysis, const std::stop_token& stop) {
  const std::shared_ptr<const LaunchConfigs> launches = analysis.launches(stop);
  return launches ? byNumber(launches->ofSpan, launches->texts) : nullptr;
}

template <SpanKeyPtr (*make)(const Trace&)>
SpanKeyPtr plainKey(TraceAnalysis& analysis, const std::stop_token& /*stop*/) {
  return make(analysis.trace());
}

constexpr std::array allKeyKinds{
    KeyKind{.name = "name",
            .title = Phrase::tr("Name"),
            .missing = Phrase::tr("(no name)"),
            .isSearched = true,
            .make = plainKey<byName>},
    KeyKind{.name = "family",
            .title = Phrase::tr("Family"),
            .missing = Phrase::tr("(no family)"),
            .isWord = true,
            .isSearched = true,
            .make = plainKey<byFamily>},
    KeyKind{.name = "category",
            .title = Phrase::tr("Category"),
            .missing = Phrase::tr("(no category)"),
            .isSearched = true,
            .make = plainKey<byCategory>},
    KeyKind{.name = "op",
            .title = Phrase::tr("Operator"),
            .missing = Phrase::tr("(no operator)"),
            .isSearched = true,
            .restsOnCalls = true,
            .make = operatorKey},
    KeyKind{.name = "module",
            .title = Phrase::tr("Module"),
            .missing = Phrase::tr("(no module)"),
            .isSearched = true,
            .restsOnCalls = true,
            .make = moduleKey},
    KeyKind{.name = "phase",
            .title = Phrase::tr("Phase"),
            .missing = Phrase::tr("(no phase)"),
            .isWord = true,
            .isSearched = true,
            .restsOnCalls = true,
            .make = phaseKey},
    KeyKind{.name = "step",
            .title = Phrase::tr("Step"),
            .missing = Phrase::tr("(no step)"),
            .isNumbered = true,
            .restsOnCalls = true,
            .make = stepKey},
    KeyKind{.name = "shape",
            .title = Phrase::tr("Input shapes"),
            .missing = Phrase::tr("(no operator)"),
            .restsOnCalls = true,
            .make = shapeKey},
    KeyKind{.name = "launch",
            .title = Phrase::tr("Launch shape"),
            .missing = Phrase::tr("(no launch shape)"),
            .make = launchKey},
    KeyKind{.name = "stream",
            .title = Phrase::tr("Stream or thread"),
            .missing = Phrase::tr("(no name)"),
            .make = plainKey<byStream>},
};

/// "3: ProfilerStep#12"; without the name where several processes call a step differently.
std::string stepLabel(std::size_t number, std::string_view name) {
  return name.empty() ? fmt::format("{}", number) : fmt::format("{}: {}", number, name);
}

}  // namespace

std::span<const KeyKind> keyKinds() {
  return allKeyKinds;
}

const KeyKind* keyKind(std::string_view name) {
  const auto found = std::ranges::find(allKeyKinds, name, &KeyKind::name);
  return found == allKeyKinds.end() ? nullptr : &*found;
}

SpanKeyPtr byStep(const Trace& trace, const SpanPhases& phases) {
  const std::vector<Step>& steps = phases.steps.steps;
  const bool isRounds = phases.steps.source == StepSource::Rounds;
  std::vector<std::uint32_t> numbers(steps.size());
  std::vector<std::string> labels;
  std::vector<StringId> names;
  for (const ProcessSteps& process : stepsByProcess(trace, steps)) {
    for (std::uint32_t number = 0; number < process.steps.size(); ++number) {
      const Step& step = steps[process.steps[number]];
      numbers[process.steps[number]] = number;
      if (number == names.size()) {
        names.push_back(step.name);
      }
      names[number] = names[number] == step.name ? step.name : StringId::empty;
    }
  }
  for (std::size_t number = 0; number < names.size(); ++number) {
    const std::string_view name = trace.text(names[number]);
    labels.push_back(stepLabel(number, isRounds ? shortKernelName(name) : std::string{name}));
  }
  std::vector<std::uint32_t> ofSpan(phases.step.size(), noStep);
  for (std::size_t span = 0; span < ofSpan.size(); ++span) {
    if (phases.step[span] != noStep) {
      ofSpan[span] = numbers[phases.step[span]];
    }
  }
  return byNumber(std::move(ofSpan), std::move(labels));
}

}  // namespace kernline
