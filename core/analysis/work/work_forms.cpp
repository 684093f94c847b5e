// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/work_forms.h"

#include "core/analysis/work/call_arguments.h"
#include "core/analysis/work/list_type.h"
#include "core/analysis/work/work_of_records.h"
#include "core/model/base/message.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <tuple>

namespace kernline {

namespace {

Message withoutOperator(const Trace& trace, SpanId activity) {
  return has(trace.flags(activity), SpanFlags::GraphReplay)
             ? Message(Phrase::tr("replayed by a graph: no operator is recorded"))
             : Message(Phrase::tr("no operator is recorded"));
}

/// A memcpy or memset that no operator made says itself how much it moved.
CallWork workOfCopy(const Trace& trace, SpanId activity) {
  CallWork needs;
  needs.reason = withoutOperator(trace, activity);
  if (trace.kind(activity) == SpanKind::Kernel) {
    return needs;
  }
  const std::optional<double> bytes = recordedBytes(trace, activity);
  if (!bytes) {
    return needs;
  }
  const bool isOnDevice = trace.nameText(activity).find("DtoD") != std::string_view::npos;
  needs.bytes = isOnDevice ? 2 * *bytes : *bytes;
  needs.rule = &ruleOfCopies();
  needs.reason = {};
  return needs;
}

}  // namespace

template <typename Make>
std::uint32_t WorkForms::number(std::string_view name, std::string rest, const Make& make) {
  constexpr std::size_t spread = 0x9E3779B97F4A7C15U;
  const std::uint32_t text = numberOfText(std::move(rest));
  const Key key{.name = name, .text = text, .hash = std::hash<std::string_view>()(name) ^ (text * spread)};
  Part<Key>& part = m_parts[key.hash % m_parts.size()];
  {
    const std::scoped_lock lock(part.mutex);
    if (const auto known = part.numbers.find(key); known != part.numbers.end()) {
      return known->second;
    }
  }
  WorkForm form = make();
  const std::scoped_lock lock(part.mutex, m_mutex);
  const auto [place, isNew] = part.numbers.try_emplace(key, static_cast<std::uint32_t>(m_forms.size()));
  if (isNew) {
    m_forms.push_back(std::move(form));
  }
  return place->second;
}

std::uint32_t WorkForms::numberOfText(std::string text) {
  const std::size_t hash = std::hash<std::string>()(text);
  Part<Text>& part = m_texts[hash % m_texts.size()];
  const std::scoped_lock lock(part.mutex);
  const auto [place, isNew] = part.numbers.try_emplace(Text{.text = std::move(text), .hash = hash});
  if (isNew) {
    place->second = m_textCount++;
  }
  return place->second;
}

void WorkForms::addName(StringId name) {
  const auto number = static_cast<std::size_t>(name);
  m_listTypes.resize(std::max(m_listTypes.size(), number + 1));
  if (!m_listTypes[number]) {
    m_listTypes[number] = elementTypeIn(m_trace.text(name));
  }
}

const std::string& WorkForms::listTypeOf(SpanId activity) const {
  return m_listTypes[static_cast<std::size_t>(m_trace.name(activity))].value();
}

std::uint32_t WorkForms::ofOp(const Trace& trace, SpanId op, SpanId first, const GradientLists::List* list) {
  const std::string& listType = listTypeOf(first);
  std::string rest = trace.argsText(op, argumentKeys());
  rest.append(1, '\0').append(listType);
  if (list != nullptr) {
    rest += '\0' + list->text;
  }
  return number(trace.nameText(op), std::move(rest), [&] {
    const ArgNode args = trace.args(op, argumentKeys());
    CallArguments call = callArguments(args);
    std::vector<std::int64_t> sizes = tensorSizes(call);
    InputShapes::Shape shape = inputShape(args);
    if (list != nullptr) {
      setListShapes(call, list->tensors);
      shape.dims = list->text;
    }
    setListTypes(call, listType);
    return WorkForm{.name = std::string(trace.nameText(op)),
                    .shape = std::move(shape),
                    .needs = m_rules.workOf(trace.nameText(op), call),
                    .trace = &trace,
                    .op = op,
                    .sizes = std::move(sizes)};
  });
}

std::uint32_t WorkForms::ofUnknownShapes(const CapturedOp& captured) {
  return number(captured.trace->nameText(captured.op), "shapes", [&] {
    WorkForm form{.name = std::string(captured.trace->nameText(captured.op)),
                  .shape = {},
                  .needs = {},
                  .trace = captured.trace,
                  .op = captured.op};
    form.needs.reason = Phrase::tr("replayed by a graph: captures with other shapes fit as well");
    return form;
  });
}

std::uint32_t WorkForms::ofWork(SpanId activity) {
  CallWork needs = workOfCopy(m_trace, activity);
  const bool isReplayed = has(m_trace.flags(activity), SpanFlags::GraphReplay);
  std::string key = needs.rule == nullptr ? std::string(isReplayed ? "replay" : "work") : std::to_string(needs.bytes);
  const std::string_view name = m_trace.nameText(activity);
  return number(name, std::move(key),
                [&] { return WorkForm{.name = std::string(name), .shape = {}, .needs = std::move(needs)}; });
}

std::uint32_t WorkForms::ofCollective(SpanId op, SpanId activity, const std::expected<CollectiveWork, Message>& known) {
  static const WorkRule ofCollectives =
      ruleOfRecords("collectives", std::string(Phrase::tr("bytes of the message, ranks of the group").english()));
  std::string key = known ? fmt::format("{} {} {}", static_cast<int>(known->kind), known->ranks, known->algorithmBytes)
                          : known.error().english();
  const std::string_view name = m_trace.nameText(op == SpanId::none ? activity : op);
  return number(name, std::move(key), [&] {
    WorkForm form{.name = std::string(name), .shape = {}, .needs = {}, .trace = &m_trace, .op = op};
    if (known) {
      form.needs.rule = &ofCollectives;
      form.collective = *known;
    } else {
      form.needs.reason = known.error();
    }
    return form;
  });
}

bool WorkForms::haveSameNeeds(std::uint32_t a, std::uint32_t b) {
  const auto sign = [this](std::uint32_t form) {
    const CallWork& needs = m_forms[form].needs;
    return std::tie(needs.rule, needs.flops, needs.bytes, needs.unit, needs.type);
  };
  const std::scoped_lock lock(m_mutex);
  return a == b || sign(a) == sign(b);
}

}  // namespace kernline
