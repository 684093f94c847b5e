// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/glyph_labels.h"

#include "core/model/format/printable_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/shown_names.h"

#include <QFontMetricsF>

#include <algorithm>

namespace kernline::ui {

namespace {

constexpr qsizetype maxLabelLength = 200;         // letters; no bar is wider
constexpr std::size_t maxShapedNameBytes = 4096;  // bytes of a name that are looked at
constexpr std::size_t maxShapedNames = 40'000;

}  // namespace

GlyphLabels::GlyphLabels(const QFont& font) : m_font(font), m_rawFont(QRawFont::fromFont(font)) {
  const QList<quint32> ellipsis = m_rawFont.glyphIndexesForString(QStringLiteral("…"));
  if (!ellipsis.isEmpty() && ellipsis.first() != 0) {
    m_ellipsis = ellipsis.first();
    m_ellipsisWidth = m_rawFont.advancesForGlyphIndexes(ellipsis).first().x();
  }
}

QString GlyphLabels::labelText(const Trace& trace, SpanId span) {
  const std::string_view name = trace.nameText(span).substr(0, maxShapedNameBytes);
  const bool isKernel = trace.kind(span) == SpanKind::Kernel;
  const QString text = qt(printable(shownName(trace, name, isKernel)));
  return text.left(maxLabelLength);
}

const GlyphLabels::Shaped& GlyphLabels::shapedName(const Trace& trace, SpanId span) {
  const bool isKernel = trace.kind(span) == SpanKind::Kernel;
  const std::uint64_t key = index(trace.name(span)) << 1U | (isKernel ? 1U : 0U);
  if (const auto known = m_shaped.find(key); known != m_shaped.end()) {
    return known->second;
  }
  if (m_shaped.size() >= maxShapedNames) {
    m_shaped.clear();
  }
  Shaped shaped;
  const QString text = labelText(trace, span);
  shaped.glyphs = m_rawFont.glyphIndexesForString(text);
  if (shaped.glyphs.contains(0U)) {
    shaped.text = text;
  }
  float end = 0;
  for (const QPointF& advance : m_rawFont.advancesForGlyphIndexes(shaped.glyphs)) {
    end += static_cast<float>(advance.x());
    shaped.ends.push_back(end);
  }
  return m_shaped.emplace(key, std::move(shaped)).first->second;
}

void GlyphLabels::add(const Trace& trace, SpanId span, double left, double width, double baseline) {
  const Shaped& shaped = shapedName(trace, span);
  if (shaped.ends.empty()) {
    return;
  }
  if (!shaped.text.isEmpty()) {
    m_plainTexts.push_back({{left, baseline}, QFontMetricsF(m_font).elidedText(shaped.text, Qt::ElideRight, width)});
    return;
  }
  std::size_t count = shaped.ends.size();
  const bool isCut = static_cast<double>(shaped.ends.back()) > width;
  if (isCut) {
    const auto room = static_cast<float>(width - m_ellipsisWidth);
    count = static_cast<std::size_t>(std::ranges::upper_bound(shaped.ends, room) - shaped.ends.begin());
    if (count < 2) {
      return;
    }
  }
  double x = left;
  for (std::size_t i = 0; i < count; ++i) {
    m_glyphs.append(shaped.glyphs[static_cast<qsizetype>(i)]);
    m_positions.append({x, baseline});
    x = left + static_cast<double>(shaped.ends[i]);
  }
  if (isCut && m_ellipsis != 0) {
    m_glyphs.append(m_ellipsis);
    m_positions.append({x, baseline});
  }
}

void GlyphLabels::draw(QPainter& painter, QColor color) {
  painter.setPen(color);
  if (!m_glyphs.isEmpty()) {
    QGlyphRun run;
    run.setRawFont(m_rawFont);
    run.setRawData(m_glyphs.constData(), m_positions.constData(), static_cast<int>(m_glyphs.size()));
    painter.drawGlyphRun({0, 0}, run);
  }
  painter.setFont(m_font);
  for (const PlainText& text : m_plainTexts) {
    painter.drawText(text.position, text.text);
  }
  m_glyphs.clear();
  m_positions.clear();
  m_plainTexts.clear();
}

}  // namespace kernline::ui
