// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/tables/values_button.h"

#include <QAction>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>

#include <algorithm>

namespace kernline::ui {
namespace {

/// Stays open while entries are ticked.
class TickMenu : public QMenu {
 public:
  using QMenu::QMenu;

 protected:
  void mouseReleaseEvent(QMouseEvent* event) override {
    if (!tick(actionAt(event->position().toPoint()))) {
      QMenu::mouseReleaseEvent(event);
    }
  }
  void keyPressEvent(QKeyEvent* event) override {
    const bool isTick = event->key() == Qt::Key_Space || event->key() == Qt::Key_Return;
    if (!isTick || !tick(activeAction())) {
      QMenu::keyPressEvent(event);
    }
  }

 private:
  static bool tick(QAction* action) {
    if (action == nullptr || !action->isCheckable() || !action->isEnabled()) {
      return false;
    }
    action->trigger();
    return true;
  }
};

}  // namespace

ValuesButton::ValuesButton(QWidget* parent) : QToolButton(parent) {
  setPopupMode(QToolButton::InstantPopup);
  setToolButtonStyle(Qt::ToolButtonTextOnly);
  setFocusPolicy(Qt::StrongFocus);
  setMenu(new TickMenu(this));
  connect(menu(), &QMenu::aboutToShow, this, &ValuesButton::fillMenu);
}

void ValuesButton::setValues(const QString& title, Values values, std::set<std::int32_t> leftOut) {
  m_title = title;
  m_values = std::move(values);
  m_leftOut = std::move(leftOut);
  showCount();
}

void ValuesButton::showCount() {
  const auto out = std::ranges::count_if(m_values, [&](const auto& value) { return m_leftOut.contains(value.first); });
  const auto all = std::ssize(m_values);
  setText(out == 0 ? tr("%1: all %2").arg(m_title).arg(all) : tr("%1: %2 of %3").arg(m_title).arg(all - out).arg(all));
  setToolTip(tr("Values of %1 that are shown and compared").arg(m_title));
  setAccessibleName(toolTip());
}

void ValuesButton::fillMenu() {
  menu()->clear();
  connect(menu()->addAction(tr("&All values")), &QAction::triggered, this, [this] {
    m_leftOut.clear();
    showCount();
    Q_EMIT leftOutChanged(m_leftOut);
  });
  menu()->addSeparator();
  constexpr std::size_t maxEntries = 200;
  for (std::size_t i = 0; i < std::min(m_values.size(), maxEntries); ++i) {
    const auto& [value, text] = m_values[i];
    QString shown = text;
    QAction* action = menu()->addAction(shown.replace(QLatin1Char('&'), QStringLiteral("&&")));
    action->setCheckable(true);
    action->setChecked(!m_leftOut.contains(value));
    connect(action, &QAction::triggered, this, [this, action, value = value](bool counts) {
      tick(value, counts);
      action->setChecked(!m_leftOut.contains(value));
    });
  }
  if (m_values.size() > maxEntries) {
    menu()->addAction(tr("… and %1 more").arg(m_values.size() - maxEntries))->setEnabled(false);
  }
}

void ValuesButton::tick(std::int32_t value, bool counts) {
  std::set<std::int32_t> leftOut = m_leftOut;
  if (counts) {
    leftOut.erase(value);
  } else {
    leftOut.insert(value);
  }
  const bool isAnyLeft = std::ranges::any_of(m_values, [&](const auto& one) { return !leftOut.contains(one.first); });
  if (isAnyLeft) {
    m_leftOut = std::move(leftOut);
    showCount();
    Q_EMIT leftOutChanged(m_leftOut);
  }
}

}  // namespace kernline::ui
