// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <optional>
#include <utility>
#include <vector>

namespace kernline::ui {

/// The recorder's counts of one launch; std::nullopt if not counted.
struct CountedFigures {
  std::optional<double> flops;
  std::optional<double> dramBytes;
  std::optional<double> dramShare;    ///< share of peak, 0 to 1
  std::optional<double> tensorShare;  ///< share of the time, 0 to 1
  std::optional<double> l2Share;      ///< share of peak, 0 to 1
  std::optional<double> l1Share;      ///< share of peak, 0 to 1
  std::optional<double> smShare;      ///< share of peak, 0 to 1
  std::optional<double> l2HitRate;    ///< 0 to 1
  std::optional<double> occupancy;    ///< achieved, 0 to 1
  QString limit;                      ///< "DRAM", "latency", …; empty if not known
};

/// The recorder's measurements of one run of a kernel. Zero if unknown.
struct RunFigures {
  QString kernel;
  std::vector<std::pair<QString, QString>> parameters;
  QString device;
  int samples = 0;
  double medianNs = 0;
  double noise = 0;  ///< relative half-width of the median's 95 % interval
  bool isConverged = false;
  QString l2;  ///< "flush", "warm"
  double bytesPerSecond = 0;
  double flopsPerSecond = 0;
  double bytes = 0;
  double flops = 0;
  double shareOfPeak = 0;
  QString bound;  ///< "memory", "compute"
  double copyCeiling = 0;
  double matmulCeiling = 0;
  QString matmulType;
  double specifiedBytes = 0;
  double specifiedFlops = 0;
  bool isChecked = false;
  double maxError = 0;
  double tolerance = 0;
  double clockMin = 0;  ///< MHz
  double clockMax = 0;
  QString throttle;  ///< "none", or why
  qint64 recorded = 0;
  qint64 dropped = 0;
  CountedFigures counted;
  bool isBest = false;  ///< whether it is the best of the values that were tried

  /// FLOPs a byte; 0 if one of both is not known.
  [[nodiscard]] double intensity() const { return bytes > 0 ? flops / bytes : 0; }
};

[[nodiscard]] RunFigures figuresOf(const QJsonObject& result);

/// A run as the history keeps it.
struct KeptRun {
  QString id;
  QDateTime when;
  QString title;      ///< the kernel, or the program
  QString command;    ///< command that does the same
  QString recording;  ///< path; may be gone
  QStringList later;  ///< paths of the further recordings of an armed run, in order
  QString source;     ///< path of the .cu file as it was; empty for a bundled kernel or a program
  QString outcome;    ///< result in words, where it did not end well; empty if it did
  std::vector<RunFigures> figures;
};

/// The paths of their recordings, those that are there.
[[nodiscard]] QStringList recordingsOf(const std::vector<KeptRun>& runs);

/// "seq_len 4096 · dtype bf16"
[[nodiscard]] QString parameterText(const RunFigures& figures);

}  // namespace kernline::ui
