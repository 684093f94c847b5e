// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <QFont>
#include <QGlyphRun>
#include <QList>
#include <QPainter>
#include <QPointF>
#include <QRawFont>

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace kernline::ui {

/// The texts on bars. Each name is shaped once; cutting it to a bar's width is then a binary search over the ends of
/// its glyphs, and all texts of a frame leave in one glyph run, so a thousand labels cost what one paragraph does.
class GlyphLabels {
 public:
  /// `font` in device pixels.
  explicit GlyphLabels(const QFont& font);

  /// Puts a span's name, cut with "…" where it must be, into `width` pixels from `left`. No text if not even two
  /// letters fit.
  void add(const Trace& trace, SpanId span, double left, double width, double baseline);
  void draw(QPainter& painter, QColor color);
  /// Names are numbered anew in every trace, and spelled anew in another style.
  void forgetNames() { m_shaped.clear(); }

  /// A kernel's name as `ShownNames` has it, any other name on one line and not endless.
  [[nodiscard]] static QString labelText(const Trace& trace, SpanId span);

 private:
  struct Shaped {
    QList<quint32> glyphs;
    std::vector<float> ends;  // right edge of each glyph
    QString text;             // stored only if the font lacks a glyph and Qt must find another
  };
  struct PlainText {
    QPointF position;
    QString text;
  };

  const Shaped& shapedName(const Trace& trace, SpanId span);

  QFont m_font;
  QRawFont m_rawFont;
  quint32 m_ellipsis = 0;
  double m_ellipsisWidth = 0;
  std::unordered_map<std::uint64_t, Shaped> m_shaped;  // keyed by name and whether it is a kernel's
  QList<quint32> m_glyphs;                             // glyphs of this frame
  QList<QPointF> m_positions;
  std::vector<PlainText> m_plainTexts;
};

}  // namespace kernline::ui
