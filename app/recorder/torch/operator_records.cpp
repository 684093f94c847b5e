// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/torch/operator_records.h"

#include <cstring>

namespace kernline::recorder {

namespace {

/// The autograd engine's name of a step, before that of the operator in it.
constexpr std::string_view engineStep = "autograd::engine::evaluate_function: ";

OperatorEvent::Kind kindOf(OperatorStep step) {
  return step == OperatorStep::BeginRange    ? OperatorEvent::Kind::Range
         : step == OperatorStep::BeginModule ? OperatorEvent::Kind::Module
                                             : OperatorEvent::Kind::Operator;
}

}  // namespace

void OperatorReader::read(std::span<const std::byte> record) {
  OperatorRecord head;
  std::memcpy(&head, record.data(), sizeof head);
  if (head.step != OperatorStep::End) {
    if (m_depth == m_open.size()) {
      m_open.emplace_back();
    }
    Open& open = m_open[m_depth++];
    open.record = head;
    open.rest.assign(record.begin() + sizeof head, record.end());
    if (m_depth > 1) {
      numberStep(m_open[m_depth - 2], head);
    }
    return;
  }
  std::size_t at = m_depth;
  while (at > 0 && m_open[at - 1].record.function != head.function) {
    --at;
  }
  if (at == 0) {
    return;  // its begin was lost, or came before the recording
  }
  m_lost += m_depth - at;
  m_depth = at - 1;
  add(m_open[m_depth], head.time, false);
}

/// The engine's step has the number of the operator that it calls, as in torch.profiler.
void OperatorReader::numberStep(Open& around, const OperatorRecord& inner) {
  if (inner.sequence >= 0 && around.record.sequence < 0 && around.name().starts_with(engineStep)) {
    around.record.sequence = inner.sequence;
    around.record.forwardThread = inner.forwardThread;
  }
}

void OperatorReader::end(std::int64_t time) {
  for (std::size_t i = 0; i < m_depth; ++i) {
    add(m_open[i], time, true);
  }
  m_depth = 0;
}

void OperatorReader::add(const Open& open, std::int64_t end, bool isUnfinished) {
  const OperatorRecord& record = open.record;
  m_lines.add(OperatorEvent{.name = open.name(),
                            .start = record.time,
                            .end = end,
                            .thread = m_thread,
                            .sequence = record.sequence,
                            .forwardThread = record.forwardThread,
                            .inputs = std::span(open.rest).subspan(record.nameBytes),
                            .kind = kindOf(record.step),
                            .isUnfinished = isUnfinished});
}

}  // namespace kernline::recorder
