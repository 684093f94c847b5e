// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/work_model.h"

#include "core/analysis/activity/device_rows.h"
#include "core/analysis/work/work_forms.h"
#include "core/model/base/parallel.h"
#include "core/model/base/saturating_sum.h"

#include <algorithm>
#include <cstddef>
#include <expected>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

namespace kernline {

namespace {

class Modelling {
 public:
  Modelling(const Trace& trace, const WorkRules& rules, unsigned threads, std::shared_ptr<const ReplayedOps> replayed,
            const std::stop_token& stop)
      : m_trace(trace),
        m_rules(rules),
        m_threads(threads),
        m_replayed(std::move(replayed)),
        m_stop(stop),
        m_forms(trace, rules) {}

  WorkModel run() {
    m_collectives = collectiveWorks(m_trace, m_stop);
    gather();
    formAll();
    if (m_stop.stop_requested()) {
      return {};  // some calls have no form
    }
    giveToCallers();
    return model();
  }

 private:
  /// An operator that ran, or that a graph replays.
  struct Place {
    const Trace* trace = nullptr;  // that has the operator
    SpanId op = SpanId::none;
    SpanId replay = SpanId::none;  // the launch of the graph
    bool operator==(const Place&) const = default;
  };
  struct PlaceHash {
    std::size_t operator()(const Place& place) const {
      constexpr std::size_t spread = 0x9E3779B97F4A7C15U;
      return index(place.op) + index(place.replay) * spread + std::hash<const Trace*>()(place.trace);
    }
  };
  static constexpr std::uint32_t notCaptured = std::numeric_limits<std::uint32_t>::max();
  struct Call {
    Place place;
    SpanId first = SpanId::none;           // of its work
    std::uint32_t captured = notCaptured;  // else which call of m_replayed
    std::uint32_t form = 0;
  };

  /// Device work by the operator that launched it.
  void gather() {
    std::unordered_map<Place, std::uint32_t, PlaceHash> callAt;
    for (const DeviceRows& device : deviceRows(m_trace)) {
      for (const SpanId work : workByStart(m_trace, device)) {
        const Call made = callOf(work);
        auto call = static_cast<std::uint32_t>(m_calls.size());
        if (made.place.op != SpanId::none && !m_collectives.contains(work)) {
          call = callAt.try_emplace(made.place, call).first->second;
        }
        if (call == m_calls.size()) {
          m_calls.push_back(made);
          if (made.captured != notCaptured) {
            m_firstReplays.try_emplace(made.captured, call);
          }
        }
        m_work.emplace_back(call, work);
      }
    }
  }

  [[nodiscard]] Call callOf(SpanId work) const {
    Call call{.place = {.trace = &m_trace, .op = m_trace.opOf(work)}, .first = work};
    const bool isReplayed =
        m_replayed && has(m_trace.flags(work), SpanFlags::GraphReplay) && !m_collectives.contains(work);
    if (const auto number = isReplayed ? m_replayed->callOf(work) : std::nullopt) {
      const CapturedOp& captured = m_replayed->captured(*number).front();
      if (captured.trace->start(captured.op) >= captured.begin) {
        call.place = {.trace = captured.trace, .op = captured.op, .replay = m_trace.launchOf(work)};
        call.captured = *number;
      }
    }
    return call;
  }

  void formAll() {
    constexpr std::size_t chunk = 256;
    parallelFor(m_threads, (m_calls.size() + chunk - 1) / chunk, [&](std::size_t c) {
      for (std::size_t i = c * chunk; i < std::min(m_calls.size(), (c + 1) * chunk) && !m_stop.stop_requested(); ++i) {
        Call& call = m_calls[i];
        if (call.captured == notCaptured || m_firstReplays.at(call.captured) == i) {
          call.form = formOf(call);
        }
      }
    });
    for (Call& call : m_calls) {
      if (call.captured != notCaptured) {
        call.form = m_calls[m_firstReplays.at(call.captured)].form;
      }
    }
  }

  std::uint32_t formOf(const Call& call) {
    if (const auto collective = m_collectives.find(call.first); collective != m_collectives.end()) {
      return m_forms.ofCollective(call.place.op, call.first, collective->second);
    }
    if (call.captured != notCaptured) {
      return formOfCaptured(call, [](const CapturedOp& captured) { return captured.op; });
    }
    return call.place.op == SpanId::none ? m_forms.ofWork(call.first)
                                         : m_forms.ofOp(m_trace, call.place.op, call.first);
  }

  /// Of the operator that `pick` finds for the call in each capture that fits.
  template <typename Pick>
  std::uint32_t formOfCaptured(const Call& call, const Pick& pick) {
    const std::span<const CapturedOp> captures = m_replayed->captured(call.captured);
    const SpanId op = pick(captures.front());
    const std::uint32_t form = m_forms.ofOp(*captures.front().trace, op, call.first);
    const bool isCertain = std::ranges::all_of(captures.subspan(1), [&](const CapturedOp& other) {
      const SpanId others = pick(other);
      return others != SpanId::none && m_forms.haveSameNeeds(form, m_forms.ofOp(*other.trace, others, call.first));
    });
    return isCertain ? form : m_forms.ofUnknownShapes(captures.front());
  }

