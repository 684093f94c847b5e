// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/test_files.h"
#include "tests/ui/views/panel_test.h"
#include "ui/kit/tables/export_button.h"
#include "ui/views/compare/tables/comparison_page.h"
#include "ui/views/compare/tables/comparison_plot.h"

#include <QAction>
#include <QMenu>
#include <QString>
#include <QTableView>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kernline::ui {

/// The page that compares logs.
class ComparisonPageTest : public test::PanelTest<ComparisonPage> {
 protected:
  void open(std::vector<std::shared_ptr<const Log>> logs) {
    m_panel.setLogs(std::move(logs));
    show({1280, 680});
  }

  QTableView& matrix() { return child<QTableView>("compareMatrix"); }
  ComparisonPlot& plot() { return child<ComparisonPlot>("compareChart"); }
  ExportButton& exportButton() { return child<ExportButton>("compareExport"); }

  /// By the entry of the menu.
  void copy(const char* entry) {
    for (QAction* action : exportButton().menu()->actions()) {
      if (action->text() == QString::fromUtf8(entry)) {
        action->trigger();
      }
    }
  }
  /// What the file then holds: a report if its name ends with .html, else the tables.
  std::string save(const char* name) {
    const QString path = m_folder.filePath(QString::fromUtf8(name));
    path.endsWith(QStringLiteral(".html")) ? exportButton().saveReport(path) : exportButton().saveTable(path);
    EXPECT_TRUE(settles());
    return test::readFile(path.toStdString());
  }

  QTemporaryDir m_folder;
};

}  // namespace kernline::ui
