// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/span_links.h"

#include "core/analysis/calls/scope_names.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/details/span_facts.h"

#include <QStringList>

#include <map>
#include <ranges>

namespace kernline::ui {
namespace {

constexpr std::size_t flowLimit = 8;

QString launchDelay(const Trace& trace, SpanId call, SpanId activity) {
  const Duration delay = trace.start(activity) - trace.start(call);
  return delay.ns >= 0 ? Words::tr("%1 before").arg(qt(formatDuration(delay)))
                       : Words::tr("%1 after").arg(qt(formatDuration({-delay.ns})));
}

SpanLink linkTo(const Trace& trace, const QString& role, SpanId target) {
  return {role, target, titleOf(trace, target), qt(formatDuration(trace.duration(target)))};
}

/// "linear.py(114): forward" of "torch/nn/modules/linear.py(114): forward".
QString withoutFolder(const QString& frame) {
  const qsizetype line = frame.indexOf(u'(');
  return frame.mid(frame.lastIndexOf(u'/', line < 0 ? -1 : line) + 1);
}

void addFlows(const Trace& trace, SpanId span, std::vector<SpanLink>& links) {
  const std::vector<Flow> flows = trace.flowsOf(span);
  for (const Flow& flow : flows | std::views::take(flowLimit)) {
    const bool leaves = flow.from == span;
    const SpanId other = leaves ? flow.to : flow.from;
    if (other != SpanId::none) {
      links.push_back(linkTo(trace, leaves ? Words::tr("Flow to") : Words::tr("Flow from"), other));
    }
  }
}

}  // namespace

std::vector<SpanLink> nearLinks(const Trace& trace, SpanId span) {
  std::vector<SpanLink> links;
  const SpanId call = trace.launchOf(span);
  if (call != SpanId::none) {
    links.push_back(linkTo(trace, Words::tr("Launched by"), call));
    links.back().timing = launchDelay(trace, call, span);
  }
  const SpanId op = trace.opOf(span);
  if (op != SpanId::none && op != span) {
    links.push_back(linkTo(trace, Words::tr("Operator"), op));
  }
  const SpanId parent = trace.parent(span);
  if (parent != SpanId::none && parent != op) {
    links.push_back(linkTo(trace, Words::tr("Inside"), parent));
  }
  addFlows(trace, span, links);
  return links;
}

/// A module's path leads to the call of the innermost.
std::vector<SpanLink> causeLinks(const Trace& trace, SpanId span, const SpanCause& cause) {
  std::vector<SpanLink> links;
  if (!cause.modules.empty() && cause.modules.back() != span) {
    QStringList path;
    for (const SpanId module : cause.modules) {
      path << qt(moduleText(trace.nameText(module)));
    }
    const bool isModule = trace.kind(cause.modules.back()) == SpanKind::PythonFunction;
    links.push_back(linkTo(trace, isModule ? Words::tr("Module") : Words::tr("Annotation"), cause.modules.back()));
    links.back().text = path.join(u'/');
  }
  if (cause.forward != SpanId::none) {
    links.push_back(linkTo(trace, Words::tr("Forward"), cause.forward));
  }
  return links;
}

std::vector<SpanLink> stackLinks(const Trace& trace, const std::vector<StackFrame>& stack) {
  std::vector<SpanLink> links;
  std::map<QString, int> places;  // occurrences of the same file name, line and function
  for (const StackFrame& frame : stack) {
    const bool isTimed = trace.kind(frame.span) == SpanKind::PythonFunction;
    const QString full = qt(frame.text);
    const QString text = withoutFolder(qt(moduleText(frame.text)));
    ++places[text];
    links.push_back(
        {QString(), frame.span, text, isTimed ? qt(formatDuration(trace.duration(frame.span))) : QString(), full});
  }
  for (SpanLink& link : links) {
    link.text = places[link.text] > 1 ? link.full : link.text;
  }
  return links;
}

std::vector<StackFrame> shortStack(const std::vector<StackFrame>& stack, std::size_t limit) {
  std::vector<StackFrame> kept;
  for (const StackFrame& frame : stack) {
    if (kept.size() < limit && !isGlueFrame(frame.text)) {
      kept.push_back(frame);
    }
  }
  return kept;
}

std::vector<SpanLink> readLinks(const Trace& trace, const SpanReading& reading) {
  std::vector<SpanLink> links;
  const SameNameSpans& names = reading.sameName;
  if (names.previous != SpanId::none) {
    links.push_back(linkTo(trace, Words::tr("Previous"), names.previous));
  }
  if (names.next != SpanId::none) {
    links.push_back(linkTo(trace, Words::tr("Next"), names.next));
  }
  for (const SpanId activity : reading.launched.first) {
    links.push_back(linkTo(trace, Words::tr("Launched"), activity));
  }
  return links;
}

QString unlistedActivities(const SpanReading& reading) {
  const LaunchedActivities& launched = reading.launched;
  if (launched.count <= launched.first.size()) {
    return {};
  }
  return Words::tr("and %1 more; all %2 take %3")
      .arg(countText(launched.count - launched.first.size()), countText(launched.count),
           qt(formatDuration(launched.total)));
}

SpanId launchTarget(const Trace& trace, SpanId span) {
  const SpanId call = trace.launchOf(span);
  if (call != SpanId::none) {
    return call;
  }
  const SpanId op = trace.opOf(span);
  return op == span ? SpanId::none : op;
}

SpanId kernelTarget(const Trace& trace, SpanId span) {
  const auto launched = trace.launchedBy(span);
  if (!launched.empty()) {
    return launched.front().activity;
  }
  const LaunchedActivities inside = launchedActivities(trace, span, 1);
  return inside.first.empty() ? SpanId::none : inside.first.front();
}

}  // namespace kernline::ui