  /// The operator that a call is in; none: it is the outermost, or the outermost that was captured.
  [[nodiscard]] static SpanId callerOf(const Trace& trace, SpanId op, std::optional<Time> since) {
    SpanId caller = trace.parent(op);
    while (caller != SpanId::none && trace.kind(caller) != SpanKind::Op) {
      caller = trace.parent(caller);
    }
    return caller != SpanId::none && since && trace.start(caller) < *since ? SpanId::none : caller;
  }
  [[nodiscard]] SpanId modelledCallerOf(const Trace& trace, SpanId op, std::optional<Time> since) const {
    SpanId caller = callerOf(trace, op, since);
    while (caller != SpanId::none && !m_rules.knows(trace.nameText(caller))) {
      caller = callerOf(trace, caller, since);
    }
    return caller;
  }
  [[nodiscard]] std::optional<Time> beginOfCapture(const Call& call) const {
    return call.captured == notCaptured ? std::nullopt
                                        : std::optional(m_replayed->captured(call.captured).front().begin);
  }

  /// What no rule models goes to the nearest caller that a rule models, unless that one is made of modelled operators.
  void giveToCallers() {
    std::unordered_map<Place, std::vector<std::uint32_t>, PlaceHash> claims;  // by caller: positions in m_calls
    for (std::uint32_t i = 0; i < m_calls.size(); ++i) {
      const auto& [trace, op, replay] = m_calls[i].place;
      if (op == SpanId::none || m_forms.isModelled(m_calls[i].form) || m_collectives.contains(m_calls[i].first)) {
        continue;
      }
      if (const SpanId caller = modelledCallerOf(*trace, op, beginOfCapture(m_calls[i])); caller != SpanId::none) {
        claims[{trace, caller, replay}].push_back(i);
      }
    }
    for (const Call& call : m_calls) {
      if (claims.empty()) {
        return;
      }
      const auto& [trace, op, replay] = call.place;
      for (SpanId caller = op; m_forms.isModelled(call.form) && caller != SpanId::none;
           caller = callerOf(*trace, caller, beginOfCapture(call))) {
        claims.erase({trace, caller, replay});
      }
    }
    for (const auto& [caller, parts] : claims) {
      const std::uint32_t form = formOfCaller(caller, m_calls[parts.front()]);
      if (!m_forms.isModelled(form)) {
        continue;
      }
      for (const std::uint32_t part : parts) {
        m_takenOver.emplace(part, parts.front());
      }
      m_calls[parts.front()].form = form;
    }
  }

  std::uint32_t formOfCaller(const Place& caller, const Call& part) {
    if (part.captured == notCaptured) {
      return m_forms.ofOp(*caller.trace, caller.op, part.first);
    }
    const auto [form, isNew] = m_formsOfCallers.try_emplace(part.captured);
    if (isNew) {
      form->second = formOfCaptured(part, [this](const CapturedOp& captured) {
        return modelledCallerOf(*captured.trace, captured.op, captured.begin);
      });
    }
    return form->second;
  }

  WorkModel model() {
    WorkModel made;
    made.forms = m_forms.take();
    made.replayed = m_replayed;
    std::vector<std::uint32_t> callOf(m_calls.size());  // of the model
    for (std::uint32_t i = 0; i < m_calls.size(); ++i) {
      const auto taker = m_takenOver.find(i);
      if (taker != m_takenOver.end() && taker->second != i) {
        callOf[i] = callOf[taker->second];
        continue;
      }
      callOf[i] = static_cast<std::uint32_t>(made.calls.size());
      made.calls.push_back({.form = m_calls[i].form, .first = 0, .count = 0, .time = {}});
    }
    made.callOf.assign(m_trace.spanCount(), WorkModel::none);
    for (const auto& [position, work] : m_work) {
      WorkCall& call = made.calls[callOf[position]];
      ++call.count;
      call.time = saturatingSum(call.time, m_trace.duration(work));
    }
    std::uint32_t first = 0;
    for (WorkCall& call : made.calls) {
      call.first = first;
      first += std::exchange(call.count, 0);
    }
    made.work.resize(m_work.size());
    for (const auto& [position, work] : m_work) {
      WorkCall& call = made.calls[callOf[position]];
      made.work[call.first + call.count++] = work;
      made.callOf[index(work)] = callOf[position];
    }
    return made;
  }

  const Trace& m_trace;
  const WorkRules& m_rules;
  unsigned m_threads;
  std::shared_ptr<const ReplayedOps> m_replayed;
  const std::stop_token& m_stop;
  WorkForms m_forms;
  std::unordered_map<SpanId, std::expected<CollectiveWork, Message>> m_collectives;  // by kernel
  std::vector<Call> m_calls;
  std::vector<std::pair<std::uint32_t, SpanId>> m_work;               // of which call in m_calls
  std::unordered_map<std::uint32_t, std::uint32_t> m_firstReplays;    // by call of m_replayed: position in m_calls
  std::unordered_map<std::uint32_t, std::uint32_t> m_formsOfCallers;  // by call of m_replayed that a caller takes over
  std::unordered_map<std::uint32_t, std::uint32_t> m_takenOver;       // positions in m_calls: by which call
};

}  // namespace

WorkModel workModel(const Trace& trace, const WorkRules& rules, unsigned threads,
                    std::shared_ptr<const ReplayedOps> replayed, const std::stop_token& stop) {
  return Modelling(trace, rules, threads, std::move(replayed), stop).run();
}

}  // namespace kernline
