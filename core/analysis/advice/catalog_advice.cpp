// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/launching_threads.h"
#include "core/analysis/advice/advice_rules.h"
#include "core/analysis/advice/advice_subject.h"
#include "core/analysis/advice/avoidable_calls.h"
#include "core/analysis/advice/rule_work.h"
#include "core/analysis/query/text_pattern.h"
#include "core/analysis/query/wanted_names.h"
#include "core/model/base/median.h"
#include "core/model/format/quantity.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace kernline {

namespace {

/// Compiles a pattern; nullopt if the rule has none.
std::optional<WantedNames> namesOf(const Trace& trace, const std::string& pattern) {
  if (pattern.empty()) {
    return std::nullopt;
  }
  Expected<TextPattern> compiled = TextPattern::compile({.text = pattern, .isRegex = true, .matchCase = true});
  return compiled ? std::optional(WantedNames(trace, *std::move(compiled))) : std::nullopt;
}

bool areIn(std::optional<WantedNames>& names, StringId name) {
  return names && names->contains(name);
}

/// Calls of the threads that launch whose names some rule is about, found in one pass over them.
class NamedCalls {
 public:
  NamedCalls(const Trace& trace, std::span<const AdviceRule> rules) : m_trace(trace), m_calls(rules.size()) {
    std::vector<std::optional<WantedNames>> names;
    names.reserve(rules.size());
    for (const AdviceRule& rule : rules) {
      names.push_back(namesOf(trace, rule.calls));
    }
    for (const TrackId thread : launchingThreads(trace)) {
      const Track& track = trace.track(thread);
      for (std::uint32_t s = track.firstSpan; s < track.firstSpan + track.spanCount; ++s) {
        for (const std::size_t rule : rulesOf(trace.name(SpanId{s}), names)) {
          m_calls[rule].push_back(SpanId{s});
        }
      }
    }
  }

  /// Returns a rule's calls in the order of their ids: lane by lane, each by start.
  [[nodiscard]] const std::vector<SpanId>& of(std::size_t rule) const { return m_calls[rule]; }

 private:
  const std::vector<std::size_t>& rulesOf(StringId name, std::vector<std::optional<WantedNames>>& names) {
    const auto place = static_cast<std::size_t>(index(name));
    if (m_groupOf.empty()) {
      m_groupOf.resize(m_trace.strings().size(), unasked);
      m_groups.emplace_back();  // group of names without a rule
    }
    if (m_groupOf[place] == unasked) {
      std::vector<std::size_t> rules;
      for (std::size_t rule = 0; rule < names.size(); ++rule) {
        if (areIn(names[rule], name)) {
          rules.push_back(rule);
        }
      }
      m_groupOf[place] = rules.empty() ? 0 : static_cast<std::uint32_t>(m_groups.size());
      if (!rules.empty()) {
        m_groups.push_back(std::move(rules));
      }
    }
    return m_groups[m_groupOf[place]];
  }

  static constexpr std::uint32_t unasked = UINT32_MAX;

  const Trace& m_trace;
  std::vector<std::vector<SpanId>> m_calls;  // indexed by rule
  std::vector<std::uint32_t> m_groupOf;      // indexed by name
  std::vector<std::vector<std::size_t>> m_groups;
};

class RuleFinder {
 public:
  RuleFinder(const AdviceSubject& subject, const AdviceRule& rule)
      : m_subject(subject),
        m_trace(subject.trace),
        m_rule(rule),
        m_calls(namesOf(m_trace, rule.calls)),
        m_within(namesOf(m_trace, rule.within)),
        m_outside(namesOf(m_trace, rule.outside)) {}

  /// `named`: the calls whose names the rule is about, by id.
  AvoidableCalls find(std::span<const SpanId> named, HostWaits& waits) {
    while (!named.empty()) {
      const TrackId thread = m_trace.trackOf(named.front());
      const Track& track = m_trace.track(thread);
      std::vector<TimeRange> found;  // outermost so far, by start
      while (!named.empty() && index(named.front()) < track.firstSpan + track.spanCount) {
        const Lane& lane = m_trace.lane(m_trace.laneOf(named.front()));
        const auto end = std::ranges::lower_bound(named, SpanId{lane.firstSpan + lane.spanCount});
        const auto ofLane = named.first(static_cast<std::size_t>(end - named.begin()));
        addLane(lane, ofLane, waits.of(thread), found);
        named = named.subspan(ofLane.size());
      }
    }
    return std::move(m_found);
  }

