// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/provenance_section.h"

#include "core/model/names/fused_kernel.h"
#include "core/open/compiled_files.h"
#include "ui/kit/facts/fact_grid.h"
#include "ui/kit/language/qt_text.h"
#include "ui/views/details/details_page.h"
#include "ui/views/details/link_row.h"
#include "ui/views/details/origin_facts.h"
#include "ui/views/details/source_window.h"
#include "ui/views/details/span_links.h"

#include <QFileInfo>
#include <QToolButton>
#include <QVBoxLayout>

#include <optional>
#include <utility>

namespace kernline::ui {

ProvenanceSection::ProvenanceSection(QWidget* parent) : QWidget(parent) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  m_captureHeading = makeHeading(tr("Captured by"), this);
  m_captureLinks = new QVBoxLayout;
  m_captureLinks->setSpacing(0);
  m_captureFacts = new FactGrid(this);
  m_captureFacts->setObjectName(QStringLiteral("captureFacts"));
  m_compiledHeading = makeHeading(tr("Compiled kernel"), this);
  m_compiledFacts = new FactGrid(this);
  m_compiledFacts->setObjectName(QStringLiteral("compiledFacts"));
  m_sourceButton = new QToolButton(this);
  m_sourceButton->setObjectName(QStringLiteral("kernelSource"));
  m_sourceButton->setText(tr("Show source"));
  layout->addWidget(m_captureHeading);
  layout->addLayout(m_captureLinks);
  layout->addWidget(m_captureFacts);
  layout->addWidget(m_compiledHeading);
  layout->addWidget(m_compiledFacts);
  layout->addWidget(m_sourceButton);
  connect(m_sourceButton, &QToolButton::clicked, this, &ProvenanceSection::showSource);
  hide();
}

void ProvenanceSection::setOrigins(const TraceOrigins* origins) {
  if (m_origins == origins) {
    return;
  }
  if (m_origins) {
    disconnect(m_origins, nullptr, this, nullptr);
  }
  m_origins = origins;
  if (origins != nullptr) {
    connect(origins, &TraceOrigins::changed, this, &ProvenanceSection::refresh);
  }
  refresh();
}

void ProvenanceSection::showSpan(const std::shared_ptr<const Trace>& trace, SpanId span) {
  m_trace = trace;
  m_span = span;
  m_reading = {};
  refresh();
}

void ProvenanceSection::refresh() {
  OriginFacts capture;
  std::optional<CompiledOrigin> compiled;
  const std::shared_ptr<const KnownOrigins> known = m_origins ? m_origins->known() : nullptr;
  if (known && known->trace == m_trace && m_span != SpanId::none) {
    capture = captureFacts(*known, m_span);
    const bool isOperator = m_trace->kind(m_span) == SpanKind::Op && namesInductorKernel(m_trace->nameText(m_span));
    const SpanId kernel = isOperator ? kernelTarget(*m_trace, m_span) : m_span;
    compiled = kernel == SpanId::none ? std::nullopt : known->compiled->of(kernel);
  }
  showCapture(capture);
  const std::vector<Fact> facts = compiled ? compiledFacts(*compiled) : std::vector<Fact>();
  m_source = compiled && compiled->kernel != nullptr ? compiled->kernel->source : std::string();
  m_sourceFile = compiled ? compiled->file : std::string();
  m_compiledHeading->setVisible(!facts.empty());
  m_compiledFacts->setFacts(facts);
  const bool hasFile = m_sourceFile.ends_with(".py") && QFileInfo(qt(m_sourceFile)).isFile();
  m_sourceButton->setVisible(!facts.empty() && (!m_source.empty() || hasFile));
  m_sourceButton->setToolTip(qt(m_sourceFile));
  setVisible(!facts.empty() || !capture.facts.empty() || !capture.links.empty());
}

void ProvenanceSection::showCapture(const OriginFacts& shown) {
  while (QLayoutItem* item = m_captureLinks->takeAt(0)) {
    item->widget()->hide();
    item->widget()->deleteLater();  // a click on it may have led here
    delete item;
  }
  for (const SpanLink& link : shown.links) {
    auto* row = new LinkRow(link, this);
    connect(row, &LinkRow::clicked, this, [this, target = link.target] { Q_EMIT spanRequested(target); });
    m_captureLinks->addWidget(row);
  }
  m_captureHeading->setVisible(!shown.facts.empty() || !shown.links.empty());
  m_captureFacts->setFacts(shown.facts);
}

void ProvenanceSection::showSource() {
  if (!m_source.empty()) {
    openSource(qt(m_source));
    return;
  }
  m_reading = Job<std::string>(
      [file = m_sourceFile](const std::stop_token&, Progress&) -> Expected<std::string> { return readSmallText(file); },
      [this](const Expected<std::string>& text) {
        if (text) {
          openSource(qt(*text));
        }
      });
}

void ProvenanceSection::openSource(const QString& text) {
  auto* shown = new SourceWindow(qt(m_trace->nameText(m_span)), text, window());
  shown->setAttribute(Qt::WA_DeleteOnClose);
  shown->show();
}

}  // namespace kernline::ui
