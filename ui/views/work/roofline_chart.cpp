// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/work/roofline_chart.h"

#include "core/model/format/quantity.h"
#include "ui/kit/charts/timeline_palette.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/theme.h"
#include "ui/views/work/roof_labels.h"
#include "ui/views/work/work_words.h"

#include <QPainter>
#include <QtCharts/QChart>
#include <QtCharts/QLegend>
#include <QtCharts/QLegendMarker>
#include <QtCharts/QLineSeries>
#include <QtCharts/QLogValueAxis>
#include <QtCharts/QScatterSeries>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <ranges>
#include <utility>
#include <vector>

namespace kernline::ui {
namespace {

constexpr double giga = 1e9;
constexpr double tera = 1e12;
constexpr double maxRadius = 20;  // pixels, of all the time

QLogValueAxis* makeAxis(const AxisExtent& extent, double unit, const QString& title) {
  auto* axis = new QLogValueAxis;
  constexpr double manyDecades = 1e7;
  const bool isWide = extent.max > extent.min * manyDecades;
  axis->setBase(isWide ? 100 : 10);
  axis->setMinorTickCount(isWide ? 1 : 8);
  axis->setLabelFormat(QStringLiteral("%g"));
  axis->setRange(extent.min / unit, extent.max / unit);
  axis->setTitleText(title);
  return axis;
}

/// Returns the extent with some space around.
AxisExtent logExtent(double least, double most) {
  constexpr double room = 2;
  return {.min = least / room, .max = most * room, .isLog = true};
}

}  // namespace

RooflineChart::RooflineChart(QWidget* parent) : PointChart(QStringLiteral("rooflineChart"), tr("Roofline"), parent) {}

void RooflineChart::setTable(std::shared_ptr<const WorkTable> table) {
  setCurrent({});  // the current point was of the previous table
  m_table = std::move(table);
  rebuild();
}

std::vector<PointChart::Point> RooflineChart::makePoints() const {
  std::vector<Point> made;
  for (std::size_t row = 0; m_table && m_table->device.ceilings && row < m_table->work.rows.size(); ++row) {
    const std::optional<double> intensity = m_table->figures(row).intensity();
    const std::optional<double> rate = flopRate(m_table->figures(row));
    if (intensity && rate && *intensity > 0) {
      made.push_back({.number = row,
                      .x = *intensity,
                      .y = *rate,
                      .radius = std::max(pointRadius, maxRadius * std::sqrt(m_table->share(row)))});
    }
  }
  return made;
}

double RooflineChart::highestPeak() const {
  double highest = 0;
  for (const std::string& name : m_table->peaks) {
    highest = std::max(highest, m_table->device.ceilings->flopsPerSecond.find(name)->second);
  }
  return highest;
}

void RooflineChart::addAxes() {
  const auto [left, right] = std::ranges::minmax(points() | std::views::transform(&Point::x));
  const auto [low, high] = std::ranges::minmax(points() | std::views::transform(&Point::y));
  const double peak = highestPeak();
  const double ridge = peak / m_table->device.ceilings->bytesPerSecond;
  setExtents(logExtent(std::min(left, 1.0), std::max(right, ridge)), logExtent(low, std::max(high, peak)));
  addRoofs();  // first: the legend wraps by the width of the entry before
  addFamilies();
  addAxis(makeAxis(across(), 1, tr("Intensity (FLOP/byte)")), Qt::AlignBottom);
  addAxis(makeAxis(up(), rateUnit(), rateUnit() == giga ? tr("GFLOP/s") : tr("TFLOP/s")), Qt::AlignLeft);
}

/// Adds families without points, for the legend. Those that take most of the time come first.
void RooflineChart::addFamilies() {
  std::map<KernelFamily, double> time;
  for (const Point& point : points()) {
    time[m_table->families[point.number]] += m_table->share(point.number);
  }
  std::vector<KernelFamily> families;
  std::ranges::copy(time | std::views::keys, std::back_inserter(families));
  std::ranges::stable_sort(families, std::ranges::greater{}, [&](KernelFamily family) { return time[family]; });
  for (const KernelFamily family : families) {
    auto* series = new QScatterSeries(chart());
    series->setName(coreText(toText(family)));
    series->setColor(colorOfFamily(family));
    series->setBorderColor(Qt::transparent);
    chart()->addSeries(series);
  }
}

/// Numbers far below one would be written as powers.
double RooflineChart::rateUnit() const {
  return up().min < giga / 10 ? giga : tera;
}

std::vector<RooflineChart::Roof> RooflineChart::roofs() const {
  const Ceilings& ceilings = *m_table->device.ceilings;
  const double top = std::min(highestPeak(), up().max);
  const double foot = std::max(across().min, up().min / ceilings.bytesPerSecond);
  std::vector<Roof> made{{.text = qt(formatByteRate(ceilings.bytesPerSecond)),
                          .from = {foot, foot * ceilings.bytesPerSecond},
                          .to = {top / ceilings.bytesPerSecond, top}}};
  std::multimap<double, std::string, std::greater<>> peaks;
  for (const std::string& name : m_table->peaks) {
    peaks.emplace(ceilings.flopsPerSecond.find(name)->second, name);
  }
  for (const auto& [peak, name] : peaks) {
    made.push_back({.text = tr("%1: %2").arg(qt(name), qt(formatFlopRate(peak))),
                    .from = {peak / ceilings.bytesPerSecond, peak},
                    .to = {across().max, peak}});
  }
  return made;
}

void RooflineChart::addRoofs() {
  m_lines.clear();  // the chart has deleted those
  for (const Roof& roof : roofs()) {
    auto* series = new QLineSeries(chart());
    series->setName(roof.text);
    series->append(roof.from.x(), roof.from.y() / rateUnit());
    series->append(roof.to.x(), roof.to.y() / rateUnit());
    chart()->addSeries(series);
    m_lines.push_back(series);
  }
}

/// Lists roofs in the legend that have no room for a label. Its rows take room from the plot, so others may follow.
void RooflineChart::updateLegend() {
  m_labels.clear();
  if (pointCount() == 0) {
    m_lines.clear();
    return;
  }
  constexpr std::array dashes{Qt::DashLine, Qt::DotLine, Qt::DashDotLine, Qt::DashDotDotLine};
  std::vector<bool> isListed(m_lines.size());
  for (bool hasChanged = true; hasChanged;) {
    std::size_t listed = 0;
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
      const Qt::PenStyle style = isListed[i] ? dashes[listed++ % dashes.size()] : Qt::SolidLine;
      m_lines[i]->setPen(QPen(tint(palette()).quiet, 1.5, style));
      for (QLegendMarker* marker : chart()->legend()->markers(m_lines[i])) {
        marker->setVisible(isListed[i]);
      }
    }
    arrange();
    m_labels = placedLabels();
    hasChanged = false;
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
      if (!isListed[i] && std::ranges::find(m_labels, m_lines[i]->name(), &RoofLabel::text) == m_labels.end()) {
        isListed[i] = hasChanged = true;
      }
    }
  }
  std::erase_if(m_labels, [&](const RoofLabel& label) {
    const auto line = std::ranges::find(m_lines, label.text, &QLineSeries::name);
    return isListed[static_cast<std::size_t>(line - m_lines.begin())];
  });
  viewport()->update();
}

