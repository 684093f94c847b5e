// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/svg_chart.h"

#include "core/compare/tables/series_look.h"
#include "core/model/format/html_text.h"
#include "core/model/format/printable_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace kernline {

namespace {

constexpr double chartWidth = 720;
constexpr double height = 360;
constexpr double left = 66;
constexpr double right = chartWidth - 18;
constexpr double top = 14;
constexpr double bottom = height - 56;
constexpr double markerSize = 5;
constexpr double maxMarkerRadius = 7;   // smaller for each further series: equal values look out below it
constexpr double characterWidth = 6.6;  // width of a character of the 11 px font, generously

std::string marker(std::size_t series, double x, double y, double size) {
  const SeriesLook look = seriesLook(series);
  if (look.marker.empty()) {
    return fmt::format("<circle class=\"s{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"", series % seriesColors, x, y,
                       size);
  }
  std::string points;
  for (const MarkerCorner& corner : look.marker) {
    points += fmt::format("{}{:.1f},{:.1f}", points.empty() ? "" : " ", x + corner.x * size, y + corner.y * size);
  }
  return fmt::format("<polygon class=\"s{}\" points=\"{}\"", series % seriesColors, points);
}

class Svg {
 public:
  explicit Svg(const ComparisonChart& chart) : m_chart(chart) {}

  std::string make() {
    m_text = fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n", chartWidth, height,
                         htmlText(m_chart.title + " by " + m_chart.x.title.english()));
    addAxes();
    for (const ChartSeries& series : m_chart.series) {
      addLines(series);
    }
    for (const ChartSeries& series : m_chart.series) {
      addPoints(series);
    }
    addFailures();
    for (const ChartCrossing& crossing : m_chart.crossings) {
      m_text += fmt::format("<circle class=\"cross\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"9\"><title>{}</title></circle>\n",
                            xOf(crossing.x), yOf(crossing.y), htmlText(crossing.text.english()));
    }
    return m_text + "</svg>\n";
  }

 private:
  [[nodiscard]] double xOf(double value) const {
    return left + (right - left) * placeOn(m_chart.x.range, m_chart.x.isLog, value);
  }
  [[nodiscard]] double yOf(double value) const {
    const double place = placeOn(m_chart.y.range, m_chart.y.isLog, value);
    return bottom - (bottom - top) * std::clamp(place, 0.0, 1.0);
  }

  void line(const char* style, double x1, double y1, double x2, double y2) {
    m_text += fmt::format("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", style, x1,
                          y1, x2, y2);
  }

  void addAxes() {
    for (const AxisTick& tick : m_chart.y.range.ticks) {
      const double y = yOf(tick.value);
      line("grid", left, y, right, y);
      m_text += fmt::format("<text class=\"tick\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", left - 7,
                            y + 4, htmlText(tick.label));
    }
    line("axis", left, bottom, right, bottom);
    double free = 0;
    for (const AxisTick& tick : m_chart.x.range.ticks) {
      const double x = xOf(tick.value);
      constexpr std::size_t maxLabelLength = 24;
      const std::string label = elided(tick.label, maxLabelLength);
      const double half = static_cast<double>(displayWidth(label)) * characterWidth / 2;
      line("axis", x, bottom, x, bottom + 5);
      if (x - half >= free) {
        m_text += fmt::format("<text class=\"tick\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", x,
                              bottom + 18, htmlText(label));
        free = x + half + characterWidth;
      }
    }
    m_text += fmt::format("<text class=\"name\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
                          (left + right) / 2, height - 12,
                          htmlText(m_chart.x.title.english() + (m_chart.x.isLog ? " (log)" : "")));
    m_text += fmt::format(
        "<text class=\"name\" transform=\"translate(14 {:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
        (top + bottom) / 2, htmlText(m_chart.y.title.english() + (m_chart.y.isLog ? " (log)" : "")));
  }

  void polyline(const char* style, std::size_t row, const auto& points) {
    m_text += fmt::format("<polyline class=\"{} s{}\" points=\"", style, row % seriesColors);
    for (const auto& point : points) {
      m_text += fmt::format("{:.1f},{:.1f} ", xOf(point.x), yOf(point.y));
    }
    m_text += "\"/>\n";
  }

