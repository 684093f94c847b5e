// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/generation_rounds.h"

#include "core/analysis/steps/token_kernels.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kernline {

namespace {

constexpr std::size_t minTokens = 3;

struct KernelOfModel {
  SpanId span = SpanId::none;
  StringId key = StringId::empty;  ///< key alike for a prompt and a token: its outermost operator, else its name
  SpanId graph = SpanId::none;     ///< the call that launched it, if it launched a graph
  bool beginsGraph = false;        ///< it is the first of that graph
  bool readsEmbeddings = false;
};

using KernelsOfModel = std::vector<KernelOfModel>;
using PartOfModel = std::span<const KernelOfModel>;

/// Returns the outermost operator around a call; none if there is none.
SpanId operatorAround(const Trace& trace, SpanId call) {
  SpanId op = trace.opOf(call);
  for (SpanId outer = op; outer != SpanId::none; outer = trace.parent(outer)) {
    op = trace.kind(outer) == SpanKind::Op ? outer : op;
  }
  return op;
}

KernelOfModel kernelOfModel(const Trace& trace, SpanId span) {
  KernelOfModel made{.span = span, .key = trace.name(span)};
  const SpanId call = trace.launchOf(span);
  if (call != SpanId::none && trace.nameText(call).contains("GraphLaunch")) {
    made.graph = call;
    return made;
  }
  const SpanId op = call == SpanId::none ? SpanId::none : operatorAround(trace, call);
  if (op == SpanId::none) {
    made.readsEmbeddings = selectsRows(trace.nameText(span));
  } else {
    made.key = trace.name(op);
    made.readsEmbeddings = trace.nameText(op) == "aten::embedding";
  }
  return made;
}

/// Returns the kernel that chooses tokens: the surest, of those the one that occurs least often; empty if there is
/// none, or if the program trains.
StringId choosingKernel(const Trace& trace, std::span<const SpanId> activities) {
  std::unordered_map<StringId, std::size_t> counts;
  for (const SpanId span : activities) {
    counts[trace.name(span)] += trace.kind(span) == SpanKind::Kernel ? 1 : 0;
  }
  StringId best = StringId::empty;
  TokenChoice surest = TokenChoice::No;
  for (const auto& [name, count] : counts) {
    if (count > 0 && belongsToTraining(trace.text(name))) {
      return StringId::empty;
    }
    const TokenChoice choice = tokenChoice(trace.text(name));
    if (choice == TokenChoice::No || count < minTokens || choice < surest) {
      continue;
    }
    if (choice > surest || std::pair(count, name) < std::pair(counts[best], best)) {
      best = name;
      surest = choice;
    }
  }
  return best;
}

std::vector<StringId> sortedKeys(PartOfModel part) {
  std::vector<StringId> keys;
  std::ranges::transform(part, std::back_inserter(keys), &KernelOfModel::key);
  std::ranges::sort(keys);
  return keys;
}

/// Whether seven of ten kernels are the same.
bool areAlike(const std::vector<StringId>& a, const std::vector<StringId>& b) {
  std::vector<StringId> both;
  std::ranges::set_intersection(a, b, std::back_inserter(both));
  return both.size() * 10 >= std::max(a.size(), b.size()) * 7;
}

/// Kernels up to each choice of a token, and behind the last one.
struct Tokens {
  KernelsOfModel kernels;
  std::vector<std::size_t> choices;

