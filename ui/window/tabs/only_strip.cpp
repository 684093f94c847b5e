// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/only_strip.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/strip_row.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"

#include <QLabel>
#include <QToolButton>

namespace kernline::ui {

OnlyStrip::OnlyStrip(TimelineView& view, QWidget* parent) : QWidget(parent), m_view(view) {
  setObjectName(QStringLiteral("onlyStrip"));
  m_text = new QLabel(this);
  m_text->setObjectName(QStringLiteral("onlyText"));
  m_text->setTextFormat(Qt::PlainText);
  QFont bold = font();
  bold.setWeight(QFont::DemiBold);
  m_text->setFont(bold);
  m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  layStrip(*this, *m_text, QStringLiteral("filter"));
  auto* undo = addStripButton(*this, {.icon = QStringLiteral("close"),
                                      .label = tr("Show everything"),
                                      .tip = tr("Show the other tracks and spans again (Esc)")});
  undo->setObjectName(QStringLiteral("onlyUndo"));
  connect(undo, &QToolButton::clicked, this, [this] { m_view.scene().matches().setOnly(false); });
  connect(&view.scene().matches(), &ShownMatches::onlyChanged, this, &OnlyStrip::follow);
  hide();
}

void OnlyStrip::follow() {
  setVisible(m_view.scene().matches().wantsOnly());
  const std::size_t hidden = m_view.scene().arranger().withoutMatch();
  m_text->setText(hidden == 0
                      ? tr("Only search matches are shown.")
                      : counted(hidden, tr("Only search matches are shown; %1 track without a match is hidden."),
                                tr("Only search matches are shown; %1 tracks without a match are hidden.")));
}

}  // namespace kernline::ui
