// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/token_rounds.h"

#include "core/analysis/query/process_steps.h"
#include "core/analysis/steps/step_of_spans.h"
#include "core/analysis/steps/step_times.h"
#include "core/analysis/steps/token_kernels.h"
#include "core/model/base/median.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace kernline {

namespace {

struct Round {
  std::map<StringId, Duration> kernels;  ///< their times by name
  std::set<StringId> before;             ///< names of kernels of no step, since the step before
  bool followsToken = false;  ///< whether an activity chooses a token, as the end of a round; for steps on a device
  Duration time;
  bool choosesToken = false;              ///< itself, or the work behind it
  std::optional<std::int64_t> positions;  ///< positions of each sequence that it reads; nullopt if unknown
};

using TokenSteps = std::vector<Round>;

/// Facts of the name of a kernel.
struct NameFacts {
  bool choosesToken = false;
  bool selectsRows = false;
};

/// Reads how many positions of each sequence an operator looks up: the last dimension of its second argument.
std::optional<std::int64_t> positionsRead(const Trace& trace, SpanId op) {
  constexpr std::array<std::string_view, 2> keys{"Input Dims", "Input dims"};
  const ArgNode args = trace.args(op, keys);
  for (const std::string_view key : keys) {
    const ArgNode* dims = args.find(key);
    if (dims == nullptr || dims->children.size() < 2 || dims->children[1].children.empty()) {
      continue;
    }
    const std::string& last = dims->children[1].children.back().text;
    std::int64_t value = 0;
    if (std::from_chars(last.data(), last.data() + last.size(), value).ec == std::errc{}) {
      return value;
    }
  }
  return {};
}

/// The operator that looks up the embeddings of tokens, of a kernel of it; none for any other kernel.
SpanId embeddingAround(const Trace& trace, SpanId kernel) {
  const SpanId call = trace.launchOf(kernel);
  SpanId op = call == SpanId::none ? SpanId::none : trace.opOf(call);
  while (op != SpanId::none && !(trace.kind(op) == SpanKind::Op && trace.nameText(op) == "aten::embedding")) {
    op = trace.parent(op);
  }
  return op;
}

/// Finds the contents of steps, and what lies between them.
class RoundReader {
 public:
  RoundReader(const Trace& trace, const FoundSteps& steps)
      : m_trace(trace),
        m_steps(steps),
        m_processes(stepsByProcess(trace, steps.steps)),
        m_stepOf(stepOfActivities(trace, steps)),
        m_rounds(steps.steps.size()) {}

  TokenSteps read() {
    for (std::uint32_t i = 0; i < m_trace.spanCount(); ++i) {
      const SpanId span{i};
      if (m_trace.kind(span) != SpanKind::Kernel) {
        continue;
      }
      const NameFacts& facts = factsOf(m_trace.name(span));
      if (m_stepOf[i] == noStep) {
        addBetween(span, facts);
      } else {
        addInside(m_rounds[m_stepOf[i]], span, facts);
      }
    }
    return std::move(m_rounds);
  }

 private:
  const NameFacts& factsOf(StringId name) {
    const auto [facts, isNew] = m_facts.try_emplace(name);
    if (isNew) {
      const std::string_view text = m_trace.text(name);
      facts->second = {.choosesToken = tokenChoice(text) != TokenChoice::No, .selectsRows = selectsRows(text)};
    }
    return facts->second;
  }

  void addInside(Round& round, SpanId span, const NameFacts& facts) const {
    round.kernels[m_trace.name(span)] += m_trace.duration(span);
    round.time += m_trace.duration(span);
    round.choosesToken = round.choosesToken || facts.choosesToken;
    if (facts.selectsRows && !round.positions) {
      const SpanId op = embeddingAround(m_trace, span);
      round.positions = op == SpanId::none ? std::nullopt : positionsRead(m_trace, op);
    }
  }

  void addBetween(SpanId span, const NameFacts& facts) {
    const SpanId place = m_steps.isOnDevice ? span : m_trace.launchOf(span);
    if (place == SpanId::none) {
      return;
    }
    const auto own =
        std::ranges::find(m_processes, m_trace.track(m_trace.trackOf(place)).process, &ProcessSteps::process);
    if (own == m_processes.end()) {
      return;
    }
    const auto next = std::ranges::upper_bound(own->steps, m_trace.start(place), {},
                                               [&](std::uint32_t step) { return m_steps.steps[step].range.begin; });
    if (next != own->steps.end()) {
      m_rounds[*next].before.insert(m_trace.name(span));
      m_rounds[*next].followsToken = m_rounds[*next].followsToken || (m_steps.isOnDevice && facts.choosesToken);
    }
    if (next != own->steps.begin() && facts.choosesToken) {
      m_rounds[*std::prev(next)].choosesToken = true;
    }
  }

