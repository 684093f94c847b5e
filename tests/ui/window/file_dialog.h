// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QFileDialog>
#include <QLineEdit>
#include <QString>
#include <QTest>
#include <QTimer>

namespace kernline::test {

/// While it lives, each file dialog gets `path` as its answer, as soon as it is there, and a picture has the proposed
/// look.
class FileDialogAnswer {
 public:
  explicit FileDialogAnswer(const QString& path) {
    QObject::connect(&m_timer, &QTimer::timeout, [this, path] {
      if (auto* look = qobject_cast<QDialog*>(QApplication::activeModalWidget());
          look != nullptr && look->objectName() == QStringLiteral("pictureDialog")) {
        look->accept();  // as it is on the screen
      } else if (auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) {
        m_asker = dialog->parentWidget();
        auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        name->setText(path);
        QTest::keyClick(name, Qt::Key_Return);
      }
    });
    m_timer.start(20);
  }

  /// The window that the dialog belonged to; nullptr if none was opened.
  [[nodiscard]] const QWidget* asker() const { return m_asker; }

 private:
  QTimer m_timer;
  const QWidget* m_asker = nullptr;
};

}  // namespace kernline::test
