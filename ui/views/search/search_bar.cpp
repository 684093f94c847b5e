// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/search/search_bar.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/icons.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/kit/style/step_button.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int typingPauseMs = 60;
constexpr int typingPauseOfArgsMs = 250;  // a file is read again for each

QToolButton* makeSwitch(QAction* action, const char* name, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setObjectName(QString::fromUtf8(name));
  button->setDefaultAction(action);
  button->setAutoRaise(true);
  button->setFocusPolicy(Qt::TabFocus);
  button->setAccessibleName(action->toolTip());
  return button;
}

QString grouped(std::size_t count) {
  return countText(count);
}

}  // namespace

SearchBar::SearchBar(const SearchActions& actions, QWidget* parent) : QWidget(parent), m_actions(actions) {
  setObjectName(QStringLiteral("searchBar"));
  buildField();
  layOut(actions);
  m_typed.setSingleShot(true);
  connect(&m_typed, &QTimer::timeout, this, &SearchBar::restart);
  connect(m_field, &QLineEdit::textEdited, this,
          [this] { m_typed.start(m_actions.args->isChecked() ? typingPauseOfArgsMs : typingPauseMs); });
  connect(m_field, &QLineEdit::textChanged, this, &SearchBar::textChanged);
  connect(m_field, &QLineEdit::textChanged, this, [this](const QString& text) {
    if (text.isEmpty()) {  // the clear button is no edit
      m_typed.start(0);
    }
  });
  for (QAction* action : {actions.regex, actions.matchCase, actions.args}) {
    connect(action, &QAction::toggled, this, [this] {
      if (!m_isBorrowed) {
        restart();
      }
    });
  }
  connect(&m_search, &TraceSearch::changed, this, &SearchBar::follow);
  connect(m_previous, &QToolButton::clicked, this, &SearchBar::goToPrevious);
  connect(m_next, &QToolButton::clicked, this, &SearchBar::goToNext);
}

void SearchBar::buildField() {
  m_field = new QLineEdit(this);
  m_field->setObjectName(QStringLiteral("searchField"));
  m_field->setPlaceholderText(tr("Search  (Ctrl+F)"));
  m_field->setAccessibleName(tr("Search"));
  m_field->setToolTip(
      tr("Finds spans by name, ignoring case. With “args” on, also searches the args, such as grid:[128 or Input "
         "Dims:[[4096. Enter goes to the next match, Ctrl+Enter lists all."));
  m_field->setClearButtonEnabled(true);
  m_field->setAcceptDrops(false);  // a dropped file is to be opened, not its path typed
  m_field->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
  m_field->setMinimumWidth(fontMetrics().averageCharWidth() * 24);
  m_field->setMaximumWidth(fontMetrics().averageCharWidth() * 72);
  m_field->installEventFilter(this);
}

void SearchBar::layOut(const SearchActions& actions) {
  m_count = new QuietLabel(QString(), this);
  m_count->setObjectName(QStringLiteral("searchCount"));
  m_count->setMinimumWidth(fontMetrics().averageCharWidth() * 14);
  m_previous = stepButton("up", tr("Previous match (Shift+Enter)"), this);
  m_next = stepButton("down", tr("Next match (Enter)"), this);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(4, 0, 4, 0);
  layout->setSpacing(2);
  layout->addWidget(m_field, 2);
  layout->addWidget(makeSwitch(actions.matchCase, "searchCase", this));
  layout->addWidget(makeSwitch(actions.regex, "searchRegex", this));
  layout->addWidget(makeSwitch(actions.args, "searchArgs", this));
  layout->addWidget(m_previous);
  layout->addWidget(m_next);
  layout->addWidget(makeSwitch(actions.list, "searchList", this));
  layout->addWidget(makeSwitch(actions.only, "searchOnly", this));
  layout->addSpacing(4);
  layout->addWidget(m_count, 1);
}

void SearchBar::setTrace(std::shared_ptr<const Trace> trace) {
  if (trace == m_search.trace()) {
    return;
  }
  m_selection = SpanId::none;
  keepBorrowed();
  {
    const QSignalBlocker quiet(&m_search);  // another timeline listens now
    m_search.setTrace(std::move(trace));
  }
  m_lastMatches = nullptr;
  const std::optional<Borrowed> before = takeBorrowed();
  if (before && m_field->text().isEmpty()) {
    showMatches(before->matches, before->title);
    return;
  }
  if (m_field->text().isEmpty() || !m_search.trace()) {
    Q_EMIT matchesChanged(matches());
  }
  restart();
}

void SearchBar::keepBorrowed() {
  if (!m_isBorrowed) {
    return;
  }
  if (m_search.trace() && m_search.found()) {
    m_borrowed.push_back({m_search.trace(), m_search.found(), m_field->text()});
  }
  m_isBorrowed = false;
  const QSignalBlocker quiet(m_field);
  m_field->clear();
}

std::optional<SearchBar::Borrowed> SearchBar::takeBorrowed() {
  std::erase_if(m_borrowed, [](const Borrowed& each) { return each.trace.expired(); });
  const auto of =
      std::ranges::find_if(m_borrowed, [this](const Borrowed& each) { return each.trace.lock() == m_search.trace(); });
  if (of == m_borrowed.end()) {
    return std::nullopt;
  }
  std::optional<Borrowed> found = std::move(*of);
  m_borrowed.erase(of);
  return found;
}

