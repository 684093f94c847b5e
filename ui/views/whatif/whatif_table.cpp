// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/whatif/whatif_table.h"

#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/model/names/kernel_name.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/figure_marks.h"
#include "ui/views/whatif/played_scenario.h"
#include "ui/views/work/work_device.h"

#include <algorithm>
#include <string>
#include <utility>

namespace kernline::ui {

namespace {

std::unexpected<Error> stoppedWhatIf() {
  return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
}

QString kindText(PathKind kind) {
  return markOf(kind).name().toLower();
}

QString pathText(const PathRow& row, PathBy by) {
  if (by == PathBy::Kind && row.kind) {
    return kindText(*row.kind);
  }
  const QString name = qt(printable(shortKernelName(row.name)));
  if (!row.kind) {
    const QString shown = name.isEmpty() ? Words::tr("(none)") : name;
    return row.reason ? QStringLiteral("%1: %2").arg(shown, coreText(sentenceOn(*row.reason))) : shown;
  }
  if (name.isEmpty()) {
    return row.kind == PathKind::Gap      ? Words::tr("Between device work")
           : row.kind == PathKind::Launch ? Words::tr("From the launch call to the start on the device")
                                          : Words::tr("Host, outside of all calls");
  }
  return row.kind == PathKind::Kernel ? name : QStringLiteral("%1: %2").arg(kindText(*row.kind), name);
}

std::shared_ptr<const KnownRun> knownRun(const std::shared_ptr<const Trace>& trace, const std::stop_token& stop) {
  auto known = std::make_shared<KnownRun>();
  known->causes = causesOf(trace);
  const std::shared_ptr<const Expected<ReplayedRun>> run = known->causes->replay(stop);
  if (!run) {
    return nullptr;
  }
  if (*run) {
    known->run = known->causes->replayedRun(stop);
  } else {
    known->problem = run->error().message;
  }
  return stop.stop_requested() ? nullptr : known;
}

/// Returns the answer to the same question; nullptr if there is none.
const WhatIfTable::Answer* earlierAnswer(const WhatIfQuestion& question, const QString& text) {
  if (!question.before || question.before->by() != question.by) {
    return nullptr;
  }
  const std::vector<WhatIfTable::Answer>& answers = question.before->answers();
  const auto same = std::ranges::find(answers, text, &WhatIfTable::Answer::text);
  return same == answers.end() ? nullptr : &*same;
}

WhatIfTable::Answer answered(const KnownRun& known, const WorkMeter& meter, const WhatIfQuestion& question,
                             const QString& text, const std::stop_token& stop) {
  const Expected<std::vector<WhatIfChange>> changes =
      text.isEmpty() ? std::vector<WhatIfChange>() : parseWhatIfs(text.toStdString());
  Expected<WhatIfAnswer> answer =
      changes ? whatIf(*known.causes, *known.run, meter, *changes, stop, question.by, question.advice.get())
              : std::unexpected(changes.error());
  return answer ? WhatIfTable::Answer{.text = text, .answer = std::make_shared<const WhatIfAnswer>(*std::move(answer))}
                : WhatIfTable::Answer{.text = text, .problem = answer.error().message};
}

}  // namespace

WhatIfTable::WhatIfTable(std::shared_ptr<const KnownRun> known, std::vector<Answer> answers, PathBy by)
    : m_known(std::move(known)), m_answers(std::move(answers)), m_by(by) {
  constexpr std::size_t maxPathRows = 50;
  if (base() == nullptr) {
    return;
  }
  addLine({});
  for (std::uint32_t a = 0; a < m_answers.size(); ++a) {
    const std::uint32_t parent = addLine({.answer = a});
    if (!m_answers[a].answer) {
      continue;
    }
    const WhatIfAnswer& answer = *m_answers[a].answer;
    for (std::uint32_t i = 0; a == 0 && i < answer.overhead.size(); ++i) {
      addLine({.answer = a, .parent = parent, .overhead = i});
    }
    for (std::uint32_t i = 0; i < std::min(answer.path.size(), maxPathRows); ++i) {
      addLine({.answer = a, .parent = parent, .path = i});
    }
    if (!answer.hidden.empty()) {
      const std::uint32_t head = addLine({.answer = a, .parent = parent, .isHiddenHead = true});
      for (std::uint32_t i = 0; i < std::min(answer.hidden.size(), maxPathRows); ++i) {
        addLine({.answer = a, .parent = head, .hidden = i});
      }
    }
  }
}

std::uint32_t WhatIfTable::addLine(Line line) {
  const auto number = static_cast<std::uint32_t>(m_lines.size());
  std::vector<std::uint32_t>& siblings = line.parent == none ? m_top : m_children[line.parent];
  line.position = static_cast<int>(siblings.size());
  siblings.push_back(number);
  m_lines.push_back(line);
  m_children.emplace_back();
  return number;
}

const WhatIfAnswer* WhatIfTable::base() const {
  return m_answers.empty() ? nullptr : m_answers.front().answer.get();
}

const std::vector<std::uint32_t>& WhatIfTable::children(std::uint32_t parent) const {
  return parent == none ? m_top : m_children[parent];
}

const PathRow* WhatIfTable::path(std::uint32_t number) const {
  const Line& line = m_lines[number];
  return line.path == none ? nullptr : &m_answers[line.answer].answer->path[line.path];
}

const HiddenRow* WhatIfTable::hidden(std::uint32_t number) const {
  const Line& line = m_lines[number];
  return line.hidden == none ? nullptr : &m_answers[line.answer].answer->hidden[line.hidden];
}

QString WhatIfTable::text(std::uint32_t number) const {
  const Line& line = m_lines[number];
  if (line.answer == none) {
    return Words::tr("As recorded");
  }
  const Answer& answer = m_answers[line.answer];
  if (line.overhead != none) {
    const RecordingShare& share = answer.answer->overhead[line.overhead];
    return Words::tr("Recording of %1 %2").arg(qt(formatCount(share.count)), coreText(share.source));
  }
  if (line.isHiddenHead) {
    return Words::tr("Off the critical path");
  }
  if (const HiddenRow* row = hidden(number)) {
    const QString name = qt(printable(shortKernelName(trace().text(row->name))));
    return row->kind == PathKind::Kernel ? name : QStringLiteral("%1: %2").arg(kindText(row->kind), name);
  }
  if (const PathRow* row = path(number)) {
    return pathText(*row, m_by);
  }
  if (line.answer == 0) {
    return Words::tr("Without the profiler");
  }
  return answer.answer ? answer.title : coreText(answer.problem);  // which names the change
}

SpanId WhatIfTable::target(std::uint32_t number) const {
  const PathRow* row = path(number);
  return row == nullptr ? SpanId::none : row->longest;
}

Expected<std::shared_ptr<const WhatIfTable>> makeWhatIfTable(const WhatIfQuestion& question,
                                                             const std::stop_token& stop) {
  const std::shared_ptr<const KnownRun> known =
      question.before ? question.before->known() : knownRun(question.trace, stop);
  if (!known) {
    return stoppedWhatIf();
  }
  std::vector<WhatIfTable::Answer> answers;
  if (known->run) {
    const std::shared_ptr<const WorkModel> model = known->causes->work(stop);
    if (!model) {
      return stoppedWhatIf();
    }
    const Trace& trace = *question.trace;
    const WorkMeter meter(trace, *model, deviceCeilings(trace, question.device).ceilings);
    for (const QString& text : QStringList(QString()) + question.scenarios) {
      const WhatIfTable::Answer* earlier = earlierAnswer(question, text);
      answers.push_back(earlier != nullptr ? *earlier : answered(*known, meter, question, text, stop));
      answers.back().title = scenarioTitle(text, question.advice.get());
    }
  }
  if (stop.stop_requested()) {
    return stoppedWhatIf();
  }
  return std::make_shared<const WhatIfTable>(known, std::move(answers), question.by);
}

}  // namespace kernline::ui
