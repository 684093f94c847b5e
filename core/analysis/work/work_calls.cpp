// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/work_calls.h"

#include "core/analysis/activity/device_rows.h"
#include "core/model/base/parallel.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>
#include <utility>

namespace kernline {

namespace {

Message withoutOperator(const Trace& trace, SpanId work) {
  return has(trace.flags(work), SpanFlags::GraphReplay)
             ? Message(Phrase::tr("replayed by a graph: no operator is recorded"))
             : Message(Phrase::tr("no operator is recorded"));
}

std::optional<double> numberOf(const ArgNode& args, std::string_view key) {
  const ArgNode* node = args.find(key);
  double number = 0;
  if (node == nullptr) {
    return {};
  }
  const auto [at, error] = std::from_chars(node->text.data(), node->text.data() + node->text.size(), number);
  return error == std::errc{} && number >= 0 ? std::optional(number) : std::nullopt;
}

class Gathering {
 public:
  Gathering(const Trace& trace, const std::optional<TimeRange>& range, unsigned threads, const std::stop_token& stop)
      : m_trace(trace), m_range(range), m_threads(threads), m_stop(stop) {}

  std::vector<WorkCall> run() {
    gather();
    model();
    if (!m_stop.stop_requested()) {
      giveToCallers();
    }
    return std::move(m_calls);
  }

 private:
  /// Device work by the operator that launched it.
  void gather() {
    std::unordered_map<std::size_t, std::size_t> unitOfOp;
    for (const DeviceRows& device : deviceRows(m_trace)) {
      for (const SpanId work : workByStart(m_trace, device)) {
        if (m_range && !m_range->contains(m_trace.start(work))) {
          continue;
        }
        const SpanId op = m_trace.opOf(work);
        if (op == SpanId::none) {
          m_calls.push_back({.op = SpanId::none, .work = {work}, .shape = {}, .needs = {}});
          continue;
        }
        const auto [place, isNew] = unitOfOp.try_emplace(index(op), m_calls.size());
        if (isNew) {
          m_calls.push_back({.op = op, .work = {}, .shape = {}, .needs = {}});
        }
        m_calls[place->second].work.push_back(work);
      }
    }
  }

  void model() {
    constexpr std::size_t chunk = 256;
    parallelFor(m_threads, (m_calls.size() + chunk - 1) / chunk, [&](std::size_t c) {
      for (std::size_t i = c * chunk; i < std::min(m_calls.size(), (c + 1) * chunk) && !m_stop.stop_requested(); ++i) {
        modelUnit(m_calls[i]);
      }
    });
  }

  void modelUnit(WorkCall& unit) const {
    if (unit.op == SpanId::none) {
      unit.needs = workOfCopy(unit.work.front());
      return;
    }
    const ArgNode args = m_trace.args(unit.op, argumentKeys());
    unit.shape = inputShape(args);
    CallArguments call = callArguments(args);
    if (!unit.work.empty()) {
      setListTypes(call, elementTypeIn(m_trace.nameText(unit.work.front())));
    }
    unit.needs = WorkRules::current().workOf(m_trace.nameText(unit.op), call);
  }

  /// A memcpy or memset that no operator made says itself how much it moved.
  [[nodiscard]] CallWork workOfCopy(SpanId work) const {
    CallWork call;
    call.reason = withoutOperator(m_trace, work);
    if (m_trace.kind(work) == SpanKind::Kernel) {
      return call;
    }
    static constexpr std::array<std::string_view, 1> keys{"bytes"};
    const auto bytes = numberOf(m_trace.args(work, keys), "bytes");
    if (!bytes) {
      return call;
    }
    const bool isOnDevice = m_trace.nameText(work).find("DtoD") != std::string_view::npos;
    call.bytes = isOnDevice ? 2 * *bytes : *bytes;
    static const WorkRule ofCopies{.operators = "memcpy, memset",
                                   .text = "bytes of the record",
                                   .line = 0,
                                   .parameters = {},
                                   .flops = {},
                                   .reads = {},
                                   .writes = {},
                                   .typedBy = {}};
    call.rule = &ofCopies;
    call.reason = {};
    return call;
  }

  /// The operator that a call is in; none: it is the outermost.
  [[nodiscard]] SpanId callerOf(SpanId op) const {
    SpanId caller = m_trace.parent(op);
    while (caller != SpanId::none && m_trace.kind(caller) != SpanKind::Op) {
      caller = m_trace.parent(caller);
    }
    return caller;
  }

  /// What no rule models goes to the nearest caller that a rule models, unless that one is made of modelled operators.
  void giveToCallers() {
    std::unordered_map<std::size_t, std::vector<std::size_t>> claims;  // by caller: units
    for (std::size_t i = 0; i < m_calls.size(); ++i) {
      if (m_calls[i].op == SpanId::none || m_calls[i].needs.rule != nullptr) {
        continue;
      }
      for (SpanId caller = callerOf(m_calls[i].op); caller != SpanId::none; caller = callerOf(caller)) {
        if (WorkRules::current().knows(m_trace.nameText(caller))) {
          claims[index(caller)].push_back(i);
          break;
        }
      }
    }
    if (claims.empty()) {
      return;
    }
    for (const WorkCall& unit : m_calls) {
      for (SpanId caller = unit.op; unit.needs.rule != nullptr && caller != SpanId::none; caller = callerOf(caller)) {
        claims.erase(index(caller));
      }
      if (claims.empty()) {
        return;
      }
    }
    std::vector<std::pair<std::size_t, std::vector<std::size_t>>> ordered(claims.begin(), claims.end());
    std::ranges::sort(ordered, {}, [](const auto& claim) { return claim.second.front(); });
    std::vector<bool> isGiven(m_calls.size(), false);
    for (const auto& [caller, units] : ordered) {
      WorkCall whole{.op = SpanId{static_cast<std::uint32_t>(caller)}, .work = {}, .shape = {}, .needs = {}};
      for (const std::size_t i : units) {
        whole.work.insert(whole.work.end(), m_calls[i].work.begin(), m_calls[i].work.end());
      }
      modelUnit(whole);
      if (whole.needs.rule == nullptr) {
        continue;
      }
      for (const std::size_t i : units) {
        isGiven[i] = true;
      }
      m_calls[units.front()] = std::move(whole);
      isGiven[units.front()] = false;
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < m_calls.size(); ++i) {
      if (!isGiven[i]) {
        if (kept != i) {
          m_calls[kept] = std::move(m_calls[i]);
        }
        ++kept;
      }
    }
    m_calls.resize(kept);
  }

  const Trace& m_trace;
  const std::optional<TimeRange>& m_range;
  unsigned m_threads;
  const std::stop_token& m_stop;
  std::vector<WorkCall> m_calls;
};

}  // namespace

std::vector<WorkCall> workCalls(const Trace& trace, const std::optional<TimeRange>& range, unsigned threads,
                                const std::stop_token& stop) {
  return Gathering(trace, range, threads, stop).run();
}

}  // namespace kernline