void SearchBar::setSelection(SpanId span) {
  m_selection = span;
  findPosition();
  updatePosition();
}

void SearchBar::setRange(std::optional<TimeRange> range) {
  m_search.setRange(range);
}

void SearchBar::begin() {
  m_field->setFocus(Qt::ShortcutFocusReason);
  m_field->selectAll();
}

void SearchBar::end() {
  m_field->clear();
  restart();
}

void SearchBar::showMatches(Matches matches, const QString& title) {
  m_typed.stop();
  {
    const QSignalBlocker quiet(m_field);
    m_field->setText(title);
    m_field->setCursorPosition(0);
  }
  m_isBorrowed = true;
  m_search.take(std::move(matches));
}

void SearchBar::offerMatches(Matches matches, const QString& title) {
  if (m_isBorrowed || m_field->text().isEmpty()) {
    showMatches(std::move(matches), title);
  }
}

bool SearchBar::isActive() const {
  return matches().isActive() || !m_field->text().isEmpty();
}

void SearchBar::goToNext() {
  walk(true);
}
void SearchBar::goToPrevious() {
  walk(false);
}

bool SearchBar::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_field || event->type() != QEvent::KeyPress) {
    return QWidget::eventFilter(watched, event);
  }
  const auto* key = static_cast<QKeyEvent*>(event);
  switch (key->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if ((key->modifiers() & Qt::ControlModifier) != 0) {
        Q_EMIT listRequested();
      } else {
        walk((key->modifiers() & Qt::ShiftModifier) == 0);
      }
      return true;
    case Qt::Key_Escape:
      Q_EMIT closeRequested();
      return true;
    default:
      return key->modifiers() == Qt::AltModifier;  // the key of a command that cannot be used now is no text
  }
}

void SearchBar::restart() {
  m_typed.stop();
  m_isBorrowed = false;
  m_position = noPosition;
  const QString text = m_field->text();
  m_walkWhenFound = m_walkWhenFound && !text.isEmpty();
  m_search.look({.query = {.text = text.toStdString(),
                           .isRegex = m_actions.regex->isChecked(),
                           .matchCase = m_actions.matchCase->isChecked()},
                 .inArgs = m_actions.args->isChecked()});
}

void SearchBar::follow() {
  findPosition();
  if (matches().sharedByStart() != m_lastMatches) {
    m_lastMatches = matches().sharedByStart();
    Q_EMIT matchesChanged(matches());
  }
  updatePosition();
  const bool isSettled = !m_search.isWaiting() && (!matches().byStart().empty() || !m_search.isBusy());
  if (isSettled && std::exchange(m_walkWhenFound, false) && m_search.problem().isEmpty()) {
    walk(true);
  }
}

void SearchBar::findPosition() {
  m_position = noPosition;
  if (!m_search.trace() || !matches().isActive() || m_selection == SpanId::none) {
    return;
  }
  const auto placeOf = [&](SpanId s) { return std::pair(m_search.trace()->start(s), s); };
  const std::span<const SpanId> hits = matches().byStart();
  const auto at = std::ranges::lower_bound(hits, placeOf(m_selection), {}, placeOf);
  if (at != hits.end() && *at == m_selection) {
    m_position = static_cast<std::size_t>(at - hits.begin());
  }
}

std::size_t SearchBar::neighbor(bool forward) const {
  const std::span<const SpanId> hits = matches().byStart();
  const std::size_t count = hits.size();
  if (m_position != noPosition) {
    return (m_position + (forward ? 1 : count - 1)) % count;
  }
  if (m_selection == SpanId::none) {
    return forward ? 0 : count - 1;
  }
  const auto placeOf = [&](SpanId s) { return std::pair(m_search.trace()->start(s), s); };
  const auto at = std::ranges::lower_bound(hits, placeOf(m_selection), {}, placeOf);
  const auto behind = static_cast<std::size_t>(at - hits.begin());
  return forward ? behind % count : (behind + count - 1) % count;
}

void SearchBar::walk(bool forward) {
  if (m_typed.isActive()) {
    restart();
  }
  if (m_search.isWaiting()) {
    m_walkWhenFound = true;
    return;
  }
  if (!m_search.trace() || matches().byStart().empty()) {
    m_walkWhenFound = m_search.isBusy();
    return;
  }
  m_position = neighbor(forward);
  updatePosition();
  Q_EMIT spanRequested(matches().byStart()[m_position]);
}

QString SearchBar::countText() const {
  if (!m_search.problem().isEmpty()) {
    return QStringLiteral("⚠ ") + m_search.problem();
  }
  if (!matches().isActive()) {
    return {};
  }
  const std::size_t count = matches().byStart().size();
  const auto progress = m_search.progress();
  QString text = count == 0                 ? (progress ? tr("no match yet") : tr("no match"))
                 : m_position == noPosition ? counted(count, tr("%1 match"), tr("%1 matches"))
                                            : tr("%1 of %2").arg(grouped(m_position + 1), grouped(count));
  text = m_search.range() ? tr("%1 in the range").arg(text) : text;
  return progress ? tr("%1 · args %2 %").arg(text).arg(static_cast<int>(std::lround(*progress * 100))) : text;
}

void SearchBar::updatePosition() {
  const bool any = !matches().byStart().empty();
  m_previous->setEnabled(any);
  m_next->setEnabled(any);
  const QString text = countText();
  m_count->setText(text);
  m_count->setToolTip(m_search.problem());
}

}  // namespace kernline::ui