  void addLines(const ChartSeries& series) {
    if (!series.fitLine.empty()) {
      polyline("fit", series.row, series.fitLine);
    }
    if (m_chart.x.isNumeric && series.points.size() > 1) {
      polyline("line", series.row, series.points);
    }
  }

  void addPoints(const ChartSeries& series) {
    for (const ChartPoint& point : series.points) {
      const double x = xOf(point.x);
      if (point.max > point.min) {
        const std::string style = fmt::format("bar s{}", series.row % seriesColors);
        line(style.c_str(), x, yOf(point.min), x, yOf(point.max));
        line(style.c_str(), x - 4, yOf(point.min), x + 4, yOf(point.min));
        line(style.c_str(), x - 4, yOf(point.max), x + 4, yOf(point.max));
      }
      m_text +=
          marker(series.row, x, yOf(point.y), maxMarkerRadius - 0.8 * static_cast<double>(series.row % 4)) +
          fmt::format("><title>{}: {} {}</title></{}>\n", htmlText(series.name), formatIn(ShownUnit{}, point.y),
                      htmlText(m_chart.unit.symbol), seriesLook(series.row).marker.empty() ? "circle" : "polygon");
    }
  }

  /// Side by side where several failed at one size.
  void addFailures() {
    std::vector<std::pair<double, int>> counts;
    for (const ChartSeries& series : m_chart.series) {
      for (const ChartFailure& failure : series.failures) {
        auto known = std::ranges::find(counts, failure.x, &std::pair<double, int>::first);
        if (known == counts.end()) {
          known = counts.insert(counts.end(), {failure.x, 0});
        }
        const double x = xOf(failure.x) + 16.0 * known->second++;
        m_text += fmt::format(
            "<g class=\"fail s{}\"><title>{} failed: {}</title><path d=\"M{:.1f} {:.1f}l10 10m0 -10l-10 10\"/>"
            "<text class=\"tick\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text></g>\n",
            series.row % seriesColors, htmlText(series.name), htmlText(failure.text), x - 5, bottom - 17,
            x > chartWidth / 2 ? x - 9 : x + 9, bottom - 8.0 - 13.0 * (known->second - 1),
            x > chartWidth / 2 ? "end" : "start", htmlText(series.name + " failed"));
      }
    }
  }

  const ComparisonChart& m_chart;
  std::string m_text;
};

std::string colorRules(bool isDark) {
  std::string rules;
  for (std::size_t i = 0; i < seriesColors; ++i) {
    const SeriesLook look = seriesLook(i);
    rules += fmt::format(".s{}{{--c:#{:06x}}}", i, isDark ? look.dark : look.light);
  }
  return rules;
}

}  // namespace

std::string svgChart(const ComparisonChart& chart) {
  return Svg(chart).make();
}

std::string svgMarker(std::size_t series) {
  const bool isCircle = seriesLook(series).marker.empty();
  return "<svg class=\"key\" viewBox=\"0 0 16 16\" aria-hidden=\"true\">" + marker(series, 8, 8, markerSize) +
         (isCircle ? "></circle></svg>" : "></polygon></svg>");
}

std::string chartStyleSheet() {
  return colorRules(false) + "@media (prefers-color-scheme:dark){" + colorRules(true) +
         "}\n"
         "svg circle,svg polygon{fill:var(--c)}\n"
         "svg .line{fill:none;stroke:var(--c);stroke-width:1.6}\n"
         "svg .fit{fill:none;stroke:var(--c);stroke-width:1;stroke-dasharray:2 4}\n"
         "svg .bar{stroke:var(--c);stroke-width:1.4}\n"
         "svg .fail path{fill:none;stroke:var(--c);stroke-width:2.6}\n"
         "svg .cross{fill:none;stroke:var(--ink);stroke-width:1.2}\n"
         "svg .axis{stroke:var(--dim)}svg .grid{stroke:var(--line)}\n"
         "svg text{fill:var(--ink);font-family:inherit}svg .tick{font-size:11px;fill:var(--dim)}"
         "svg .name{font-size:12px}svg.key{width:16px;height:16px;vertical-align:-3px}\n";
}

}  // namespace kernline
