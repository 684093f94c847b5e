// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/query/sql_highlighter.h"

#include "ui/kit/style/theme.h"
#include "ui/views/query/sql_words.h"

#include <QPalette>

namespace kernline::ui {
namespace {

enum BlockState { Plain = 0, InComment = 1 };

QTextCharFormat colored(const QColor& color, bool isBold = false) {
  QTextCharFormat format;
  format.setForeground(color);
  if (isBold) {
    format.setFontWeight(QFont::DemiBold);
  }
  return format;
}

}  // namespace

SqlHighlighter::SqlHighlighter(QTextDocument* document, const QPalette& palette) : QSyntaxHighlighter(document) {
  const auto add = [this](const QStringList& words, Word kind) {
    for (const QString& word : words) {
      m_words.insert(word.toLower(), kind);
    }
  };
  add(sqlColumns(), Word::Column);
  add(sqlFunctions(), Word::Function);
  add(sqlTables(), Word::Table);
  add(sqlKeywords(), Word::Keyword);
  setPalette(palette);
}

/// Contrast of at least 4.5:1 on the editor's ground in both themes.
void SqlHighlighter::setPalette(const QPalette& palette) {
  const bool dark = isDark(palette);
  const auto pick = [dark](const char* onLight, const char* onDark) {
    return QColor(QString::fromLatin1(dark ? onDark : onLight));
  };
  m_keyword = colored(tint(palette).accent, true);
  m_table = colored(pick("#8a3ea8", "#d0a0ea"));
  m_column = colored(palette.color(QPalette::Text));
  m_function = colored(pick("#8a5a00", "#e0b860"));
  m_text = colored(pick("#2b7040", "#8fce9f"));
  m_number = colored(pick("#a8443a", "#f0a090"));
  m_comment = colored(tint(palette).quiet);
  m_comment.setFontItalic(true);
  rehighlight();
}

void SqlHighlighter::color(qsizetype from, qsizetype to, const QTextCharFormat& format) {
  setFormat(static_cast<int>(from), static_cast<int>(to - from), format);
}

void SqlHighlighter::highlightBlock(const QString& text) {
  setCurrentBlockState(Plain);
  qsizetype at = previousBlockState() == InComment ? colorComment(text, 0) : 0;
  while (at < text.size()) {
    const QChar c = text[at];
    if (c == QLatin1Char('\'') || c == QLatin1Char('"')) {
      at = colorQuoted(text, at);
    } else if (text.mid(at, 2) == QLatin1String("--")) {
      color(at, text.size(), m_comment);
      return;
    } else if (text.mid(at, 2) == QLatin1String("/*")) {
      at = colorComment(text, at);
    } else if (isWordCharacter(c)) {
      at = colorWord(text, at);
    } else {
      ++at;
    }
  }
}

/// A quote that is doubled stands for itself.
qsizetype SqlHighlighter::colorQuoted(const QString& text, qsizetype from) {
  const QChar quote = text[from];
  qsizetype end = from + 1;
  for (; end < text.size(); ++end) {
    if (text[end] == quote && text.mid(end + 1, 1) != QString(quote)) {
      break;
    }
    end += text[end] == quote ? 1 : 0;
  }
  end = std::min(end + 1, text.size());
  color(from, end, m_text);
  return end;
}

qsizetype SqlHighlighter::colorComment(const QString& text, qsizetype from) {
  const qsizetype close = text.indexOf(QLatin1String("*/"), from);
  if (close < 0) {
    setCurrentBlockState(InComment);
  }
  const qsizetype end = close < 0 ? text.size() : close + 2;
  color(from, end, m_comment);
  return end;
}

qsizetype SqlHighlighter::colorWord(const QString& text, qsizetype from) {
  qsizetype end = from;
  while (end < text.size() && isWordCharacter(text[end])) {
    ++end;
  }
  if (text[from].isDigit()) {
    color(from, end, m_number);
    return end;
  }
  const auto word = m_words.constFind(text.mid(from, end - from).toLower());
  if (word == m_words.constEnd()) {
    return end;
  }
  switch (*word) {
    case Word::Keyword:
      color(from, end, m_keyword);
      break;
    case Word::Table:
      color(from, end, m_table);
      break;
    case Word::Column:
      color(from, end, m_column);
      break;
    case Word::Function:  // some columns are named like one
      color(from, end, text.mid(end).trimmed().startsWith(QLatin1Char('(')) ? m_function : m_column);
      break;
  }
  return end;
}

}  // namespace kernline::ui
