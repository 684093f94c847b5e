// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/dialogs/shortcut_sheet.h"

#include "ui/kit/language/mnemonic.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/kit/style/theme.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QMenu>
#include <QMenuBar>
#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace kernline::ui {
namespace {

constexpr int columnSpacing = 40;
constexpr int maxColumns = 4;

/// A key as it looks on a keyboard.
class KeyCap : public QLabel {
 public:
  explicit KeyCap(const QString& key, QWidget* parent) : QLabel(key, parent) {
    setAlignment(Qt::AlignCenter);
    setContentsMargins(6, 2, 6, 2);
    setMinimumWidth(fontMetrics().height() + 8);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  }

 protected:
  void paintEvent(QPaintEvent* event) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(palette().color(QPalette::Mid));
    painter.setBrush(palette().color(QPalette::Button));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.end();
    QLabel::paintEvent(event);
  }
};

QString plain(const QString& text) {
  return withoutMnemonic(text).remove(QChar(0x2026));
}

ShortcutGroup timelineGroup() {
  return {Words::tr("On the timeline"),
          {{Words::tr("Zoom in and out"), {QStringLiteral("W"), QStringLiteral("S")}},
           {Words::tr("Move left and right"), {QStringLiteral("A"), QStringLiteral("D")}},
           {Words::tr("Zoom at the pointer"), {Words::tr("Ctrl+Wheel")}},
           {Words::tr("Scroll the tracks"), {Words::tr("Wheel")}},
           {Words::tr("Move in time"), {Words::tr("Shift+Wheel"), Words::tr("Drag")}},
           {Words::tr("Select a range"), {Words::tr("Drag on the ruler"), Words::tr("Shift+Drag")}},
           {Words::tr("Measure from the selection"), {Words::tr("Shift+Click")}},
           {Words::tr("Zoom to a box"), {Words::tr("Right-drag")}},
           {Words::tr("Zoom to a span or a step"), {Words::tr("Double-click")}},
           {Words::tr("Select a step"), {Words::tr("Click")}},
           {Words::tr("Select a range of steps"), {Words::tr("Drag on them"), Words::tr("Shift+Click")}},
           {Words::tr("Previous or next on the lane"), {Words::tr("Left"), Words::tr("Right")}},
           {Words::tr("Reorder tracks"), {Words::tr("Drag a name")}},
           {Words::tr("Pin, hide or collapse a track"), {Words::tr("Right-click its name")}},
           {Words::tr("Parent or child span"), {Words::tr("Up"), Words::tr("Down")}}}};
}

ShortcutGroup logGroup() {
  return {Words::tr("In a log"),
          {{Words::tr("Open a file, go to a section"), {QStringLiteral("Enter"), Words::tr("Double-click")}},
           {Words::tr("Go from a bar to its row"), {Words::tr("Click"), QStringLiteral("Enter")}},
           {Words::tr("Move between bars"), {Words::tr("Up"), Words::tr("Down")}},
           {Words::tr("Sort, reverse, restore printed order"), {Words::tr("Click a column header")}},
           {Words::tr("Change what a column is"), {Words::tr("Click its name"), QStringLiteral("Space")}},
           {Words::tr("Copy rows or lines"), {QStringLiteral("Ctrl+C")}}}};
}

ShortcutGroup heatMapGroup() {
  return {Words::tr("On the heat map"),
          {{Words::tr("Zoom the ranks"), {Words::tr("Ctrl+Wheel"), QStringLiteral("+"), QStringLiteral("-")}},
           {Words::tr("Zoom the steps"), {Words::tr("Ctrl+Shift+Wheel")}},
           {Words::tr("Show all ranks and steps"), {QStringLiteral("0")}},
           {Words::tr("Open the step on the timeline"), {Words::tr("Click"), QStringLiteral("Enter")}}}};
}

ShortcutGroup sourceGroup() {
  return {
      Words::tr("In the source panel"),
      {{Words::tr("Go from a line to its instructions and back"), {QStringLiteral("Enter"), Words::tr("Double-click")}},
       {Words::tr("Back to all kernels"), {QStringLiteral("Backspace")}},
       {Words::tr("Copy the line"), {QStringLiteral("Ctrl+C")}}}};
}

ShortcutGroup whatIfGroup() {
  return {Words::tr("In the What if panel"),
          {{Words::tr("Tick a row of advice"), {Words::tr("Click"), QStringLiteral("Space")}},
           {Words::tr("Add a scenario, keep the ticked rows"), {QStringLiteral("Enter")}},
           {Words::tr("Remove the scenario"), {QStringLiteral("Del")}}}};
}

QWidget* makeGroup(const ShortcutGroup& group, QWidget* parent) {
  auto* box = new QWidget(parent);
  box->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  auto* grid = new QGridLayout(box);
  grid->setContentsMargins(0, 0, 0, 12);
  grid->setHorizontalSpacing(16);
  grid->setVerticalSpacing(4);
  grid->setColumnStretch(0, 1);
  auto* title = new QLabel(group.title, box);
  title->setFont(titleFont(parent->font(), 1.0));
  grid->addWidget(title, 0, 0, 1, 2);
  for (const ShortcutLine& line : group.lines) {
    const int row = grid->rowCount();
    grid->addWidget(new QLabel(line.text, box), row, 0);
    auto* keys = new QHBoxLayout;
    keys->setContentsMargins(0, 0, 0, 0);
    keys->setSpacing(4);
    keys->addStretch(1);
    for (const QString& key : line.keys) {
      keys->addWidget(new KeyCap(key, box));
    }
    grid->addLayout(keys, row, 1);
  }
  return box;
}

}  // namespace

