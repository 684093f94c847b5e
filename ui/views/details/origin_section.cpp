// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/origin_section.h"

#include "ui/kit/jobs/whole_reading.h"
#include "ui/kit/language/counted.h"
#include "ui/views/details/details_page.h"
#include "ui/views/details/link_row.h"
#include "ui/views/details/span_links.h"

#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace kernline::ui {
namespace {

constexpr std::size_t framesShown = 10;

}  // namespace

OriginSection::OriginSection(QWidget* parent) : QWidget(parent), m_rows(new QVBoxLayout(this)) {
  setObjectName(QStringLiteral("detailsOrigin"));
  m_rows->setContentsMargins(0, 0, 0, 0);
  m_rows->setSpacing(0);
  hide();
}

void OriginSection::showOriginOf(const std::shared_ptr<const Trace>& trace, SpanId span) {
  clear();
  if (trace != m_trace) {
    m_trace = trace;
    m_causes = causesOf(trace);
    m_showsAll = false;
  }
  m_span = span;
  m_reading = Job<SpanOrigin>(
      readingAllOf({m_trace},
                   [causes = m_causes, span](const std::stop_token& stop, Progress&) -> Expected<SpanOrigin> {
                     return originOf(*causes, span, stop);
                   }),
      [this](Expected<SpanOrigin> origin) {
        if (origin) {
          m_origin = std::move(*origin);
          fill();
        }
      });
}

void OriginSection::clear() {
  m_reading = {};
  m_origin = {};
  empty();
}

void OriginSection::empty() {
  while (QLayoutItem* item = m_rows->takeAt(0)) {
    // A click on a row leads here: the row must live until its event is over.
    item->widget()->hide();
    item->widget()->deleteLater();
    delete item;
  }
  hide();
}

void OriginSection::fill() {
  empty();
  addLinks(tr("Caused by"), causeLinks(*m_trace, m_span, m_origin.cause));
  const bool isBackward = !m_origin.backwardStack.empty() || m_origin.cause.forward != SpanId::none;
  addStack(isBackward ? tr("Python stack of the forward pass") : tr("Python stack"), m_origin.stack);
  addStack(tr("Python stack of the backward pass"), m_origin.backwardStack);
}

void OriginSection::addStack(const QString& title, const std::vector<StackFrame>& stack) {
  const std::vector<StackFrame> shown = m_showsAll ? stack : shortStack(stack, framesShown);
  addLinks(title, stackLinks(*m_trace, shown));
  if (stack.empty() || (!m_showsAll && shown.size() == stack.size())) {
    return;
  }
  auto* more = new QToolButton(this);
  more->setObjectName(QStringLiteral("detailsFrames"));
  more->setAutoRaise(true);
  more->setText(m_showsAll ? tr("Fewer frames") : counted(stack.size(), tr("%1 frame"), tr("All %1 frames")));
  more->setToolTip(tr("Show or hide calls of C functions and of modules by torch, and outer frames"));
  connect(more, &QToolButton::clicked, this, [this] {
    m_showsAll = !m_showsAll;
    fill();
  });
  m_rows->addWidget(more);
}

void OriginSection::addLinks(const QString& title, const std::vector<SpanLink>& links) {
  if (links.empty()) {
    return;
  }
  QLabel* heading = makeHeading(title, this);
  heading->setContentsMargins(0, m_rows->isEmpty() ? 0 : 8, 0, 0);
  m_rows->addWidget(heading);
  for (LinkRow* row : makeLinkRows(links, this)) {
    connect(row, &LinkRow::clicked, this, [this, target = row->target()] { Q_EMIT spanRequested(target); });
    m_rows->addWidget(row);
  }
  show();
}

}  // namespace kernline::ui
