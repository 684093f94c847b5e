// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/logs/log_page.h"

#include "core/analysis/ncu/kernel_card.h"
#include "core/model/format/printable_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/icons.h"
#include "ui/views/logs/chart_pane.h"
#include "ui/views/logs/grid_model.h"
#include "ui/views/logs/grid_view.h"
#include "ui/views/logs/link_target.h"
#include "ui/views/logs/list_grids.h"
#include "ui/views/logs/log_chart.h"
#include "ui/views/logs/log_text_view.h"
#include "ui/views/logs/outline_model.h"
#include "ui/views/logs/pane_heights.h"
#include "ui/views/logs/table_pane.h"

#include <QDesktopServices>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QSplitter>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>
#include <utility>

namespace kernline::ui {
namespace {

constexpr std::size_t maxExpandedAtOnce = 400;  // entries of an outline that is shown unfolded

}  // namespace

LogPage::LogPage(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("logPage"));
  auto* across = new QSplitter(Qt::Horizontal, this);
  across->setObjectName(QStringLiteral("logAcross"));
  across->setChildrenCollapsible(false);
  buildOutline();
  across->addWidget(m_tree);
  across->addWidget(buildCenter());
  across->setStretchFactor(1, 1);
  constexpr int outlineCharacters = 40;
  const int outlineWidth = fontMetrics().averageCharWidth() * outlineCharacters;
  across->setSizes({outlineWidth, 3 * outlineWidth});
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(across);
  setFocusProxy(m_tree);
  arrangePanes();
}

LogPage::~LogPage() = default;

void LogPage::buildOutline() {
  m_model = new OutlineModel(this);
  m_tree = new QTreeView(this);
  m_tree->setObjectName(QStringLiteral("logOutline"));
  m_tree->setAccessibleName(tr("Outline of the log"));
  m_tree->setModel(m_model);
  m_tree->setHeaderHidden(true);
  m_tree->setFrameShape(QFrame::NoFrame);
  m_tree->setUniformRowHeights(true);
  m_tree->setTextElideMode(Qt::ElideMiddle);
  m_tree->setExpandsOnDoubleClick(false);
  m_tree->setIndentation(fontMetrics().averageCharWidth() * 2);
  m_tree->header()->setStretchLastSection(true);
  connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
          [this](const QModelIndex& index) { showNode(m_model->idOf(index)); });
  connect(m_tree, &QTreeView::activated, this,
          [this](const QModelIndex& index) { activateNode(m_model->idOf(index)); });
}

QToolButton* LogPage::makePaneButton(const char* name, const char* iconName, const QString& tip,
                                     void (LogPage::*what)(bool)) {
  auto* button = new QToolButton(this);
  button->setObjectName(QString::fromUtf8(name));
  button->setIcon(icon(QString::fromUtf8(iconName)));
  button->setCheckable(true);
  button->setAutoRaise(true);
  button->setToolTip(tip);
  button->setAccessibleName(button->toolTip());
  connect(button, &QToolButton::clicked, this, what);
  m_table->addButton(button);
  return button;
}

QWidget* LogPage::buildCenter() {
  auto* down = new QSplitter(Qt::Vertical, this);
  down->setObjectName(QStringLiteral("logDown"));
  down->setChildrenCollapsible(false);
  auto* top = new QWidget(down);
  m_head = new QWidget(top);
  auto* head = new QHBoxLayout(m_head);
  head->setContentsMargins(10, 6, 8, 0);
  m_title = new ElidedLabel(QString(), m_head);
  m_title->setObjectName(QStringLiteral("logTitle"));
  m_title->setForegroundRole(QPalette::WindowText);
  m_title->setFont(titleFont(font(), 1.0));
  head->addWidget(m_title, 1);
  m_files = new QHBoxLayout;
  head->addLayout(m_files);
  m_table = new TablePane(top);
  auto* layout = new QVBoxLayout(top);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_head);
  layout->addWidget(m_table, 1);
  m_below = new QSplitter(Qt::Horizontal, down);
  m_below->setChildrenCollapsible(false);
  m_chart = new ChartPane(m_table->model(), m_below);
  m_text = new LogTextView(m_below);
  m_below->addWidget(m_chart);
  m_below->addWidget(m_text);
  down->addWidget(top);
  down->addWidget(m_below);
  down->setStretchFactor(0, 3);
  down->setStretchFactor(1, 2);
  m_heights = std::make_unique<PaneHeights>(*down);
  m_chartButton = makePaneButton("logShowChart", "chart", tr("Chart of the table (C)"), &LogPage::showChart);
  m_textButton = makePaneButton("logShowText", "text", tr("Surrounding text (T)"), &LogPage::showText);
  connect(m_table, &TablePane::rowChosen, this, &LogPage::chooseRow);
  connect(m_table, &TablePane::rowActivated, this, &LogPage::activateRow);
  connect(m_table, &TablePane::linkRequested, this, &LogPage::openLink);
  connect(m_table, &TablePane::rowsChanged, m_chart, &ChartPane::follow);
  connect(m_chart, &ChartPane::rowsRequested, this, [this](const std::vector<std::uint32_t>& rows) {
    if (rows.size() == 1) {
      m_table->showRow(rows.front());
    } else {
      m_table->view().selectRows(rows);
    }
    m_table->view().setFocus();
  });
  connect(m_text, &LogTextView::lineClicked, this, [this](std::uint32_t line) {
    if (m_outline && m_outline->nodeAt(*m_log, line) == m_current) {
      goToLine(line);
    }
  });
  return down;
}