  [[nodiscard]] PartOfModel upTo(std::size_t token) const {
    const std::size_t begin = token == 0 ? 0 : choices[token - 1] + 1;
    return PartOfModel{kernels}.subspan(begin, choices[token] + 1 - begin);
  }
};

Tokens tokensOf(const Trace& trace, std::span<const SpanId> activities, StringId choice) {
  Tokens tokens;
  std::set<SpanId> graphs;
  for (const SpanId span : activities) {
    if (trace.kind(span) != SpanKind::Kernel) {
      continue;
    }
    if (trace.name(span) == choice) {
      tokens.choices.push_back(tokens.kernels.size());
    }
    KernelOfModel& kernel = tokens.kernels.emplace_back(kernelOfModel(trace, span));
    kernel.beginsGraph = kernel.graph != SpanId::none && graphs.insert(kernel.graph).second;
  }
  return tokens;
}

/// Returns the token of which most others have the same kernels, if half of them are alike. The first one is none: what
/// comes before it may be anything.
std::optional<std::size_t> typicalToken(const Tokens& tokens) {
  std::map<std::vector<StringId>, std::pair<std::size_t, std::size_t>> places;  // count and first index
  for (std::size_t i = 1; i < tokens.choices.size(); ++i) {
    ++places.try_emplace(sortedKeys(tokens.upTo(i)), 0, i).first->second.first;
  }
  const auto best = std::ranges::max_element(places, {}, [](const auto& place) { return place.second.first; });
  std::size_t alike = 0;
  for (const auto& [keys, place] : places) {
    alike += areAlike(keys, best->first) ? place.first : 0;
  }
  return alike * 2 < tokens.choices.size() ? std::nullopt : std::optional{best->second.second};
}

/// Returns where a token's pass through the model begins, behind the rest of the token before: with a graph, or where
/// it reads embeddings. One that comes late in the pass is of something else.
std::optional<std::size_t> beginOfPass(PartOfModel typical) {
  const auto graph = std::ranges::find_if(typical, &KernelOfModel::beginsGraph);
  if (graph != typical.end()) {
    return graph - typical.begin();
  }
  const auto first = std::ranges::find_if(typical, &KernelOfModel::readsEmbeddings);
  const std::size_t place = first - typical.begin();
  return place * 2 < typical.size() ? std::optional{place} : std::nullopt;
}

/// Finds where the pass of another token begins, which has kernels of its own before it and may lack some.
class PassFinder {
 public:
  explicit PassFinder(PartOfModel pass) : m_pass(pass), m_places(placesByKey(pass)) {}

  [[nodiscard]] std::optional<std::size_t> beginIn(PartOfModel part) const {
    if (m_pass.front().beginsGraph) {
      return beginOfGraph(part);
    }
    const auto places = placesByKey(part);
    std::size_t ofPass = m_pass.size() - 1;
    std::size_t ofPart = part.size() - 1;
    for (std::size_t i = ofPass; i-- > 0;) {
      const std::optional<std::size_t> same = samePlace(i, places);
      // Allows kernels to be missing, and others in between, in the same order.
      if (same && *same < ofPart && ofPart - *same <= (ofPass - i) * 4 + slack) {
        ofPass = i;
        ofPart = *same;
      }
    }
    if (ofPass == 0) {
      return ofPart;
    }
    return ofPass <= slack ? embeddingsBefore(part, ofPart, ofPass + slack / 2) : std::nullopt;
  }

 private:
  using Places = std::unordered_map<StringId, std::vector<std::size_t>>;
  static constexpr std::size_t slack = 16;

  static Places placesByKey(PartOfModel part) {
    Places places;
    for (std::size_t i = 0; i < part.size(); ++i) {
      places[part[i].key].push_back(i);
    }
    return places;
  }

  /// Returns the place in another part that is as far from the last of its kind; nullopt if there are too few.
  [[nodiscard]] std::optional<std::size_t> samePlace(std::size_t i, const Places& ofPart) const {
    const std::vector<std::size_t>& own = m_places.at(m_pass[i].key);
    const auto other = ofPart.find(m_pass[i].key);
    if (other == ofPart.end() || other->second.size() < own.size()) {
      return {};
    }
    const std::size_t behind = own.end() - std::ranges::lower_bound(own, i);
    return other->second[other->second.size() - behind];
  }

  /// A prompt is not read by a graph: it begins with the last embeddings.
  static std::optional<std::size_t> beginOfGraph(PartOfModel part) {
    const auto graph = std::ranges::find_if(part, &KernelOfModel::beginsGraph);
    return graph == part.end() ? embeddingsBefore(part, part.size(), part.size())
                               : std::optional<std::size_t>{graph - part.begin()};
  }

  /// Returns the first of the embeddings that are read together, among the last `window` kernels before a place.
  static std::optional<std::size_t> embeddingsBefore(PartOfModel part, std::size_t place, std::size_t window) {
    std::optional<std::size_t> found;
    const std::size_t first = place - std::min(place, window);
    for (std::size_t end = place; end > first && (!found || *found - (end - 1) <= slack / 2); --end) {
      found = part[end - 1].readsEmbeddings ? end - 1 : found;
    }
    return found;
  }

