// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

#include <cstddef>
#include <optional>

class QCompleter;
class QStringListModel;

namespace kernline::ui {

class SqlHighlighter;

/// An editor for SQL: colored, completed, with the place of an error underlined.
class SqlEditor : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit SqlEditor(QWidget* parent = nullptr);

  /// Texts that are completed within quotes: titles of tracks.
  void setTexts(const QStringList& texts);
  /// Underlines the word at byte `offset` of the text as UTF-8, and puts the cursor there; nullopt removes the
  /// underline.
  void showError(std::optional<std::size_t> offset);
  /// Replaces all so that undo brings it back.
  void replaceAll(const QString& text);

 Q_SIGNALS:
  void runRequested();     ///< Ctrl+Return
  void cancelRequested();  ///< Escape, with no list of completions open

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  [[nodiscard]] bool isInQuotes() const;
  [[nodiscard]] QString wordBeforeCursor() const;
  void complete(bool isAsked);
  void insertCompletion(const QString& word);

  SqlHighlighter* m_highlighter = nullptr;
  QCompleter* m_completer = nullptr;
  QStringListModel* m_candidates = nullptr;
  QStringList m_words;
  QStringList m_texts;
};

}  // namespace kernline::ui
