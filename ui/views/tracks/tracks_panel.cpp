// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tracks/tracks_panel.h"

#include "ui/kit/style/icons.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/views/timeline/reveal.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/tracks/tracks_model.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <numeric>

namespace kernline::ui {

namespace {

QToolButton* textButton(const QString& text, const QString& tip, QWidget* parent) {
  auto* const button = new QToolButton(parent);
  button->setText(text);
  button->setToolTip(tip);
  button->setAutoRaise(true);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

}  // namespace

TracksPanel::TracksPanel(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("tracksPanel"));
  m_model = new TracksModel(this);
  m_filter = new QLineEdit(this);
  m_filter->setObjectName(QStringLiteral("trackFilter"));
  m_filter->setPlaceholderText(tr("Filter rows"));
  m_filter->setAccessibleName(tr("Filter tracks by text"));
  m_filter->setClearButtonEnabled(true);
  m_filter->addAction(icon(QStringLiteral("filter")), QLineEdit::LeadingPosition);
  m_filter->installEventFilter(this);
  m_grouping = new QComboBox(this);
  m_grouping->setObjectName(QStringLiteral("trackGrouping"));
  m_grouping->setAccessibleName(tr("Group rows by"));
  m_grouping->addItems({tr("Process"), tr("Device"), tr("Rank"), tr("Kind of track")});
  buildTree();
  m_count = new QuietLabel(QString(), this);
  m_count->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_showAll = textButton(tr("Show all"), tr("Show all hidden and filtered tracks"), this);
  m_reset = textButton(tr("Reset"), tr("Clear pins, order, heights and hidden tracks"), this);

  auto* const groupLine = new QHBoxLayout;
  auto* const groupLabel = new QLabel(tr("Group b&y"), this);
  groupLabel->setBuddy(m_grouping);
  groupLine->addWidget(groupLabel);
  groupLine->addWidget(m_grouping, 1);
  auto* const head = new QVBoxLayout;
  head->setContentsMargins(8, 6, 8, 6);
  head->setSpacing(6);
  head->addWidget(m_filter);
  head->addLayout(groupLine);
  auto* const foot = new QHBoxLayout;
  foot->setContentsMargins(8, 4, 8, 4);
  foot->addWidget(m_count, 1);
  foot->addWidget(m_showAll);
  foot->addWidget(m_reset);
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(head);
  layout->addWidget(m_tree, 1);
  layout->addLayout(foot);

  connectControls();
}

void TracksPanel::connectControls() {
  connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
    if (m_scene) {
      Arrangement arrangement = m_scene->arranger().arrangement();
      arrangement.setFilter(text);
      m_scene->arranger().arrange(std::move(arrangement));
    }
  });
  connect(m_grouping, &QComboBox::activated, this, [this](int chosen) {
    if (m_scene) {
      Arrangement arrangement = m_scene->arranger().arrangement();
      arrangement.setGrouping(static_cast<Grouping>(chosen));
      m_scene->arranger().arrange(std::move(arrangement));
    }
  });
  connect(m_showAll, &QToolButton::clicked, this, [this] {
    if (m_scene) {
      m_scene->arranger().showAll();
    }
  });
  connect(m_reset, &QToolButton::clicked, this, [this] {
    if (m_scene) {
      m_scene->arranger().reset();
    }
  });
}

void TracksPanel::buildTree() {
  m_tree = new QTreeView(this);
  m_tree->setObjectName(QStringLiteral("trackTree"));
  m_tree->setAccessibleName(tr("Tracks of the timeline"));
  m_tree->setModel(m_model);
  m_tree->setHeaderHidden(true);
  m_tree->setFrameShape(QFrame::NoFrame);
  m_tree->setUniformRowHeights(true);
  m_tree->setIndentation(fontMetrics().height());
  m_tree->setTextElideMode(Qt::ElideMiddle);
  m_tree->setSelectionMode(QAbstractItemView::SingleSelection);
  m_tree->setDragDropMode(QAbstractItemView::InternalMove);
  m_tree->setDropIndicatorShown(true);
  m_tree->setTabKeyNavigation(false);
  m_tree->header()->setStretchLastSection(false);
  m_tree->header()->setMinimumSectionSize(1);
  m_tree->header()->setSectionResizeMode(TracksModel::Title, QHeaderView::Stretch);
  m_tree->header()->setSectionResizeMode(TracksModel::Pin, QHeaderView::Fixed);
  constexpr int pinWidth = 28;
  m_tree->header()->resizeSection(TracksModel::Pin, pinWidth);
  m_tree->installEventFilter(this);
  buildMenu();
  connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this,
          [this] { m_current = m_model->rowAt(m_tree->currentIndex()); });
  connect(m_model, &QAbstractItemModel::modelReset, this, &TracksPanel::restoreTree);
  connect(m_tree, &QTreeView::collapsed, this, [this](const QModelIndex& at) { m_folded.insert(m_model->rowAt(at)); });
  connect(m_tree, &QTreeView::expanded, this, [this](const QModelIndex& at) { m_folded.erase(m_model->rowAt(at)); });
  connect(m_tree, &QTreeView::clicked, this, [this](const QModelIndex& at) {
    if (at.column() == TracksModel::Pin) {
      togglePin(at);
    }
  });
  connect(m_tree, &QTreeView::activated, this, [this](const QModelIndex& at) {
    if (m_scene) {
      revealRow(*m_scene, m_model->rowAt(at));
    }
  });
}

