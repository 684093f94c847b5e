// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/query/sql_editor.h"

#include "ui/kit/style/theme.h"
#include "ui/views/query/sql_highlighter.h"
#include "ui/views/query/sql_words.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QFontDatabase>
#include <QKeyEvent>
#include <QScrollBar>
#include <QStringListModel>
#include <QTextBlock>

namespace kernline::ui {
namespace {}  // namespace

SqlEditor::SqlEditor(QWidget* parent) : QPlainTextEdit(parent) {
  setObjectName(QStringLiteral("sqlEditor"));
  setAccessibleName(tr("SQL query"));
  setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  setFrameShape(QFrame::NoFrame);
  setTabChangesFocus(true);
  constexpr int margin = 8;  // same as in the bar above
  document()->setDocumentMargin(margin);
  setPlaceholderText(QStringLiteral("SELECT name, count(*) FROM kernels GROUP BY name"));
  m_highlighter = new SqlHighlighter(document(), palette());
  m_words = sqlTables() + sqlColumns() + sqlFunctions() + sqlKeywords();
  m_words.removeDuplicates();
  m_words.sort(Qt::CaseInsensitive);
  m_candidates = new QStringListModel(m_words, this);
  m_completer = new QCompleter(m_candidates, this);
  m_completer->setWidget(this);
  m_completer->setCaseSensitivity(Qt::CaseInsensitive);
  m_completer->setModelSorting(QCompleter::CaseInsensitivelySortedModel);
  connect(m_completer, qOverload<const QString&>(&QCompleter::activated), this, &SqlEditor::insertCompletion);
  connect(this, &QPlainTextEdit::textChanged, this, [this] { setExtraSelections({}); });
}

void SqlEditor::setTexts(const QStringList& texts) {
  m_texts = texts;
  m_texts.sort(Qt::CaseInsensitive);
}

void SqlEditor::replaceAll(const QString& text) {
  QTextCursor cursor(document());
  cursor.select(QTextCursor::Document);
  cursor.insertText(text);
  setTextCursor(cursor);
}

void SqlEditor::showError(std::optional<std::size_t> offset) {
  if (!offset) {
    setExtraSelections({});
    return;
  }
  const QByteArray bytes = toPlainText().toUtf8().left(static_cast<qsizetype>(*offset));
  QTextCursor cursor(document());
  cursor.setPosition(
      static_cast<int>(std::min(QString::fromUtf8(bytes).size(), qsizetype{document()->characterCount()} - 1)));
  setTextCursor(cursor);
  QTextEdit::ExtraSelection mark;
  mark.cursor = cursor;
  mark.cursor.movePosition(QTextCursor::EndOfWord, QTextCursor::KeepAnchor);
  if (!mark.cursor.hasSelection()) {
    mark.cursor.movePosition(QTextCursor::Right, QTextCursor::KeepAnchor);
  }
  mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
  mark.format.setUnderlineColor(tint(palette()).bad);
  setExtraSelections({mark});
}

/// Escape is the window's shortcut too; here it is for the list of completions and the running query.
bool SqlEditor::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    event->accept();
    return true;
  }
  return QPlainTextEdit::event(event);
}

void SqlEditor::keyPressEvent(QKeyEvent* event) {
  const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (isReturn && event->modifiers().testFlag(Qt::ControlModifier)) {
    m_completer->popup()->hide();
    Q_EMIT runRequested();
    return;
  }
  if (m_completer->popup()->isVisible() &&
      (isReturn || event->key() == Qt::Key_Escape || event->key() == Qt::Key_Tab)) {
    event->ignore();  // the list of completions takes these
    return;
  }
  if (event->key() == Qt::Key_Escape) {
    Q_EMIT cancelRequested();
    return;
  }
  const bool isAsked = event->key() == Qt::Key_Space && event->modifiers().testFlag(Qt::ControlModifier);
  if (!isAsked) {
    QPlainTextEdit::keyPressEvent(event);
  }
  const bool isTyping = !event->text().isEmpty() && isWordCharacter(event->text().back());
  if (isAsked || isTyping || m_completer->popup()->isVisible()) {
    complete(isAsked);
  }
}

void SqlEditor::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && m_highlighter != nullptr) {
    m_highlighter->setPalette(palette());
  }
}

bool SqlEditor::isInQuotes() const {
  const QString before = textCursor().block().text().left(textCursor().positionInBlock());
  return before.count(QLatin1Char('\'')) % 2 == 1;
}

/// Returns the word; in quotes, all text since the quote.
QString SqlEditor::wordBeforeCursor() const {
  const QString before = textCursor().block().text().left(textCursor().positionInBlock());
  if (isInQuotes()) {
    return before.mid(before.lastIndexOf(QLatin1Char('\'')) + 1);
  }
  qsizetype begin = before.size();
  while (begin > 0 && isWordCharacter(before[begin - 1])) {
    --begin;
  }
  return before.mid(begin);
}

void SqlEditor::complete(bool isAsked) {
  constexpr qsizetype minTypedCharacters = 2;
  const QString word = wordBeforeCursor();
  const QStringList& wanted = isInQuotes() ? m_texts : m_words;
  if (m_candidates->stringList() != wanted) {
    m_candidates->setStringList(wanted);
  }
  m_completer->setCompletionPrefix(word);
  const bool isWhole =
      m_completer->completionCount() == 1 && m_completer->currentCompletion().compare(word, Qt::CaseInsensitive) == 0;
  if ((!isAsked && word.size() < minTypedCharacters) || m_completer->completionCount() == 0 || isWhole) {
    m_completer->popup()->hide();
    return;
  }
  QAbstractItemView* popup = m_completer->popup();
  popup->setCurrentIndex(m_completer->completionModel()->index(0, 0));
  QRect place = cursorRect();
  place.setWidth(popup->sizeHintForColumn(0) + popup->verticalScrollBar()->sizeHint().width());
  m_completer->complete(place);
}

void SqlEditor::insertCompletion(const QString& word) {
  QTextCursor cursor = textCursor();
  cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor, static_cast<int>(wordBeforeCursor().size()));
  cursor.insertText(word);
  setTextCursor(cursor);
}

}  // namespace kernline::ui
