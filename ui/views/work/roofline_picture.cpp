// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/work/roofline_picture.h"

#include "core/open/load.h"
#include "ui/kit/output/picture.h"
#include "ui/kit/output/print_error.h"
#include "ui/kit/output/range_problem.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/views/work/roofline_chart.h"
#include "ui/views/work/work_words.h"

#include <QCoreApplication>
#include <QVBoxLayout>

#include <fmt/format.h>

#include <utility>

namespace kernline::ui {
namespace {

/// Explains why a chart has no points, and what to do.
std::string withoutPoints(const WorkTable& table) {
  if (!table.device.ceilings) {
    return table.device.name.empty()
               ? "no peak rates: the GPU is unknown. Name a device with --device"
               : fmt::format("no peak rates: {} is not in the table of devices. Name a device with --device",
                             table.device.name);
  }
  return "no work here has known FLOPs; kernline work says why";
}

}  // namespace

RooflinePicture::RooflinePicture(const std::string& file, QString output, QSize size, Wanted wanted)
    : m_headline(new QuietLabel(QString(), &m_page)), m_chart(new RooflineChart(&m_page)), m_output(std::move(output)) {
  m_headline->setWordWrap(true);
  auto* layout = new QVBoxLayout(&m_page);
  layout->addWidget(m_headline);
  layout->addWidget(m_chart, 1);
  m_page.resize(size);
  m_page.show();
  m_reading = Job<Table>(
      [file, wanted = std::move(wanted)](const std::stop_token& stop, Progress& progress) {
        return read(file, wanted, stop, progress);
      },
      [this](const Expected<Table>& table) { table ? show(*table) : fail(table.error().message.english()); });
}

Expected<RooflinePicture::Table> RooflinePicture::read(const std::string& file, const Wanted& wanted,
                                                       const std::stop_token& stop, Progress& progress) {
  auto trace = load(file, {}, stop, progress);
  if (!trace) {
    return std::unexpected(trace.error());
  }
  WorkRequest request{.by = wanted.by, .range = {}, .filter = {}, .device = wanted.device};
  if (!wanted.range.isWhole()) {
    const Expected<TimeRange> range = rangeOf(wanted.range, **trace);
    if (!range) {
      return std::unexpected(rangeProblem(file, wanted.range, range.error()));
    }
    request.range = range->clippedTo((*trace)->bounds());
  }
  return makeWorkTable(std::move(*trace), request, stop);
}

void RooflinePicture::show(const Table& table) {
  m_headline->setText(workHeadline(*table));
  m_chart->setTable(table);
  if (m_chart->pointCount() == 0) {
    fail(withoutPoints(*table));
    return;
  }
  QTimer::singleShot(0, this, &RooflinePicture::save);  // once the headline has its lines
}

void RooflinePicture::save() {
  m_chart->setFocus();
  if (const Expected<QString> saved = savePicture(m_page, m_output); !saved) {
    fail(saved.error().message.english());
  } else {
    QCoreApplication::exit(0);
  }
}

void RooflinePicture::fail(const std::string& sentence) {
  printError(sentence);
  QCoreApplication::exit(1);
}

}  // namespace kernline::ui
