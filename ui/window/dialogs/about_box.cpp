// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/dialogs/about_box.h"

#include "ui/kit/language/words.h"

#include <QMessageBox>
#include <QSysInfo>

namespace kernline::ui {

void showAbout(QWidget* parent) {
  auto* box = new QMessageBox(parent);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setWindowTitle(Words::tr("About Kernline"));
  box->setTextFormat(Qt::RichText);
  box->setText(Words::tr("<h3>Kernline %1</h3>"
                         "<p>A viewer for GPU traces, for people who make GPU code fast.</p>"
                         "<p>Free software under the GNU General Public License, version 3 or later. "
                         "It comes with no warranty, to the extent the law allows.</p>"
                         "<p>Qt %2 · %3 · %4</p>")
                   .arg(QStringLiteral(KERNLINE_VERSION), QString::fromUtf8(qVersion()), QSysInfo::prettyProductName(),
                        QSysInfo::currentCpuArchitecture()));
  box->setStandardButtons(QMessageBox::Close);
  box->open();
}

}  // namespace kernline::ui