void LogPage::setLog(std::shared_ptr<const Log> log) {
  m_making = {};
  m_outlining = {};
  m_pathToKeep = place();
  m_log = std::move(log);
  m_outline.reset();
  m_current = noOutline;
  m_model->setOutline(nullptr, nullptr);
  m_table->setGrid(nullptr);
  m_text->setLog(m_log);
  if (m_log) {
    m_outlining = Job<std::shared_ptr<const LogOutline>>(
        [of = m_log](const std::stop_token&, Progress&) {
          return Expected<std::shared_ptr<const LogOutline>>(makeOutline(*of));
        },
        [this](Expected<std::shared_ptr<const LogOutline>> outline) {
          if (outline) {
            takeOutline(std::move(*outline));
          }
        });
  }
}

void LogPage::takeOutline(std::shared_ptr<const LogOutline> outline) {
  m_outline = std::move(outline);
  m_model->setOutline(m_log, m_outline);
  if (m_outline->nodes.size() <= maxExpandedAtOnce) {
    m_tree->expandAll();
  }
  const OutlineId kept = m_pathToKeep.isEmpty() ? noOutline : m_outline->find(m_pathToKeep);
  goTo(kept != noOutline ? kept : m_outline->first(*m_log));
}

QString LogPage::place() const {
  return m_outline && m_current != noOutline ? m_outline->path(m_current) : m_pathToKeep;
}

bool LogPage::select(const QString& text) {
  const OutlineId found = m_outline ? m_outline->find(text) : noOutline;
  if (found != noOutline) {
    goTo(found);
  }
  return found != noOutline;
}

void LogPage::goTo(OutlineId node) {
  m_tree->setCurrentIndex(m_model->indexOf(node));
  m_tree->scrollTo(m_model->indexOf(node));
}

void LogPage::showNode(OutlineId node) {
  if (node == noOutline || node == m_current) {
    return;
  }
  m_current = node;
  const QString heading = m_outline->heading(node);
  m_title->setText(node == outlineRoot ? tr("Everything found") : heading);
  showFilesOf(node);
  m_making = Job<GridPtr>(
      [log = m_log, outline = m_outline, node](const std::stop_token& stop, Progress&) {
        return Expected<GridPtr>(makeNodeGrid(log, *outline, node, stop));
      },
      [this](Expected<GridPtr> grid) {
        if (grid) {
          takeGrid(std::move(*grid));
        }
      });
}

void LogPage::takeGrid(GridPtr grid) {
  const OutlineNode& node = (*m_outline)[m_current];
  const bool isTable = node.kind == OutlineNode::Kind::Table;
  const LogTable* table = isTable ? &m_log->tables()[node.item] : nullptr;
  const bool isKernel = isTable && isNcuLaunch(*table);
  m_chart->setKernel(isKernel ? std::optional(kernelCard(*m_log, *table)) : std::nullopt);
  m_heights->arrange(isKernel);
  m_table->setGrid(std::move(grid));
  m_text->setExtent(isTable ? table->firstLine : 0, isTable ? table->lastLine : 0);
  m_chart->markRow(std::nullopt);
  arrangePanes();
  const std::uint32_t line = std::exchange(m_lineToShow, 0);
  m_text->showLine(line > 0 ? line : node.line);
  const bool isEntry = node.kind == OutlineNode::Kind::Failure || node.kind == OutlineNode::Kind::File;
  if (line > 0 || isEntry) {
    chooseLine(line > 0 ? line : node.line);
  }
}

/// Shows files that the log names next to a table: the trace of the same run is a click away.
void LogPage::showFilesOf(OutlineId node) {
  while (QLayoutItem* item = m_files->takeAt(0)) {
    item->widget()->deleteLater();
    delete item;
  }
  if (node == outlineRoot) {
    return;
  }
  const OutlineId place = (*m_outline)[node].parent;
  constexpr int maxTabs = 3;
  for (const OutlineId id : (*m_outline)[place].children) {
    const OutlineNode& entry = (*m_outline)[id];
    if (entry.kind != OutlineNode::Kind::File || m_files->count() == maxTabs) {
      continue;
    }
    const LoggedFile& file = m_log->files()[entry.item];
    const bool isFound = file.found != StringId::empty;
    auto* button = new QToolButton(m_head);
    button->setObjectName(QStringLiteral("logFile"));
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setIcon(icon(isFound ? QStringLiteral("open") : QStringLiteral("file")));
    button->setText(isFound ? entry.title : tr("%1 not found").arg(entry.title));
    button->setToolTip(isFound ? tr("Open %1").arg(qt(printable(m_log->text(file.found))))
                               : tr("%1 is not near the log").arg(qt(printable(m_log->text(file.path)))));
    button->setEnabled(isFound);
    connect(button, &QToolButton::clicked, this, [this, id] { activateNode(id); });
    m_files->addWidget(button);
  }
}

