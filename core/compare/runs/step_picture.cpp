// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/step_picture.h"

#include "core/compare/runs/renamed_rows.h"
#include "core/compare/runs/run_text.h"
#include "core/compare/tables/series_look.h"
#include "core/model/format/html_text.h"
#include "core/model/format/printable_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace kernline {

namespace {

constexpr double pictureWidth = 1100;
constexpr double barHeight = 26;
constexpr double rowHeight = 52;
constexpr std::size_t colored = seriesColors - 1;

struct StepBars {
  StepSequence work;
  double length = 0;  // ns
};

/// Draws neighbors that no pixel parts as one.
class Bars {
 public:
  Bars(std::string& text, double top, double scale) : m_text(text), m_top(top), m_scale(scale) {}

  void add(std::size_t look, double from, double to) {
    const double left = from * m_scale;
    const double right = std::max(to * m_scale, left + minWidth);
    if (m_right > m_left && (look != m_look || left - m_right > minWidth)) {
      flush();
    }
    if (m_right <= m_left) {
      m_left = std::max(left, m_drawn);
      m_look = look;
    }
    m_right = std::max(m_right, right);
  }

  void flush() {
    if (m_right > m_left) {
      m_text += fmt::format("<rect class=\"k{}\" x=\"{:.2f}\" y=\"{:.0f}\" width=\"{:.2f}\" height=\"{:.0f}\"/>\n",
                            m_look, m_left, m_top, m_right - m_left, barHeight);
      m_drawn = m_right;
    }
    m_left = m_right = 0;
  }

 private:
  static constexpr double minWidth = 0.4;

  std::string& m_text;
  double m_top;
  double m_scale;
  double m_left = 0;
  double m_right = 0;
  double m_drawn = 0;
  std::size_t m_look = 0;
};

StepBars barsOf(const ComparedRun& run) {
  StepBars made{.work = medianStep(run), .length = 1};
  made.length = std::max(made.length, static_cast<double>(run.steps.steps[made.work.step].length().ns));
  return made;
}

void drawRun(std::string& text, const ComparedRun& run, const StepBars& step, double top, double scale) {
  text += fmt::format("<text x=\"0\" y=\"{:.0f}\">{}: {}</text>\n", top - 5, htmlText(run.title),
                      htmlText(shownTime(step.length)));
  text += fmt::format("<rect class=\"ground\" x=\"0\" y=\"{:.0f}\" width=\"{:.2f}\" height=\"{:.0f}\"/>\n", top,
                      step.length * scale, barHeight);
  if (step.work.spans.empty()) {
    return;
  }
  const Time begin = run.trace->start(step.work.spans.front());
  Bars bars(text, top, scale);
  for (std::size_t i = 0; i < step.work.spans.size(); ++i) {
    const TimeRange range = run.trace->range(step.work.spans[i]);
    bars.add(std::min<std::size_t>(step.work.rows[i], colored), static_cast<double>((range.begin - begin).ns),
             std::min(step.length, static_cast<double>((range.end - begin).ns)));
  }
  bars.flush();
}

}  // namespace

std::string stepPictureStyle() {
  std::string style =
      ".steps{display:block;width:100%;max-width:1100px;height:auto;margin-top:8px}.steps "
      "text{fill:var(--ink);font-size:12px}.steps .ground{fill:none;stroke:var(--line)}"
      ".k7{fill:var(--dim);fill-opacity:.55}i[class^=k]{display:inline-block;width:10px;height:10px;"
      "margin-right:6px;background:var(--dim)}\n";
  std::string dark;
  for (std::size_t i = 0; i < colored; ++i) {
    style += fmt::format(".k{0}{{fill:#{1:06x}}}i.k{0}{{background:#{1:06x}}}", i, seriesLook(i).light);
    dark += fmt::format(".k{0}{{fill:#{1:06x}}}i.k{0}{{background:#{1:06x}}}", i, seriesLook(i).dark);
  }
  return style + "\n@media (prefers-color-scheme:dark){" + dark + "}\n";
}

std::string stepPicture(const RunComparison& comparison) {
  std::vector<StepBars> steps;
  double maxLength = 1;
  for (const ComparedRun& run : comparison.runs) {
    steps.push_back(barsOf(run));
    maxLength = std::max(maxLength, steps.back().length);
  }
  std::string text = fmt::format("<svg class=\"steps\" viewBox=\"0 0 {} {}\" role=\"img\">\n", pictureWidth,
                                 rowHeight * static_cast<double>(steps.size()));
  for (std::size_t r = 0; r < steps.size(); ++r) {
    drawRun(text, comparison.runs[r], steps[r], rowHeight * static_cast<double>(r + 1) - barHeight - 4,
            pictureWidth / maxLength);
  }
  text += "</svg>\n<ul class=\"legend\">";
  constexpr std::size_t maxNameLength = 60;
  for (std::size_t row = 0; row < std::min(colored, comparison.rows.size()); ++row) {
    text += fmt::format("<li><i class=\"k{}\"></i>{}</li>", row,
                        htmlText(elided(comparison.rows[row].shown, maxNameLength)));
  }
  if (comparison.rows.size() > colored) {
    text += fmt::format("<li><i class=\"k{}\"></i>{} more</li>", colored, comparison.rows.size() - colored);
  }
  return text + "</ul>\n";
}

}  // namespace kernline
