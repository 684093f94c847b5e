// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QFileDialog>
#include <QLineEdit>
#include <QString>
#include <QTest>
#include <QTimer>

namespace kernline::test {

/// Answers each file dialog with `path` while it lives, as soon as it is there, and accepts the proposed look of a
/// picture.
class FileDialogAnswer {
 public:
  explicit FileDialogAnswer(const QString& path) {
    QObject::connect(&m_timer, &QTimer::timeout, [this, path] {
      if (auto* look = qobject_cast<QDialog*>(QApplication::activeModalWidget());
          look != nullptr && look->objectName() == QStringLiteral("pictureDialog")) {
        look->accept();  // accepts the proposed look
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
