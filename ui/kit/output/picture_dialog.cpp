// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/output/picture_dialog.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace kernline::ui {
namespace {

double& lastScale() {
  static double scale = 1;
  return scale;
}

struct PictureDialog {
  Q_DECLARE_TR_FUNCTIONS(PictureDialog)
};

QSpinBox* makePixels(const char* name, int value, QWidget* parent) {
  constexpr int minSize = 100;
  constexpr int maxSize = 10000;
  auto* box = new QSpinBox(parent);
  box->setObjectName(QString::fromUtf8(name));
  box->setRange(minSize, maxSize);
  box->setValue(value);
  box->setSuffix(QStringLiteral(" px"));
  return box;
}

QDoubleSpinBox* makeScale(QWidget* parent) {
  constexpr double maxScale = 8;
  auto* box = new QDoubleSpinBox(parent);
  box->setObjectName(QStringLiteral("pictureScale"));
  box->setRange(1, maxScale);
  box->setDecimals(1);
  box->setSingleStep(0.5);
  box->setSuffix(QStringLiteral("×"));
  box->setValue(lastScale());
  return box;
}

}  // namespace

std::optional<PictureLook> askPictureLook(QWidget* parent, const QWidget& subject) {
  QDialog dialog(parent);
  dialog.setObjectName(QStringLiteral("pictureDialog"));
  dialog.setWindowTitle(PictureDialog::tr("Save as a picture"));
  QSpinBox* width = makePixels("pictureWidth", subject.width(), &dialog);
  QSpinBox* height = makePixels("pictureHeight", subject.height(), &dialog);
  QDoubleSpinBox* scale = makeScale(&dialog);
  scale->setToolTip(PictureDialog::tr("Multiply the pixels of a PNG, so that print and slides stay sharp"));
  auto* title = new QLineEdit(&dialog);
  title->setObjectName(QStringLiteral("pictureTitle"));
  title->setPlaceholderText(PictureDialog::tr("None"));
  auto* legend = new QCheckBox(PictureDialog::tr("&Legend"), &dialog);
  legend->setObjectName(QStringLiteral("pictureLegend"));
  legend->setChecked(hasLegend(subject));
  legend->setToolTip(PictureDialog::tr("Draw what the colors mean"));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, &dialog);
  QPushButton* go = buttons->addButton(PictureDialog::tr("&Save…"), QDialogButtonBox::AcceptRole);
  go->setDefault(true);
  QObject::connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
  QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);

  auto* size = new QHBoxLayout;
  size->addWidget(width);
  size->addWidget(new QLabel(QStringLiteral("×"), &dialog));
  size->addWidget(height);
  size->addStretch(1);
  auto* form = new QFormLayout(&dialog);
  form->addRow(PictureDialog::tr("&Title"), title);
  auto* sizeLabel = new QLabel(PictureDialog::tr("Si&ze"), &dialog);
  sizeLabel->setBuddy(width);  // the form makes no buddy of a layout
  form->addRow(sizeLabel, size);
  form->addRow(PictureDialog::tr("S&cale"), scale);
  if (hasLegend(subject) || mayAddLegend(subject)) {
    form->addRow(QString(), legend);
  } else {
    legend->hide();
  }
  form->addRow(buttons);
  title->setFocus();
  if (dialog.exec() != QDialog::Accepted) {
    return std::nullopt;
  }
  lastScale() = scale->value();
  return PictureLook{.size = QSize(width->value(), height->value()),
                     .scale = scale->value(),
                     .title = title->text().trimmed(),
                     .showsLegend = legend->isChecked(),
                     .addsLegend = legend->isChecked()};
}

}  // namespace kernline::ui
