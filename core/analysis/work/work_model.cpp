// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/work_model.h"

#include "core/analysis/activity/device_tracks.h"
#include "core/analysis/work/call_arguments.h"
#include "core/analysis/work/gradient_lists.h"
#include "core/analysis/work/inferred_operators.h"
#include "core/analysis/work/main_kernels.h"
#include "core/analysis/work/work_forms.h"
#include "core/analysis/work/work_of_records.h"
#include "core/model/base/parallel.h"
#include "core/model/base/read_ahead.h"
#include "core/model/base/saturating_sum.h"
#include "core/model/trace/arg_number.h"
#include "core/model/trace/name_cache.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <expected>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace kernline {

namespace {

class Modeling {
 public:
  Modeling(const Trace& trace, const WorkRules& rules, unsigned threads, std::shared_ptr<const ReplayedOps> replayed,
           const std::stop_token& stop)
      : m_trace(trace),
        m_rules(rules),
        m_threads(threads),
        m_replayed(std::move(replayed)),
        m_stop(stop),
        m_forms(trace, rules) {}

  WorkModel run() {
    std::vector<Call> calls;
    inParallel([&] { calls = operatorsOfWork(); }, [&] { m_collectives = collectiveWorks(m_trace, m_stop); });
    gather(calls);
    findLists();
    formAll();
    if (m_stop.stop_requested()) {
      return {};  // some calls have no form
    }
    giveToCallers();
    inferOperators();
    return model();
  }

 private:
  /// An operator that ran, or that a graph replays.
  struct Place {
    const Trace* trace = nullptr;  // trace that has the operator
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
    SpanId first = SpanId::none;           // first of its activities
    std::uint32_t captured = notCaptured;  // index of the call in m_replayed
    std::uint32_t form = 0;
    std::optional<std::uint32_t> taker = {};  // position in m_calls: the call that takes its work over
    bool isInferred = false;
  };

  /// A call that no rule models, within a caller that one does.
  struct Part {
    Place caller;
    std::uint32_t call = 0;  // position in m_calls
  };
  struct Claim {
    Place caller;
    std::span<const Part> parts;
    std::uint32_t form = 0;
  };

  /// Returns a call of the launching operator for each device activity.
  std::vector<Call> operatorsOfWork() {
    std::vector<Call> calls;
    for (const DeviceTracks& device : deviceTracks(m_trace)) {
      for (const SpanId activity : activitiesByStart(m_trace, device)) {
        calls.push_back({.place = {}, .first = activity});
      }
    }
    inChunks(calls, [this](Call& call) { call.place = {.trace = &m_trace, .op = m_trace.opOf(call.first)}; });
    return calls;
  }

  /// Groups the work that one operator launched into one call.
  void gather(std::vector<Call>& calls) {
    std::unordered_map<Place, std::uint32_t, PlaceHash> callAt;
    callAt.reserve(calls.size());
    for (Call& made : calls) {
      const SpanId activity = made.first;
      findCaptured(made);
      auto call = static_cast<std::uint32_t>(m_calls.size());
      if (made.place.op != SpanId::none && !m_collectives.contains(activity)) {
        call = callAt.try_emplace(made.place, call).first->second;
      }
      if (call == m_calls.size()) {
        m_calls.push_back(made);
        if (made.captured != notCaptured) {
          m_firstReplays.try_emplace(made.captured, call);
        }
      }
      m_work.emplace_back(call, activity);
      m_forms.addName(m_trace.name(activity));
    }
  }

  /// Finds the captured operator that launched the work of a graph's replay.
  void findCaptured(Call& call) const {
    const SpanId activity = call.first;
    const bool isReplayed =
        m_replayed && has(m_trace.flags(activity), SpanFlags::GraphReplay) && !m_collectives.contains(activity);
    if (const auto number = isReplayed ? m_replayed->callOf(activity) : std::nullopt) {
      const CapturedOp& captured = m_replayed->captured(*number).front();
      if (captured.trace->start(captured.op) >= captured.begin) {
        call.place = {.trace = captured.trace, .op = captured.op, .replay = m_trace.launchOf(activity)};
        call.captured = *number;
      }
    }
  }

