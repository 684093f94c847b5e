// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/recorder_catalog.h"

#include "ui/kit/language/recorder_text.h"
#include "ui/kit/language/words.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace kernline::ui {

namespace {

constexpr int maxValues = 64;

QString textOf(const QJsonValue& value) {
  if (value.isBool()) {
    return value.toBool() ? QStringLiteral("true") : QStringLiteral("false");
  }
  return value.isDouble() ? QString::number(value.toInteger()) : value.toString();
}

std::optional<qint64> integerOf(const QJsonValue& value) {
  return value.isDouble() ? std::optional(value.toInteger()) : std::nullopt;
}

KernelParameter parameterOf(const QJsonObject& object) {
  KernelParameter parameter;
  parameter.name = object[QStringLiteral("name")].toString();
  const QString type = object[QStringLiteral("type")].toString();
  parameter.type = type == QLatin1String("bool")     ? KernelParameter::Type::Boolean
                   : type == QLatin1String("choice") ? KernelParameter::Type::Choice
                                                     : KernelParameter::Type::Integer;
  parameter.fallback = textOf(object[QStringLiteral("default")]);
  parameter.unit = recorderText(object[QStringLiteral("unit")].toString());
  parameter.help = recorderText(object[QStringLiteral("help")].toString());
  for (const auto choice : object[QStringLiteral("choices")].toArray()) {
    parameter.choices << textOf(choice);
  }
  if (parameter.type == KernelParameter::Type::Boolean) {
    parameter.choices = {QStringLiteral("true"), QStringLiteral("false")};
  }
  parameter.min = integerOf(object[QStringLiteral("min")]);
  parameter.max = integerOf(object[QStringLiteral("max")]);
  parameter.multipleOf = std::max<qint64>(integerOf(object[QStringLiteral("multiple_of")]).value_or(1), 1);
  return parameter;
}

KernelEntry entryOf(const QJsonObject& object) {
  KernelEntry entry;
  entry.name = object[QStringLiteral("name")].toString();
  entry.title = object[QStringLiteral("title")].toString(entry.name);
  entry.group = recorderText(object[QStringLiteral("group")].toString());
  entry.shows = recorderText(object[QStringLiteral("shows")].toString());
  entry.devices = object[QStringLiteral("devices")].toInt(1);
  for (const auto parameter : object[QStringLiteral("parameters")].toArray()) {
    entry.parameters.push_back(parameterOf(parameter.toObject()));
  }
  for (const auto preset : object[QStringLiteral("presets")].toArray()) {
    KernelPreset one{recorderText(preset.toObject()[QStringLiteral("name")].toString()), {}};
    const QJsonObject values = preset.toObject()[QStringLiteral("values")].toObject();
    for (auto value = values.begin(); value != values.end(); ++value) {
      one.values.emplace_back(value.key(), textOf(value.value()));
    }
    entry.presets.push_back(std::move(one));
  }
  return entry;
}

Error unreadableAnswer() {
  return {Error::Kind::Unreadable,
          Phrase::tr("Cannot read the recorder's output. Do the versions of both programs match?")};
}

/// "1024..8192" as 1024, 2048, 4096, 8192.
QStringList doubled(const QString& range) {
  const QStringList ends = range.split(QStringLiteral(".."));
  bool isFirst = false;
  bool isLast = false;
  const qint64 first = ends.size() == 2 ? ends[0].trimmed().toLongLong(&isFirst) : 0;
  const qint64 last = ends.size() == 2 ? ends[1].trimmed().toLongLong(&isLast) : 0;
  QStringList values;
  for (qint64 value = first; isFirst && isLast && first > 0 && value <= last && values.size() < maxValues; value *= 2) {
    values << QString::number(value);
  }
  return values.isEmpty() ? QStringList{range} : values;
}

std::optional<QString> problemWith(const KernelParameter& parameter, const QString& value) {
  if (parameter.type != KernelParameter::Type::Integer) {
    return parameter.choices.contains(value)
               ? std::nullopt
               : std::optional(
                     Words::tr("“%1” is not one of %2").arg(value, parameter.choices.join(QStringLiteral(", "))));
  }
  bool isNumber = false;
  const qint64 number = value.toLongLong(&isNumber);
  if (!isNumber) {
    return Words::tr("“%1” is not a whole number").arg(value);
  }
  if (parameter.min && number < *parameter.min) {
    return Words::tr("%1 is too small; the minimum is %2").arg(value).arg(*parameter.min);
  }
  if (parameter.max && number > *parameter.max) {
    return Words::tr("%1 is too large; the maximum is %2").arg(value).arg(*parameter.max);
  }
  if (number % parameter.multipleOf != 0) {
    return Words::tr("%1 is not a multiple of %2").arg(value).arg(parameter.multipleOf);
  }
  return std::nullopt;
}

}  // namespace

Expected<std::vector<KernelEntry>> kernelsOf(const QByteArray& json) {
  const QJsonValue list = QJsonDocument::fromJson(json).object()[QStringLiteral("kernels")];
  if (!list.isArray()) {
    return std::unexpected(unreadableAnswer());
  }
  std::vector<KernelEntry> kernels;
  for (const auto kernel : list.toArray()) {
    KernelEntry entry = entryOf(kernel.toObject());
    if (!entry.name.isEmpty()) {
      kernels.push_back(std::move(entry));
    }
  }
  return kernels;
}

std::expected<QStringList, QString> valuesOf(const KernelParameter& parameter, const QString& text) {
  QStringList values;
  for (const QString& part : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
    values << doubled(part.trimmed());
  }
  if (values.isEmpty()) {
    return std::unexpected(Words::tr("a value is missing"));
  }
  if (values.size() > maxValues) {
    return std::unexpected(Words::tr("%1 values; the maximum is %2").arg(values.size()).arg(maxValues));
  }
  for (const QString& value : values) {
    if (const auto problem = problemWith(parameter, value)) {
      return std::unexpected(*problem);
    }
  }
  return values;
}

Expected<DoctorReport> reportOf(const QByteArray& json) {
  const QJsonObject object = QJsonDocument::fromJson(json).object();
  if (!object[QStringLiteral("checks")].isArray()) {
    return std::unexpected(unreadableAnswer());
  }
  DoctorReport report;
  report.isUsable = object[QStringLiteral("usable")].toBool();
  for (const auto value : object[QStringLiteral("checks")].toArray()) {
    const QJsonObject check = value.toObject();
    const auto text = [&](const char* key) { return check[QLatin1String(key)].toString(); };
    report.checks.push_back({recorderText(text("check")), text("state") != QLatin1String("problem"),
                             recorderText(text("says")), recorderText(text("advice"))});
  }
  return report;
}

}  // namespace kernline::ui