  PartOfModel m_pass;
  Places m_places;
};

/// Returns the number of kernels of `part` that follow a choice.
std::size_t tailLength(PartOfModel part, PartOfModel tail) {
  const auto ends = std::ranges::mismatch(part, tail, {}, &KernelOfModel::key, &KernelOfModel::key);
  return ends.in1 - part.begin();
}

/// Place where the pass of a token begins among all kernels, and what follows its choice.
struct TokenPlace {
  std::size_t begin = 0;
  std::size_t behind = 0;
  bool isKnown = false;
};

/// The end of a token's round: the beginning of the next one, unless there is more between them than usual.
Time endOfToken(const Trace& trace, PartOfModel all, PartOfModel tail, const TokenPlace& token,
                const TokenPlace& next) {
  if (next.isKnown && next.begin <= token.behind + tail.size()) {
    return trace.start(all[next.begin].span);
  }
  Time end = trace.end(all[token.behind - 1].span);
  const PartOfModel rest = all.subspan(token.behind);
  for (const KernelOfModel& kernel : rest.first(tailLength(rest, tail))) {
    end = std::max(end, trace.end(kernel.span));
  }
  return next.isKnown ? std::min(end, trace.start(all[next.begin].span)) : end;
}

StringId nameOfRound(const Trace& trace, const KernelOfModel& first) {
  return trace.name(first.beginsGraph ? first.graph : first.span);
}

std::vector<Step> roundsOfTokens(const Trace& trace, const Tokens& tokens, PartOfModel tail,
                                 std::span<const TokenPlace> places, ProcessId process) {
  std::vector<Step> rounds;
  const PartOfModel all = tokens.kernels;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!places[i].isKnown) {
      continue;
    }
    const KernelOfModel& first = all[places[i].begin];
    const TokenPlace next = i + 1 < places.size() ? places[i + 1] : TokenPlace{};
    const TimeRange range{trace.start(first.span), endOfToken(trace, all, tail, places[i], next)};
    if (range.begin < range.end) {
      rounds.push_back({.name = nameOfRound(trace, first), .range = range, .span = SpanId::none, .process = process});
    }
  }
  return rounds;
}

/// Whether half of the work behind the beginning of the first round is in rounds; fills `inside`.
bool holdMostActivities(const Trace& trace, std::span<const SpanId> activities, DeviceRounds& rounds) {
  const auto startOf = [&](SpanId span) { return trace.start(span); };
  for (const Step& round : rounds.steps) {
    const auto begin = std::ranges::lower_bound(activities, round.range.begin, {}, startOf);
    rounds.inside += sumOfActivities(
        trace, {begin, std::ranges::lower_bound(begin, activities.end(), round.range.end, {}, startOf)});
  }
  const auto first = std::ranges::lower_bound(activities, rounds.steps.front().range.begin, {}, startOf);
  return rounds.inside.ns * 2 >= sumOfActivities(trace, {first, activities.end()}).ns;
}

}  // namespace

std::optional<DeviceRounds> generationRounds(const Trace& trace, const DeviceTracks& device,
                                             std::span<const SpanId> activities) {
  const StringId choice = choosingKernel(trace, activities);
  if (choice == StringId::empty) {
    return {};
  }
  const Tokens tokens = tokensOf(trace, activities, choice);
  const std::optional<std::size_t> typical = typicalToken(tokens);
  const std::optional<std::size_t> begin = typical ? beginOfPass(tokens.upTo(*typical)) : std::nullopt;
  if (!begin) {
    return {};
  }
  const PartOfModel pass = tokens.upTo(*typical).subspan(*begin);
  const PassFinder finder(pass);
  std::vector<TokenPlace> places;
  for (std::size_t i = 0; i < tokens.choices.size(); ++i) {
    const PartOfModel part = tokens.upTo(i);
    const std::optional<std::size_t> found = finder.beginIn(part);
    const std::size_t behind = tokens.choices[i] + 1;
    places.push_back(
        {.begin = behind - part.size() + found.value_or(0), .behind = behind, .isKnown = found.has_value()});
  }
  DeviceRounds made{.steps = roundsOfTokens(trace, tokens, tokens.upTo(*typical).first(*begin), places, device.process),
                    .first = nameOfRound(trace, pass.front()),
                    .inside = {}};
  return made.steps.size() >= minTokens && holdMostActivities(trace, activities, made) ? std::optional{std::move(made)}
                                                                                       : std::nullopt;
}

}  // namespace kernline