void LogPage::arrangePanes() {
  const bool isText = m_outline && m_current != noOutline && (*m_outline)[m_current].kind == OutlineNode::Kind::Text;
  const bool hasText = m_log != nullptr && (m_wantsText || isText);
  const bool hasChart = m_wantsChart && !isText && m_chart->isApplicable();
  m_table->setVisible(!isText);
  m_chart->setVisible(hasChart);
  m_text->setVisible(hasText);
  m_below->setVisible(hasChart || hasText);
  m_chartButton->setChecked(m_wantsChart);
  m_textButton->setChecked(m_wantsText);
}

void LogPage::showText(bool shown) {
  m_wantsText = shown;
  arrangePanes();
  if (shown) {
    m_text->showLine(m_text->markedLine());
  }
  Q_EMIT panesChanged();
}

void LogPage::showChart(bool shown) {
  m_wantsChart = shown;
  arrangePanes();
  Q_EMIT panesChanged();
}

void LogPage::chooseRow(std::uint32_t gridRow) {
  m_chart->markRow(gridRow);
  if (const std::uint32_t line = m_table->model().grid()->rows[gridRow].line; line > 0) {
    m_text->showLine(line);
    Q_EMIT lineChosen(line);
  }
}

/// The row that a line made; what lies between rows belongs to the one above.
void LogPage::chooseLine(std::uint32_t line) {
  const GridPtr& grid = m_table->model().grid();
  const std::size_t count = grid ? grid->rows.size() : 0;
  std::size_t best = count;
  for (std::size_t row = 0; row < count; ++row) {
    const std::uint32_t at = grid->rows[row].line;
    if (at <= line && at > 0 && (best == count || at > grid->rows[best].line)) {
      best = row;
    }
  }
  if (best < count) {
    m_table->showRow(static_cast<std::uint32_t>(best));
  }
  m_text->showLine(line);
  Q_EMIT lineChosen(line);  // emitted last: a search goes on from this line, not the row's own
}

void LogPage::goToLine(std::uint32_t line) {
  if (!m_outline) {
    return;
  }
  const OutlineId found = m_outline->nodeAt(*m_log, line);
  const OutlineId node = found != noOutline ? found : (*m_outline)[outlineRoot].children.back();
  if (node == m_current && !m_making.isRunning()) {
    chooseLine(line);
  } else {
    m_lineToShow = line;
    goTo(node);
  }
}

void LogPage::activateRow(std::uint32_t gridRow) {
  const GridRow& row = m_table->model().grid()->rows[gridRow];
  if (!row.target.empty()) {
    Q_EMIT fileRequested(qt(row.target));
  } else if (row.node != noOutline) {
    goTo(row.node);
  } else if (!m_wantsText && row.line > 0) {
    showText(true);
  }
}

void LogPage::activateNode(OutlineId node) {
  if (node == noOutline) {
    return;
  }
  const OutlineNode& entry = (*m_outline)[node];
  if (entry.kind == OutlineNode::Kind::File) {
    if (const StringId found = m_log->files()[entry.item].found; found != StringId::empty) {
      Q_EMIT fileRequested(qt(m_log->text(found)));
    }
  } else if (!entry.children.empty() && node != outlineRoot) {
    const QModelIndex index = m_model->indexOf(node);
    m_tree->setExpanded(index, !m_tree->isExpanded(index));
  } else {
    m_table->setFocus();
  }
}

/// Opens what is there; of what is not, the table shows all rows.
void LogPage::openLink(const QString& text) {
  const QUrl target = linkTarget(text, qt(m_log->path()));
  if (target.isEmpty()) {
    m_table->setFilter(text);
  } else {
    QDesktopServices::openUrl(target);
  }
}

void LogPage::clearSelection() {
  m_table->view().clearSelection();
  m_table->setFilter({});
  m_chart->markRow(std::nullopt);
}

QWidget* LogPage::chartWidget() const {
  return m_chart->isVisible() && m_chart->hasChart() ? &m_chart->chart() : nullptr;
}

QString LogPage::tableText() const {
  return m_table->tableText();
}

bool LogPage::isBusy() const {
  return m_outlining.isRunning() || m_making.isRunning() || m_table->model().isBusy() || m_chart->isBusy() ||
         (m_text->isVisible() && m_text->isBusy());
}

}  // namespace kernline::ui
