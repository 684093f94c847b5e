// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextBrowser>
#include <QTextCursor>

namespace kernline::ui {

/// A browser of local Markdown. Lines have a maximum width, and pictures are as wide as the window allows. Links may
/// lead to a heading.
class HelpPages : public QTextBrowser {
  Q_OBJECT

 public:
  explicit HelpPages(QWidget* parent);

  QVariant loadResource(int type, const QUrl& url) override;
  /// Returns the maximum width of a picture, in pixels.
  [[nodiscard]] int pictureWidth() const;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void finish(const QUrl& url);
  void limitLines();
  void scalePictures();
  void showHeading(const QString& anchor);

  /// Holds an edit block from when a page is read until it is set, so that Qt lays it out once. Laying out each change
  /// takes seconds for a long table.
  QTextCursor m_arriving;
  int m_scaledTo = 0;  ///< the width that pictures are scaled to
};

}  // namespace kernline::ui
