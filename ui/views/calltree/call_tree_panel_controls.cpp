// SPDX-License-Identifier: GPL-3.0-or-later
// The bar above the call tree.
#include "core/analysis/calls/folded_stacks.h"
#include "core/model/format/printable_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/time_scope.h"
#include "ui/views/calltree/call_tree_panel.h"
#include "ui/views/calltree/call_tree_view.h"
#include "ui/views/calltree/flame_graph.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolButton>

#include <initializer_list>
#include <utility>

namespace kernline::ui {
namespace {

QComboBox* makeCombo(const QStringList& choices, const char* objectName, const QString& name, QWidget* parent) {
  auto* combo = new QComboBox(parent);
  combo->addItems(choices);
  combo->setObjectName(QString::fromUtf8(objectName));
  combo->setAccessibleName(name);
  combo->setToolTip(name);
  constexpr int minCharacters = 9;  // the window may be as narrow as a screen of 1920 pixels at 200 %
  combo->setMinimumWidth(combo->fontMetrics().averageCharWidth() * minCharacters);
  return combo;
}

}  // namespace

void CallTreePanel::buildControls() {
  QWidget* bar = this->bar()->parentWidget();
  m_direction = makeCombo({tr("Top-down"), tr("Bottom-up")}, "callTreeDirection",
                          tr("From callers to callees, or from functions to their callers"), bar);
  m_weight = makeCombo({tr("Host time"), tr("GPU time"), tr("Count")}, "callTreeWeight",
                       tr("What makes a call expensive"), bar);
  m_thread = makeCombo({}, "callTreeThread", tr("Threads to show"), bar);
  constexpr int threadCharacters = 14;
  m_thread->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_thread->setMinimumContentsLength(threadCharacters);
  m_shown =
      makeCombo({tr("Tree and flame graph"), tr("Tree"), tr("Flame graph")}, "callTreeShown", tr("What to show"), bar);
  m_filter = new QLineEdit(bar);
  m_filter->setObjectName(QStringLiteral("callTreeFilter"));
  m_filter->setPlaceholderText(tr("Find calls"));
  m_filter->setAccessibleName(m_filter->placeholderText());
  m_filter->setClearButtonEnabled(true);
  m_filter->setAcceptDrops(false);  // a dropped file is to be opened, not its path typed
  m_filter->setMinimumWidth(fontMetrics().averageCharWidth() * 10);
  QToolButton* heaviest = makeButton("down", "Heaviest", tr("Expand the most expensive path below the current call"));
  m_go = makeButton(
      "to-kernel", "Go",
      tr("Show the longest on the timeline and highlight all (Enter in the tree, Ctrl+Enter in the flame graph)"));
  QToolButton* copy = makeButton("copy", "Copy", tr("Copy as folded stacks, for flamegraph.pl and speedscope"));
  QWidget* before = nullptr;
  for (QWidget* widget : std::initializer_list<QWidget*>{m_direction, m_weight, m_thread, m_filter, scope(), m_shown,
                                                         heaviest, m_go, counts(), copy}) {
    this->bar()->addWidget(widget, widget == m_filter || widget == counts() ? 1 : 0);
    setTabOrder(std::exchange(before, widget), widget);
  }

  for (const QComboBox* combo : {m_direction, m_weight, m_thread}) {
    connect(combo, &QComboBox::currentIndexChanged, this, &CallTreePanel::restart);
  }
  connect(m_shown, &QComboBox::currentIndexChanged, this, &CallTreePanel::showViews);
  connect(m_filter, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
  connect(heaviest, &QToolButton::clicked, this, [this] {
    if (m_table) {
      m_tree->expandHeaviestPath();
    }
  });
  connect(m_go, &QToolButton::clicked, this, &CallTreePanel::goToCurrent);
  connect(copy, &QToolButton::clicked, this, &CallTreePanel::copyFolded);
}

void CallTreePanel::fillThreads() {
  const QSignalBlocker quiet(m_thread);
  m_thread->clear();
  m_thread->addItem(tr("All threads"), static_cast<quint32>(TrackId::none));
  if (!trace()) {
    return;
  }
  for (const TrackId id : callTracks(*trace())) {
    const Track& track = trace()->track(id);
    QString title = qt(printable(trace()->text(track.title)));
    if (track.process != ProcessId::none) {
      title += QStringLiteral(" · ") + qt(printable(trace()->text(trace()->process(track.process).title)));
    }
    m_thread->addItem(title, static_cast<quint32>(id));
  }
}

void CallTreePanel::copyFolded() const {
  if (!m_table) {
    return;
  }
  std::string text;
  writeFoldedStacks(*m_table->trace, *m_table->topDown, m_table->request.weight,
                    [&](std::string_view line) { text += line; });
  QApplication::clipboard()->setText(qt(text));
}

}  // namespace kernline::ui
