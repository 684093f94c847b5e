// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/statistics/duration_histogram.h"

#include <QChartView>
#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

class QAreaSeries;
class QCategoryAxis;
class QLineSeries;
class QValueAxis;

namespace kernline::ui {

/// A place on the axis of durations that has a name: "P90", or the span at hand.
struct DurationMark {
  QString label;
  Duration at;
  bool isOwn = false;  ///< the span at hand, drawn stronger
};

/// A histogram of durations with marks. A drag chooses the durations between its ends, whole buckets at a time.
class DurationChart : public QChartView {
  Q_OBJECT

 public:
  explicit DurationChart(QWidget* parent = nullptr);

  void showBuckets(std::vector<HistogramBucket> buckets, std::vector<DurationMark> marks);
  [[nodiscard]] const std::vector<HistogramBucket>& buckets() const { return m_buckets; }
  /// The rectangle of a bucket, in the widget's pixels.
  [[nodiscard]] QRectF bucketRect(std::size_t bucket) const;

 Q_SIGNALS:
  /// Both counted in.
  void durationsChosen(kernline::Duration min, kernline::Duration max);

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void changeEvent(QEvent* event) override;
  void drawForeground(QPainter* painter, const QRectF& rect) override;

 private:
  [[nodiscard]] std::optional<std::size_t> bucketAt(double x) const;
  /// Along the axis, one a bucket.
  [[nodiscard]] double placeOf(Duration duration) const;
  [[nodiscard]] double xOf(double place) const;
  void labelCounts(std::uint64_t maxCount);
  void labelAxis();
  void follow();

  std::vector<HistogramBucket> m_buckets;
  std::vector<DurationMark> m_marks;
  QLineSeries* m_outline = nullptr;
  QAreaSeries* m_area = nullptr;
  QCategoryAxis* m_durations = nullptr;
  QValueAxis* m_counts = nullptr;
  std::optional<double> m_pressX;
  double m_pointerX = 0;
};

}  // namespace kernline::ui
