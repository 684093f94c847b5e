// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/run_report.h"

#include "core/compare/runs/run_text.h"
#include "core/compare/runs/run_work_text.h"
#include "core/compare/runs/step_picture.h"
#include "core/model/format/html_page.h"
#include "core/model/format/html_text.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kernline {

namespace {

constexpr std::size_t maxReportRows = 200;
constexpr std::size_t maxParts = 24;

constexpr const char* waterfallStyle =
    ".fall{display:block;width:100%;max-width:1100px;height:auto;margin-top:8px}.fall "
    "text{fill:var(--ink);font-size:12px}"
    ".fall .less{fill:var(--good)}.fall .more{fill:var(--bad)}.fall .whole{fill:var(--dim)}"
    ".fall .join{stroke:var(--dim);stroke-width:1;stroke-dasharray:2 2}.fall .idle{fill-opacity:.55}\n";

/// Bars from what the base has down (or up) to what the other has, each where the one before ended.
class WaterfallPicture {
 public:
  void addWhole(const std::string& name, double length, const std::string& figure) {
    m_at = length;
    m_max = std::max(m_max, m_at);
    m_list.push_back({.name = name, .look = "whole", .figure = figure, .from = 0, .to = m_at});
  }

  void addPart(const std::string& name, double delta, bool isIdle, const std::string& figure) {
    m_list.push_back({.name = name,
                      .look = std::string{delta > 0 ? "more" : "less"} + (isIdle ? " idle" : ""),
                      .figure = figure,
                      .from = m_at,
                      .to = m_at + delta});
    m_at += delta;
    m_max = std::max(m_max, m_at);
    m_min = std::min(m_min, m_at);
  }

  [[nodiscard]] std::string text() {
    for (const Bar& bar : m_list) {
      addBar(bar.name, bar.from, bar.to, bar.look, bar.figure);
    }
    return fmt::format("<svg class=\"fall\" viewBox=\"0 0 {} {}\" role=\"img\">\n{}</svg>\n", width, m_y + 4, m_bars);
  }

 private:
  static constexpr double width = 1100;
  static constexpr double names = 420;
  static constexpr double figures = 110;
  static constexpr double step = 22;
  static constexpr std::size_t maxLetters = 54;

  void addBar(const std::string& name, double from, double to, const std::string& look, const std::string& figure) {
    const double scale = (width - names - figures) / std::max(m_max - m_min, 1.0);
    const double left = names + (std::min(from, to) - m_min) * scale;
    const double right = names + (std::max(from, to) - m_min) * scale;
    m_bars += fmt::format(
        "<g><title>{0}</title><text x=\"{1:.1f}\" y=\"{2:.1f}\" text-anchor=\"end\">{3}</text>"
        "<rect class=\"{4}\" x=\"{5:.2f}\" y=\"{6:.1f}\" width=\"{7:.2f}\" height=\"{8:.1f}\"/>"
        "<text x=\"{9:.1f}\" y=\"{2:.1f}\">{10}</text></g>\n",
        htmlText(name), names - 8, m_y + 15, htmlText(elided(name, maxLetters)), look, left, m_y + 3,
        std::max(right - left, 1.0), step - 6, right + 6, htmlText(figure));
    m_y += step;
  }

  struct Bar {
    std::string name;
    std::string look;
    std::string figure;
    double from = 0;
    double to = 0;
  };