namespace {

/// Returns the actions of a menu, with those of its submenus in place.
QList<QAction*> actionsOf(const QMenu& menu) {
  QList<QAction*> all;
  for (QAction* action : menu.actions()) {
    all << (action->menu() != nullptr ? actionsOf(*action->menu()) : QList<QAction*>{action});
  }
  return all;
}

}  // namespace

QList<ShortcutGroup> shortcutsOf(const QMenuBar& menus) {
  QList<ShortcutGroup> groups;
  for (const QAction* entry : menus.actions()) {
    ShortcutGroup group{plain(entry->text()), {}};
    const QList<QAction*> actions = entry->menu() != nullptr ? actionsOf(*entry->menu()) : QList<QAction*>();
    for (const QAction* action : actions) {
      QStringList keys;
      for (const QKeySequence& key : action->shortcuts()) {
        keys << key.toString(QKeySequence::NativeText);
      }
      if (!keys.isEmpty()) {
        group.lines << ShortcutLine{plain(action->text()), keys};
      }
    }
    if (!group.lines.isEmpty()) {
      groups << group;
    }
  }
  return groups;
}

QList<ShortcutGroup> mainWindowShortcuts(const QMenuBar& menus) {
  return shortcutsOf(menus) << timelineGroup() << heatMapGroup() << sourceGroup() << whatIfGroup() << logGroup();
}

QList<ShortcutGroup> comparisonShortcuts(const QStringList& help, const QString& swap) {
  const ShortcutGroup comparison{
      Words::tr("In the comparison"),
      {{Words::tr("Show the change of a run"), {Words::tr("Click its name")}},
       {Words::tr("Show a kernel in all timelines"), {Words::tr("Click its row")}},
       {Words::tr("Sort rows, reverse"), {Words::tr("Click a column header")}},
       {Words::tr("Select in all timelines"), {Words::tr("Click")}},
       {Words::tr("Move one timeline only"), {Words::tr("Ctrl+Drag")}},
       {Words::tr("Whole recording"), {QStringLiteral("0")}},
       {Words::tr("Fit selection"), {QStringLiteral("F")}},
       {Words::tr("Clear selection"), {QStringLiteral("Esc")}},
       {Words::tr("Swap baseline and other run"), {swap}},
       {Words::tr("Close the comparison"), {QStringLiteral("Ctrl+W"), QStringLiteral("Esc")}},
       {Words::tr("Keyboard and mouse"), help}}};
  return {comparison, timelineGroup()};
}

ShortcutSheet::ShortcutSheet(const QMenuBar& menus, QWidget* parent)
    : ShortcutSheet(mainWindowShortcuts(menus), parent) {}

ShortcutSheet::ShortcutSheet(const QList<ShortcutGroup>& groups, QWidget* parent) : QDialog(parent) {
  setObjectName(QStringLiteral("shortcutSheet"));
  setWindowTitle(tr("Keyboard and mouse"));
  setAttribute(Qt::WA_DeleteOnClose);
  auto* content = new QWidget(this);
  auto* columns = new QHBoxLayout(content);
  columns->setContentsMargins(12, 12, 12, 0);
  columns->setSpacing(columnSpacing);
  QList<QWidget*> boxes;
  int widest = 1;
  qsizetype total = 0;
  for (const ShortcutGroup& group : groups) {
    boxes << makeGroup(group, content);
    widest = std::max(widest, boxes.last()->sizeHint().width());
    total += group.lines.size() + 2;
  }
  // Lays out as many columns as fit into the window, of about equal length.
  const int room = parent != nullptr ? parent->width() - 100 : 0;
  const int count = std::clamp(room / (widest + columnSpacing), 2, maxColumns);
  QVBoxLayout* column = nullptr;
  qsizetype placed = 0;
  for (qsizetype i = 0; i < groups.size(); ++i) {
    const qsizetype lines = groups[i].lines.size();
    if (column == nullptr ||
        (columns->count() < count && 2 * placed * count >= 2 * total * columns->count() - lines * count)) {
      column = new QVBoxLayout;
      columns->addLayout(column);
    }
    column->addWidget(boxes[i]);
    placed += lines + 2;
  }
  for (int i = 0; i < columns->count(); ++i) {
    static_cast<QVBoxLayout*>(columns->itemAt(i)->layout())->addStretch(1);
  }
  auto* scroll = new QScrollArea(this);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setWidget(content);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(scroll, 1);
  layout->addWidget(buttons);
  const QSize wanted = content->sizeHint() + QSize(48, buttons->sizeHint().height() + 48);
  resize(parent != nullptr ? wanted.boundedTo(parent->size() - QSize(40, 40)) : wanted);
}

}  // namespace kernline::ui
