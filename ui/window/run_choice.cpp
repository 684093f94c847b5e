// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/run_choice.h"

#include "ui/language/words.h"
#include "ui/ranks/load_ranks.h"
#include "ui/style/qt_text.h"
#include "ui/window/main_window.h"

#include <QInputDialog>

namespace kernline::ui {

void openRanksIn(MainWindow& window, const QString& folder) {
  QStringList runs;
  for (const std::string& run : runsInFolder(folder.toStdString())) {
    runs << qt(run);
  }
  if (runs.size() < 2) {
    window.open({folder});
    return;
  }
  auto* dialog = new QInputDialog(&window);
  dialog->setObjectName(QStringLiteral("runDialog"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(Words::tr("Open a folder of ranks"));
  dialog->setLabelText(Words::tr("This folder holds the ranks of several runs. Open:"));
  dialog->setComboBoxItems(runs);
  QObject::connect(dialog, &QInputDialog::textValueSelected, &window,
                   [&window](const QString& run) { window.open({run}); });
  dialog->open();
}

}  // namespace kernline::ui
