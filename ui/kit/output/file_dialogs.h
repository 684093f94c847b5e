// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace kernline::ui {

/// Asks which files to open, beginning in `folder`; empty if none. `filters` as Qt has them.
[[nodiscard]] QStringList askOpenFiles(QWidget* parent, const QString& title, const QString& folder,
                                       const QString& filters);
/// Asks where to save, beginning with `path`; without a folder it is in the folder of the last current file. Empty:
/// nowhere.
[[nodiscard]] QString askSaveFile(QWidget* parent, const QString& title, const QString& path, const QString& filters);

/// The folder of the current file; empty if it has none.
void setSaveFolder(const QString& folder);

}  // namespace kernline::ui
