// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/step_phase.h"

#include "core/analysis/calls/backward_calls.h"
#include "core/model/base/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace kernline {

namespace {

bool isWord(std::string_view word, std::string_view lower) {
  return std::ranges::equal(word, lower, [](char a, char b) { return toLower(a) == b; });
}

constexpr std::array<std::pair<std::string_view, StepPhase>, 14> phaseWords{{
    {"forward", StepPhase::Forward},
    {"fwd", StepPhase::Forward},
    {"backward", StepPhase::Backward},
    {"bwd", StepPhase::Backward},
    {"optimizer", StepPhase::Optimizer},
    {"optim", StepPhase::Optimizer},
    {"prefill", StepPhase::Prefill},
    {"extend", StepPhase::Prefill},
    {"decode", StepPhase::Decode},
    {"decoding", StepPhase::Decode},
    {"sample", StepPhase::Sampling},
    {"sampler", StepPhase::Sampling},
    {"sampling", StepPhase::Sampling},
    {"sampled", StepPhase::Sampling},
}};

/// Returns the phase by the first word that names one; "forward_backward" is no phase.
StepPhase phaseOfAnnotation(std::string_view name) {
  StepPhase phase = StepPhase::Other;
  for (const std::string_view word : wordsOf(name)) {
    const auto found = std::ranges::find_if(phaseWords, [&](const auto& known) { return isWord(word, known.first); });
    if (found == phaseWords.end()) {
      continue;
    }
    if (phase == StepPhase::Forward && found->second == StepPhase::Backward) {
      return StepPhase::Other;
    }
    phase = phase == StepPhase::Other ? found->second : phase;
  }
  return phase;
}

StepPhase phaseOfOperator(std::string_view name) {
  if (name.starts_with("Optimizer.") || name.starts_with("aten::_fused_adam") || name.starts_with("aten::_fused_sgd")) {
    return StepPhase::Optimizer;
  }
  return namesBackwardStep(name) ? StepPhase::Backward : StepPhase::Other;
}

/// A function that others call for the whole of a phase; what it waits for on other threads says so itself.
StepPhase phaseOfFunction(std::string_view name) {
  if (namesBackwardCall(name)) {
    return StepPhase::Backward;
  }
  if (name.contains("torch/optim/") && name.ends_with(": step")) {
    return StepPhase::Optimizer;
  }
  const bool isSampler =
      std::ranges::any_of(wordsOf(name), [](std::string_view word) { return isWord(word, "sampler"); });
  return isSampler ? StepPhase::Sampling : StepPhase::Other;
}

}  // namespace

std::string_view toText(StepPhase phase) {
  constexpr std::array<std::string_view, stepPhaseCount> texts{
      "forward", "backward", "optimizer", "prefill", "decode", "mixed", "sampling", "communication", "other"};
  return texts[static_cast<std::size_t>(phase)];
}

StepPhase phaseOfHostSpan(std::string_view name, SpanKind kind) {
  switch (kind) {
    case SpanKind::Annotation:
      return phaseOfAnnotation(name);
    case SpanKind::Op:
      return phaseOfOperator(name);
    case SpanKind::PythonFunction:
      return phaseOfFunction(name);
    default:
      return StepPhase::Other;
  }
}

std::vector<std::string_view> wordsOf(std::string_view name) {
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const std::size_t begin = i;
    while (i < name.size() && isLetter(name[i])) {
      ++i;
    }
    if (i > begin) {
      words.push_back(name.substr(begin, i - begin));
    }
  }
  return words;
}

}  // namespace kernline
