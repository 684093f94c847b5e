// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/work_model.h"

#include "core/analysis/activity/device_rows.h"
#include "core/model/base/parallel.h"
#include "core/model/base/saturating_sum.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <expected>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
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

/// What follows from records, not from a line of work.txt.
WorkRule ruleOfRecords(std::string operators, std::string text) {
  return {.operators = std::move(operators),
          .text = std::move(text),
          .line = 0,
          .parameters = {},
          .flops = {},
          .reads = {},
          .writes = {},
          .typedBy = {}};
}

/// A memcpy or memset that no operator made says itself how much it moved.
CallWork workOfCopy(const Trace& trace, SpanId work) {
  CallWork needs;
  needs.reason = withoutOperator(trace, work);
  if (trace.kind(work) == SpanKind::Kernel) {
    return needs;
  }
  static constexpr std::array<std::string_view, 1> keys{"bytes"};
  const auto bytes = numberOf(trace.args(work, keys), "bytes");
  if (!bytes) {
    return needs;
  }
  const bool isOnDevice = trace.nameText(work).find("DtoD") != std::string_view::npos;
  needs.bytes = isOnDevice ? 2 * *bytes : *bytes;
  static const WorkRule ofCopies = ruleOfRecords("memcpy, memset", "bytes of the record");
  needs.rule = &ofCopies;
  needs.reason = {};
  return needs;
}

void appendTo(std::string& text, const ArgNode& node) {
  text.append(node.key).push_back('\1');
  text.append(node.text).push_back('\2');
  for (const ArgNode& child : node.children) {
    appendTo(text, child);
  }
  text.push_back('\3');
}

/// Finds the form of calls; each is modelled once. May be asked from any thread.
class FormTable {
 public:
  FormTable(const Trace& trace, const WorkRules& rules) : m_trace(trace), m_rules(rules) {}

  /// Of an operator that launched `first` of its work.
  std::uint32_t ofOp(SpanId op, SpanId first) {
    const ArgNode args = m_trace.args(op, argumentKeys());
    const std::string listType = elementTypeIn(m_trace.nameText(first));
    std::string key = listType;
    key.push_back('\0');
    appendTo(key, args);
    return number(m_trace.name(op), std::move(key), [&] {
      CallArguments call = callArguments(args);
      setListTypes(call, listType);
      return WorkForm{
          .name = m_trace.name(op), .shape = inputShape(args), .needs = m_rules.workOf(m_trace.nameText(op), call)};
    });
  }

  /// Of device work that no operator made.
  std::uint32_t ofWork(SpanId work) {
    CallWork needs = workOfCopy(m_trace, work);
    const bool isReplayed = has(m_trace.flags(work), SpanFlags::GraphReplay);
    std::string key = needs.rule == nullptr ? std::string(isReplayed ? "replay" : "work") : std::to_string(needs.bytes);
    return number(m_trace.name(work), std::move(key),
                  [&] { return WorkForm{.name = m_trace.name(work), .shape = {}, .needs = std::move(needs)}; });
  }

  /// Of a kernel of communication that `op` launched, or SpanId::none.
  std::uint32_t ofCollective(SpanId op, SpanId work, const std::expected<CollectiveWork, Message>& known) {
    static const WorkRule ofCollectives = ruleOfRecords("collectives", "bytes of the message, ranks of the group");
    std::string key = known
                          ? fmt::format("{} {} {}", static_cast<int>(known->kind), known->ranks, known->algorithmBytes)
                          : known.error().english();
    const StringId name = m_trace.name(op == SpanId::none ? work : op);
    return number(name, std::move(key), [&] {
      WorkForm form{.name = name, .shape = {}, .needs = {}};
      if (known) {
        form.needs.rule = &ofCollectives;
        form.collective = *known;
      } else {
        form.needs.reason = known.error();
      }
      return form;
    });
  }

  [[nodiscard]] std::vector<WorkForm> take() { return std::move(m_forms); }
  [[nodiscard]] bool isModelled(std::uint32_t form) const { return m_forms[form].needs.rule != nullptr; }

 private:
  using Key = std::pair<StringId, std::string>;
  struct Hash {
    std::size_t operator()(const Key& key) const {
      return std::hash<std::string>()(key.second) ^ (static_cast<std::size_t>(key.first) << 32U);
    }
  };

  template <typename Make>
  std::uint32_t number(StringId name, std::string rest, const Make& make) {
    Key key{name, std::move(rest)};
    {
      const std::scoped_lock lock(m_mutex);
      if (const auto known = m_numbers.find(key); known != m_numbers.end()) {
        return known->second;
      }
    }
    WorkForm form = make();
    const std::scoped_lock lock(m_mutex);
    const auto [place, isNew] = m_numbers.try_emplace(std::move(key), static_cast<std::uint32_t>(m_forms.size()));
    if (isNew) {
      m_forms.push_back(std::move(form));
    }
    return place->second;
  }

