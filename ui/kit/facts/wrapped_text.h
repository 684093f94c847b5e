// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace kernline::ui {

/// Selectable text that breaks anywhere (kernel names have no blanks) and is as tall as its content, up to a limit
/// of lines; then it scrolls.
class WrappedText : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit WrappedText(int maximumLines, QWidget* parent = nullptr);

  void showText(const QString& text);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void fitHeight();

  int m_maximumLines;
};

}  // namespace kernline::ui
