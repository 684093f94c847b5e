// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/format/part_note.h"
#include "ui/kit/jobs/job.h"
#include "ui/kit/output/picture.h"

#include <QString>
#include <QToolButton>

#include <functional>
#include <string>

namespace kernline::ui {

/// Forms in which a page can be exported. Texts are empty if there are none at the moment.
struct PageExport {
  QString name;                           ///< file name without an extension
  std::function<QString()> tabSeparated;  ///< returns the text for the clipboard
  std::function<std::string()> commaSeparated;
  std::function<std::string()> markdown;     ///< none for the tab-separated text as Markdown
  std::function<std::string()> report = {};  ///< an HTML page; none if the page has no report
  std::function<QWidget*()> picture;
  /// Returns the note on unread parts, written to every saved file; none if never needed.
  std::function<QString()> note = {};
};

/// Copies a page's table, or saves it as CSV, Markdown or HTML, or as a picture.
class ExportButton : public QToolButton {
  Q_OBJECT

 public:
  ExportButton(PageExport page, QWidget* parent);

  [[nodiscard]] bool isBusy() const { return m_writing.isRunning(); }
  /// Markdown if the name ends so, else CSV.
  void saveTable(const QString& path);
  void savePictureTo(const QString& path, const PictureLook& look = {});
  void saveReport(const QString& path);

 Q_SIGNALS:
  void statusMessage(const QString& sentence);

 private:
  void copy(const QString& text);
  void askForPicture();
  void write(const QString& path, std::string text, TableForm form);
  [[nodiscard]] std::string markdown() const;
  [[nodiscard]] QString note() const { return m_page.note ? m_page.note() : QString(); }
  [[nodiscard]] QString askName(const QString& title, const QString& ending, const QString& filters);

  PageExport m_page;
  Job<QString> m_writing;
};

}  // namespace kernline::ui
