// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QSyntaxHighlighter>

namespace kernline::ui {

/// Colors SQL in the colors of the theme: keywords, tables, columns, functions, texts, numbers, comments.
class SqlHighlighter : public QSyntaxHighlighter {
  Q_OBJECT

 public:
  SqlHighlighter(QTextDocument* document, const QPalette& palette);

  void setPalette(const QPalette& palette);

 protected:
  void highlightBlock(const QString& text) override;

 private:
  enum class Word { Keyword, Table, Column, Function };

  [[nodiscard]] qsizetype colorQuoted(const QString& text, qsizetype from);
  [[nodiscard]] qsizetype colorComment(const QString& text, qsizetype from);
  [[nodiscard]] qsizetype colorWord(const QString& text, qsizetype from);
  void color(qsizetype from, qsizetype to, const QTextCharFormat& format);

  QHash<QString, Word> m_words;
  QTextCharFormat m_keyword, m_table, m_column, m_function, m_text, m_number, m_comment;
};

}  // namespace kernline::ui
