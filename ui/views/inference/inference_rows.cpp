// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/inference/inference_rows.h"

#include "core/analysis/steps/step_title.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/inference/inference_words.h"

#include <QApplication>
#include <QBrush>
#include <QPalette>

#include <functional>
#include <limits>
#include <optional>
#include <utility>

namespace kernline::ui {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr double timeWidth = 13;  // characters
constexpr double countWidth = 12;
constexpr double extentWidth = 15;

using TablePtr = std::shared_ptr<const InferenceTable>;

TableColumn timeColumn(const QString& title, const QString& help, const std::function<Duration(std::size_t)>& of,
                       ColumnKind kind = ColumnKind::Figure) {
  return {.title = title,
          .exactTitle = QStringLiteral("%1 (ns)").arg(title),
          .help = help,
          .kind = kind,
          .width = timeWidth,
          .text = [of](std::size_t row) { return qt(formatDuration(of(row))); },
          .exact = [of](std::size_t row) { return QString::number(of(row).ns); },
          .key = [of](std::size_t row) { return static_cast<double>(of(row).ns); }};
}

TableColumn perTokenColumn(const std::function<std::optional<double>(std::size_t)>& of) {
  return {.title = Words::tr("Per token"),
          .help = Words::tr("Duration divided by the tokens that go through the model"),
          .kind = ColumnKind::Figure,
          .width = timeWidth,
          .text = [of](std::size_t row) { return perTokenText(of(row)); },
          .key = [of](std::size_t row) { return of(row).value_or(unknown); }};
}

TableColumn countColumn(const QString& title, const QString& help,
                        const std::function<std::optional<std::int64_t>(std::size_t)>& of) {
  return {.title = title,
          .help = help,
          .kind = ColumnKind::Figure,
          .width = countWidth,
          .text = [of](std::size_t row) { return countOrNothing(of(row)); },
          .key =
              [of](std::size_t row) {
                const std::optional<std::int64_t> count = of(row);
                return count ? static_cast<double>(*count) : unknown;
              }};
}

TableColumn extentColumn(const QString& title, const QString& help,
                         const std::function<const std::optional<Extent>&(std::size_t)>& of) {
  return {.title = title,
          .help = help,
          .kind = ColumnKind::Figure,
          .width = extentWidth,
          .text = [of](std::size_t row) { return extentText(of(row)); },
          .key = [of](std::size_t row) { return of(row) ? static_cast<double>(of(row)->most) : unknown; }};
}

TableColumn kindColumn(const std::function<InferenceKind(std::size_t)>& of) {
  constexpr double width = 10;
  return {.title = Words::tr("Kind"),
          .help = Words::tr("Prefill reads prompts, decode generates, mixed does both in one batch"),
          .width = width,
          .text = [of](std::size_t row) { return kindText(of(row)); }};
}

QString requestsHelp() {
  return Words::tr("Requests in the batch");
}

QString tokensHelp() {
  return Words::tr("Tokens that go through the model in one iteration");
}

QString lengthHelp() {
  return Words::tr("Keys and values that a request reads on average");
}

}  // namespace

TableRows iterationRows(const TablePtr& table) {
  TableRows rows{.count = table ? table->steps.size() : 0};
  const auto name = [table](std::size_t row) { return qt(stepTitle(*table->trace, table->steps[row].step)); };
  rows.columns.push_back({.title = Words::tr("Iteration"),
                          .help = Words::tr("Click to go to it on the timeline"),
                          .text = name,
                          .tip = name,
                          .other = [](std::size_t /*row*/, int role) {
                            return role == Qt::ForegroundRole ? QVariant(QApplication::palette().brush(QPalette::Link))
                                                              : QVariant();
                          }});
  rows.columns.push_back(kindColumn([table](std::size_t row) { return table->iteration(row).kind; }));
  rows.columns.push_back(
      timeColumn(Words::tr("Start"), {}, [table](std::size_t row) { return table->start(row); }, ColumnKind::Place));
  rows.columns.push_back(timeColumn(Words::tr("Duration"), Words::tr("Up to the end of the work that it launched"),
                                    [table](std::size_t row) { return table->duration(row); }));
  rows.columns.push_back(perTokenColumn([table](std::size_t row) { return table->perToken(row); }));
  rows.columns.push_back(timeColumn(Words::tr("GPU time"), Words::tr("GPU time of the work that it launched"),
                                    [table](std::size_t row) { return table->steps[row].device; }));
  rows.columns.push_back(timeColumn(Words::tr("GPU idle"), Words::tr("Time in which the device did nothing"),
                                    [table](std::size_t row) { return table->steps[row].idle; }));
  rows.columns.push_back(countColumn(Words::tr("Requests"), requestsHelp(),
                                     [table](std::size_t row) { return table->iteration(row).requests; }));
  rows.columns.push_back(countColumn(Words::tr("Tokens"), tokensHelp(),
                                     [table](std::size_t row) { return table->iteration(row).tokens; }));
  rows.columns.push_back(countColumn(Words::tr("KV length"), lengthHelp(),
                                     [table](std::size_t row) { return kvPerRequest(table->iteration(row)); }));
  return rows;
}

TableRows batchRows(const TablePtr& table) {
  TableRows rows{.count = table ? table->batches.size() : 0};
  rows.columns.push_back(kindColumn([table](std::size_t row) { return table->batches[row].kind; }));
  rows.columns.back().width = 0;
  rows.columns.push_back(extentColumn(Words::tr("Requests"), requestsHelp(), [table](std::size_t row) -> const auto& {
    return table->batches[row].requests;
  }));
  rows.columns.push_back(extentColumn(Words::tr("Tokens"), tokensHelp(),
                                      [table](std::size_t row) -> const auto& { return table->batches[row].tokens; }));
  rows.columns.push_back(extentColumn(Words::tr("KV length"), lengthHelp(), [table](std::size_t row) -> const auto& {
    return table->batches[row].kvPerRequest;
  }));
  rows.columns.push_back(countColumn(
      Words::tr("Iterations"), Words::tr("Same kind and similar size: within a factor of two"),
      [table](std::size_t row) { return std::optional(static_cast<std::int64_t>(table->batches[row].iterations)); }));
  rows.columns.push_back(timeColumn(Words::tr("Median"), Words::tr("Median duration of an iteration"),
                                    [table](std::size_t row) { return table->batches[row].medianDuration; }));
  rows.columns.push_back(timeColumn(Words::tr("Max"), Words::tr("Longest iteration"),
                                    [table](std::size_t row) { return table->batches[row].maxDuration; }));
  rows.columns.push_back(perTokenColumn([table](std::size_t row) { return table->batches[row].durationPerToken(); }));
  rows.columns.push_back(timeColumn(Words::tr("GPU time"), Words::tr("Median of the GPU time of an iteration"),
                                    [table](std::size_t row) { return table->batches[row].medianDevice; }));
  rows.columns.push_back(timeColumn(Words::tr("GPU idle"), Words::tr("Median of the idle time in an iteration"),
                                    [table](std::size_t row) { return table->batches[row].medianIdle; }));
  return rows;
}

}  // namespace kernline::ui
