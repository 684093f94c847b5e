// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/import_report.h"

#include <QDialog>
#include <QString>

namespace kernline::ui {

/// What the importer counted, repaired and lost in one file: counts, first byte offsets and what each kind means.
class IssueList : public QDialog {
  Q_OBJECT

 public:
  IssueList(const ImportReport& report, const QString& file, QWidget* parent = nullptr);
};

}  // namespace kernline::ui