  /// Finds operators on lists that use kernels of multi_tensor_apply. Finds none if torch records the shapes of lists.
  void findLists() {
    std::map<std::uint32_t, std::int64_t> blocksOf;  // keyed by position in m_calls
    for (const auto& [position, work] : m_work) {
      const Call& call = m_calls[position];
      if (call.place.op != SpanId::none && call.captured == notCaptured && isMultiTensor(work) &&
          m_trace.nameText(call.place.op).starts_with("aten::_foreach_")) {
        if (blocksOf.empty() && !hasListWithoutShapes(callArguments(m_trace.args(call.place.op, argumentKeys())))) {
          return;
        }
        static constexpr std::array<std::string_view, 1> keys{"grid"};
        const auto blocks = productOf(m_trace.args(work, keys).find("grid"));
        constexpr double maxBlocks = 1e12;
        std::int64_t& all = blocksOf[position];
        all = saturatingSum(all, blocks && *blocks < maxBlocks ? std::llround(*blocks) : 0);
      }
    }
    std::vector<SpanId> optimizers;
    for (const auto& [position, blocks] : blocksOf) {
      optimizers.push_back(m_calls[position].place.op);
    }
    m_gradients.emplace(m_trace, optimizers);
    for (const auto& [position, blocks] : blocksOf) {
      const Call& call = m_calls[position];
      m_lists[position] = m_gradients->of(call.place.op, blocks, m_forms.listTypeOf(call.first));
    }
  }
  [[nodiscard]] bool isMultiTensor(SpanId activity) {
    return m_multiTensor.of(m_trace.name(activity),
                            [&] { return m_trace.nameText(activity).contains("multi_tensor_apply_kernel"); });
  }
  [[nodiscard]] const GradientLists::List* listOf(const Call& call) const {
    const auto found = m_lists.find(static_cast<std::uint32_t>(&call - m_calls.data()));
    return found == m_lists.end() ? nullptr : found->second;
  }

  void formAll() {
    std::vector<std::uint32_t> asked;
    for (std::uint32_t i = 0; i < m_calls.size(); ++i) {
      if (m_calls[i].captured == notCaptured || m_firstReplays.at(m_calls[i].captured) == i) {
        asked.push_back(i);
      }
    }
    std::ranges::stable_sort(asked, {}, [&](std::uint32_t i) { return placeInFile(m_calls[i].place); });
    inChunks(asked, [&](std::uint32_t i) { m_calls[i].form = formOf(m_calls[i]); });
    for (Call& call : m_calls) {
      if (call.captured != notCaptured) {
        call.form = m_calls[m_firstReplays.at(call.captured)].form;
      }
    }
  }

  /// Neighbours in the file share what is read ahead.
  [[nodiscard]] static std::uint64_t placeInFile(const Place& place) {
    return place.op == SpanId::none ? 0 : place.trace->offset(place.op);
  }

  template <typename Item, typename Work>
  void inChunks(std::vector<Item>& items, const Work& work) {
    constexpr std::size_t chunk = 256;
    parallelFor(m_threads, (items.size() + chunk - 1) / chunk, [&](std::size_t c) {
      const ReadAhead ahead;
      for (std::size_t i = c * chunk; i < std::min(items.size(), (c + 1) * chunk) && !m_stop.stop_requested(); ++i) {
        work(items[i]);
      }
    });
  }

  std::uint32_t formOf(const Call& call) {
    if (const auto collective = m_collectives.find(call.first); collective != m_collectives.end()) {
      return m_forms.ofCollective(call.place.op, call.first, collective->second);
    }
    if (call.captured != notCaptured) {
      return formOfCaptured(call, [](const CapturedOp& captured) { return captured.op; });
    }
    return call.place.op == SpanId::none ? m_forms.ofWork(call.first)
                                         : m_forms.ofOp(m_trace, call.place.op, call.first, listOf(call));
  }

  /// Returns the form of the operator that `pick` finds for the call in each capture that fits.
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

  /// Returns the operator that a call is in; none if it is the outermost, or the outermost that was captured.
  [[nodiscard]] static SpanId callerOf(const Trace& trace, SpanId op, std::optional<Time> since) {
    SpanId caller = trace.parent(op);
    while (caller != SpanId::none && trace.kind(caller) != SpanKind::Op) {
      caller = trace.parent(caller);
    }
    return caller != SpanId::none && since && trace.start(caller) < *since ? SpanId::none : caller;
  }
  [[nodiscard]] SpanId modeledCallerOf(const Trace& trace, SpanId op, std::optional<Time> since) {
    SpanId caller = callerOf(trace, op, since);
    while (caller != SpanId::none && !isKnown(trace, trace.name(caller))) {
      caller = callerOf(trace, caller, since);
    }
    return caller;
  }
  /// Whether there is a rule for that name.
  [[nodiscard]] bool isKnown(const Trace& trace, StringId name) {
    if (&trace != &m_trace) {
      return m_rules.knows(trace.text(name));
    }
    return m_known.of(name, [&] { return m_rules.knows(trace.text(name)); });
  }
  [[nodiscard]] std::optional<Time> beginOfCapture(const Call& call) const {
    return call.captured == notCaptured ? std::nullopt
                                        : std::optional(m_replayed->captured(call.captured).front().begin);
  }