  const Trace& m_trace;
  const FoundSteps& m_steps;
  std::vector<ProcessSteps> m_processes;
  std::vector<std::uint32_t> m_stepOf;
  std::map<StringId, NameFacts> m_facts;
  TokenSteps m_rounds;
};

/// Whether any kernel chooses a token, and none is of training. Looks at each name once.
bool mayGenerate(const Trace& trace) {
  std::vector<bool> isSeen(trace.strings().size());
  bool chooses = false;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const SpanId span{i};
    if (trace.kind(span) != SpanKind::Kernel || isSeen[index(trace.name(span))]) {
      continue;
    }
    isSeen[index(trace.name(span))] = true;
    if (belongsToTraining(trace.nameText(span))) {
      return false;
    }
    chooses = chooses || tokenChoice(trace.nameText(span)) != TokenChoice::No;
  }
  return chooses;
}

/// Names of kernels that half of all steps, or of what is before them, have.
std::set<StringId> usualKernels(const TokenSteps& rounds) {
  std::map<StringId, std::size_t> counts;
  for (const Round& round : rounds) {
    for (const auto& [name, time] : round.kernels) {
      ++counts[name];
    }
    for (const StringId name : round.before) {
      counts[name] += round.kernels.contains(name) ? 0 : 1;
    }
  }
  std::set<StringId> usual;
  for (const auto& [name, count] : counts) {
    if (count * 2 >= rounds.size()) {
      usual.insert(name);
    }
  }
  return usual;
}

/// Whether the kernels before a step prepare a call.
bool followsPreparation(const Round& round, const std::set<StringId>& usual) {
  constexpr std::ptrdiff_t minKernels = 3;  // another length of a sequence may need one or two other kernels
  return !round.followsToken &&
         std::ranges::count_if(round.before, [&](StringId name) { return !usual.contains(name); }) >= minKernels;
}

/// The share of the time of another step that its kernels take of which this one has none.
double lackingShare(const Round& round, const Round& typical) {
  Duration lacking;
  for (const auto& [name, time] : typical.kernels) {
    lacking += round.kernels.contains(name) ? Duration{} : time;
  }
  return typical.time.ns == 0 ? 0 : static_cast<double>(lacking.ns) / static_cast<double>(typical.time.ns);
}

/// Whether a step reads a prompt, by its kernels alone. `isDifferent`: something else says that it is of another kind.
bool looksLikePrefill(const Round& round, const Round& typical, const std::set<StringId>& usual, bool isDifferent) {
  constexpr double minShare = 0.05;
  const bool isLong = round.time.ns * 2 > typical.time.ns * 3;
  return lackingShare(round, typical) >= minShare && (isDifferent || isLong || followsPreparation(round, usual));
}

/// The median of the positions that steps read, if they are known.
std::optional<std::int64_t> usualPositions(const TokenSteps& rounds) {
  std::vector<std::int64_t> known;
  for (const Round& round : rounds) {
    if (round.positions) {
      known.push_back(*round.positions);
    }
  }
  return known.size() * 2 < rounds.size() ? std::nullopt : std::optional{medianOf(known)};
}

}  // namespace

std::vector<std::optional<InferenceIteration>> tokenRounds(const Trace& trace, const FoundSteps& steps) {
  constexpr double minOtherShare = 0.5;
  constexpr std::int64_t maxPositions = 16;  // a few tokens that a smaller model has guessed
  std::vector<std::optional<InferenceIteration>> made(steps.steps.size());
  if (!mayGenerate(trace)) {
    return made;
  }
  const TokenSteps rounds = RoundReader(trace, steps).read();
  const auto choosing = static_cast<std::size_t>(std::ranges::count_if(rounds, &Round::choosesToken));
  if (rounds.empty() || choosing * 10 < rounds.size() * 9) {
    return made;
  }
  const std::optional<std::int64_t> positions = usualPositions(rounds);
  if (positions.value_or(1) > maxPositions) {
    return made;
  }
  std::vector<std::int64_t> times;
  std::ranges::transform(rounds, std::back_inserter(times), [](const Round& round) { return round.time.ns; });
  const std::int64_t middle = medianOf(times);
  const auto place =
      std::ranges::min_element(rounds, {}, [&](const Round& round) { return std::abs(round.time.ns - middle); });
  const Round& typical = *place;
  const StringId typicalName = steps.steps[static_cast<std::size_t>(place - rounds.begin())].name;
  const std::set<StringId> usual = usualKernels(rounds);
  std::set<ProcessId> seen;
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    const Round& round = rounds[i];
    const bool isFirst = seen.insert(steps.steps[i].process).second;
    if (!round.choosesToken) {
      continue;  // it precedes a prompt
    }
    // Rounds are named after the kernel that begins them, which reads the embeddings of one token or of many.
    const bool beginsOtherwise = steps.isOnDevice && steps.steps[i].name != typicalName;
    const bool isOther = beginsOtherwise || (isFirst && lackingShare(round, typical) >= minOtherShare);
    const bool isPrefill =
        positions && round.positions ? *round.positions > *positions : looksLikePrefill(round, typical, usual, isOther);
    made[i].emplace().kind = isPrefill ? InferenceKind::Prefill : InferenceKind::Decode;
  }
  return made;
}

}  // namespace kernline