  const Trace& m_trace;
  const WorkRules& m_rules;
  std::mutex m_mutex;
  std::unordered_map<Key, std::uint32_t, Hash> m_numbers;
  std::vector<WorkForm> m_forms;
};

class Modelling {
 public:
  Modelling(const Trace& trace, const WorkRules& rules, unsigned threads, const std::stop_token& stop)
      : m_trace(trace), m_rules(rules), m_threads(threads), m_stop(stop), m_forms(trace, rules) {}

  WorkModel run() {
    m_collectives = collectiveWorks(m_trace, m_stop);
    gather();
    formAll();
    giveToCallers();
    return m_stop.stop_requested() ? WorkModel{} : model();
  }

 private:
  struct Call {
    SpanId op = SpanId::none;
    SpanId first = SpanId::none;  // of its work
    std::uint32_t form = 0;
  };

  /// Device work by the operator that launched it.
  void gather() {
    std::unordered_map<std::size_t, std::uint32_t> callOfOp;
    for (const DeviceRows& device : deviceRows(m_trace)) {
      for (const SpanId work : workByStart(m_trace, device)) {
        const SpanId op = m_trace.opOf(work);
        auto call = static_cast<std::uint32_t>(m_calls.size());
        if (op != SpanId::none && !m_collectives.contains(work)) {
          call = callOfOp.try_emplace(index(op), call).first->second;
        }
        if (call == m_calls.size()) {
          m_calls.push_back({.op = op, .first = work, .form = 0});
        }
        m_work.push_back({call, work});
      }
    }
  }

  void formAll() {
    constexpr std::size_t chunk = 256;
    parallelFor(m_threads, (m_calls.size() + chunk - 1) / chunk, [&](std::size_t c) {
      for (std::size_t i = c * chunk; i < std::min(m_calls.size(), (c + 1) * chunk) && !m_stop.stop_requested(); ++i) {
        Call& call = m_calls[i];
        call.form = formOf(call);
      }
    });
  }

  std::uint32_t formOf(const Call& call) {
    if (const auto collective = m_collectives.find(call.first); collective != m_collectives.end()) {
      return m_forms.ofCollective(call.op, call.first, collective->second);
    }
    return call.op == SpanId::none ? m_forms.ofWork(call.first) : m_forms.ofOp(call.op, call.first);
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
    std::unordered_map<std::size_t, std::vector<std::uint32_t>> claims;  // by caller: positions in m_calls
    for (std::uint32_t i = 0; i < m_calls.size(); ++i) {
      if (m_calls[i].op == SpanId::none || m_forms.isModelled(m_calls[i].form) ||
          m_collectives.contains(m_calls[i].first)) {
        continue;
      }
      for (SpanId caller = callerOf(m_calls[i].op); caller != SpanId::none; caller = callerOf(caller)) {
        if (m_rules.knows(m_trace.nameText(caller))) {
          claims[index(caller)].push_back(i);
          break;
        }
      }
    }
    for (const Call& call : m_calls) {
      if (claims.empty()) {
        return;
      }
      for (SpanId caller = call.op; m_forms.isModelled(call.form) && caller != SpanId::none;
           caller = callerOf(caller)) {
        claims.erase(index(caller));
      }
    }
    for (const auto& [caller, parts] : claims) {
      const SpanId op{static_cast<std::uint32_t>(caller)};
      const std::uint32_t form = m_forms.ofOp(op, m_calls[parts.front()].first);
      if (!m_forms.isModelled(form)) {
        continue;
      }
      for (const std::uint32_t part : parts) {
        m_takenOver.emplace(part, parts.front());
      }
      m_calls[parts.front()].op = op;
      m_calls[parts.front()].form = form;
    }
  }

  WorkModel model() {
    WorkModel made;
    made.forms = m_forms.take();
    std::vector<std::uint32_t> callOf(m_calls.size());  // of the model
    for (std::uint32_t i = 0; i < m_calls.size(); ++i) {
      const auto taker = m_takenOver.find(i);
      if (taker != m_takenOver.end() && taker->second != i) {
        callOf[i] = callOf[taker->second];
        continue;
      }
      callOf[i] = static_cast<std::uint32_t>(made.calls.size());
      made.calls.push_back({.op = m_calls[i].op, .form = m_calls[i].form, .first = 0, .count = 0, .time = {}});
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
  const std::stop_token& m_stop;
  FormTable m_forms;
  std::unordered_map<SpanId, std::expected<CollectiveWork, Message>> m_collectives;  // by kernel
  std::vector<Call> m_calls;
  std::vector<std::pair<std::uint32_t, SpanId>> m_work;          // of which call in m_calls
  std::unordered_map<std::uint32_t, std::uint32_t> m_takenOver;  // positions in m_calls: by which call
};

}  // namespace

WorkModel workModel(const Trace& trace, const WorkRules& rules, unsigned threads, const std::stop_token& stop) {
  return Modelling(trace, rules, threads, stop).run();
}

}  // namespace kernline