  /// Attributes calls without a rule to the nearest caller that has one, unless that caller consists of modeled
  /// operators.
  void giveToCallers() {
    const std::vector<Part> parts = partsOfCallers();
    std::vector<Claim> claims;
    for (const Part& part : parts) {
      if (claims.empty() || claims.back().caller != part.caller) {
        claims.push_back({.caller = part.caller, .parts = {&part, 0}});
      }
      claims.back().parts = {claims.back().parts.data(), claims.back().parts.size() + 1};
    }
    inChunks(claims, [this](Claim& claim) {
      const Call& part = m_calls[claim.parts.front().call];
      if (part.captured == notCaptured) {
        claim.form = m_forms.ofOp(*claim.caller.trace, claim.caller.op, part.first);
      }
    });
    for (Claim& claim : claims) {
      const std::uint32_t taker = claim.parts.front().call;
      if (m_calls[taker].captured != notCaptured) {
        claim.form = formOfCaller(m_calls[taker]);
      }
      if (m_stop.stop_requested() || !m_forms.isModeled(claim.form)) {
        continue;
      }
      for (const Part& part : claim.parts) {
        m_calls[part.call].taker = taker;
      }
      m_calls[taker].form = claim.form;
    }
  }

  /// Returns the parts of each caller behind each other, in the order of the file.
  std::vector<Part> partsOfCallers() {
    std::vector<Part> parts;
    for (std::uint32_t i = 0; i < m_calls.size(); ++i) {
      const auto& [trace, op, replay] = m_calls[i].place;
      if (op == SpanId::none || m_forms.isModeled(m_calls[i].form) || m_collectives.contains(m_calls[i].first)) {
        continue;
      }
      if (const SpanId caller = modeledCallerOf(*trace, op, beginOfCapture(m_calls[i])); caller != SpanId::none) {
        parts.push_back({.caller = {.trace = trace, .op = caller, .replay = replay}, .call = i});
      }
    }
    if (!parts.empty()) {
      dropPartsOfModeled(parts);
    }
    std::ranges::sort(parts, {}, [](const Part& part) {
      const auto& [trace, op, replay] = part.caller;
      return std::tuple(placeInFile(part.caller), trace, op, replay, part.call);
    });
    return parts;
  }

  /// Work launched before the recording began belongs to what all other kernels of its name, grid and block belong to.
  void inferOperators() {
    std::vector<bool> isUnknown(m_trace.strings().size());  // indexed by name
    std::vector<bool> isKnown(m_trace.strings().size());
    for (const auto& [position, work] : m_work) {
      if (isUnlaunched(position, work)) {
        isUnknown[index(m_trace.name(work))] = true;
      } else if (m_calls[position].place.op != SpanId::none && m_calls[position].captured == notCaptured) {
        isKnown[index(m_trace.name(work))] = true;
      }
    }
    struct Kernel {
      std::uint32_t position = 0;
      SpanId work = SpanId::none;
      std::optional<InferredOperators::Config> config = {};
    };
    std::vector<Kernel> kernels;
    for (const auto& [position, work] : m_work) {
      const auto name = index(m_trace.name(work));
      if (isUnknown[name] && isKnown[name] && m_trace.kind(work) == SpanKind::Kernel &&
          m_calls[position].captured == notCaptured && !m_collectives.contains(work)) {
        kernels.push_back({.position = position, .work = work});
      }
    }
    inChunks(kernels, [this](Kernel& kernel) { kernel.config = InferredOperators::configOf(m_trace, kernel.work); });
    InferredOperators inferred;
    for (const Kernel& kernel : kernels) {
      if (kernel.config && m_calls[kernel.position].place.op != SpanId::none) {
        const std::uint32_t call = takerOf(kernel.position);
        inferred.learn(*kernel.config, call, m_calls[call].form);
      }
    }
    std::map<std::pair<TrackId, std::uint32_t>, std::uint32_t> takers;  // keyed by track and form
    for (const Kernel& kernel : kernels) {
      const bool isUnlaunchedKernel = kernel.config && isUnlaunched(kernel.position, kernel.work);
      const TrackId track = m_trace.trackOf(kernel.work);
      if (const auto found = isUnlaunchedKernel ? inferred.find(track, *kernel.config) : std::nullopt) {
        m_calls[kernel.position].isInferred = true;
        m_calls[kernel.position].form = found->form;
        if (found->isNext) {
          takers[{track, found->form}] = kernel.position;
        } else {
          m_calls[kernel.position].taker = takers[{track, found->form}];
        }
      }
    }
  }
  [[nodiscard]] bool isUnlaunched(std::uint32_t position, SpanId activity) const {
    return m_calls[position].place.op == SpanId::none && m_trace.kind(activity) == SpanKind::Kernel &&
           m_trace.launchOf(activity) == SpanId::none && !m_collectives.contains(activity);
  }
  [[nodiscard]] std::uint32_t takerOf(std::uint32_t position) const {
    return m_calls[position].taker.value_or(position);
  }

