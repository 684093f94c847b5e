// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/families/families_model.h"

#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/model/names/distinct_names.h"
#include "core/model/names/kernel_name.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"

#include <QFont>
#include <QGuiApplication>
#include <QPalette>

#include <algorithm>
#include <array>
#include <utility>

namespace kernline::ui {
namespace {

struct Heading {
  const char* title;
  const char* tip;
};
constexpr std::array<Heading, FamiliesModel::columnCount_> headings{
    {{QT_TRANSLATE_NOOP("Words", "Family"),
      QT_TRANSLATE_NOOP("Words",
                        "Name of the family. Any name works; “communication” counts as communication everywhere.")},
     {QT_TRANSLATE_NOOP("Words", "Pattern"),
      QT_TRANSLATE_NOOP("Words",
                        "A regular expression, matched against the name without its parameter list, ignoring case")},
     {QT_TRANSLATE_NOOP("Words", "Kernels"),
      QT_TRANSLATE_NOOP("Words", "Kernels of the open trace that this rule matches and no earlier rule does")},
     {QT_TRANSLATE_NOOP("Words", "Time"), QT_TRANSLATE_NOOP("Words", "Sum of the durations")},
     {QT_TRANSLATE_NOOP("Words", "For example"), QT_TRANSLATE_NOOP("Words", "The one with the largest total time")}}};

bool isNumber(int column) {
  return column == FamiliesModel::Kernels || column == FamiliesModel::Time;
}

}  // namespace

FamiliesModel::FamiliesModel(std::vector<FamilyRule> own, QObject* parent)
    : QAbstractTableModel(parent), m_own(std::move(own)) {}

void FamiliesModel::setOwn(std::vector<FamilyRule> own) {
  beginResetModel();
  m_own = std::move(own);
  m_trial.reset();
  endResetModel();
  Q_EMIT edited();
}

void FamiliesModel::setTrial(std::shared_ptr<const FamilyTrial> trial) {
  if (trial && static_cast<int>(trial->catches.size()) == rowCount()) {
    m_trial = std::move(trial);
    Q_EMIT dataChanged(index(0, Kernels), index(rowCount() - 1, Example));
  }
}

const FamilyRule* FamiliesModel::rule(int row) const {
  const auto at = static_cast<std::size_t>(row);
  if (at < m_own.size()) {
    return &m_own[at];
  }
  const std::vector<FamilyRule>& builtin = builtinFamilyRules();
  return at - m_own.size() < builtin.size() ? &builtin[at - m_own.size()] : nullptr;
}

const FamilyCoverage* FamiliesModel::catchOf(int row) const {
  const bool isTried = m_trial && m_trial->trace && static_cast<int>(m_trial->catches.size()) == rowCount();
  return isTried ? &m_trial->catches[static_cast<std::size_t>(row)] : nullptr;
}

QString FamiliesModel::problem(int row) const {
  return isOwn(row) ? coreText(problemOf(m_own[static_cast<std::size_t>(row)])) : QString();
}

QString FamiliesModel::firstProblem() const {
  for (int row = 0; isOwn(row); ++row) {
    if (QString wrong = problem(row); !wrong.isEmpty()) {
      return tr("Rule %1: %2.").arg(row + 1).arg(wrong);
    }
  }
  return {};
}

bool FamiliesModel::catchesAny(int row) const {
  const FamilyCoverage* found = catchOf(row);
  return found != nullptr && found->count > 0;
}

std::vector<StringId> FamiliesModel::caught(int row) const {
  const FamilyCoverage* found = row >= 0 && row < rowCount() ? catchOf(row) : nullptr;
  return found != nullptr ? found->names : std::vector<StringId>();
}

int FamiliesModel::addRule(FamilyRule rule, int row) {
  const int at = isOwn(row) ? row : static_cast<int>(m_own.size());
  beginInsertRows({}, at, at);
  m_own.insert(m_own.begin() + at, std::move(rule));
  m_trial.reset();
  endInsertRows();
  Q_EMIT edited();
  return at;
}

void FamiliesModel::removeRule(int row) {
  if (isOwn(row)) {
    beginRemoveRows({}, row, row);
    m_own.erase(m_own.begin() + row);
    m_trial.reset();
    endRemoveRows();
    Q_EMIT edited();
  }
}

bool FamiliesModel::moveRule(int row, int step) {
  if (!isOwn(row) || !isOwn(row + step)) {
    return false;
  }
  beginMoveRows({}, row, row, {}, step > 0 ? row + step + 1 : row + step);
  const int other = row + step;
  std::swap(m_own[static_cast<std::size_t>(row)], m_own[static_cast<std::size_t>(other)]);
  m_trial.reset();
  endMoveRows();
  Q_EMIT edited();
  return true;
}

int FamiliesModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_own.size() + builtinFamilyRules().size()) + 1;
}

int FamiliesModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(columnCount_);
}

QString FamiliesModel::text(int row, int column) const {
  const FamilyRule* shown = rule(row);
  if (column == Family) {
    return shown != nullptr ? qt(shown->family) : tr("other");
  }
  if (column == Pattern) {
    return shown != nullptr ? qt(shown->pattern) : tr("(no rule matches)");
  }
  const FamilyCoverage* found = catchOf(row);
  if (found == nullptr || found->count == 0) {
    return {};
  }
  switch (column) {
    case Kernels:
      return countText(found->count);
    case Time:
      return qt(formatDuration(found->total));
    default:
      return qt(
          printable(m_trial->trace->kernelNames().in(NameStyle::Short, m_trial->trace->text(found->names.front()))));
  }
}

QVariant FamiliesModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) {
    return {};
  }
  const int row = index.row();
  switch (role) {
    case Qt::DisplayRole:
      return index.column() == Pattern && !problem(row).isEmpty()
                 ? QStringLiteral("⚠ %1").arg(text(row, index.column()))
                 : text(row, index.column());
    case Qt::EditRole:
      return text(row, index.column());
    case Qt::TextAlignmentRole:
      return QVariant::fromValue((isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ToolTipRole: {
      const QString wrong = problem(row);
      const FamilyRule* shown = rule(row);
      return !wrong.isEmpty() ? wrong : shown != nullptr ? qt(shown->remark) : QString();
    }
    case Qt::FontRole: {
      QFont font;
      font.setWeight(isOwn(row) ? QFont::DemiBold : QFont::Normal);
      return font;
    }
    case Qt::ForegroundRole:
      return isOwn(row) ? QVariant()
                        : QVariant(QGuiApplication::palette().brush(QPalette::Active, QPalette::PlaceholderText));
    default:
      return {};
  }
}

QVariant FamiliesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical) {
    return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
  }
  const Heading& heading = headings[static_cast<std::size_t>(section)];
  switch (role) {
    case Qt::DisplayRole:
      return Words::tr(heading.title);
    case Qt::ToolTipRole:
      return Words::tr(heading.tip);
    case Qt::TextAlignmentRole:
      return QVariant::fromValue((isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
      return {};
  }
}

Qt::ItemFlags FamiliesModel::flags(const QModelIndex& index) const {
  const bool isEditable = isOwn(index.row()) && (index.column() == Family || index.column() == Pattern);
  return QAbstractTableModel::flags(index) | (isEditable ? Qt::ItemIsEditable : Qt::NoItemFlags);
}

bool FamiliesModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable)) {
    return false;
  }
  FamilyRule& changed = m_own[static_cast<std::size_t>(index.row())];
  std::string& part = index.column() == Family ? changed.family : changed.pattern;
  QString text = value.toString().trimmed();
  if (index.column() == Family) {
    text.remove(QLatin1Char(':'));  // it ends the family in the file
  }
  if (text.toStdString() != part) {
    part = text.toStdString();
    Q_EMIT dataChanged(this->index(index.row(), 0), this->index(index.row(), Pattern));
    Q_EMIT edited();
  }
  return true;
}

}  // namespace kernline::ui
