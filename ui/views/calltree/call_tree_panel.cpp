// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/calltree/call_tree_panel.h"

#include "core/analysis/calls/call_path.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/shown_names.h"
#include "ui/kit/style/time_scope.h"
#include "ui/views/calltree/call_tree_view.h"
#include "ui/views/calltree/flame_graph.h"

#include <QLineEdit>
#include <QSplitter>
#include <QStringList>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace kernline::ui {

CallTreePanel::CallTreePanel(QWidget* parent) : CountingPanel("callTree", parent) {
  buildControls();
  buildViews();
  constexpr int typingMs = 150;
  m_typing.setSingleShot(true);
  m_typing.setInterval(typingMs);
  connect(&m_typing, &QTimer::timeout, this, &CallTreePanel::restart);
  connect(&ShownNames::shared(), &ShownNames::changed, this, &CallTreePanel::restart);
  fillThreads();
  CallTreePanel::updateState();
}

void CallTreePanel::buildViews() {
  m_views = new QSplitter(Qt::Horizontal, this);
  m_views->setChildrenCollapsible(false);
  m_tree = new CallTreeView(m_views);
  m_flames = new FlameGraph(m_views);
  m_views->addWidget(m_tree);
  m_views->addWidget(m_flames);
  m_views->setStretchFactor(0, 1);
  m_views->setStretchFactor(1, 1);
  connect(m_tree, &CallTreeView::currentNodeChanged, this, [this](CallNode node) {
    m_flames->setCurrent(node);
    chooseNode(node);
  });
  connect(m_flames, &FlameGraph::currentChanged, this, [this](CallNode node) {
    m_tree->setCurrent(node);
    chooseNode(node);
  });
  connect(m_tree, &CallTreeView::nodeActivated, this, &CallTreePanel::goToNode);
  connect(m_flames, &FlameGraph::activated, this, &CallTreePanel::goToNode);
  setContents(m_views);
}

void CallTreePanel::forget() {
  m_matching = {};
  m_table = nullptr;
  m_current = CallTree::root;
  m_tree->setTable(nullptr);  // its spans are those of the trace before
  m_flames->setTable(nullptr);
  fillThreads();
}

bool CallTreePanel::isBusy() const {
  return CountingPanel::isBusy() || m_matching.isRunning() || m_typing.isActive();
}

CallTreeRequest CallTreePanel::request() const {
  CallTreeRequest result;
  result.options.range = scope()->range();
  result.options.track = TrackId{m_thread->currentData().toUInt()};
  result.isBottomUp = m_direction->currentIndex() == 1;
  result.weight = static_cast<CallWeight>(m_weight->currentIndex());
  result.filter = m_filter->text().trimmed();
  return result;
}

void CallTreePanel::startCounting() {
  m_typing.stop();
  count([trace = trace(), asked = request(),
         before = m_table](const std::stop_token& stop) { return makeCallTreeTable(trace, asked, before, stop); },
        [this](std::shared_ptr<const CallTreeTable> table) { takeTable(std::move(table)); });
}

void CallTreePanel::takeTable(std::shared_ptr<const CallTreeTable> table) {
  m_table = std::move(table);
  m_flames->setTable(m_table);
  m_tree->setTable(m_table);
  chooseNode(m_flames->current());
}

void CallTreePanel::chooseNode(CallNode node) {
  m_current = node;
  m_go->setEnabled(m_table && m_table->tree->longest(node) != SpanId::none);
}

void CallTreePanel::goToNode(CallNode node) {
  if (!m_table || m_table->tree->longest(node) == SpanId::none) {
    return;
  }
  m_matching = Job<std::vector<SpanId>>(
      [table = m_table, path = pathOf(*m_table->tree, node)](const std::stop_token& stop, Progress&)
          -> Expected<std::vector<SpanId>> { return spansOf(*table->trace, table->request.options, path, stop); },
      [this, title = m_table->name(node)](Expected<std::vector<SpanId>> spans) {
        if (spans) {
          Q_EMIT matchesFound(std::make_shared<const std::vector<SpanId>>(std::move(*spans)), title);
        }
      });
  Q_EMIT spanRequested(m_table->tree->longest(node));
}

void CallTreePanel::showViews() {
  m_tree->setVisible(m_shown->currentIndex() != FlamesAlone);
  m_flames->setVisible(m_shown->currentIndex() != TreeAlone);
  setFocusProxy(m_shown->currentIndex() == FlamesAlone ? static_cast<QWidget*>(m_flames) : m_tree);
}

QString CallTreePanel::emptyText() const {
  if (!trace()) {
    return tr("The call tree appears here once the whole file is loaded.");
  }
  if (!m_table) {
    return countingText();
  }
  if (m_table->tree->isEmpty()) {
    return m_table->request.options.range ? tr("No calls in this range.")
                                          : tr("This file has no calls: no threads with spans, and no device work.");
  }
  if (m_table->total(CallTree::root) > 0) {
    return {};
  }
  return m_table->request.weight == CallWeight::Device ? tr("No call launched device work here. Select “Host time”.")
                                                       : tr("No thread spends time here. Select “GPU time”.");
}

QString CallTreePanel::countsText() const {
  const CallTree& tree = *m_table->tree;
  QStringList parts;
  if (m_table->request.options.activities) {
    parts << tr("GPU work of the selected steps");
  } else if (m_table->request.options.range) {
    parts << tr("limited to %1").arg(qt(formatDuration(m_table->request.options.range->length())));
  }
  if (m_table->found->isFiltered()) {
    const std::int64_t all = m_table->total(CallTree::root);
    parts << tr("%1 found, %2")
                 .arg(countText(m_table->found->wantedCount()),
                      all > 0 ? qt(formatShare(static_cast<double>(m_table->found->wantedTotal()) /
                                               static_cast<double>(all)))
                              : QStringLiteral("–"));
  }
  parts << counted(tree.size() - 1, tr("%1 node"), tr("%1 nodes"))
        << weightText(m_table->request.weight, m_table->total(CallTree::root));
  if (m_table->topDown->cutSpans() > 0) {  // the later of two that overlap ends the earlier
    parts << tr("%1 overlapping").arg(countText(m_table->topDown->cutSpans()));
  }
  if (m_table->skippedRows > 0) {
    parts << counted(m_table->skippedRows, tr("%1 duplicate row left out"), tr("%1 duplicate rows left out"));
  }
  if (tree.isShortened()) {
    parts << tr("distant callers left out");
  }
  return parts.join(QStringLiteral(" · "));
}

void CallTreePanel::updateState() {
  CountingPanel::updateState();
  showViews();
  m_go->setEnabled(m_table && m_table->tree->longest(m_current) != SpanId::none);
}

}  // namespace kernline::ui
