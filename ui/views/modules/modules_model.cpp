// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/modules/modules_model.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"

#include <utility>

namespace kernline::ui {
namespace {

QString timeText(std::int64_t ns) {
  return ns == 0 ? QStringLiteral("–") : qt(formatDuration({ns}));
}

}  // namespace

ModulesModel::ModulesModel(QObject* parent) : TreeRowsModel(ModuleRow::none, ColumnCount, Share, parent) {}

void ModulesModel::setTable(std::shared_ptr<const ModulesTable> table) {
  beginResetModel();
  m_table = std::move(table);
  endResetModel();
}

int ModulesModel::childCount(std::uint32_t row) const {
  return m_table ? static_cast<int>(m_table->children(row).size()) : 0;
}

std::uint32_t ModulesModel::child(std::uint32_t row, int place) const {
  return m_table->children(row)[static_cast<std::size_t>(place)];
}

std::uint32_t ModulesModel::parentOf(std::uint32_t row) const {
  return m_table->row(row).parent;
}

int ModulesModel::placeOf(std::uint32_t row) const {
  return m_table ? m_table->placeOf(row) : -1;
}

QString ModulesModel::text(std::uint32_t row, int column) const {
  const ModuleRow& shown = m_table->row(row);
  switch (column) {
    case Name:
      return m_table->name(row);
    case Total:
      return timeText(shown.total.total());
    case Share:
      return qt(formatShare(m_table->share(row)));
    case Self:
      return timeText(shown.self.total());
    case Forward:
      return timeText(shown.total.forward());
    case Backward:
      return timeText(shown.total.backward());
    case Optimizer:
      return timeText(shown.total.optimizer());
    default:
      return shown.calls == 0 ? QStringLiteral("–") : countText(shown.calls);
  }
}

QString ModulesModel::fullName(std::uint32_t row) const {
  return m_table->path(row);
}

double ModulesModel::share(std::uint32_t row) const {
  return m_table->share(row);
}

QString ModulesModel::title(int column) const {
  switch (column) {
    case Name:
      return Words::tr("Module");
    case Total:
      return Words::tr("GPU total");
    case Share:
      return Words::tr("Share");
    case Self:
      return Words::tr("GPU self");
    case Forward:
      return Words::tr("Forward");
    case Backward:
      return Words::tr("Backward");
    case Optimizer:
      return Words::tr("Optimizer");
    default:
      return Words::tr("Calls");
  }
}

QString ModulesModel::help(int column) const {
  switch (column) {
    case Name:
      return Words::tr("Modules as nested; work of a backward pass belongs to the module of its forward operator");
    case Total:
      return Words::tr("Device time caused by the module and the modules in it, exact to the nanosecond");
    case Share:
      return Words::tr("Share of all device time");
    case Self:
      return Words::tr("Excluding the modules in it");
    case Forward:
      return Words::tr("Everything outside of backward and optimizer");
    case Backward:
      return Words::tr("Caused by backward passes");
    case Optimizer:
      return Words::tr("Caused by optimizers");
    default:
      return Words::tr("Calls, with those that a backward pass repeats");
  }
}

}  // namespace kernline::ui
