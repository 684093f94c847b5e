// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/calltree/call_tree_table.h"

#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/steps/activities_of_steps.h"
#include "core/model/base/parallel.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/model/names/kernel_name.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/shown_names.h"

namespace kernline::ui {
namespace {

bool isSameTree(const CallTreeOptions& a, const CallTreeOptions& b) {
  return a.range == b.range && a.track == b.track;
}

QString textOf(const Trace& trace, CallName name) {
  if (name.name == StringId::none) {
    return Words::tr("(no launch)");
  }
  const std::string_view text = trace.text(name.name);
  return qt(printable(shownName(trace, text, name.kind == SpanKind::Kernel)));
}

/// Returns a filter for names, and for the family of device activity.
CallTreeOrder::Wanted wantedBy(const Trace& trace, const QString& filter) {
  return [&trace, filter](CallName name) {
    const auto has = [&](const QString& text) { return text.contains(filter, Qt::CaseInsensitive); };
    if (has(textOf(trace, name))) {
      return true;
    }
    if (name.name == StringId::none) {
      return false;
    }
    const std::string_view text = trace.text(name.name);
    return has(qt(text)) || (isDeviceActivity(name.kind) && has(coreText(toText(kernelFamily(text)))));
  };
}

}  // namespace

double CallTreeTable::share(CallNode node) const {
  const std::int64_t all = total(CallTree::root);
  return all > 0 ? static_cast<double>(total(node)) / static_cast<double>(all) : 0;
}

QString CallTreeTable::name(CallNode node) const {
  return node == CallTree::root ? Words::tr("All") : textOf(*trace, tree->name(node));
}

QString CallTreeTable::fullName(CallNode node) const {
  return qt(printable(tree->text(*trace, node)));
}

Expected<std::shared_ptr<const CallTreeTable>> makeCallTreeTable(std::shared_ptr<const Trace> trace,
                                                                 const CallTreeRequest& request,
                                                                 const std::shared_ptr<const CallTreeTable>& before,
                                                                 const std::stop_token& stop) {
  auto table = std::make_shared<CallTreeTable>();
  table->trace = std::move(trace);
  table->request = request;
  const bool hasTree = before && before->trace == table->trace && isSameTree(before->request.options, request.options);
  if (hasTree) {
    table->topDown = before->topDown;
    table->request.options.activities = before->request.options.activities;
  } else {
    const std::shared_ptr<const FoundSteps> steps = causesOf(table->trace)->steps(stop);
    table->request.options.activities =
        steps ? activitiesOfStepRange(*table->trace, *steps, request.options.range) : nullptr;
    table->topDown =
        std::make_shared<const CallTree>(callTree(*table->trace, table->request.options, defaultThreads(), stop));
  }
  const bool isSame = hasTree && before->request.isBottomUp == request.isBottomUp;
  table->tree = isSame               ? before->tree
                : request.isBottomUp ? std::make_shared<const CallTree>(invertedCallTree(*table->topDown, stop))
                                     : table->topDown;
  table->byWeight = isSame && before->request.weight == request.weight
                        ? before->byWeight
                        : std::make_shared<const CallTreeOrder>(*table->tree, request.weight, nullptr, stop);
  table->found = request.filter.isEmpty()
                     ? table->byWeight
                     : std::make_shared<const CallTreeOrder>(*table->tree, request.weight,
                                                             wantedBy(*table->trace, request.filter), stop);
  if (request.options.track == TrackId::none) {
    table->skippedRows = callTracks(*table->trace).size() - summedCallTracks(*table->trace).size();
  }
  if (stop.stop_requested()) {
    return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
  }
  return table;
}

QString weightText(CallWeight weight, std::int64_t value) {
  return weight == CallWeight::Count ? qt(formatCount(value)) : qt(formatDuration({value}));
}

}  // namespace kernline::ui