void TracksPanel::buildMenu() {
  const auto add = [this](const QString& text, const QString& keys, auto&& what) {
    // The keys are only shown here: as shortcuts they would conflict with those of the window.
    auto* const action = new QAction(keys.isEmpty() ? text : text + QLatin1Char('\t') + keys, m_tree);
    connect(action, &QAction::triggered, this, what);
    m_tree->addAction(action);
  };
  add(tr("&Pin or unpin"), QStringLiteral("P"), [this] { togglePin(m_tree->currentIndex()); });
  add(tr("&Hide"), QString(), [this] { act(RowAction::Hide); });
  add(tr("&Show"), QString(), [this] { act(RowAction::Show); });
  add(tr("Show &only this group"), QString(), [this] { act(RowAction::OnlyItsGroup); });
  add(tr("Move &up"), QStringLiteral("Alt+Up"), [this] { act(RowAction::MoveUp); });
  add(tr("Move &down"), QStringLiteral("Alt+Down"), [this] { act(RowAction::MoveDown); });
  add(tr("&Taller lanes"), QString(), [this] { act(RowAction::Taller); });
  add(tr("Shorter &lanes"), QString(), [this] { act(RowAction::Lower); });
  m_tree->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void TracksPanel::setScene(TimelineScene* scene) {
  if (scene == m_scene) {
    return;
  }
  if (m_scene) {
    disconnect(&m_scene->arranger(), nullptr, this, nullptr);
  }
  m_scene = scene;
  m_folded.clear();
  m_model->setScene(scene);
  if (m_scene) {
    connect(&m_scene->arranger(), &RowArranger::changed, this, &TracksPanel::follow);
  }
  follow();
}

void TracksPanel::follow() {
  const bool hasRows = m_scene && m_scene->trace();
  setEnabled(hasRows);
  const Arrangement arrangement = hasRows ? m_scene->arranger().arrangement() : Arrangement();
  if (m_filter->text() != arrangement.filter()) {
    const QSignalBlocker quiet(m_filter);
    m_filter->setText(arrangement.filter());
  }
  m_grouping->setCurrentIndex(static_cast<int>(arrangement.grouping()));
  const std::vector<RowGroup> all = hasRows ? m_scene->arranger().allRows() : std::vector<RowGroup>{};
  const auto count = [](const std::vector<RowGroup>& groups) {
    return std::accumulate(groups.begin(), groups.end(), std::size_t{0},
                           [](std::size_t sum, const RowGroup& group) { return sum + group.rows.size(); });
  };
  const std::size_t rows = count(all);
  const std::size_t shown = hasRows ? count(shownRows(*m_scene->trace(), all, arrangement)) : 0;
  m_count->setText(shown < rows ? tr("%1 of %2 tracks").arg(shown).arg(rows) : tr("%1 tracks").arg(rows));
  m_showAll->setVisible(shown < rows);
}

void TracksPanel::restoreTree() {
  const QSignalBlocker quiet(m_tree);  // these are no folds of a person's
  for (int i = 0; i < m_model->rowCount(); ++i) {
    const QModelIndex group = m_model->index(i, TracksModel::Title);
    m_tree->setExpanded(group, !m_folded.contains(m_model->rowAt(group)));
  }
  if (const QModelIndex current = m_model->indexOf(m_current); current.isValid() && m_current != rootRow) {
    m_tree->setCurrentIndex(current);
    m_tree->scrollTo(current);
  }
}

void TracksPanel::beginFilter() {
  m_filter->setFocus(Qt::ShortcutFocusReason);
  m_filter->selectAll();
}

bool TracksPanel::eventFilter(QObject* watched, QEvent* event) {
  const bool isAsked = event->type() == QEvent::ShortcutOverride;
  if (!isAsked && event->type() != QEvent::KeyPress) {
    return QWidget::eventFilter(watched, event);
  }
  const auto& key = *static_cast<QKeyEvent*>(event);
  if (watched == m_tree && handleKey(key, isAsked)) {
    event->accept();  // keys of the window mean the timeline; here they mean this list
    return true;
  }
  if (watched == m_filter && !isAsked && key.key() == Qt::Key_Down) {
    m_tree->setFocus(Qt::TabFocusReason);
    if (!m_tree->currentIndex().isValid()) {
      m_tree->setCurrentIndex(m_model->index(0, TracksModel::Title));
    }
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

bool TracksPanel::handleKey(const QKeyEvent& event, bool isOnlyAsked) {
  const bool isAlt = event.modifiers() == Qt::AltModifier;
  const bool isMove = isAlt && (event.key() == Qt::Key_Up || event.key() == Qt::Key_Down);
  const bool isPin = event.modifiers() == Qt::NoModifier && event.key() == Qt::Key_P;
  if (!isMove && !isPin) {
    return false;
  }
  if (!isOnlyAsked) {
    isPin ? togglePin(m_tree->currentIndex())
          : act(event.key() == Qt::Key_Up ? RowAction::MoveUp : RowAction::MoveDown);
  }
  return true;
}

void TracksPanel::act(RowAction action) {
  const RowId row = m_model->rowAt(m_tree->currentIndex());
  if (m_scene && row != rootRow) {
    m_scene->arranger().act(row, action);
  }
}

void TracksPanel::togglePin(const QModelIndex& index) {
  const RowId row = m_model->rowAt(index);
  if (m_scene && row != rootRow) {
    const bool isPinned = row == pinnedGroup || m_scene->arranger().arrangement().isPinned(row);
    m_scene->arranger().act(row, isPinned ? RowAction::Unpin : RowAction::Pin);
  }
}

}  // namespace kernline::ui
