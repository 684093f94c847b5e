// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/wrapped_text.h"

#include <QAbstractTextDocumentLayout>
#include <QEvent>
#include <QTextOption>

#include <algorithm>
#include <cmath>

namespace kernline::ui {

WrappedText::WrappedText(int maximumLines, QWidget* parent) : QPlainTextEdit(parent), m_maximumLines(maximumLines) {
  setReadOnly(true);
  setFrameShape(QFrame::NoFrame);
  setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  setTabChangesFocus(true);
  setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  document()->setDocumentMargin(0);
  viewport()->setAutoFillBackground(false);
}

void WrappedText::showText(const QString& text) {
  setPlainText(text);
  fitHeight();
}

void WrappedText::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  fitHeight();
}

void WrappedText::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() == QEvent::FontChange) {
    fitHeight();
  }
}

void WrappedText::fitHeight() {
  // QPlainTextDocumentLayout counts its height in lines.
  const int lines = static_cast<int>(std::ceil(document()->documentLayout()->documentSize().height()));
  const int shown = std::clamp(lines, 1, m_maximumLines);
  setVerticalScrollBarPolicy(lines > m_maximumLines ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
  setFixedHeight(shown * fontMetrics().lineSpacing() + 2);
}

}  // namespace kernline::ui
