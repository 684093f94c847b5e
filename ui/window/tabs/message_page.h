// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

class QLabel;

namespace kernline::ui {

/// Page that a tab shows instead of a timeline: one readable sentence, the file, and what to do now.
class MessagePage : public QWidget {
  Q_OBJECT

 public:
  MessagePage(const QString& title, const QString& sentence, const QString& path, QWidget* parent = nullptr);

 Q_SIGNALS:
  void openRequested();
  void retryRequested();

 private:
  void copyText() const;

  QString m_text;
};

}  // namespace kernline::ui