/// The highest roof is near the top: its label lies above the plot.
int RooflineChart::roomAbovePlot() const {
  return m_table && m_table->device.ceilings ? fontMetrics().height() : 0;
}

std::vector<RoofLabel> RooflineChart::placedLabels() const {
  const QFontMetricsF metrics(font());
  std::vector<DrawnRoof> drawn;
  LabelFont sizes{.ascent = metrics.ascent(), .descent = metrics.descent(), .widths = {}};
  for (const Roof& roof : roofs()) {
    drawn.push_back({roof.text, {placeAt(roof.from.x(), roof.from.y()), placeAt(roof.to.x(), roof.to.y())}});
    sizes.widths.push_back(metrics.horizontalAdvance(roof.text));
  }
  std::vector<Disc> covered;
  for (const Point& point : points()) {
    covered.push_back({.center = point.place, .radius = point.radius});
  }
  return placeRoofLabels(drawn, covered, sizes, chart()->plotArea().adjusted(0, -roomAbovePlot(), 0, 0));
}

void RooflineChart::drawNotes(QPainter& painter) const {
  painter.setPen(tint(palette()).quiet);
  for (const RoofLabel& label : m_labels) {
    painter.save();
    painter.setTransform(label.turned, true);
    painter.drawText(QPointF(), label.text);
    painter.restore();
  }
}

QColor RooflineChart::colorOfFamily(KernelFamily family) const {
  // Sixteen hues, neighbors far apart; what comes beyond is of another lightness.
  constexpr unsigned hues = 16;
  constexpr unsigned stride = 7;
  constexpr unsigned strongest = 3U << 6U;
  const auto number = static_cast<unsigned>(family);
  const auto shade = static_cast<std::uint8_t>(strongest | (number / hues & 3U) << 4U | (number * stride) % hues);
  return TimelinePalette::matching(palette()).bar({SpanKind::Other, shade});
}

QColor RooflineChart::colorOf(std::size_t row) const {
  return colorOfFamily(m_table->families[row]);
}

void RooflineChart::drawPoint(QPainter& painter, const Point& point, double radius) const {
  painter.drawEllipse(point.place, radius, radius);
}

/// Small ones on top.
void RooflineChart::drawPoints(QPainter& painter) const {
  std::vector<Point> largestFirst = points();
  std::ranges::stable_sort(largestFirst, std::ranges::greater{}, &Point::radius);
  for (const Point& point : largestFirst) {
    QColor color = colorOf(point.number);
    painter.setPen(QPen(color.darker(150), 1));
    constexpr float opacity = 0.8F;  // lets points below shine through
    color.setAlphaF(opacity);
    painter.setBrush(color);
    drawPoint(painter, point, point.radius);
  }
}

HoverCard RooflineChart::cardOf(std::size_t row) const {
  HoverCard card = workCard(*m_table, row);
  card.facts.push_back({tr("Family"), coreText(toText(m_table->families[row]))});
  return card;
}

QString RooflineChart::emptySentence() const {
  if (!m_table) {
    return {};
  }
  return m_table->device.ceilings ? tr("No kernel here has known FLOPs. The Rule column gives the reason.")
                                  : tr("No peak rates for this GPU. Choose one above.");
}

}  // namespace kernline::ui
