// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/search/search_bar.h"

#include "core/format/quantity.h"
#include "core/query/search.h"
#include "ui/style/icons.h"
#include "ui/style/qt_text.h"
#include "ui/style/quiet_label.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>
#include <iterator>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int typingPauseMs = 60;
constexpr int rangePauseMs = 80;

QToolButton* makeStepButton(const char* iconName, const char* tip, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setIcon(icon(QString::fromUtf8(iconName)));
  button->setAutoRaise(true);
  button->setEnabled(false);
  button->setFocusPolicy(Qt::NoFocus);
  button->setToolTip(QString::fromUtf8(tip));
  button->setAccessibleName(QString::fromUtf8(tip));
  return button;
}

}  // namespace

SearchBar::SearchBar(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("searchBar"));
  m_field = new QLineEdit(this);
  m_field->setObjectName(QStringLiteral("searchField"));
  m_field->setPlaceholderText(QStringLiteral("Search names  (Ctrl+F)"));
  m_field->setAccessibleName(QStringLiteral("Search names"));
  m_field->setClearButtonEnabled(true);
  m_field->setAcceptDrops(false);  // a dropped file is to be opened, not its path typed
  m_field->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
  m_field->setMinimumWidth(fontMetrics().averageCharWidth() * 28);
  m_field->setMaximumWidth(fontMetrics().averageCharWidth() * 72);
  m_field->installEventFilter(this);
  m_count = new QuietLabel(QString(), this);
  m_count->setObjectName(QStringLiteral("searchCount"));
  m_count->setMinimumWidth(fontMetrics().averageCharWidth() * 14);
  m_previous = makeStepButton("up", "Previous match (Shift+Enter)", this);
  m_next = makeStepButton("down", "Next match (Enter)", this);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(4, 0, 4, 0);
  layout->setSpacing(4);
  layout->addWidget(m_field, 2);
  layout->addWidget(m_previous);
  layout->addWidget(m_next);
  layout->addWidget(m_count, 1);

  m_typed.setSingleShot(true);
  m_typed.setInterval(typingPauseMs);
  connect(&m_typed, &QTimer::timeout, this, &SearchBar::restart);
  connect(m_field, &QLineEdit::textEdited, this, [this] { m_typed.start(); });
  connect(m_field, &QLineEdit::textChanged, this, [this](const QString& text) {
    if (text.isEmpty()) {  // the clear button edits nothing
      m_typed.start(0);
    }
  });
  m_rangeSettled.setSingleShot(true);
  m_rangeSettled.setInterval(rangePauseMs);
  connect(&m_rangeSettled, &QTimer::timeout, this, &SearchBar::limitMatches);
  connect(m_previous, &QToolButton::clicked, this, &SearchBar::goToPrevious);
  connect(m_next, &QToolButton::clicked, this, &SearchBar::goToNext);
}

void SearchBar::setTrace(std::shared_ptr<const Trace> trace) {
  if (trace == m_trace) {
    return;
  }
  m_trace = std::move(trace);
  m_selection = SpanId::none;
  m_found.reset();  // ids of the trace before
  m_matches.reset();
  if (m_isBorrowed) {
    const QSignalBlocker quiet(m_field);
    m_field->clear();
  }
  restart();
}

void SearchBar::setSelection(SpanId span) {
  m_selection = span;
  findPosition();
  tellPosition();
}

void SearchBar::setRange(std::optional<TimeRange> range) {
  if (range == m_range) {
    return;
  }
  m_range = range;
  if (m_found) {
    m_rangeSettled.start();
  }
}

void SearchBar::limitMatches() {
  m_rangeSettled.stop();
  m_matches = m_found;
  if (m_range && m_found) {
    auto inside = std::make_shared<std::vector<SpanId>>();
    std::ranges::copy_if(*m_found, std::back_inserter(*inside),
                         [&](SpanId s) { return m_trace->range(s).overlaps(*m_range); });
    m_matches = std::move(inside);
  }
  findPosition();
  tellPosition();
  Q_EMIT matchesChanged(m_matches);
}

void SearchBar::begin() {
  m_field->setFocus(Qt::ShortcutFocusReason);
  m_field->selectAll();
}

void SearchBar::end() {
  m_field->clear();
  m_typed.stop();
  restart();
}

