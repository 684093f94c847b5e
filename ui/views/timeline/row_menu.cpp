// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/row_menu.h"

#include "ui/kit/language/words.h"
#include "ui/kit/style/icons.h"
#include "ui/views/timeline/row_actions.h"
#include "ui/views/timeline/row_titles.h"

#include <QActionGroup>
#include <QMenu>

#include <algorithm>

namespace kernline::ui {

namespace {

constexpr int titleCharacters = 40;

class RowMenu {
 public:
  RowMenu(TimelineScene& scene, RowId row, QMenu* menu)
      : m_scene(scene),
        m_arranger(scene.arranger()),
        m_row(row),
        m_menu(menu),
        m_arrangement(m_arranger.arrangement()) {}

  void fill() {
    const QString title = rowTitle(*m_scene.trace(), m_row);
    const int room = m_menu->fontMetrics().averageCharWidth() * titleCharacters;
    m_menu->addAction(m_menu->fontMetrics().elidedText(title, Qt::ElideMiddle, room))->setEnabled(false);
    m_menu->addSeparator();
    addPin();
    add(Words::tr("&Hide"), RowAction::Hide);
    if (m_row != pinnedGroup) {
      const bool byProcess = m_arrangement.grouping() == Grouping::Process;
      add(byProcess ? Words::tr("Show &only this process") : Words::tr("Show &only this group"),
          RowAction::OnlyItsGroup);
    }
    m_menu->addSeparator();
    addFold();
    addHeights();
    addMoves();
    m_menu->addSeparator();
    addWhole();
  }

 private:
  QAction* add(const QString& text, RowAction action, QMenu* menu = nullptr) {
    QAction* const item = (menu ? menu : m_menu)->addAction(text);
    QObject::connect(item, &QAction::triggered, &m_arranger,
                     [&arranger = m_arranger, row = m_row, action] { arranger.act(row, action); });
    return item;
  }

  void addPin() {
    const bool isPinned = m_row == pinnedGroup || m_arrangement.isPinned(m_row);
    QAction* const pin =
        isPinned ? add(m_row.isGroup() ? Words::tr("Un&pin all") : Words::tr("Un&pin"), RowAction::Unpin)
                 : add(m_row.isGroup() ? Words::tr("&Pin all tracks to the top") : Words::tr("&Pin to the top"),
                       RowAction::Pin);
    pin->setIcon(icon(QStringLiteral("pin")));
  }

  void addFold() {
    const TimelineRow* row = m_scene.rows().layout().find(m_row);
    if (row && row->canCollapse) {
      row->isCollapsed ? add(Words::tr("&Expand"), RowAction::Expand)
                       : add(Words::tr("&Collapse"), RowAction::Collapse);
    }
  }

  void addHeights() {
    QMenu* const heights = m_menu->addMenu(Words::tr("Lane h&eight"));
    auto* const one = new QActionGroup(heights);
    const std::pair<RowAction, QString> choices[] = {{RowAction::Compact, Words::tr("&Compact")},
                                                     {RowAction::Normal, Words::tr("&Normal")},
                                                     {RowAction::Tall, Words::tr("&Tall")}};
    const LaneSize sizes[] = {LaneSize::Compact, LaneSize::Normal, LaneSize::Tall};
    for (std::size_t i = 0; i < std::size(choices); ++i) {
      QAction* const choice = add(choices[i].second, choices[i].first, heights);
      choice->setCheckable(true);
      choice->setChecked(!m_row.isGroup() && m_arrangement.state(m_row).size == sizes[i]);
      one->addAction(choice);
    }
  }

  void addMoves() {
    if (m_row != pinnedGroup) {
      add(Words::tr("Move &up"), RowAction::MoveUp);
      add(Words::tr("Move &down"), RowAction::MoveDown);
    }
  }

  void addWhole() {
    const std::size_t hidden = hiddenCount(m_arranger.allRows(), m_arrangement);
    QAction* const show = m_menu->addAction(Words::tr("&Show hidden tracks (%1)").arg(hidden));
    show->setEnabled(hidden > 0);
    QObject::connect(show, &QAction::triggered, &m_arranger, [&arranger = m_arranger] {
      Arrangement all = arranger.arrangement();
      const QString filter = all.filter();
      all.showAll();
      all.setFilter(filter);
      arranger.arrange(std::move(all));
    });
    QObject::connect(m_menu->addAction(Words::tr("&Reset arrangement")), &QAction::triggered, &m_arranger,
                     &RowArranger::reset);
  }

  const TimelineScene& m_scene;
  RowArranger& m_arranger;
  RowId m_row;
  QMenu* m_menu;
  const Arrangement& m_arrangement;
};

}  // namespace

QMenu* makeRowMenu(TimelineScene& scene, RowId row, QWidget* parent) {
  auto* const menu = new QMenu(parent);
  menu->setObjectName(QStringLiteral("rowMenu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  RowMenu(scene, row, menu).fill();
  return menu;
}

}  // namespace kernline::ui
