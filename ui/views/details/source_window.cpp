// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/source_window.h"

#include <QFontDatabase>
#include <QPlainTextEdit>
#include <QShortcut>
#include <QVBoxLayout>

namespace kernline::ui {

SourceWindow::SourceWindow(const QString& title, const QString& text, QWidget* parent) : QWidget(parent, Qt::Window) {
  setObjectName(QStringLiteral("sourceWindow"));
  setWindowTitle(title);
  resize(900, 640);
  auto* editor = new QPlainTextEdit(text, this);
  editor->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  editor->setReadOnly(true);
  editor->setLineWrapMode(QPlainTextEdit::NoWrap);
  editor->setFrameShape(QFrame::NoFrame);
  editor->setAccessibleName(tr("Source of the kernel"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(editor);
  connect(new QShortcut(QKeySequence::Cancel, this), &QShortcut::activated, this, &QWidget::close);
}

}  // namespace kernline::ui