  std::vector<Bar> m_list;
  double m_at = 0;
  double m_max = 0;
  double m_min = 0;  // parts that count against others may lead below 0 on the way
  double m_y = 4;
  std::string m_bars;
};

std::string stepWaterfall(const RunComparison& comparison, const RunDifference& difference) {
  WaterfallPicture picture;
  picture.addWhole("baseline: step", difference.baseStep, shownTime(difference.baseStep));
  for (const WaterfallPart& part : shownParts(difference, maxParts)) {
    picture.addPart(shownName(comparison, part).english(), part.delta(), part.isIdle(), signedTime(part.delta()));
  }
  picture.addWhole("other: step", difference.otherStep, shownTime(difference.otherStep));
  return picture.text();
}

/// Bytes have an axis of their own.
std::string memoryWaterfall(const RunComparison& comparison, std::size_t number) {
  const auto& base = comparison.runs.front().memory;
  const auto& other = comparison.runs[number + 1].memory;
  if (!base || !other) {
    return {};
  }
  WaterfallPicture picture;
  const auto whole = [&](const char* name, std::int64_t bytes) {
    picture.addWhole(name, static_cast<double>(bytes), formatBytes(bytes));
  };
  whole("baseline: peak allocated", base->peakAllocated);
  for (const MemoryPart& part : shownMemoryParts(comparison.differences[number], maxParts)) {
    picture.addPart(part.op, static_cast<double>(part.delta()), false, signedBytes(part.delta()));
  }
  whole("other: peak allocated", other->peakAllocated);
  if (base->peakReserved > 0 && other->peakReserved > 0) {
    whole("baseline: peak reserved", base->peakReserved);
    whole("other: peak reserved", other->peakReserved);
  }
  return "<h3>Memory at the peak, by operator</h3>\n" + picture.text();
}

std::string differenceSection(const RunComparison& comparison, const ComparedWork* work, std::size_t number) {
  const RunDifference& difference = comparison.differences[number];
  const Verdict& verdict = difference.verdict;
  std::string text = fmt::format("<section style=\"margin-top:16px\">\n<h2>{} against {}</h2>\n<p><b>{}</b></p>\n",
                                 htmlText(comparison.runs[number + 1].title), htmlText(comparison.runs.front().title),
                                 htmlText(sentenceOn(verdict).english()));
  for (const Message& reason : verdict.reasons) {
    text += "<p class=\"dim\">" + htmlText(reason.english()) + "</p>\n";
  }
  if (const Message memory = memorySentence(comparison, number + 1); !memory.isEmpty()) {
    text += "<p class=\"dim\">" + htmlText(memory.english()) + "</p>\n";
  }
  for (const Message& sentence :
       work == nullptr ? std::vector<Message>() : workSentences(comparison, *work, number + 1)) {
    text += "<p>" + htmlText(sentence.english()) + "</p>\n";
  }
  for (const Message& doubt : verdict.doubts) {
    text += "<p class=\"failed\">⚠ " + htmlText(doubt.english()) + "</p>\n";
  }
  text += stepWaterfall(comparison, difference) + memoryWaterfall(comparison, number);
  for (const RenamedRow& row : difference.renamed) {
    text += fmt::format("<p class=\"dim\">Renamed? {} → {}: {}</p>\n", htmlText(comparison.rows[row.base].shown),
                        htmlText(comparison.rows[row.other].shown), htmlText(row.why.english()));
  }
  return text + "</section>\n";
}

std::string changeCells(const RunComparison& comparison, const ComparedWork& work, std::size_t row, std::size_t run) {
  const SplitTexts texts = textsOf(work.splitOfRow(comparison, row, run));
  std::string cells;
  for (const std::string& text :
       {texts.calls, texts.work, texts.efficiency, texts.unmodeled, rooflineText(work, row, run)}) {
    cells += text.empty() ? "<td class=\"dim\">–</td>" : "<td>" + text + "</td>";
  }
  return cells;
}

std::string rowOf(const RunComparison& comparison, const ComparedWork* work, std::size_t number, double maxDelta) {
  const RunRow& row = comparison.rows[number];
  std::string text =
      fmt::format("<tr><td class=\"text\" title=\"{}\">{}</td>", htmlText(row.name), htmlName(row.shown));
  for (std::size_t r = 0; r < row.sides.size(); ++r) {
    const RunSide& side = row.sides[r];
    text += side.callsPerStep == 0
                ? "<td class=\"dim\">–</td>"
                : fmt::format("<td>{} <span class=\"dim\">{}×</span></td>", shownTime(side.perStep), shownCalls(side));
    if (r > 0) {
      const auto delta = static_cast<double>(row.delta(r).ns);
      text += fmt::format("<td class=\"delta\" style=\"background-size:{:.1f}% 100%\">{}</td><td>{}</td>",
                          maxDelta > 0 ? std::abs(delta) / maxDelta * 100 : 0, signedTime(delta), changeOf(row, r));
      text += work == nullptr ? "" : changeCells(comparison, *work, number, r);
    }
  }
  return text + "</tr>\n";
}

std::string rowsSection(const RunComparison& comparison, const ComparedWork* work) {
  std::string text =
      "<section style=\"margin-top:16px\"><h2>GPU time per step</h2>\n"
      "<table><thead><tr><th>" +
      std::string{toText(comparison.by)} + "</th>";
  double maxDelta = 0;
  for (std::size_t r = 0; r < comparison.runs.size(); ++r) {
    text += "<th>" + htmlName(comparison.runs[r].title) + "</th>" + (r > 0 ? "<th>delta</th><th>ratio</th>" : "");
    if (r > 0 && work != nullptr) {
      text += "<th>calls</th><th>work</th><th>efficiency</th><th>not modeled</th><th>share of roofline</th>";
    }
    for (const RunRow& row : comparison.rows) {
      maxDelta = std::max(maxDelta, std::abs(static_cast<double>(row.delta(r).ns)));
    }
  }
  text += "</tr></thead><tbody>\n";
  const std::size_t inSteps = rowsInSteps(comparison);
  for (std::size_t i = 0; i < std::min(inSteps, maxReportRows); ++i) {
    text += rowOf(comparison, work, i, maxDelta);
  }
  text += "</tbody></table>\n";
  return text + htmlCutNotice(maxReportRows, inSteps, "row") + "</section>\n";
}

}  // namespace

std::string runReport(const RunComparison& comparison, const ComparedWork* work) {
  std::string page =
      htmlPageBegin("Comparison with " + comparison.runs.front().title, waterfallStyle + stepPictureStyle());
  page +=
      "<h1>Comparison</h1>\n<p class=\"dim\">Step time is split into the time that each kernel adds to GPU busy time, "
      "and idle time by cause. The bars add up to the change.</p>\n";
  for (std::size_t d = 0; d < comparison.differences.size(); ++d) {
    page += differenceSection(comparison, work, d);
  }
  page += "<section style=\"margin-top:16px\"><h2>One step of each run, to scale</h2>\n" + stepPicture(comparison) +
          "</section>\n";
  return page + rowsSection(comparison, work) + htmlPageEnd();
}

}  // namespace kernline
