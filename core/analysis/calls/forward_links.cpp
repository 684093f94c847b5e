// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calls/forward_links.h"

#include "core/analysis/calls/backward_calls.h"
#include "core/model/base/parallel.h"
#include "core/model/base/read_ahead.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

namespace kernline {

namespace {

constexpr std::string_view drawnCategory = "fwdbwd";
constexpr std::array<std::string_view, 3> sequenceKeys{"Sequence number", "Fwd thread id", "op_id"};

/// The engine draws a span around the step that has the name of both.
SpanId outermostOfStep(const Trace& trace, SpanId step) {
  const SpanId around = trace.parent(step);
  if (around == SpanId::none) {
    return step;
  }
  const std::string_view name = trace.nameText(around);
  return name.starts_with(engineStepMark) && name.substr(engineStepMark.size()) == trace.nameText(step) ? around : step;
}

/// Returns the step; with times in whole microseconds, an arrow may lead into a call within it.
SpanId stepAround(const Trace& trace, const BackwardSteps& steps, SpanId span) {
  while (span != SpanId::none && !steps.contains(span)) {
    span = trace.parent(span);
  }
  return span == SpanId::none ? span : outermostOfStep(trace, span);
}

std::optional<std::int64_t> wholeNumber(const ArgNode* node) {
  std::int64_t value = 0;
  if (node == nullptr) {
    return std::nullopt;
  }
  const char* const end = node->text.data() + node->text.size();
  const auto [at, error] = std::from_chars(node->text.data(), end, value);
  return error == std::errc{} && at == end ? std::optional{value} : std::nullopt;
}

/// Sequence number of an operator; unknown if below 0.
struct Sequence {
  std::int64_t number = -1;
  std::int64_t forwardThread = 0;  ///< thread in torch's numbering; 0 for an operator that runs forward

  static constexpr std::int64_t unsaid = -1;  ///< ranges of NVTX do not have the thread
};

Sequence readSequence(const Trace& trace, SpanId op) {
  const ArgNode args = trace.args(op, sequenceKeys);
  const bool isRange = args.find(sequenceKeys[2]) != nullptr;  // range of emit_nvtx, which does not write threads
  return {.number = wholeNumber(args.find(sequenceKeys[0])).value_or(-1),
          .forwardThread = wholeNumber(args.find(sequenceKeys[1])).value_or(isRange ? Sequence::unsaid : 0)};
}

/// Reads the sequence of an operator with a number: most have none, and it is quick to see that this one key is
/// missing.
Sequence readNumberedSequence(const Trace& trace, SpanId op) {
  const bool hasNumber = trace.args(op, std::span(sequenceKeys).first(1)).find(sequenceKeys[0]) != nullptr;
  return hasNumber ? readSequence(trace, op) : Sequence{};
}

/// `ops` in the order of the file.
std::vector<Sequence> readSequences(const Trace& trace, const std::vector<SpanId>& ops, unsigned threads,
                                    const std::stop_token& stop, Sequence (*read)(const Trace&, SpanId)) {
  std::vector<Sequence> found(ops.size());
  constexpr std::size_t chunk = 2048;
  parallelFor(threads, (ops.size() + chunk - 1) / chunk, [&](std::size_t c) {
    ReadAhead ahead;
    for (std::size_t i = c * chunk; i < std::min(ops.size(), (c + 1) * chunk) && !stop.stop_requested(); ++i) {
      ahead.endBefore(i + 1 < ops.size() ? trace.offset(ops[i + 1]) : 0);
      found[i] = read(trace, ops[i]);
    }
  });
  return found;
}

/// Links by sequence numbers.
class SequenceLinks {
 public:
  SequenceLinks(const Trace& trace, unsigned threads, const std::stop_token& stop)
      : m_trace(trace), m_threads(threads), m_stop(stop) {}

  std::vector<ForwardLink> find(const ForwardLinks& known) {
    readSteps(known);
    if (m_steps.empty()) {
      return {};
    }
    readForward();
    chooseTracks();
    std::vector<ForwardLink> links;
    for (const Step& step : m_steps) {
      const auto track = m_trackOf.find({step.process, step.sequence.forwardThread});
      const SpanId forward = track == m_trackOf.end() ? SpanId::none : lastBefore(track->second, step);
      if (forward != SpanId::none) {
        links.push_back({step.span, forward});
      }
    }
    return links;
  }

 private:
  struct Step {
    SpanId span;
    ProcessId process;
    Sequence sequence;
  };
  struct Forward {
    TrackId track;
    std::int64_t number;
    Time start;
    SpanId span;

    [[nodiscard]] std::tuple<TrackId, std::int64_t, Time> key() const { return {track, number, start}; }
  };

  /// Operators of threads that `isWanted`, in the order of the file: neighbors share what a packed source inflates.
  template <typename Wanted>
  [[nodiscard]] std::vector<SpanId> operators(const Wanted& isWanted) const {
    std::vector<SpanId> ops;
    for (const Track& track : m_trace.tracks()) {
      if (track.kind != TrackKind::Thread) {
        continue;
      }
      for (std::uint32_t span = track.firstSpan; span < track.firstSpan + track.spanCount; ++span) {
        if (m_trace.kinds()[span] == SpanKind::Op && isWanted(SpanId{span})) {
          ops.push_back(SpanId{span});
        }
      }
    }
    std::ranges::sort(ops, {}, [&](SpanId op) { return m_trace.offset(op); });
    return ops;
  }

