// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/facts/wrapped_text.h"

#include <QEvent>
#include <QTextBlock>
#include <QTextLayout>
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

/// Lines differ in height where another font steps in, e.g. for Chinese.
void WrappedText::fitHeight() {
  int lines = 0;
  qreal height = 0;
  for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
    blockBoundingRect(block);  // lays the block out
    const QTextLayout& layout = *block.layout();
    for (int i = 0; i < layout.lineCount(); ++i) {
      height += lines < m_maximumLines ? layout.lineAt(i).height() : 0;
      ++lines;
    }
  }
  setVerticalScrollBarPolicy(lines > m_maximumLines ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
  const int least = fontMetrics().lineSpacing();
  setFixedHeight(std::max(static_cast<int>(std::ceil(height)), least) + 2);
}

}  // namespace kernline::ui
