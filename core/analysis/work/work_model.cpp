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

/// Finds the form of calls; each is modelled once. May be asked from any thread.
class FormTable {
 public:
  FormTable(const Trace& trace, const WorkRules& rules) : m_trace(trace), m_rules(rules) {}

  /// To be called before for each piece of device work.
  void addName(StringId name) {
    const auto at = static_cast<std::size_t>(name);
    if (at >= m_listTypes.size()) {
      m_listTypes.resize(at + 1);
      m_isKnown.resize(at + 1);
    }
    if (!m_isKnown[at]) {
      m_isKnown[at] = true;
      m_listTypes[at] = elementTypeIn(m_trace.text(name));
    }
  }

  /// Of an operator that launched `first` of its work.
  std::uint32_t ofOp(SpanId op, SpanId first) {
    const std::string& listType = m_listTypes[static_cast<std::size_t>(m_trace.name(first))];
    return number(m_trace.name(op), listType + '\0' + m_trace.argsText(op, argumentKeys()), [&] {
      const ArgNode args = m_trace.args(op, argumentKeys());
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
  struct Key {
    StringId name;
    std::string rest;
    std::size_t hash;

    bool operator==(const Key& other) const { return name == other.name && rest == other.rest; }
  };
  struct Hash {
    std::size_t operator()(const Key& key) const { return key.hash; }
  };
  /// Threads that look for different forms seldom wait for each other.
  struct Part {
    std::mutex mutex;
    std::unordered_map<Key, std::uint32_t, Hash> numbers;
  };

  template <typename Make>
  std::uint32_t number(StringId name, std::string rest, const Make& make) {
    const std::size_t hash = std::hash<std::string>()(rest) ^ (static_cast<std::size_t>(name) << 32U);
    Part& part = m_parts[hash % m_parts.size()];
    Key key{.name = name, .rest = std::move(rest), .hash = hash};
    {
      const std::scoped_lock lock(part.mutex);
      if (const auto known = part.numbers.find(key); known != part.numbers.end()) {
        return known->second;
      }
    }
    WorkForm form = make();
    const std::scoped_lock lock(part.mutex, m_mutex);
    const auto [place, isNew] = part.numbers.try_emplace(std::move(key), static_cast<std::uint32_t>(m_forms.size()));
    if (isNew) {
      m_forms.push_back(std::move(form));
    }
    return place->second;
  }

  const Trace& m_trace;
  const WorkRules& m_rules;
  std::vector<std::string> m_listTypes;  // by name of device work
  std::vector<bool> m_isKnown;           // by name
  std::array<Part, 64> m_parts;
  std::mutex m_mutex;  // of m_forms
  std::vector<WorkForm> m_forms;
};

/// Which names some rule is for.
class KnownNames {
 public:
  KnownNames(const Trace& trace, const WorkRules& rules) : m_trace(trace), m_rules(rules) {}

  [[nodiscard]] bool contains(StringId name) {
    const auto number = static_cast<std::size_t>(name);
    m_known.resize(std::max(m_known.size(), number + 1));
    if (!m_known[number]) {
      m_known[number] = m_rules.knows(m_trace.text(name));
    }
    return *m_known[number];
  }

 private:
  const Trace& m_trace;
  const WorkRules& m_rules;
  std::vector<std::optional<bool>> m_known;  // by name
};

class Modelling {
 public:
  Modelling(const Trace& trace, const WorkRules& rules, unsigned threads, const std::stop_token& stop)
      : m_trace(trace), m_rules(rules), m_threads(threads), m_stop(stop), m_forms(trace, rules) {}

  WorkModel run() {
    m_collectives = collectiveWorks(m_trace, m_stop);
    gather();
    inChunks(m_calls, [&](Call& call) { call.form = formOf(call); });
    giveToCallers();
    return m_stop.stop_requested() ? WorkModel{} : model();
  }

 private:
  struct Call {
    SpanId op = SpanId::none;
    SpanId first = SpanId::none;  // of its work
    std::uint32_t form = 0;
  };

  /// What no rule models that `caller` called.
  struct Claim {
    SpanId caller = SpanId::none;
    std::uint32_t form = 0;
    std::vector<std::uint32_t> parts;  // positions in m_calls
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
        m_work.emplace_back(call, work);
        m_forms.addName(m_trace.name(work));
      }
    }
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
    std::unordered_map<SpanId, std::vector<std::uint32_t>> partsOf;  // by caller: positions in m_calls
    KnownNames known(m_trace, m_rules);
    for (std::uint32_t i = 0; i < m_calls.size(); ++i) {
      if (m_calls[i].op == SpanId::none || m_forms.isModelled(m_calls[i].form) ||
          m_collectives.contains(m_calls[i].first)) {
        continue;
      }
      for (SpanId caller = callerOf(m_calls[i].op); caller != SpanId::none; caller = callerOf(caller)) {
        if (known.contains(m_trace.name(caller))) {
          partsOf[caller].push_back(i);
          break;
        }
      }
    }
    if (partsOf.empty()) {
      return;
    }
    const std::vector<bool> isMadeOfModelled = callersOfModelled();
    std::vector<Claim> claims;
    for (auto& [caller, parts] : partsOf) {
      if (!isMadeOfModelled[index(caller)]) {
        claims.push_back({.caller = caller, .parts = std::move(parts)});
      }
    }
    inChunks(claims,
             [&](Claim& claim) { claim.form = m_forms.ofOp(claim.caller, m_calls[claim.parts.front()].first); });
    for (const Claim& claim : claims) {
      if (!m_forms.isModelled(claim.form)) {
        continue;
      }
      const std::uint32_t taker = claim.parts.front();
      for (const std::uint32_t part : claim.parts) {
        m_takenOver.emplace(part, taker);
      }
      m_calls[taker].op = claim.caller;
      m_calls[taker].form = claim.form;
    }
  }

  /// By span: whether it or something that it called is modelled.
  [[nodiscard]] std::vector<bool> callersOfModelled() const {
    std::vector<bool> are(m_trace.spanCount());
    for (const Call& call : m_calls) {
      for (SpanId op = m_forms.isModelled(call.form) ? call.op : SpanId::none; op != SpanId::none && !are[index(op)];
           op = callerOf(op)) {
        are[index(op)] = true;
      }
    }
    return are;
  }

  template <typename Item, typename Work>
  void inChunks(std::vector<Item>& items, const Work& work) {
    constexpr std::size_t chunk = 256;
    parallelFor(m_threads, (items.size() + chunk - 1) / chunk, [&](std::size_t c) {
      for (std::size_t i = c * chunk; i < std::min(items.size(), (c + 1) * chunk) && !m_stop.stop_requested(); ++i) {
        work(items[i]);
      }
    });
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
      made.calls.push_back(
          {.op = m_calls[i].op, .form = m_calls[i].form, .first = 0, .count = 0, .time = {}, .kernelTime = {}});
    }
    made.callOf.assign(m_trace.spanCount(), WorkModel::none);
    for (const auto& [position, work] : m_work) {
      WorkCall& call = made.calls[callOf[position]];
      ++call.count;
      call.time = saturatingSum(call.time, m_trace.duration(work));
      if (m_trace.kind(work) == SpanKind::Kernel) {
        call.kernelTime = saturatingSum(call.kernelTime, m_trace.duration(work));
      }
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
