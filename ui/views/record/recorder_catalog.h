// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>
#include <utility>
#include <vector>

namespace kernline::ui {

/// A parameter of a kernel as `kernline-recorder list --json` describes it.
struct KernelParameter {
  enum class Type { Integer, Choice, Boolean };
  QString name;
  Type type = Type::Integer;
  QString fallback;  ///< the default, as text
  QString unit;
  QString help;
  QStringList choices;
  std::optional<qint64> min;
  std::optional<qint64> max;
  qint64 multipleOf = 1;
};

struct KernelPreset {
  QString name;
  std::vector<std::pair<QString, QString>> values;
};

struct KernelEntry {
  QString name;
  QString title;
  QString group;
  QString shows;  ///< one sentence
  std::vector<KernelParameter> parameters;
  std::vector<KernelPreset> presets;
  int devices = 1;
};

/// Errors: it is no such list.
[[nodiscard]] Expected<std::vector<KernelEntry>> kernelsOf(const QByteArray& json);

/// The values in the user's text for a parameter: "4096", "1024, 2048" or "1024..8192", which doubles.
/// Errors: what is wrong with it, in words of the window.
[[nodiscard]] std::expected<QStringList, QString> valuesOf(const KernelParameter& parameter, const QString& text);

/// One check of `kernline-recorder doctor --json`: what it found, and what to do about it.
struct DoctorCheck {
  QString name;
  bool isOk = false;
  QString cause;
  QString action;
};
struct DoctorReport {
  std::vector<DoctorCheck> checks;
  bool isUsable = false;
};
/// Errors: it is no such report.
[[nodiscard]] Expected<DoctorReport> reportOf(const QByteArray& json);

}  // namespace kernline::ui