  void readSteps(const ForwardLinks& known) {
    // Steps that gather gradients have no forward operator.
    const std::vector<SpanId> ops = operators([&](SpanId span) {
      return m_isStep.contains(span) && !m_trace.nameText(span).contains("AccumulateGrad") &&
             outermostOfStep(m_trace, span) == span && known.forwardOf(span) == SpanId::none;
    });
    const std::vector<Sequence> sequences = readSequences(m_trace, ops, m_threads, m_stop, readSequence);
    std::vector<SpanId> silent;  // ranges of NVTX have the number at the inner one of the two
    for (std::size_t i = 0; i < ops.size(); ++i) {
      addStep(ops[i], sequences[i]);
      if (sequences[i].number < 0 && sequences[i].forwardThread == Sequence::unsaid) {
        silent.push_back(ops[i]);
      }
    }
    if (silent.empty()) {
      return;
    }
    std::ranges::sort(silent);
    const std::vector<SpanId> inner = operators([&](SpanId span) {
      const SpanId around = m_isStep.contains(span) ? outermostOfStep(m_trace, span) : span;
      return around != span && std::ranges::binary_search(silent, around);
    });
    const std::vector<Sequence> innerSequences = readSequences(m_trace, inner, m_threads, m_stop, readSequence);
    for (std::size_t i = 0; i < inner.size(); ++i) {
      addStep(outermostOfStep(m_trace, inner[i]), innerSequences[i]);
    }
  }

  void addStep(SpanId step, const Sequence& sequence) {
    if (sequence.number >= 0 && sequence.forwardThread != 0) {
      m_steps.push_back({step, m_trace.track(m_trace.trackOf(step)).process, sequence});
    }
  }

  void readForward() {
    const std::vector<SpanId> ops = operators([&](SpanId span) { return !m_isStep.contains(span); });
    const std::vector<Sequence> sequences = readSequences(m_trace, ops, m_threads, m_stop, readNumberedSequence);
    for (std::size_t i = 0; i < ops.size(); ++i) {
      if (sequences[i].number >= 0 && sequences[i].forwardThread <= 0) {
        m_forward.push_back({m_trace.trackOf(ops[i]), sequences[i].number, m_trace.start(ops[i]), ops[i]});
      }
    }
    std::ranges::sort(m_forward, {}, [](const Forward& op) { return std::pair{op.key(), op.span}; });
    for (const Forward& op : m_forward) {
      if (m_tracks.empty() || m_tracks.back() != op.track) {
        m_tracks.push_back(op.track);
      }
    }
  }

  /// Chooses, for each thread number of torch, the thread on which most steps find their operator.
  void chooseTracks() {
    std::map<std::pair<ProcessId, std::int64_t>, std::map<TrackId, std::size_t>> votes;
    for (const Step& step : m_steps) {
      for (const TrackId track : m_tracks) {
        if (m_trace.track(track).process == step.process && lastBefore(track, step) != SpanId::none) {
          ++votes[{step.process, step.sequence.forwardThread}][track];
        }
      }
    }
    for (const auto& [thread, tracks] : votes) {
      m_trackOf[thread] = std::ranges::max_element(tracks, {}, [](const auto& track) { return track.second; })->first;
    }
  }

  [[nodiscard]] SpanId lastBefore(TrackId track, const Step& step) const {
    const std::tuple wanted(track, step.sequence.number, m_trace.start(step.span));
    const auto after = std::ranges::lower_bound(m_forward, wanted, {}, &Forward::key);
    if (after == m_forward.begin()) {
      return SpanId::none;
    }
    const Forward& last = *std::prev(after);
    return last.track == track && last.number == step.sequence.number ? last.span : SpanId::none;
  }

  const Trace& m_trace;
  unsigned m_threads;
  const std::stop_token& m_stop;
  BackwardSteps m_isStep{m_trace};
  std::vector<Step> m_steps;
  std::vector<Forward> m_forward;  // sorted by track, number and start
  std::vector<TrackId> m_tracks;   // tracks that occur in it
  std::map<std::pair<ProcessId, std::int64_t>, TrackId> m_trackOf;
};

}  // namespace

ForwardLinks::ForwardLinks(std::vector<ForwardLink> links) : m_links(std::move(links)) {
  std::ranges::stable_sort(m_links, {}, &ForwardLink::backward);
  const auto repeated = std::ranges::unique(m_links, {}, &ForwardLink::backward);
  m_links.erase(repeated.begin(), repeated.end());
}

SpanId ForwardLinks::forwardOf(SpanId backward) const {
  const auto found = std::ranges::lower_bound(m_links, backward, {}, &ForwardLink::backward);
  return found != m_links.end() && found->backward == backward ? found->forward : SpanId::none;
}

ForwardLinks drawnForwardLinks(const Trace& trace) {
  const StringId category = trace.strings().find(drawnCategory);
  std::vector<ForwardLink> links;
  if (category == StringId::none) {
    return {};
  }
  const BackwardSteps steps(trace);
  for (const Flow& flow : trace.flows()) {
    if (flow.category == category) {
      const SpanId step = stepAround(trace, steps, flow.to);
      if (step != SpanId::none && trace.start(flow.from) < trace.start(step)) {
        links.push_back({step, flow.from});
      }
    }
  }
  return ForwardLinks(std::move(links));
}

ForwardLinks forwardLinks(const Trace& trace, unsigned threads, const std::stop_token& stop) {
  ForwardLinks drawn = drawnForwardLinks(trace);
  const std::vector<ForwardLink> found = SequenceLinks(trace, threads, stop).find(drawn);
  if (stop.stop_requested()) {
    return {};
  }
  if (found.empty()) {
    return drawn;
  }
  std::vector<ForwardLink> all(drawn.all().begin(), drawn.all().end());
  all.insert(all.end(), found.begin(), found.end());
  return ForwardLinks(std::move(all));
}

}  // namespace kernline