void SearchBar::showMatches(Matches matches, const QString& title) {
  m_searching = {};
  m_typed.stop();
  {
    const QSignalBlocker quiet(m_field);
    m_field->setText(title);
    m_field->setCursorPosition(0);
  }
  m_isBorrowed = true;
  m_found = std::move(matches);
  limitMatches();
}

bool SearchBar::isActive() const {
  return m_matches != nullptr || !m_field->text().isEmpty();
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
      walk((key->modifiers() & Qt::ShiftModifier) == 0);
      return true;
    case Qt::Key_Escape:
      end();
      Q_EMIT closed();
      return true;
    default:
      return false;
  }
}

void SearchBar::restart() {
  m_typed.stop();
  m_isBorrowed = false;
  m_position = nowhere;
  const QString text = m_field->text();
  if (!m_trace || text.isEmpty()) {
    m_searching = {};
    m_found.reset();
    m_matches.reset();
    m_walkWhenFound = false;
    tellPosition();
    Q_EMIT matchesChanged(nullptr);
    return;
  }
  SearchQuery query;
  query.text = text.toStdString();
  m_searching = Job<std::vector<SpanId>>(
      [trace = m_trace, query](std::stop_token stop, Progress&) { return search(*trace, query, stop); },
      [this](Expected<std::vector<SpanId>> found) { takeMatches(std::move(found)); });
}

void SearchBar::takeMatches(Expected<std::vector<SpanId>> found) {
  if (!found) {
    m_count->setText(qt(found.error().message));
    return;
  }
  m_found = std::make_shared<const std::vector<SpanId>>(std::move(*found));
  limitMatches();
  if (std::exchange(m_walkWhenFound, false)) {
    walk(true);
  }
}

void SearchBar::findPosition() {
  m_position = nowhere;
  if (!m_trace || !m_matches || m_selection == SpanId::none) {
    return;
  }
  const auto placeOf = [&](SpanId s) { return std::pair(m_trace->start(s), s); };
  const auto at = std::ranges::lower_bound(*m_matches, placeOf(m_selection), {}, placeOf);
  if (at != m_matches->end() && *at == m_selection) {
    m_position = static_cast<std::size_t>(at - m_matches->begin());
  }
}

std::size_t SearchBar::neighbour(bool forward) const {
  const std::size_t count = m_matches->size();
  if (m_position != nowhere) {
    return (m_position + (forward ? 1 : count - 1)) % count;
  }
  if (m_selection == SpanId::none) {
    return forward ? 0 : count - 1;
  }
  const auto placeOf = [&](SpanId s) { return std::pair(m_trace->start(s), s); };
  const auto at = std::ranges::lower_bound(*m_matches, placeOf(m_selection), {}, placeOf);
  const auto behind = static_cast<std::size_t>(at - m_matches->begin());
  return forward ? behind % count : (behind + count - 1) % count;
}

void SearchBar::walk(bool forward) {
  if (m_typed.isActive()) {
    restart();
  }
  if (m_searching.isRunning()) {
    m_walkWhenFound = true;
    return;
  }
  if (!m_trace || !m_matches || m_matches->empty()) {
    return;
  }
  m_position = neighbour(forward);
  tellPosition();
  Q_EMIT spanRequested((*m_matches)[m_position]);
}

void SearchBar::tellPosition() {
  const bool any = m_matches && !m_matches->empty();
  m_previous->setEnabled(any);
  m_next->setEnabled(any);
  if (!m_matches) {
    m_count->clear();
  } else if (!any) {
    m_count->setText(m_range ? QStringLiteral("no match in the range") : QStringLiteral("no match"));
  } else {
    const QString count = qt(formatCount(static_cast<std::int64_t>(m_matches->size())));
    m_count->setText(m_position == nowhere
                         ? QStringLiteral("%1 %2%3").arg(
                               count, m_matches->size() == 1 ? QStringLiteral("match") : QStringLiteral("matches"),
                               m_range ? QStringLiteral(" in the range") : QString())
                         : QStringLiteral("%1 of %2%3")
                               .arg(qt(formatCount(static_cast<std::int64_t>(m_position + 1))), count,
                                    m_range ? QStringLiteral(" in the range") : QString()));
  }
}

}  // namespace kernline::ui
