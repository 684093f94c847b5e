// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/only_strip.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/icons.h"
#include "ui/views/timeline/timeline_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace kernline::ui {

OnlyStrip::OnlyStrip(TimelineView& view, QWidget* parent) : QWidget(parent), m_view(view) {
  setObjectName(QStringLiteral("onlyStrip"));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(8, 2, 4, 2);
  layout->setSpacing(8);
  auto* mark = new QLabel(this);
  constexpr int markSize = 16;
  mark->setPixmap(icon(QStringLiteral("filter")).pixmap(markSize, markSize));
  m_text = new QLabel(this);
  m_text->setObjectName(QStringLiteral("onlyText"));
  m_text->setTextFormat(Qt::PlainText);
  QFont bold = font();
  bold.setWeight(QFont::DemiBold);
  m_text->setFont(bold);
  m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto* undo = new QToolButton(this);
  undo->setObjectName(QStringLiteral("onlyUndo"));
  undo->setText(tr("Show everything"));
  undo->setIcon(icon(QStringLiteral("close")));
  undo->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  undo->setAutoRaise(true);
  undo->setFocusPolicy(Qt::TabFocus);
  undo->setToolTip(tr("Show the other rows and spans again (Esc)"));
  undo->setAccessibleName(undo->toolTip());
  layout->addWidget(mark);
  layout->addWidget(m_text, 1);
  layout->addWidget(undo);
  connect(undo, &QToolButton::clicked, this, [this] { m_view.setOnlyMatches(false); });
  connect(&view, &TimelineView::onlyMatchesChanged, this, &OnlyStrip::follow);
  hide();
}

void OnlyStrip::follow() {
  setVisible(m_view.wantsOnlyMatches());
  const std::size_t hidden = m_view.rowsWithoutMatch();
  m_text->setText(hidden == 0 ? tr("Only search matches are shown.")
                              : counted(hidden, tr("Only search matches are shown; %1 row without a match is hidden."),
                                        tr("Only search matches are shown; %1 rows without a match are hidden.")));
}

}  // namespace kernline::ui
