// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/logs/log_search_bar.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/icons.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/kit/style/step_button.h"
#include "ui/views/logs/find_lines.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int typingPauseMs = 60;

}  // namespace

LogSearchBar::LogSearchBar(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("logSearchBar"));
  m_field = new QLineEdit(this);
  m_field->setObjectName(QStringLiteral("logSearchField"));
  m_field->setPlaceholderText(tr("Search the log  (Ctrl+F)"));
  m_field->setAccessibleName(tr("Search the log"));
  m_field->setClearButtonEnabled(true);
  m_field->setAcceptDrops(false);  // a dropped file is to be opened, not its path typed
  m_field->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
  m_field->setMinimumWidth(fontMetrics().averageCharWidth() * 28);
  m_field->setMaximumWidth(fontMetrics().averageCharWidth() * 72);
  m_field->installEventFilter(this);
  m_count = new QuietLabel(QString(), this);
  m_count->setObjectName(QStringLiteral("logSearchCount"));
  m_count->setMinimumWidth(fontMetrics().averageCharWidth() * 14);
  m_previous = stepButton("up", tr("Previous line (Shift+Enter)"), this);
  m_next = stepButton("down", tr("Next line (Enter)"), this);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(4, 0, 4, 0);
  layout->setSpacing(4);
  layout->addWidget(m_field, 2);
  layout->addWidget(m_previous);
  layout->addWidget(m_next);
  layout->addWidget(m_count, 1);
  m_typed.setSingleShot(true);
  m_typed.setInterval(typingPauseMs);
  connect(&m_typed, &QTimer::timeout, this, &LogSearchBar::restart);
  connect(m_field, &QLineEdit::textChanged, this,
          [this](const QString& text) { m_typed.start(text.isEmpty() ? 0 : typingPauseMs); });
  connect(m_field, &QLineEdit::textChanged, this, &LogSearchBar::textChanged);
  connect(m_previous, &QToolButton::clicked, this, [this] { walk(false); });
  connect(m_next, &QToolButton::clicked, this, [this] { walk(true); });
}

void LogSearchBar::setLog(std::shared_ptr<const Log> log) {
  if (log != m_log) {
    m_log = std::move(log);
    m_position = 0;
    restart();
  }
}

void LogSearchBar::setPosition(std::uint32_t line) {
  m_position = line;
  updatePosition();
}

void LogSearchBar::begin() {
  m_field->setFocus(Qt::ShortcutFocusReason);
  m_field->selectAll();
}

void LogSearchBar::end() {
  m_field->clear();
  restart();
}

bool LogSearchBar::isActive() const {
  return !m_field->text().isEmpty();
}

void LogSearchBar::restart() {
  m_typed.stop();
  m_lines.clear();
  m_searching = {};
  m_previous->setEnabled(false);
  m_next->setEnabled(false);
  const QString text = m_field->text();
  if (!m_log || text.isEmpty()) {
    m_walkWhenFound = false;
    m_count->clear();
    return;
  }
  m_count->setText(tr("Searching…"));
  m_searching = Job<std::vector<std::uint32_t>>(
      [log = m_log, wanted = text.toStdString()](const std::stop_token& stop, Progress&) {
        return Expected<std::vector<std::uint32_t>>(findLines(*log, wanted, stop));
      },
      [this](Expected<std::vector<std::uint32_t>> lines) {
        takeLines(lines ? std::move(*lines) : std::vector<std::uint32_t>());
      });
}

void LogSearchBar::takeLines(std::vector<std::uint32_t> lines) {
  m_lines = std::move(lines);
  m_previous->setEnabled(!m_lines.empty());
  m_next->setEnabled(!m_lines.empty());
  updatePosition();
  if (std::exchange(m_walkWhenFound, false)) {
    walk(true);
  }
}

void LogSearchBar::updatePosition() {
  if (!m_log || m_field->text().isEmpty() || isBusy()) {
    return;
  }
  const auto found = std::ranges::lower_bound(m_lines, m_position);
  const bool isOnMatch = found != m_lines.end() && *found == m_position;
  const QString all = countText(m_lines.size()) + (m_lines.size() == maxFoundLines ? QStringLiteral("+") : QString());
  if (m_lines.empty()) {
    m_count->setText(tr("No match in this log"));
  } else if (isOnMatch) {
    m_count->setText(tr("%1 of %2").arg(countText(static_cast<std::size_t>(found - m_lines.begin()) + 1), all));
  } else {
    m_count->setText(m_lines.size() == 1 ? tr("1 line") : tr("%1 lines").arg(all));
  }
}

void LogSearchBar::walk(bool forward) {
  if (isBusy()) {
    m_walkWhenFound = true;
    return;
  }
  if (m_lines.empty()) {
    return;
  }
  if (forward) {
    const auto next = std::ranges::upper_bound(m_lines, m_position);
    m_position = next == m_lines.end() ? m_lines.front() : *next;
  } else {
    const auto here = std::ranges::lower_bound(m_lines, m_position);
    m_position = here == m_lines.begin() ? m_lines.back() : *std::prev(here);
  }
  const std::uint32_t line = m_position;
  Q_EMIT lineRequested(line);
  setPosition(line);
}

bool LogSearchBar::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_field && event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
      if (m_typed.isActive()) {
        restart();
      }
      walk((key->modifiers() & Qt::ShiftModifier) == 0);
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace kernline::ui