  /// Drops parts of callers that consist of modeled operators.
  void dropPartsOfModeled(std::vector<Part>& parts) const {
    std::vector<bool> isDropped(m_trace.spanCount());  // dropped operators, with all around them
    std::unordered_set<Place, PlaceHash> dropped;      // dropped operators of captures
    for (const Call& call : m_calls) {
      if (!m_forms.isModeled(call.form)) {
        continue;
      }
      const auto& [trace, op, replay] = call.place;
      const bool isOwn = call.captured == notCaptured;
      for (SpanId caller = op; caller != SpanId::none && !(isOwn && isDropped[index(caller)]);
           caller = callerOf(*trace, caller, beginOfCapture(call))) {
        if (isOwn) {
          isDropped[index(caller)] = true;
        } else {
          dropped.insert({.trace = trace, .op = caller, .replay = replay});
        }
      }
    }
    std::erase_if(parts, [&](const Part& part) {
      const bool isOwn = m_calls[part.call].captured == notCaptured;
      return isOwn ? isDropped[index(part.caller.op)] : dropped.contains(part.caller);
    });
  }

  /// Returns the form of the caller in the capture.
  std::uint32_t formOfCaller(const Call& part) {
    const auto [form, isNew] = m_formsOfCallers.try_emplace(part.captured);
    if (isNew) {
      form->second = formOfCaptured(part, [this](const CapturedOp& captured) {
        return modeledCallerOf(*captured.trace, captured.op, captured.begin);
      });
    }
    return form->second;
  }

  WorkModel model() {
    WorkModel made;
    made.forms = m_forms.take();
    made.replayed = m_replayed;
    std::vector<std::uint32_t> callOf(m_calls.size());  // call of the model
    for (std::uint32_t i = 0; i < m_calls.size(); ++i) {
      if (takerOf(i) != i) {
        callOf[i] = callOf[takerOf(i)];
        continue;
      }
      callOf[i] = static_cast<std::uint32_t>(made.calls.size());
      made.calls.push_back({.form = m_calls[i].form,
                            .first = 0,
                            .count = 0,
                            .time = {},
                            .mainKernelTime = {},
                            .isInferred = m_calls[i].isInferred});
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
    useRecordsOfHostCopies(made, m_trace, m_threads, m_stop);
    findMainKernels(made, m_trace, m_rules);
    return made;
  }

  const Trace& m_trace;
  const WorkRules& m_rules;
  unsigned m_threads;
  std::shared_ptr<const ReplayedOps> m_replayed;
  const std::stop_token& m_stop;
  WorkForms m_forms;
  std::unordered_map<SpanId, std::expected<CollectiveWork, Message>> m_collectives;  // keyed by kernel
  NameCache<bool> m_known;
  NameCache<bool> m_multiTensor;
  std::optional<GradientLists> m_gradients;
  // Keyed by position in m_calls; may be nullptr.
  std::unordered_map<std::uint32_t, const GradientLists::List*> m_lists;
  std::vector<Call> m_calls;
  std::vector<std::pair<std::uint32_t, SpanId>> m_work;             // call in m_calls of each activity
  std::unordered_map<std::uint32_t, std::uint32_t> m_firstReplays;  // position in m_calls, keyed by call of m_replayed
  // Form of the caller, keyed by call of m_replayed that a caller takes over.
  std::unordered_map<std::uint32_t, std::uint32_t> m_formsOfCallers;
};

}  // namespace

WorkModel workModel(const Trace& trace, const WorkRules& rules, unsigned threads,
                    std::shared_ptr<const ReplayedOps> replayed, const std::stop_token& stop) {
  return Modeling(trace, rules, threads, std::move(replayed), stop).run();
}

}  // namespace kernline