 private:
  void addLane(const Lane& lane, std::span<const SpanId> named, std::span<const HostWait> waits,
               std::vector<TimeRange>& found) {
    const std::size_t before = found.size();
    for (const SpanId span : named) {
      if ((m_rule.isSeries && !isInSeries(lane, static_cast<std::uint32_t>(index(span)))) || !isWanted(span) ||
          isIn(std::span(found).first(before), span)) {
        continue;
      }
      const std::span<const HostWait> own = waitsWithin(waits, m_trace.range(span));
      if (m_rule.waits && own.empty()) {
        continue;
      }
      found.push_back(m_trace.range(span));
      m_found.add(m_subject, span);
      std::ranges::transform(own, std::back_inserter(m_found.waits), &HostWait::span);
    }
    std::ranges::sort(found, {}, &TimeRange::begin);
  }

  /// Whether the call before or behind it on its lane is such a call too.
  bool isInSeries(const Lane& lane, std::uint32_t s) {
    const auto isOne = [&](std::uint32_t other) { return areIn(m_calls, m_trace.name(SpanId{other})); };
    return (s > lane.firstSpan && isOne(s - 1)) || (s + 1 < lane.firstSpan + lane.spanCount && isOne(s + 1));
  }

  [[nodiscard]] bool isIn(std::span<const TimeRange> ranges, SpanId span) const {
    const auto next = std::ranges::upper_bound(ranges, m_trace.start(span), {}, &TimeRange::begin);
    return next != ranges.begin() && std::prev(next)->end >= m_trace.end(span);
  }

  bool isWanted(SpanId span) {
    if (!m_rule.isTop && !m_within && !m_outside) {
      return true;
    }
    bool isWithin = !m_within;
    for (SpanId around = parentOf(span); around != SpanId::none; around = parentOf(around)) {
      if ((m_rule.isTop && m_trace.kind(around) == SpanKind::Op) || areIn(m_outside, m_trace.name(around))) {
        return false;
      }
      isWithin = isWithin || areIn(m_within, m_trace.name(around));
    }
    return isWithin;
  }

  [[nodiscard]] SpanId parentOf(SpanId span) const { return m_subject.parents[index(span)]; }

  const AdviceSubject& m_subject;
  const Trace& m_trace;
  const AdviceRule& m_rule;
  std::optional<WantedNames> m_calls;
  std::optional<WantedNames> m_within;
  std::optional<WantedNames> m_outside;
  AvoidableCalls m_found;
};

/// Adds the work that their rule spares the device.
void addActivity(AdviceSubject& subject, AvoidableCalls& found) {
  for (const LaunchedPiece& launched : launchedIn(subject, found.all())) {
    found.work.push_back(launched.piece);
    found.activityTime += launched.piece->inside;
  }
  found.evidence.push_back(Phrase::tr("Their work on the device takes %1.").with(subject.perStep(found.activityTime)));
}

/// Returns those of them whose collectives others could do as well.
AvoidableCalls mergedCalls(AdviceSubject& subject, const AvoidableCalls& found, std::int64_t bucket) {
  MergedCollectives merged = mergedUpTo(subject, launchedIn(subject, found.all()), bucket);
  AvoidableCalls made{.calls = std::move(merged.calls), .merged = std::move(merged.work)};
  for (const SpanId call : made.calls) {
    made.time += subject.trace.duration(call);
  }
  const std::size_t all = merged.bytes.size();
  if (all > 0) {
    const std::uint64_t steps = subject.advice.steps;
    made.evidence.push_back(Phrase::tr("%1 collectives per step, median size %2; buckets of %3 would need %4.")
                                .with(formatCount(perStep(all, steps)), formatBytes(medianOf(merged.bytes)),
                                      formatBytes(bucket), formatCount(perStep(all - made.calls.size(), steps))));
  }
  return made;
}

void adviseRule(AdviceSubject& subject, const AdviceRule& rule, std::span<const SpanId> named) {
  if (named.empty()) {
    return;
  }
  AvoidableCalls found = RuleFinder(subject, rule).find(named, subject.waits);
  if (rule.bucket > 0) {
    found = mergedCalls(subject, found, static_cast<std::int64_t>(rule.bucket) << 20U);
  } else if (rule.needsNoActivity) {
    addActivity(subject, found);
  }
  const auto steps = static_cast<std::uint64_t>(std::max<std::uint64_t>(subject.advice.steps, 1));
  const bool isOften = found.calls.size() * 4 >= rule.atLeast * steps * 3;  // a step may begin before the window does
  if (isOften) {
    AdviceRow row{.kind = rule.kind,
                  .title = Message::name(rule.title),
                  .bound = {},
                  .evidence = {},
                  .places = {},
                  .rule = rule.id};
    adviseWithout(subject, std::move(found), std::move(row), rule.hint.empty() ? Message() : Message::name(rule.hint));
  }
}

}  // namespace

void adviseCatalog(AdviceSubject& subject) {
  const std::shared_ptr<const std::vector<AdviceRule>> rules = adviceRules();
  const NamedCalls named(subject.trace, *rules);
  for (std::size_t i = 0; i < rules->size() && !subject.stop.stop_requested(); ++i) {
    adviseRule(subject, (*rules)[i], named.of(i));
  }
}

}  // namespace kernline
